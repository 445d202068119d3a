// The chat. What people write is shown as plain text.

import { emblem, make } from "../shared/elements.js";

export class Chat {
  constructor(list, form, say) {
    this.list = list;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const words = form.elements.words.value.trim();
      if (words && say(words)) form.reset();
    });
  }

  /** @param {Server.Chat[]} lines */
  draw(lines) {
    this.list.replaceChildren(...lines.map((line) => this.line(line)));
    this.toEnd();
  }

  /** @param {Server.Chat} line */
  add(line) {
    this.list.append(this.line(line));
    this.toEnd();
  }

  /** @param {Server.Chat} line */
  line({ seat, name, words, time }) {
    const when = new Date(time * 1000);
    const clock = when.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
    return make(
      "li",
      {},
      seat === null || seat === undefined ? null : emblem(seat),
      make("b", {}, name),
      make("time", { datetime: when.toISOString() }, clock),
      make("span", { class: "words" }, words),
    );
  }

  toEnd() {
    this.list.scrollTop = this.list.scrollHeight;
  }
}
