"""Whose turn it is and what they may do, in one sentence."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.games.firstclass.data.code_reader import Reader
from branchline.games.firstclass.rules.cards import STATIONS
from branchline.games.firstclass.text.captions import NOW
from branchline.games.firstclass.text.plain_text import parts_left
from branchline.games.firstclass.views.view import View
from branchline.languages import listed


def now(view: View, names: Sequence[str]) -> str:
    if view.to_move is None:
        return NOW["over"]
    if view.to_move < 0:
        return NOW["draw"]
    parts = listed(parts_left(view, view.running)) if view.running is not None else ""
    return NOW[_key(view)].format_map(
        {"name": names[view.to_move], "parts": parts, "space": next_clock(view)}
    )


def _key(view: View) -> str:
    """What the player to move has to do."""
    assert view.to_move is not None
    waits = bool(view.players[view.to_move].waiting)
    match view.decision:
        case "step":
            return "step_out" if view.out else "step"
        case "main":
            return "main" if view.tile_row is not None else "main_card"
        case "between":
            return "waiting" if waits else "between"
        case "score":
            if waits:
                return "waiting"
            return "clock" if next_clock(view) else "score"
        case _:
            return view.decision


def next_clock(view: View) -> int:
    """F10.1: the space of the next clock stop in the player's scoring; 0 if there is none."""
    if view.phase != "scoring" or view.turn_of is None:
        return 0
    reader = Reader(view.deck.car_values)
    stations = [reader.station(row.effect).clock is not None for row in view.deck.stations]
    reached = view.players[view.turn_of].loco
    for space in range(view.clock + 1, min(reached, int(STATIONS) + 10) + 1):
        if stations[space - 1] if space <= STATIONS else (space - STATIONS) % 2 == 0:
            return space
    return 0
