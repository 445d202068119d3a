"""A match from the first draw to the end, without a table: nothing is recorded, and nothing can be undone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, TypeVar

from branchline.core.play.chance import Dealer
from branchline.core.protocols import CHANCE, OVER, Game

StateT = TypeVar("StateT")
Choose: TypeAlias = Callable[[StateT, int, Sequence[int]], int]  # from state, seat and legal moves


def play_match(game: Game[StateT], setting: Any, seed: int, choose: Choose[StateT]) -> StateT:
    """The state at the end. The seed determines the draws; `choose` makes every move of a seat, forced ones too."""
    state, dealer, draws = game.start(setting), Dealer(seed), 0
    while (seat := game.to_move(state)) != OVER:
        legal = game.legal(state)
        if seat == CHANCE:
            move = legal[dealer.draw(draws, game.weights(state))]
            draws += 1
        else:
            move = choose(state, seat, legal)
        game.apply(state, move)
    return state
