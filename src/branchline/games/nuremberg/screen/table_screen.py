"""The game on a screen that people click: `branchline.core.screen` says what each method promises."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from branchline.core.orders import StandingOrders
from branchline.core.protocols import Theme
from branchline.core.screen import Account, Choice, Panel, Screen, placed
from branchline.games.nuremberg.drawing import panels
from branchline.games.nuremberg.drawing.words import SET_UP
from branchline.games.nuremberg.rules.state import State
from branchline.games.nuremberg.screen import accounts, choices, pointing, standing_orders
from branchline.games.nuremberg.text.screen_words import NOW, fill, things
from branchline.games.nuremberg.text.sentences import called
from branchline.games.nuremberg.views.ranking import ranking
from branchline.games.nuremberg.views.view import View
from branchline.languages import counted


class NurembergScreen:
    standing_orders: StandingOrders | None = standing_orders
    secrets: bool = False  # draws are made when they are due, and all moves are open

    def definitions(self, view: View, theme: Theme) -> str:
        return panels.definitions(view, theme)

    def panels(self, view: View, names: Sequence[str], theme: Theme) -> list[Panel]:
        return placed(panels.panels(view, names, theme), large=["map"])

    def now(self, view: View, names: Sequence[str]) -> str:
        return now(view, names)

    def choices(self, state: State, names: Sequence[str]) -> list[Choice]:
        return choices.choices(state, names)

    def meant(self, state: State, target: str) -> list[int]:
        return pointing.meant(state, target)

    def touched(self, state: State, move: int, seat: int | None) -> list[str]:
        return pointing.touched(state, move)

    def round(self, state: State) -> int:
        return int(state.round)

    def tally(self, before: State, move: int, after: State) -> dict[str, tuple[int, ...]]:
        return accounts.tally(before, after)

    def accounts(self, before: State, move: int, after: State) -> list[Account]:
        return accounts.accounts(before, after)


def now(view: View, names: Sequence[str]) -> str:
    """Whose turn it is and what they may do, in one sentence."""
    if view.to_move is None:
        best = ranking(view)[0]
        points = counted(NOW["points"], view.players[best].score)
        return fill(NOW, "over", name=names[best], points=points)
    if view.to_move < 0:
        return SET_UP.get(view.phase, NOW["draw"])
    heads = {plot.id: called(plot.name) for plot in view.map.plots}
    values: dict[str, object] = {
        "name": names[view.to_move],
        "owed": view.owed,
        "head": heads[view.line[-1]] if view.line else "",
        "cubes": things("cubes", view.players[view.to_move].held),
    }
    return fill(NOW, _due(view), **values)


def _due(view: View) -> str:
    if view.decision == "pay":
        return "pay_link" if view.phase == "building" else "pay_train"
    if view.line:
        return {"cede": "stretch"}.get(view.decision, view.decision)
    return {"build": "begin"}.get(view.decision, view.decision)


SCREEN: Final[Screen[State]] = NurembergScreen()
