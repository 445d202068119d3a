"""A picture in honour of the winners: a sleeping car with their name board, under a laurel wreath."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from branchline.core.protocols import Theme
from branchline.drawing.emblems import emblem
from branchline.drawing.lettering import fixed, shortened
from branchline.drawing.markup import element, group, label, num, use
from branchline.drawing.palette import SERIF, Style
from branchline.drawing.place import Place
from branchline.games.firstclass.drawing.palette import DARK, LIGHT, Palette
from branchline.languages import _, listed

Look = Style[Palette]

WHOLE: Final = Place(0, 0, 640, 250)
BOARD: Final = Place(140, 118, 360, 52)
WREATH: Final = (320.0, 60.0, 44.0)  # its middle and its radius
STARS: Final = (
    (40, 30),
    (92, 64),
    (150, 22),
    (214, 48),
    (438, 26),
    (500, 60),
    (560, 20),
    (604, 52),
    (404, 62),
)
WINDOWS: Final = (30, 92, 508, 570)
CITY: Final = (
    "M0 118V96h40V84h26q2-14 18-17q4-20 24-22q20 2 24 22q16 3 18 17h30v12h60v-8h70v10h90v-8h40v8h20V82h16"
    "q2-12 14-14q3-16 20-18q17 2 20 18q12 2 14 14h26v14h70v22z"
)


def celebration(names: Sequence[str], winners: Sequence[int], theme: Theme) -> str:
    style = Style(DARK if theme.dark else LIGHT, theme.dark, theme.marks, "won")
    words = listed(names[seat] for seat in winners) if winners else _("Nobody wins")
    return element(
        "svg",
        element("defs", _sky(style), *(emblem(style, seat) for seat in winners)),
        _night(style),
        group(_car(style, bool(winners)), _board(style, words, len(winners)), class_="arrives"),
        _wreath(style, winners) if winners else "",
        viewBox=WHOLE.view_box, class_="celebration", aria_hidden="true", font_family=SERIF,
    )  # fmt: skip


def _sky(style: Look) -> str:
    stops = (("0", "#0f2237"), ("0.7", "#2f5074"), ("1", "#c98a4f"))
    return element(
        "linearGradient",
        *(element("stop", offset=at, stop_color=colour) for at, colour in stops),
        id=style.id("sky"), x1="0", y1="0", x2="0", y2="1",
    )  # fmt: skip


def _night(style: Look) -> str:
    stars = (element("circle", cx=x, cy=y, r=1.3) for x, y in STARS)
    return group(
        element("rect", width=WHOLE.w, height=WHOLE.h, fill=style.url("sky")),
        group(*stars, fill="#fff6df"),
        element("path", d=CITY, fill="#16283b", transform="translate(0 -10)"),
        element("rect", y=228, width=WHOLE.w, height=22, fill="#241c14"),
        element("path", d="M0 232H640", stroke="#8d8777", stroke_width=3),
    )


def _car(style: Look, lit: bool) -> str:
    """The side of a car, as long as the picture is wide."""
    p = style.palette
    light = "#f6dc9a" if lit else p.dim
    panes = (
        element("rect", x=x, y=118, width=44, height=40, rx=5, fill=light, stroke=p.gold, stroke_width=2.4)
        for x in WINDOWS
    )
    wheels = (
        element("circle", cx=x, cy=222, r=11, fill=p.iron, stroke="#8d8777", stroke_width=3)
        for x in (70, 108, 532, 570)
    )
    return group(
        *wheels,
        element("path", d="M4 106Q320 78 636 106z", fill=p.iron),
        element("rect", x=4, y=104, width=632, height=108, rx=8, fill="#1f3d66"),
        element("path", d="M4 184H636M4 190H636", stroke=p.gold, stroke_width=1.6),
        element("path", d="M4 110H636", stroke=p.gold, stroke_width=2.4),
        *panes,
        label("FIRST CLASS", 320, 206, 15, fill=p.gold, text_anchor="middle", letter_spacing=6),
    )


def _board(style: Look, words: str, winners: int) -> str:
    """Brass, with raised letters, and a screw in each corner."""
    p, place, size = style.palette, BOARD, 30.0 if winners < 2 else 22.0
    fits = shortened(words, size, place.w - 44, bold=True)
    screws = (
        element("circle", cx=x, cy=y, r=2.4, fill=p.wood)
        for x in (place.x + 10, place.right - 10)
        for y in (place.y + 10, place.bottom - 10)
    )
    return group(
        element("rect", x=place.x, y=place.y, width=place.w, height=place.h, rx=8, fill=p.gold, stroke="#6b4a1a",
                stroke_width=2),
        element("rect", x=place.x + 5, y=place.y + 5, width=place.w - 10, height=place.h - 10, rx=5, fill="#fff3d3"),
        *screws,
        fixed(fits, place.x + place.w / 2, place.y + place.h / 2 + size / 3, size, fill="#5b1f22", font_weight="700",
              text_anchor="middle"),
    )  # fmt: skip


def _wreath(style: Look, winners: Sequence[int]) -> str:
    """Laurel around the emblems of the winners."""
    x, y, radius = WREATH
    gap = 28.0 if len(winners) < 3 else 17.0
    first = x - gap * (len(winners) - 1) / 2
    scale = (2.6, 1.5, 0.95, 0.95)[len(winners) - 1]
    badges = (
        group(use(style.ref(f"emblem-{seat}"), 0, 0),
              transform=f"translate({first + gap * place:g} {y:g}) scale({scale})")
        for place, seat in enumerate(winners)
    )  # fmt: skip
    bow = f"M{num(x)} {num(y + radius)}l-14 12l4-16zM{num(x)} {num(y + radius)}l14 12l-4-16z"
    return group(
        element("circle", cx=x, cy=y, r=radius - 8, fill="#0f2237", opacity=0.55),
        *_leaves(x, y, radius),
        element("path", d=bow, fill=style.palette.ox),
        *badges,
        class_="laurel",
    )


def _leaves(x: float, y: float, radius: float) -> Iterator[str]:
    """Two branches that rise from the bow and leave the top open."""
    for side in (-1, 1):
        for number in range(9):
            turn = math.radians(90 - side * (14 + number * 17))
            at = x + radius * math.cos(turn), y + radius * math.sin(turn)
            lean = math.degrees(turn) - side * 62
            for tilt, size in ((-24, 1.0), (24, 0.8)):
                place = f"translate({at[0]:.1f} {at[1]:.1f}) rotate({lean + tilt:.0f}) scale({size:g})"
                fill = "#e9c766" if tilt < 0 else "#c99a35"
                yield element("path", d="M0 0Q6-5.5 14 0Q6 5.5 0 0z", transform=place, fill=fill)
