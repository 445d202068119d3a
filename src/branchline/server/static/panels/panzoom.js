// Panning and zooming a picture: drag, wheel, pinch, keys. At scale 1 all of it is visible.

const FARTHEST = 1;
const NEAREST = 8;
const DRAG = 7; // px that a finger may move before a tap becomes a drag

export class PanZoom {
  constructor(view, svg, { wheel = false } = {}) {
    this.view = view;
    this.svg = svg;
    this.plainWheel = wheel;
    this.fingers = new Map();
    this.fit();
    view.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
    view.addEventListener("keydown", (event) => this.onKey(event));
    view.addEventListener("pointerdown", (event) => this.onDown(event));
    view.addEventListener("pointermove", (event) => this.onMove(event));
    for (const end of ["pointerup", "pointercancel"]) view.addEventListener(end, (event) => this.onUp(event));
    view.addEventListener("click", (event) => this.onClick(event), { capture: true });
  }

  fit() {
    this.scale = 1;
    this.x = 0;
    this.y = 0;
    this.apply();
  }

  apply() {
    const { clientWidth: width, clientHeight: height } = this.view;
    this.x = Math.min(0, Math.max(this.x, width - width * this.scale));
    this.y = Math.min(0, Math.max(this.y, height - height * this.scale));
    this.svg.style.transform =
      this.scale === 1 ? "" : `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    this.view.classList.toggle("zoomed", this.scale > 1);
  }

  /** Zoom around a point of the view, by default its middle. */
  by(factor, point = { x: this.view.clientWidth / 2, y: this.view.clientHeight / 2 }) {
    const scale = Math.min(NEAREST, Math.max(FARTHEST, this.scale * factor));
    const ratio = scale / this.scale;
    this.x = point.x - (point.x - this.x) * ratio;
    this.y = point.y - (point.y - this.y) * ratio;
    this.scale = scale;
    this.apply();
  }

  move(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.apply();
  }

  /** Bring shapes into view, large enough to tap on a small screen. */
  reveal(shapes, { closer = false } = {}) {
    const view = this.view.getBoundingClientRect();
    if (!view.width || !shapes.length) return;
    const around = boundsOf(shapes);
    const inside =
      around.left >= view.left && around.right <= view.right && around.top >= view.top && around.bottom <= view.bottom;
    if (inside && !closer) return;
    const room = 1.25;
    const most = Math.min(view.width / (around.width * room), view.height / (around.height * room));
    const scale = closer ? Math.min(3.2, Math.max(1, this.scale * most)) : Math.min(this.scale, this.scale * most);
    const middle = {
      x: ((around.left + around.right) / 2 - view.left - this.x) / this.scale,
      y: ((around.top + around.bottom) / 2 - view.top - this.y) / this.scale,
    };
    this.scale = Math.max(FARTHEST, scale);
    this.x = view.width / 2 - middle.x * this.scale;
    this.y = view.height / 2 - middle.y * this.scale;
    this.apply();
  }

  point(event) {
    const box = this.view.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  onWheel(event) {
    if (!event.ctrlKey && !this.plainWheel) return;
    const factor = Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016));
    if (factor < 1 && this.scale === FARTHEST) return; // everything is visible: let the page scroll
    event.preventDefault();
    this.by(factor, this.point(event));
  }

  onKey(event) {
    if (event.target !== this.view || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = 60;
    const keys = {
      "+": () => this.by(1.4),
      "=": () => this.by(1.4),
      "-": () => this.by(1 / 1.4),
      0: () => this.fit(),
      ArrowLeft: () => this.move(step, 0),
      ArrowRight: () => this.move(-step, 0),
      ArrowUp: () => this.move(0, step),
      ArrowDown: () => this.move(0, -step),
    };
    if (!keys[event.key] || (event.key.startsWith("Arrow") && this.scale === 1)) return;
    keys[event.key]();
    event.preventDefault();
  }

  onDown(event) {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    this.fingers.set(event.pointerId, this.point(event));
    if (this.fingers.size === 1) {
      this.start = this.point(event);
      this.dragged = false;
    }
  }

  onMove(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const now = this.point(event);
    if (this.fingers.size === 2) {
      const [other] = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
      const ratio = distance(now, other) / Math.max(1, distance(before, other));
      this.dragged = true;
      this.by(ratio, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    } else if (this.scale > 1 && (this.dragged || distance(now, this.start) > DRAG)) {
      if (!this.dragged) this.view.setPointerCapture(event.pointerId);
      this.dragged = true;
      this.move(now.x - before.x, now.y - before.y);
    }
    this.fingers.set(event.pointerId, now);
  }

  onUp(event) {
    this.fingers.delete(event.pointerId);
  }

  /** The end of a drag is not a tap. */
  onClick(event) {
    if (!this.dragged) return;
    this.dragged = false;
    event.stopPropagation();
    event.preventDefault();
  }
}

const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

function boundsOf(shapes) {
  const boxes = shapes.map((shape) => shape.getBoundingClientRect());
  const left = Math.min(...boxes.map((box) => box.left));
  const right = Math.max(...boxes.map((box) => box.right));
  const top = Math.min(...boxes.map((box) => box.top));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  return { left, right, top, bottom, width: right - left, height: bottom - top };
}
