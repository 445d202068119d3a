"""The influence tracks and profit & loss, with their stacks (N2.7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from branchline.drawing.cards import heading, small
from branchline.drawing.markup import group, label, title
from branchline.games.nuremberg.data.map_file import MapFile
from branchline.games.nuremberg.drawing.palette import Style
from branchline.games.nuremberg.drawing.sheet import TRACKS
from branchline.games.nuremberg.drawing.track_rows import HIGH, LAST, LIFT, Places, stacks
from branchline.games.nuremberg.drawing.words import COLOURS as COLOUR_WORDS
from branchline.games.nuremberg.drawing.words import INFLUENCE, WORDS, tell
from branchline.games.nuremberg.views.view import COLOURS, Colour, View

ROW: Final = 45.0
INFLUENCE_ROW: Final = Places(TRACKS.x + 36, 24.2, 10.5, 3.6)
PROFIT_ROW: Final = Places(TRACKS.x + 7, 21.9, 10, 3.5)


def _base(row: int) -> float:
    """The middle of a row's places."""
    return TRACKS.y + row * ROW + ROW - HIGH / 2 - 1


def printed(style: Style, source: MapFile) -> str:
    rows = [_influence_row(style, row, colour, source) for row, colour in enumerate(COLOURS)]
    return group(*rows, _profit_row(style))


def _influence_row(style: Style, row: int, colour: Colour, source: MapFile) -> str:
    y = _base(row)
    word = INFLUENCE.get(colour) or getattr(source.companies, colour)
    return group(
        small(style.ref(f"disc-{colour}"), TRACKS.x + 18, y, 1.05),
        INFLUENCE_ROW.influence(style, colour, y),
        heading(style, word, TRACKS.right - 10, y - HIGH / 2 - 5, text_anchor="end"),
    )


def _profit_row(style: Style) -> str:
    y = _base(4) + 2
    return group(
        PROFIT_ROW.profit(style, y),
        heading(style, WORDS["profit_loss"], TRACKS.right - 10, y - HIGH / 2 - 5, text_anchor="end"),
    )


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
    for value, stack in stacks(values, order):
        x, y = _place(track, value, row)
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


def _place(track: str, value: int, row: int) -> tuple[float, float]:
    if track == "profit":
        return PROFIT_ROW.profit_x(value), _base(4) + 2
    return INFLUENCE_ROW.influence_x(value), _base(row)
