"""Whose turn it is and what they may do, in one sentence."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.games.firstclass.data.code_reader import Reader
from branchline.games.firstclass.rules.cards import STATIONS
from branchline.games.firstclass.text.captions import NOW, TODO
from branchline.games.firstclass.text.plain_text import parts_left
from branchline.games.firstclass.views.view import View
from branchline.languages import listed


def now(view: View, names: Sequence[str]) -> str:
    if view.to_move is None:
        return NOW["over"]
    if view.to_move < 0:
        return NOW["draw"]
    return NOW[_key(view)].format_map({"name": names[view.to_move], **_values(view)})


def todo(view: View) -> str:
    """What the viewer has to do, if it is their turn."""
    if view.seat is None or view.seat != view.to_move:
        return ""
    return TODO[_key(view)].format_map(_values(view))


def _values(view: View) -> dict[str, object]:
    parts = listed(parts_left(view, view.running)) if view.running is not None else ""
    return {"parts": parts, "space": next_clock(view)}


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
    reached = view.players[view.turn_of].loco
    for space in range(view.clock + 1, min(reached, int(STATIONS) + 10) + 1):
        if space > STATIONS:
            found = (space - STATIONS) % 2 == 0
        else:
            found = reader.station(view.deck.stations[space - 1].effect).clock is not None
        if found:
            return space
    return 0
