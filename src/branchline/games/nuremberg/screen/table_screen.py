"""The game on a screen that people click: `branchline.core.screen` says what each method promises."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from branchline.core.orders import StandingOrders
from branchline.core.protocols import Theme
from branchline.core.screen import Account, Choice, Layout, Panel, Screen, laid_out
from branchline.games.nuremberg.drawing import panels
from branchline.games.nuremberg.rules.state import State
from branchline.games.nuremberg.screen import accounts, choices, pointing, standing_orders
from branchline.games.nuremberg.text import turn_prompt
from branchline.games.nuremberg.views.view import View


class NurembergScreen:
    standing_orders: StandingOrders | None = standing_orders
    secrets: bool = False  # draws are made when they are due, and no move is secret

    def definitions(self, view: View, theme: Theme) -> str:
        return panels.definitions(view, theme)

    def panels(self, view: View, names: Sequence[str], theme: Theme) -> list[Panel]:
        return laid_out(panels.panels(view, names, theme), {"map": Layout(place="large", zoom=True)})

    def now(self, view: View, names: Sequence[str]) -> str:
        return turn_prompt.now(view, names)

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


SCREEN: Final[Screen[State]] = NurembergScreen()
