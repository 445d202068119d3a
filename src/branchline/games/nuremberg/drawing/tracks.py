"""The influence tracks and profit & loss, with their stacks (N2.7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from branchline.drawing.cards import heading, small
from branchline.drawing.markup import element, group, label, title
from branchline.games.nuremberg.drawing.palette import Style
from branchline.games.nuremberg.drawing.sheet import TRACKS
from branchline.games.nuremberg.drawing.words import COLOURS as COLOUR_WORDS
from branchline.games.nuremberg.drawing.words import INFLUENCE, WORDS, tell
from branchline.games.nuremberg.map_file import MapFile
from branchline.games.nuremberg.view import COLOURS, Colour, View

LAST: Final = 15  # the last place printed; higher values are written beside their marker
ROW: Final = 45.0
CELL: Final = 24.2
LEFT: Final = TRACKS.x + 36
PROFIT_LEFT: Final = TRACKS.x + 7
PROFIT_CELL: Final = 21.9
LOWEST: Final = -13
HIGHEST: Final = 5
HIGH: Final = 17.0  # of a cell
LIFT: Final = 6.2  # of each marker over the one below


def _base(row: int) -> float:
    """The middle of a row's cells."""
    return TRACKS.y + row * ROW + ROW - HIGH / 2 - 1


def printed(style: Style, source: MapFile) -> str:
    rows = [_influence_row(style, row, colour, source) for row, colour in enumerate(COLOURS)]
    return group(*rows, _profit_row(style))


def _influence_row(style: Style, row: int, colour: Colour, source: MapFile) -> str:
    p = style.palette
    y = _base(row)
    word = INFLUENCE.get(colour) or getattr(source.companies, colour)
    cells = "".join(
        element("rect", x=LEFT + i * CELL, y=y - HIGH / 2, width=CELL - 1.6, height=HIGH, rx=3)
        for i in range(LAST + 1)
    )
    numbers = "".join(
        label(f"{i}+" if i == LAST else str(i), LEFT + i * CELL + CELL / 2 - 0.8, y + 3.6, 10.5)
        for i in range(LAST + 1)
    )
    return group(
        small(style.ref(f"disc-{colour}"), TRACKS.x + 18, y, 1.05),
        group(cells, fill=p.pieces[colour], fill_opacity=tint(style, colour), stroke=p.line,
              stroke_width=0.8),
        group(numbers, text_anchor="middle", fill=p.ink, opacity=0.8),
        heading(style, word, TRACKS.right - 10, y - HIGH / 2 - 5, text_anchor="end"),
    )  # fmt: skip


def tint(style: Style, colour: Colour) -> float:
    """White needs more colour on white paper, and less in the dark."""
    if colour == "white":
        return 0.16 if style.dark else 0.42
    return 0.26


def _profit_row(style: Style) -> str:
    p = style.palette
    y = _base(4) + 2
    cells, numbers = [], []
    for value in range(LOWEST, HIGHEST + 1):
        x = PROFIT_LEFT + (value - LOWEST) * PROFIT_CELL
        tint = p.pieces["red"] if value < 0 else p.pieces["green"]
        strength = 0.12 + 0.025 * abs(value) if value else 0.0
        cells.append(
            element("rect", x=x, y=y - HIGH / 2, width=PROFIT_CELL - 1.4, height=HIGH, rx=3, fill=tint,
                    fill_opacity=round(strength, 2), stroke=p.line, stroke_width=0.8)
        )  # fmt: skip
        written = f"+{value}" if value > 0 else str(value).replace("-", "−")
        numbers.append(label(written, x + PROFIT_CELL / 2 - 0.7, y + 3.5, 10))
    return group(
        *cells, group(*numbers, text_anchor="middle", fill=p.ink, opacity=0.85),
        heading(style, WORDS["profit_loss"], TRACKS.right - 10, y - HIGH / 2 - 5, text_anchor="end"),
    )  # fmt: skip


def markers(view: View, names: Sequence[str], style: Style) -> str:
    """Everybody's markers, those on the same place stacked, the latest to move on top."""
    tracks = []
    for row, colour in enumerate(COLOURS):
        values = {player.seat: getattr(player.influence, colour) for player in view.players}
        tracks.append(_track(style, names, colour, COLOUR_WORDS[colour], values, _order(view, colour), row))
    profits = {player.seat: player.profit for player in view.players}
    tracks.append(_track(style, names, "profit", WORDS["profit_loss"], profits, _order(view, "profit"), 4))
    return group(*tracks)


def _order(view: View, track: str) -> tuple[int, ...]:
    """Seats, the latest to move first; before the order is drawn, as they sit."""
    return view.stacks.get(track) or tuple(player.seat for player in view.players)


def _track(
    style: Style,
    names: Sequence[str],
    track: str,
    word: str,
    values: dict[int, int],
    order: Sequence[int],
    row: int,
) -> str:
    parts = []
    for value in sorted(set(values.values())):
        stack = [seat for seat in reversed(order) if values[seat] == value]
        x, y = _cell(track, value, row)
        parts += [
            small(
                style.ref(f"token-{seat}"), x, y - 2 - i * LIFT, 1,
                title(tell("track_place", track=word, name=names[seat], value=value)), data_seat=str(seat),
            )
            for i, seat in enumerate(stack)
        ]  # fmt: skip
        if track != "profit" and value > LAST:
            parts.append(label(str(value), x, y - 8 - len(stack) * LIFT, 10.5, text_anchor="middle",
                               font_weight="700", fill=style.palette.ink))  # fmt: skip
    return group(*parts, data_track=track)


def _cell(track: str, value: int, row: int) -> tuple[float, float]:
    if track == "profit":
        at = max(LOWEST, min(HIGHEST, value)) - LOWEST
        return PROFIT_LEFT + at * PROFIT_CELL + PROFIT_CELL / 2 - 0.7, _base(4) + 2
    return LEFT + min(LAST, value) * CELL + CELL / 2 - 0.8, _base(row)
