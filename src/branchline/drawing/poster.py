"""A finished game as a travel poster: scenery under the lettering, the game's own picture, a board with the result."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from typing import Final

import msgspec

from branchline.core.presentation import Ending
from branchline.drawing.display_letters import display, display_width, drawable
from branchline.drawing.markup import element, group, num, title, use
from branchline.drawing.palette import Ground, Style
from branchline.drawing.picture import picture, used
from branchline.drawing.place import Place
from branchline.languages import Words, _

WHOLE: Final = Place(0, 0, 1200, 1920)
ART: Final = Place(44, 44, 1112, 1832)  # inside the margin of paper
SCENE: Final = Place(ART.x, 0, ART.w, ART.w * 9 / 16)  # how large the scenery is drawn
BOARD: Final = 252.0  # the height of the result
FOOT: Final = ART.bottom - BOARD  # where the game's own picture ends
PAPER: Final = "#f6edd6"
CREAM: Final = "#fff3d6"
EDGE: Final = 34.0

MONTHS: Final = Words({
    "1": "January", "2": "February", "3": "March", "4": "April", "5": "May", "6": "June", "7": "July",
    "8": "August", "9": "September", "10": "October", "11": "November", "12": "December",
})  # fmt: skip


class Colours(msgspec.Struct, frozen=True):
    """`sky` continues the scenery upwards; `board` and `gold` are those of the result."""

    sky: str
    letters: str
    shade: str  # behind the letters
    board: str
    gold: str


def day_in_words(day: date) -> str:
    # Translators: a date on a poster, such as 7 December 1835
    return _("{day} {month} {year}", day=day.day, month=MONTHS[str(day.month)], year=day.year)


def poster(
    style: Style[Ground], ending: Ending, lettering: tuple[str, str], colours: Colours, scenery: Path, definitions: str,
    shown: str, top: float,
) -> str:  # fmt: skip
    """`shown` is the game's own picture, in the coordinates of the poster, from `top`, where the scenery ends, down to
    the board. The definitions include the seats' emblems."""
    words = f"{lettering[0]} {lettering[1]}".strip()
    board = _board(style, ending, colours, Place(ART.x, FOOT, ART.w, BOARD))
    return picture(
        WHOLE,
        title(f"{words}. {_result(ending)}"),
        element("defs", used(definitions, shown + board)),
        element("rect", width=WHOLE.w, height=WHOLE.h, fill=PAPER),
        _scene(scenery.read_text(encoding="utf-8"), colours, top),
        _title(lettering, colours),
        shown,
        board,
        _rect(ART, 0, colours.board, 5),
        _rect(ART, 13, colours.board, 2),
    )


def _result(ending: Ending) -> str:
    return ", ".join(
        f"{ending.names[seat]} {ending.scores[seat]}" for seats in ending.places for seat in seats
    )


def _rect(place: Place, out: float, stroke: str, wide: float) -> str:
    return element("rect", x=place.x - out, y=place.y - out, width=place.w + 2 * out, height=place.h + 2 * out,
                   fill="none", stroke=stroke, stroke_width=wide)  # fmt: skip


def _scene(drawn: str, colours: Colours, foot: float) -> str:
    """The picture of the game, its sky continued to the top of the poster."""
    inside = re.sub(r"^<svg[^>]*>|</svg>\s*$", "", drawn)
    up = foot - SCENE.h - ART.y
    scene = element(
        "svg", inside, y=up, width=SCENE.w, height=SCENE.h, viewBox="0 0 640 360", overflow="visible"
    )
    sky = element("rect", width=ART.w, height=up + 2, fill=colours.sky)
    return element("svg", sky, scene, x=ART.x, y=ART.y, width=ART.w, height=foot - ART.y)


def _title(lettering: tuple[str, str], colours: Colours) -> str:
    """A small line over a large one, each with a shade, as if cut from two papers."""
    small, large = lettering
    x, room = WHOLE.w / 2, ART.w - 2 * EDGE
    lines = []
    for fill, off in ((colours.shade, 5.0), (colours.letters, 0.0)):
        if small:
            lines.append(
                display(small, x + off * 0.6, 134 + off * 0.6, 42, fill, anchor="middle", room=room, apart=34)
            )
        lines.append(display(large, x + off, 282 + off, 116, fill, anchor="middle", room=room, apart=22))
    return "".join(lines)


def _board(style: Style[Ground], ending: Ending, colours: Colours, place: Place) -> str:
    """The winners large on the left, the others beside them, the date and our name at the foot."""
    winners = list(ending.places[0]) if ending.places else []
    others = [seat for seats in ending.places[1:] for seat in seats]
    foot = place.bottom - EDGE + 4
    middle = place.y + (foot - 34 - place.y) / 2 + 6
    half = place.w * (0.55 if others else 1.0)
    left = half if winners else 0.0
    top = f"M{num(place.x)} {num(place.y + 9)}H{num(place.right)}"
    rule = f"M{num(place.x + half)} {num(place.y + 38)}V{num(foot - 52)}" if winners and others else ""
    return group(
        element("rect", x=place.x, y=place.y, width=place.w, height=place.h, fill=colours.board),
        element("path", d=top, stroke=colours.gold, stroke_width=3),
        _rows(style, ending, winners, Place(place.x + EDGE, middle, half - 2 * EDGE, 66), colours.gold),
        element("path", d=rule, stroke=colours.gold, stroke_width=2, opacity=0.6) if rule else "",
        _rows(style, ending, others,
              Place(place.x + left + EDGE, middle, place.w - left - 2 * EDGE, 34), CREAM),
        element("path", d=f"M{num(place.x + EDGE)} {num(foot - 36)}H{num(place.right - EDGE)}", stroke=colours.gold,
                stroke_width=1.5, opacity=0.6),
        display(ending.date, place.x + EDGE, foot - 4, 17, CREAM, apart=26) if ending.date else "",
        display("Branchline", place.right - EDGE, foot - 4, 17, CREAM, anchor="end", apart=42),
    )  # fmt: skip


def _rows(style: Style[Ground], ending: Ending, seats: list[int], place: Place, ink: str) -> str:
    """Players around the height `place.y`, with letters at most `place.h` high."""
    if not seats:
        return ""
    size = min(place.h, 128.0 / len(seats) / 1.5)
    pitch = size * 1.62
    rows = []
    for number, seat in enumerate(seats):
        middle = place.y + (number - (len(seats) - 1) / 2) * pitch
        points = str(ending.scores[seat]).replace("-", "−")
        badge = f"translate({num(place.x + size * 0.55)} {num(middle)}) scale({size / 15:.3f})"
        room = place.w - size * 2 - display_width(points, size)
        rows += [
            use(style.ref(f"emblem-{seat}"), 0, 0, transform=badge),
            centred(ending.names[seat], place.x + size * 1.5, middle, size, ink, room),
            display(points, place.right, middle + size / 2, size, ink, anchor="end"),
        ]
    return "".join(rows)


def centred(text: str, x: float, middle: float, size: float, ink: str, room: float) -> str:
    """A line around a height, smaller if it is long."""
    if drawable(text):
        size *= min(1.0, room / display_width(text, size))
    return display(text, x, middle + size / 2, size, ink, room=room)
