"""Icons as definitions that a picture uses by name. A coach's value is lettered where it is used."""

from __future__ import annotations

from typing import Final

from branchline.drawing.markup import element, group, joined
from branchline.drawing.palette import shade
from branchline.games.firstclass.drawing.cards.shapes import GLASS, LINE, SHAPES, Shape
from branchline.games.firstclass.drawing.palette import Style

COACHES: Final = ("coach", "short")
ROOF: Final = "M-20.5-9Q-20-13.5-14-13.5H14Q20-13.5 20.5-9z"
CLERESTORY: Final = "M-13-13L-12-16.5H12L13-13z"
CURTAINS: Final = "M-17.5-6.5h3l-3 5zM-11-6.5h-3l3 5zM11-6.5h3l-3 5zM17.5-6.5h-3l3 5z"
PLAQUE: Final = "M-9.5-7.5Q-9.5-9-8-9H8Q9.5-9 9.5-7.5V6Q9.5 7.5 8 7.5H-8Q-9.5 7.5-9.5 6z"
# What distinguishes a livery besides its colour: boards, stripes, lozenges; drawn on both sides of the number
LIVERIES: Final = (
    "",
    "M-16.5 1V7.5M-13 1V7.5M13 1V7.5M16.5 1V7.5",
    "M-18.5 3.6H-10M10 3.6H18.5",
    "M-18 6.5L-15.6 1.5L-13.2 6.5L-10.8 1.5M10.8 1.5L13.2 6.5L15.6 1.5L18 6.5",
    "M-14.3 1L-11.3 4.2L-14.3 7.4L-17.3 4.2zM14.3 1L17.3 4.2L14.3 7.4L11.3 4.2z",
    "M-17.5 4.2H-11M-14.2 1V7.4M-16.4 2L-12 6.4M-12 2L-16.4 6.4M11 4.2H17.5M14.2 1V7.4M12 2L16.4 6.4M16.4 2L12 6.4",
)


def definitions(style: Style) -> str:
    """All of them, for one `<defs>`."""
    return joined(icon(style, name) for name in every())


def every() -> tuple[str, ...]:
    return (*SHAPES, "points", *(f"{size}-{level}" for size in COACHES for level in range(len(LIVERIES))))


def icon(style: Style, name: str) -> str:
    size, _, level = name.rpartition("-")
    if size in COACHES:
        return coach(style, int(level)) if size == "coach" else _short(style, int(level))
    if name == "points":
        return _seal(style)
    return _group(style, name, *(painted(style, shape) for shape in SHAPES[name]))


def _group(style: Style, name: str, *content: str) -> str:
    """An icon. By default its lines are in ink and 1.5 wide, and its areas are empty."""
    return group(
        *content,
        id=style.id(name),
        fill="none",
        stroke=style.palette.ink,
        stroke_width=LINE,
        stroke_linejoin="round",
    )


def painted(style: Style, shape: Shape) -> str:
    p = style.palette
    if shape.d.startswith("use "):
        return element("use", href=style.ref(shape.d[4:]))
    if shape.d.startswith("o "):
        x, y, r = (float(part) for part in shape.d[2:].split())
        form: dict[str, str | float | None] = {"cx": x or None, "cy": y or None, "r": r}
    else:
        form = {"d": shape.d}
    return element(
        "circle" if "r" in form else "path",
        **form,
        fill=None if shape.fill == "none" else getattr(p, shape.fill),
        stroke="none" if not shape.w else None if shape.line == "ink" else getattr(p, shape.line),
        stroke_width=None if shape.w in (0, LINE) else shape.w,
    )


def _seal(style: Style) -> str:
    """The rosette that carries points: its edge is a ring of round dots."""
    p = style.palette
    edge: dict[str, str | float | None] = {"r": 16.6, "stroke_linecap": "round", "stroke_dasharray": "0 6.52"}
    return _group(
        style,
        "points",
        element("circle", stroke_width=7.4, **edge),
        element("circle", stroke_width=5, fill=p.ox, **{**edge, "stroke": p.ox}),
        element("circle", r=15, stroke=p.gold),
    )


def coach(style: Style, level: int) -> str:
    """A car seen from the side, with an enamel plate for its value."""
    p = style.palette
    body = p.cars[level]
    roof = ROOF + (CLERESTORY if level >= 3 else "")
    parts = [
        element("use", href=style.ref("wheels")),
        element("path", d="M-19-9H19V8.5H-19z", fill=body),
        element("path", d=roof, fill=p.iron, stroke="none"),
        _windows(style, level),
        element("path", d=PLAQUE, fill=p.cream, stroke=shade(body, 0.5), stroke_width=1),
    ]
    if style.marks and level:
        parts.insert(4, element("path", d=LIVERIES[level], stroke=shade(body, 1.62), stroke_width=1.1))
    return _group(style, f"coach-{level}", *parts)


def _short(style: Style, level: int) -> str:
    p = style.palette
    iron = (
        "M-11 12a4 4 0 1 0 8 0zM3 12a4 4 0 1 0 8 0zM-14 10H14V12.5H-14zM-15-11Q-14.5-16-9-16H9Q14.5-16 15-11z"
    )
    return _group(
        style,
        f"short-{level}",
        element("path", d=iron, fill=p.iron, stroke="none"),
        element("path", d="M-13.5-11H13.5V10.5H-13.5z", fill=p.cars[level]),
        element("path", d="M-10.5-8.5H10.5V8H-10.5z", fill=p.cream, stroke="none"),
    )


def _windows(style: Style, level: int) -> str:
    """None in a car worth 0, curtained in the most valuable ones."""
    p = style.palette
    if level == 0:
        return element(
            "path", d="M-16-6V5M-13-6V5M13-6V5M16-6V5", stroke=shade(p.cars[0], 0.7), stroke_width=1
        )
    panes = element("path", d=GLASS, fill=p.lit if level > 3 else p.cream, stroke="none")
    if level < 4:
        return panes
    return panes + element("path", d=CURTAINS, fill=p.ox if level == 5 else p.cream, stroke="none")
