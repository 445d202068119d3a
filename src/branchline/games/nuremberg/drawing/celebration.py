"""A picture in honour of the winners: their train, garlanded, arrives at a station that bears their names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from branchline.core.protocols import Theme
from branchline.drawing import palette as shared
from branchline.drawing.emblems import emblem
from branchline.drawing.lettering import fixed, shortened
from branchline.drawing.markup import element, group, use
from branchline.drawing.palette import SERIF, shade
from branchline.drawing.place import Place
from branchline.games.nuremberg.drawing import rolling_stock
from branchline.games.nuremberg.drawing.map.signs import SYMBOLS
from branchline.games.nuremberg.drawing.palette import DARK, LIGHT, Style
from branchline.languages import _, listed

WHOLE: Final = Place(0, 0, 640, 250)
RAIL: Final = 226.0
SCALE: Final = 2.7  # of the rolling stock
SIGN: Final = Place(150, 34, 340, 62)
LEAVES: Final = "#3f7a3a"
ROSE: Final = "#c23b2e"
HILLS: Final = "M0 176Q70 140 150 164T300 148T470 170T640 140V250H0z"
TOWN: Final = "M396 160v-30h8v-12l6-14l6 14v12h10v-8h34v8h8v-20l5-12l5 12v20h12v-14h26v44z"  # with a castle


def celebration(names: Sequence[str], winners: Sequence[int], theme: Theme) -> str:
    style = shared.Style(DARK if theme.dark else LIGHT, theme.dark, theme.marks, "won")
    emblems = "".join(emblem(style, seat) for seat in winners)
    words = listed(names[seat] for seat in winners) if winners else _("Nobody wins")
    return element(
        "svg",
        element("defs", _sky(style), rolling_stock.definitions(style), emblems),
        _land(style),
        _sign(style, words, len(winners)),
        _train(style, winners) if winners else _signal(style),
        viewBox=WHOLE.view_box, class_="celebration", aria_hidden="true", font_family=SERIF,
    )  # fmt: skip


def _sky(style: Style) -> str:
    high, low = ("#12202e", "#3b4a4c") if style.dark else ("#f0c987", "#faf0d3")
    stops = element("stop", offset="0", stop_color=high) + element("stop", offset="1", stop_color=low)
    return element("linearGradient", stops, id=style.id("sky"), x1="0", y1="0", x2="0", y2="1")


def _land(style: Style) -> str:
    p = style.palette
    sleepers = f"M0 {RAIL + 4:g}H640"
    return group(
        element("rect", width=WHOLE.w, height=WHOLE.h, fill=style.url("sky")),
        element("circle", cx=560, cy=66, r=30, fill="#e9dcb4" if style.dark else "#e7863a"),
        element("path", d=TOWN, fill=shade(p.hill, 0.75)),
        element("path", d=HILLS, fill=p.forest),
        element("path", d="M0 200Q160 180 330 198T640 190V250H0z", fill=p.field),
        element("path", d=sleepers, stroke=p.texture, stroke_width=9, stroke_dasharray="5 9"),
        element("path", d=f"M0 {RAIL:g}H640", stroke=p.ink, stroke_width=2.6),
    )


def _sign(style: Style, words: str, winners: int) -> str:
    """An enamel station sign on two posts, with a garland if there is something to celebrate."""
    p, place = style.palette, SIGN
    size = 34.0 if winners < 2 else 24.0
    fits = shortened(words, size, place.w - 76, bold=True)
    middle, foot = place.y + place.h / 2, place.bottom
    posts = f"M{place.x + 34:g} {foot:g}V{RAIL - 6:g}M{place.right - 34:g} {foot:g}V{RAIL - 6:g}"
    towns = (
        element(
            "path", d=SYMBOLS["city"], transform=f"translate({x:g} {middle:g}) scale(1.7)", fill="#fff6df"
        )
        for x in (place.x + 25, place.right - 25)
    )
    return group(
        element("path", d=posts, stroke=p.ink, stroke_width=7),
        element("rect", x=place.x, y=place.y, width=place.w, height=place.h, rx=9, fill="#23426f",
                stroke="#1d1a15", stroke_width=2),
        element("rect", x=place.x + 6, y=place.y + 6, width=place.w - 12, height=place.h - 12, rx=5, fill="none",
                stroke="#fff6df", stroke_width=2),
        *towns,
        fixed(fits, place.x + place.w / 2, middle + size * 0.34, size, fill="#fff6df", font_weight="700",
              text_anchor="middle"),
        _festoon(place.x + 8, place.right - 8, place.y) if winners else "",
    )  # fmt: skip


def _festoon(left: float, right: float, y: float) -> str:
    """Leaves and roses, hung in four bows."""
    width = (right - left) / 4
    bows = f"M{left:g} {y:g}" + "".join(f"q{width / 2:g} 22 {width:g} 0" for _bow in range(4))
    roses = (
        element("circle", cx=left + width * place, cy=y, r=5.5, fill=ROSE, stroke="#fff6df", stroke_width=1.2)
        for place in range(5)
    )
    return group(
        element("path", d=bows, fill="none", stroke=LEAVES, stroke_width=7, stroke_linecap="round"),
        element("path", d=bows, fill="none", stroke="#8fbf6a", stroke_width=4, stroke_dasharray="0.1 7",
                stroke_linecap="round"),
        *roses,
        class_="garland",
    )  # fmt: skip


def _train(style: Style, winners: Sequence[int]) -> str:
    """One locomotive for each winner, and coaches as far as the platform goes."""
    parts = [_engine(style, seat, place * 47.0) for place, seat in enumerate(winners)]
    start = len(winners) * 47.0 + 1
    count = max(0, int((WHOLE.w - 40) / SCALE - start) // 28)
    parts += [
        use(style.ref(f"coach-{number % 3 + 1}"), start - 1 + number * 27.5, 0) for number in range(count)
    ]
    smoke = (
        element("circle", cx=cx, cy=cy, r=r, class_=f"smoke smoke-{number}")
        for number, (cx, cy, r) in enumerate(((12, -36, 4.5), (19, -42, 6.5), (30, -46, 8.5)))
    )
    moved = group(*parts, group(*smoke, fill="#fff", opacity=0.7), class_="arrives")
    return group(moved, transform=f"translate(34 {RAIL:g}) scale({SCALE})")


def _engine(style: Style, seat: int, x: float) -> str:
    garland = "M5-16q5 8 10 0t10 0"
    return group(
        use(style.ref("engine"), 45, 0, fill=style.palette.players[seat]),
        element("path", d=garland, fill="none", stroke=LEAVES, stroke_width=2.6, stroke_linecap="round"),
        element("path", d=garland, fill="none", stroke=ROSE, stroke_width=1.9, stroke_dasharray="0.1 5",
                stroke_linecap="round"),
        group(use(style.ref(f"emblem-{seat}"), 0, 0), transform="translate(33 -12.5) scale(0.62)"),
        transform=f"translate({x:g} 0)",
    )  # fmt: skip


def _signal(style: Style) -> str:
    """Nobody arrives: a signal at danger."""
    p = style.palette
    return group(
        element("path", d=f"M560 {RAIL - 6:g}V118", stroke=p.ink, stroke_width=6),
        element("path", d="M560 122h-46v14h46z", fill=p.enamel["red"], stroke=p.ink, stroke_width=1.6),
        element("path", d="M524 122v14", stroke="#fff6df", stroke_width=5),
    )
