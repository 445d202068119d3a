"""The auction: boxes with what they give, the least bid, and the bids that stand."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from branchline.drawing.cards import card, heading, small
from branchline.drawing.lettering import shortened
from branchline.drawing.markup import element, group, label, title
from branchline.drawing.palette import shade
from branchline.drawing.sheet import Place
from branchline.games.nuremberg.drawing.investments import INVESTMENT, row_of
from branchline.games.nuremberg.drawing.palette import Style
from branchline.games.nuremberg.drawing.sheet import AUCTION
from branchline.games.nuremberg.drawing.words import COLOURS as COLOUR_WORDS
from branchline.games.nuremberg.drawing.words import TITLES, WORDS, say, tell
from branchline.games.nuremberg.text.sentences import box_name
from branchline.games.nuremberg.views.view import COLOURS, Box, Influence, View

GAP: Final = 8.0
TOP: Final = AUCTION.y + 26
HIGH: Final = (AUCTION.bottom - 8 - TOP - GAP) / 2


def boxes(view: View, names: Sequence[str], style: Style) -> str:
    rows = [[box for box in view.boxes if box.name.startswith(row)] for row in ("top", "bottom")]
    parts = []
    for r, row in enumerate(rows):
        wide = (AUCTION.w - 2 * GAP - (len(row) - 1) * GAP) / max(1, len(row))
        for i, box in enumerate(row):
            place = Place(AUCTION.x + GAP + i * (wide + GAP), TOP + r * (HIGH + GAP), wide, HIGH)
            parts.append(_box(box, names, style, place))
    return group(heading(style, WORDS["auction"], AUCTION.x + 12, AUCTION.y + 18), *parts)


def _box(box: Box, names: Sequence[str], style: Style, place: Place) -> str:
    p = style.palette
    lit = box.seat is not None
    edge = p.players[box.seat] if box.seat is not None else p.line
    return group(
        title(told(box, "" if box.seat is None else names[box.seat])),
        card(style, place, fill=shade(p.card, 0.965) if not style.dark else shade(p.card, 1.06), stroke=edge,
             stroke_width=2 if lit else 1, rx=5),
        _gives(style, box, place),
        _bid(style, box, names, place) if lit else _no_bid(style, box, place),
        data_box=box.name,
    )  # fmt: skip


def _gives(style: Style, box: Box, place: Place) -> str:
    """The printed points, and the disc drawn for it on its own spot."""
    printed = [colour for colour in COLOURS for _ in range(getattr(box.printed, colour))]
    parts = [
        small(style.ref(f"disc-{colour}"), place.x + 17 + i * 20, place.y + 17, 0.98)
        for i, colour in enumerate(printed)
    ]
    x, y = place.right - 19, place.y + 18
    parts.append(
        element("circle", cx=x, cy=y, r=11.5, fill="none", stroke=style.palette.line, stroke_width=1.2,
                stroke_dasharray="3 2.4")
    )  # fmt: skip
    if box.disc:
        parts.append(small(style.ref(f"disc-{box.disc}"), x, y, 1.2))
    parts.append(label("+", x - 21, y + 5, 16, text_anchor="middle", fill=style.palette.soft))
    return "".join(parts)


def _no_bid(style: Style, box: Box, place: Place) -> str:
    """Room for the least bid."""
    words = say("minimum", count=box.minimum)
    return row_of(style, "no-invests", place.x + 8, place.y + 32, box.minimum) + label(
        words, place.x + 8, place.bottom - 7, 11.5, fill=style.palette.soft
    )


def _bid(style: Style, box: Box, names: Sequence[str], place: Place) -> str:
    if box.seat is None:
        return ""
    rows = math.ceil(box.cubes * INVESTMENT / (place.w - 44))
    per_row = math.ceil(box.cubes / rows)
    cubes = [
        row_of(
            style,
            f"invests-{box.seat}",
            place.x + 8,
            place.y + 32 + i / per_row * 12.5,
            min(per_row, box.cubes - i),
        )
        for i in range(0, box.cubes, per_row)
    ]
    p = style.palette
    return group(
        *cubes,
        label(
            str(box.cubes),
            place.right - 9,
            place.y + 53,
            21,
            text_anchor="end",
            font_weight="700",
            fill=p.ink,
        ),
        label(
            shortened(names[box.seat], 11.5, place.w - 24), place.x + 8, place.bottom - 6, 11.5, fill=p.ink
        ),
        data_seat=str(box.seat),
    )


def told(box: Box, bidder: str) -> str:
    parts = [tell("box", box=box_name(box.name), points=points_of(box.printed), minimum=box.minimum)]
    if box.disc:
        parts.append(tell("disc", colour=COLOUR_WORDS[box.disc]))
    bid = TITLES["no_bid"] if box.seat is None else tell("standing", name=bidder, cubes=box.cubes)
    return "; ".join([*parts, bid])


def points_of(printed: Influence) -> str:
    return ", ".join(
        f"{count} {COLOUR_WORDS[colour]}" for colour in COLOURS if (count := getattr(printed, colour))
    )
