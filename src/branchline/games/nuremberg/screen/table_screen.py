"""The game on a screen that people click: `branchline.core.screen` says what each method promises."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from branchline.core.orders import StandingOrders
from branchline.core.protocols import Theme
from branchline.core.screen import Account, Choice, Focus, Layout, Overview, Panel, Screen, Sign, laid_out
from branchline.games.nuremberg.drawing import panels
from branchline.games.nuremberg.rules.state import State
from branchline.games.nuremberg.screen import accounts, choices, pointing, rows, signs, standing_orders
from branchline.games.nuremberg.text import turn_prompt
from branchline.games.nuremberg.views.view import View

# By phase: the panel that is large, and what is small beside it
FOCUS: Final = {
    "auction": Focus(("auction",), ("map",)),
    "building": Focus(("map",), ("round",)),
    "shipping": Focus(("map",), ("trains",)),
    "takeover": Focus(("map",), ("tracks",)),
    "game_end": Focus(("map",), ("players",)),
}


class NurembergScreen(Screen[State]):
    standing_orders: StandingOrders | None = standing_orders
    secrets: bool = False  # draws are made when they are due, and no move is secret

    def definitions(self, view: View, theme: Theme) -> str:
        return panels.definitions(view, theme)

    def panels(self, view: View, names: Sequence[str], theme: Theme) -> list[Panel]:
        return laid_out(panels.panels(view, names, theme), {"map": Layout(place="large", zoom=True)})

    def now(self, view: View, names: Sequence[str]) -> str:
        return turn_prompt.now(view, names)

    def overview(self, state: State, view: View) -> Overview:
        focus = FOCUS.get(view.phase, Focus(("map",), ("round",)))
        return Overview(turn_prompt.todo(view), focus, rows.rows(state, view))

    def signs(self, view: View, theme: Theme) -> tuple[Sign, ...]:
        return signs.signs(view, theme)

    def choices(self, state: State, names: Sequence[str]) -> list[Choice]:
        return choices.choices(state, names)

    def meant(self, state: State, target: str) -> list[int]:
        return pointing.meant(state, target)

    def touched(self, state: State, move: int, seat: int | None) -> list[str]:
        return pointing.touched(state, move)

    def midway(self, state: State) -> bool:
        return choices.midway(state)

    def round(self, state: State) -> int:
        return int(state.round)

    def tally(self, before: State, move: int, after: State) -> dict[str, tuple[int, ...]]:
        return accounts.tally(before, after)

    def accounts(self, start: State, moves: Sequence[int], before: State, after: State) -> list[Account]:
        return accounts.accounts(start, before, after)


SCREEN: Final[Screen[State]] = NurembergScreen()
