"""What the coach notices: the situations that a newcomer meets, and moves that they are likely to regret."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from branchline.core.coaching import Coaching
from branchline.games.firstclass.drawing import targets
from branchline.games.firstclass.rules import moves as m
from branchline.games.firstclass.rules import phases
from branchline.games.firstclass.rules.state import State
from branchline.games.firstclass.text.captions import CAUTIONS
from branchline.games.firstclass.text.notation import move
from branchline.games.firstclass.views.view import View

Situations = dict[str, tuple[str, ...]]


class FirstClassCoaching(Coaching):
    file: Path = Path(__file__).parent / "coach.json"

    def situations(self, view: View, before: View | None) -> Situations:
        return {**_decision(view), **_done(view)}

    def cautions(self, state: State) -> dict[str, str]:
        legal = [int(found) for found in phases.legal(state)]
        takes = {m.market_place(found) for found in legal if m.is_take(found)}
        ready = any(m.COMPLETE <= found < m.DO for found in legal)
        found = {}
        for number in legal:
            words = ""
            if m.is_trade(number) and m.market_place(number) in takes:
                words = CAUTIONS["trade"]
            elif m.POINT <= number < m.BUY:
                words = CAUTIONS["point"]
            elif number == m.END and ready:
                words = CAUTIONS["contract"]
            if words:
                found[str(move(state.setting, number))] = words
        return found


def _decision(view: View) -> Situations:
    """What there is to decide."""
    match view.decision:
        case "main":
            return _market(view)
        case "step":
            return _action(view)
        case "between" | "wait" | "score":
            waits = bool(view.players[view.seat or 0].waiting)
            return {"waiting" if waits else "score" if view.phase == "scoring" else "between": ()}
        case _:
            return {view.decision: ()}


def _done(view: View) -> Situations:
    """What the player has gained, partly by moves that leave no choice; said when the action is over."""
    me = view.players[view.seat or 0]
    found: Situations = {}
    if view.running is not None:
        return found
    if me.open:
        found["contract"] = tuple(targets.contract(card) for card in me.open)
    if me.loco:
        found["loco"] = (targets.space(me.seat, me.loco),)
    if me.rails:
        found["rail"] = ()
    return found


def _market(view: View) -> Situations:
    found: Situations = {"main": ()}
    if view.round > 1:
        found["main_again"] = ()
    if not all(map(any, view.market)):
        found["row_gone"] = ()
    if view.tile_row is not None:
        found["tile"] = (targets.TILE,)
    return found


def _action(view: View) -> Situations:
    """What has to be placed or chosen: the part of the action in progress, or the parts that are left."""
    running = view.running
    if running is None:
        return {}
    if running.mail_train:
        return {"mail": ()}
    begun = running.placing or (running.part if running.left else None)
    return dict.fromkeys((begun,) if begun else running.parts, ())


COACHING: Final = FirstClassCoaching()
