"""The table for a screen that people click. `branchline.core.screen` says what each method promises."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from branchline.core.orders import StandingOrders
from branchline.core.protocols import Theme
from branchline.core.screen import Account, Choice, Focus, Layout, Overview, Panel, Screen, Sign, laid_out
from branchline.games.firstclass.drawing import panels
from branchline.games.firstclass.rules.state import State
from branchline.games.firstclass.screen import accounts, choices, pointing, rows, signs
from branchline.games.firstclass.text import turn_prompt
from branchline.games.firstclass.views.view import View

LAYOUTS: Final = {
    "market": Layout(place="large"),
    "trains": Layout(place="large"),
    "tickets": Layout(hide_empty=True),
    "contracts": Layout(hide_empty=True),
    "hand": Layout(hide_empty=True),
    "supply": Layout(place="further"),
    "board:*": Layout(place="further", small=True),
    "legend": Layout(place="legend"),
}


class FirstClassScreen(Screen[State]):
    secrets: bool = True
    # No standing orders: there is no bidding or passing, and every card taken is a choice of its own.
    standing_orders: StandingOrders | None = None

    def definitions(self, view: View, theme: Theme) -> str:
        return panels.definitions(view, theme)

    def panels(self, view: View, names: Sequence[str], theme: Theme) -> list[Panel]:
        return laid_out(panels.panels(view, names, theme), LAYOUTS)

    def now(self, view: View, names: Sequence[str]) -> str:
        return turn_prompt.now(view, names)

    def overview(self, state: State, view: View) -> Overview:
        return Overview(turn_prompt.todo(view), _focus(view), rows.rows(state, view))

    def signs(self, view: View, theme: Theme) -> tuple[Sign, ...]:
        return signs.signs(theme)

    def choices(self, state: State, names: Sequence[str]) -> list[Choice]:
        return choices.choices(state)

    def meant(self, state: State, target: str) -> list[int]:
        return pointing.meant(state, target)

    def touched(self, state: State, move: int, seat: int | None) -> list[str]:
        return pointing.touched(state, move, seat)

    def midway(self, state: State) -> bool:
        return False

    def round(self, state: State) -> int:
        return int(state.round)

    def tally(self, before: State, move: int, after: State) -> dict[str, tuple[int, ...]]:
        return accounts.tally(before, move, after)

    def accounts(self, start: State, moves: Sequence[int], before: State, after: State) -> list[Account]:
        return accounts.accounts(start, moves, before, after)


def _focus(view: View) -> Focus:
    """The market while somebody takes a card; trains and route while actions run and trains score."""
    if view.phase == "scoring":
        return Focus(("trains", "route"), ("tickets", "coins"))
    if view.decision in ("step", "between", "wait"):
        more = ("tickets",) if any(player.waiting for player in view.players) else ()
        return Focus(("trains", "route"), (*more, "coins", "contracts"))
    if view.decision == "keep":
        return Focus(("market", "trains"), ("route", "coins"))
    if sum(map(any, view.market)) < len(view.market):  # there is room below the rows that are left
        return Focus(("market", "trains"), ("route", "coins"))
    return Focus(("market",), ("trains", "route"))


SCREEN: Final[Screen[State]] = FirstClassScreen()
