"""The sheet around the map: title, phases of the round, orders, notes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from branchline.drawing.cards import card, counts, heading, small
from branchline.drawing.lettering import shortened, width
from branchline.drawing.markup import element, group, label, title
from branchline.drawing.picture import note, paper
from branchline.drawing.sheet import Place
from branchline.games.nuremberg.data.map_file import BOARDS, MapFile
from branchline.games.nuremberg.drawing.palette import Style
from branchline.games.nuremberg.drawing.sheet import AUCTION, FOOTER, HEADER, ORDERS, TRACKS, TRAINS, WHOLE
from branchline.games.nuremberg.drawing.words import GOODS, PHASES, SET_UP, TO_MOVE, WORDS, say, tell
from branchline.games.nuremberg.views.view import View

# The phase of a view and its place on the line of ten
ON_THE_LINE: Final = {
    "investment": 0, "discs": 1, "auction": 2, "building": 4, "shipping": 5, "profit": 6, "takeover": 8,
    "round_end": 9, "game_end": 9,
}  # fmt: skip
NOTE_ROOM: Final = 1000.0  # the bags need the rest of the line
LINE_Y: Final = HEADER.y + 26
LINE_LEFT: Final = 600.0
LINE_STEP: Final = (HEADER.right - 44 - LINE_LEFT) / 9


def sheet(style: Style) -> str:
    return group(paper(style, WHOLE))


def printed(style: Style, source: MapFile) -> str:
    """Title, phases, headings and the note on the map."""
    p = style.palette
    head = WORDS["reconstructed"] if source.name in BOARDS else WORDS["own_map"]
    text = shortened(f"{source.provenance} {WORDS['reconstructed_too']}", 12, NOTE_ROOM)
    return group(
        label(WORDS["game"], HEADER.x, HEADER.y + 30, 30, font_weight="700", fill=p.ink),
        _phase_line(style),
        card(style, AUCTION),
        card(style, TRAINS),
        card(style, TRACKS),
        card(style, ORDERS),
        note(style, FOOTER, head, text),
    )


def _phase_line(style: Style) -> str:
    p = style.palette
    x2 = LINE_LEFT + 9 * LINE_STEP
    line = f"M{LINE_LEFT} {LINE_Y}H{x2}"
    return group(
        element("path", d=line, stroke=p.ink, stroke_width=7),
        element("path", d=line, stroke=p.sheet, stroke_width=4.4),
        element("path", d=line, stroke=p.ink, stroke_width=4.4, stroke_dasharray="9 9"),
        *(_phase(style, number, lit=False) for number in range(10)),
    )


def _phase(style: Style, number: int, lit: bool) -> str:
    p = style.palette
    x = LINE_LEFT + number * LINE_STEP
    first, _, second = PHASES[number].partition(" ") if len(PHASES[number]) > 12 else (PHASES[number], "", "")
    if second.startswith("& "):
        first, second = first + " &", second[2:]
    attributes: dict[str, str | float | None] = {
        "text_anchor": "middle", "fill": p.ink if lit else p.soft, "font_weight": "700" if lit else None,
    }  # fmt: skip
    lines = [label(first, x, LINE_Y + 26, 13, **attributes)]
    if second:
        lines.append(label(second, x, LINE_Y + 40, 13, **attributes))
    if not lit:
        return element("circle", cx=x, cy=LINE_Y, r=6.5, fill=p.card, stroke=p.ink, stroke_width=2) + "".join(
            lines
        )
    back = element("rect", x=x - 46, y=LINE_Y + 13, width=92, height=32 if second else 18, fill=p.sheet)
    lamp = element("circle", cx=x, cy=LINE_Y, r=17, fill=p.lit, opacity=0.35) + element(
        "circle", cx=x, cy=LINE_Y, r=10.5, fill=p.lit, stroke=p.ink, stroke_width=2.4
    )
    return group(title(tell("phase", phase=PHASES[number])), back, lamp, *lines, data_phase=str(number))


def header(view: View, names: Sequence[str], style: Style) -> str:
    """The present phase lit, the round, and whose turn it is."""
    p = style.palette
    number = ON_THE_LINE.get(view.phase)
    said = f"{shortened(view.map.title, 16, 200)} · {say('round', round=view.round, rounds=view.rounds)}"
    turn = whose_turn(view, names)
    y = HEADER.y + 59
    parts = [label(said, HEADER.x, y, 16, fill=p.ink)]
    left = HEADER.x + width(said, 16) + 20
    if view.to_move is not None and view.to_move >= 0:
        parts.append(small(style.ref(f"emblem-{view.to_move}"), left + 4, y - 5.5, 1))
        left += 19
    room = LINE_LEFT - 50 - left
    parts.append(label(shortened(turn, 16, room, bold=True), left, y, 16, font_weight="700", fill=p.ink))
    if number is not None:
        parts.append(_phase(style, number, lit=True))
    return group(*parts, data_place="header")


def whose_turn(view: View, names: Sequence[str]) -> str:
    if view.phase == "game_end":
        return WORDS["over"]
    if view.to_move is None or view.to_move < 0 or view.decision not in TO_MOVE:
        return SET_UP.get(view.phase, WORDS["draw"])
    return TO_MOVE[view.decision].format(name=names[view.to_move], owed=view.owed)


def orders(view: View, names: Sequence[str], style: Style) -> str:
    third = ORDERS.w / 3
    none = "–" if view.phase == "game_end" else WORDS["no_order"]
    rows = (
        ("general", view.general),
        ("building_order", view.building_order),
        ("train_order", view.train_order),
    )
    return group(
        *(
            _order(style, names, Place(ORDERS.x + i * third, ORDERS.y, third, ORDERS.h), name, seats, none)
            for i, (name, seats) in enumerate(rows)
        )
    )


def _order(
    style: Style, names: Sequence[str], place: Place, name: str, seats: Sequence[int], none: str
) -> str:
    p = style.palette
    word = WORDS[name]
    y = place.y + 41
    if not seats:
        inside = label(none, place.x + 14, y + 4, 12, font_style="italic", fill=p.soft)
    else:
        xs = [place.x + 24 + i * 31 for i in range(len(seats))]
        inside = element(
            "path",
            d=f"M{xs[0]:g} {y:g}H{xs[-1] + 0.1:g}",
            stroke=p.line,
            stroke_width=2,
            stroke_dasharray="4 3",
        ) + "".join(
            small(style.ref(f"emblem-{seat}"), x, y, 1.1, data_seat=str(seat))
            for x, seat in zip(xs, seats, strict=True)
        )
    words = title(tell("order", order=word, names=", ".join(names[seat] for seat in seats) or none))
    return group(words, heading(style, word, place.x + 14, place.y + 20), inside, data_order=name)


def bags(view: View, style: Style) -> str:
    """What may still be drawn, at the foot of the sheet."""
    goods, pawns, discs = view.bags.goods, view.bags.pawns, view.bags.discs
    y = FOOTER.y + 9
    found = [
        ("cube-yellow", goods[0]), ("cube-grey", goods[1]), ("pawn-red", pawns[0]), ("pawn-green", pawns[1]),
        ("pawn-white", pawns[2]), ("disc-white", discs.white), ("disc-brown", discs.brown), ("disc-red", discs.red),
        ("disc-green", discs.green),
    ]  # fmt: skip
    left = FOOTER.right - len(found) * 38
    names = view.map.goods
    words = tell(
        "bags", yellow=goods[0], grey=goods[1], yellow_goods=GOODS[names.yellow], grey_goods=GOODS[names.grey],
        red=pawns[0], green=pawns[1], landlords=pawns[2], white=discs.white, brown=discs.brown, dred=discs.red,
        dgreen=discs.green,
    )  # fmt: skip
    return group(
        title(words),
        label(
            WORDS["bags"],
            left - 14,
            y + 4,
            12,
            text_anchor="end",
            font_style="italic",
            fill=style.palette.soft,
        ),
        counts(style, found, left + 6, y, 38, 0.76),
        data_place="bags",
    )
