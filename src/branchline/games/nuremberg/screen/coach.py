"""What the coach notices: the situations that a newcomer meets, and moves that they are likely to regret."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from branchline.core.coaching import Coaching
from branchline.games.nuremberg.drawing import targets
from branchline.games.nuremberg.rules import auction, moves, phases
from branchline.games.nuremberg.rules.state import State
from branchline.games.nuremberg.screen.effects import MEASURES
from branchline.games.nuremberg.text.notation import KINDS, move
from branchline.games.nuremberg.text.screen_words import CAUTIONS, fill
from branchline.games.nuremberg.views.show import decision
from branchline.games.nuremberg.views.view import Items, View
from branchline.languages import counted

TO_SPARE: Final = 2  # cubes above the minimum that are not wasted: they keep others from outbidding
FOR_TRACK: Final = 3  # cubes that even a short line costs

Situations = dict[str, tuple[str, ...]]


class NurembergCoaching(Coaching):
    file: Path = Path(__file__).parent / "coach.json"

    def situations(self, view: View, before: View | None) -> Situations:
        later = "_again" if view.round > 1 else ""
        match view.decision:
            case "bid":
                return _auction(view, before) if view.round == 1 else {"bid_again": ()}
            case "build":
                return {"line" if view.line else f"start_line{later}": ()}
            case "act":
                return _trains(view)
            case "cede":
                return {f"takeover{later}": ()}
            case _:
                return {}

    def cautions(self, state: State) -> dict[str, str]:
        legal = [int(found) for found in phases.legal(state)]
        match decision(state):
            case "bid":
                found = {number: _caution_on_bid(state, number) for number in legal}
                return {str(move(state.setting, number)): words for number, words in found.items() if words}
            case "build" if len(legal) > 1 and not _reached(state):
                return {"stop": CAUTIONS["nothing_reached" if state.way_length else "no_line"]}
            case "act" if any(map(moves.is_rent, legal)) and not any(map(moves.is_ship, legal)):
                items = _reached(state)
                return {"pass": counted(CAUTIONS["no_train"], items)} if items else {}
            case _:
                return {}


def _auction(view: View, before: View | None) -> Situations:
    """N5.3: boxes that were theirs before and are somebody else's now."""
    mine = {box.name for box in view.boxes if box.seat == view.seat}
    had = {box.name for box in before.boxes if box.seat == before.seat} if before else set()
    found: Situations = {"bid": ()}
    if mine:
        found["second_bid"] = ()
    if lost := had - mine:
        found["outbid"] = tuple(targets.box(name) for name in sorted(lost))
    return found


def _trains(view: View) -> Situations:
    me = view.players[view.seat or 0]
    if not any(train.seat == view.seat for train in view.trains):
        return {"no_train": ()}
    found: Situations = {"train": ()}
    if _total(me.shipped):
        found["shipped"] = ()
    return found


def _total(items: Items) -> int:
    return items.yellow + items.grey + items.red + items.green


def _caution_on_bid(s: State, number: int) -> str:
    cubes, least = int(moves.bid_cubes(number)), int(auction.least_bid(s, moves.bid_box(number)))
    left = int(s.cubes[s.active]) - cubes
    if cubes > least + TO_SPARE:
        return fill(CAUTIONS, "overbid", least=least)
    return counted(CAUTIONS["short"], left) if left < FOR_TRACK and cubes > least else ""


def _reached(s: State) -> int:
    """Items that the player's track could carry, if there is room on a train."""
    return sum(MEASURES[f"reach_{kind}"](s, int(s.active)) for kind in KINDS)


COACHING: Final = NurembergCoaching()
