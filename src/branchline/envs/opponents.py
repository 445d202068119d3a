"""The bots in the other seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from branchline.bots import Bot, bot, dismiss
from branchline.core.errors import OptionError
from branchline.core.setup import Setup

Given: TypeAlias = str | Bot  # a spec, or a bot of your own
RANDOM: Final = "random"
LIMIT: Final = 60.0  # seconds for a move of bots that set no time themselves


class Opponents:
    """Bots in all seats but one: one for all, or one per seat. `seed` makes new bots from those given as specs."""

    def __init__(self, setup: Setup, seat: int, given: Given | Sequence[Given]) -> None:
        players = setup.players
        if seat not in range(players):
            raise OptionError(f"Seats are 0 to {players - 1}; there is no seat {seat}.")
        if isinstance(given, str) or not isinstance(given, Sequence):
            given = [given] * (players - 1)
        if len(given) != players - 1:
            raise OptionError(f"{len(given)} opponents for {players - 1} seats: name one, or one per seat.")
        for other in given:
            if not isinstance(other, str) and not hasattr(other, "choose"):
                raise OptionError(f"An opponent is a spec such as 'greedy', or a Bot, not {other!r}.")
        self.setup = setup
        others = [other for other in range(players) if other != seat]
        self.given: dict[int, Any] = dict(zip(others, given, strict=True))
        self.bots: dict[int, Bot] = {}
        self.seed(None)

    def seed(self, seed: int | None) -> None:
        self.close()
        for seat, given in self.given.items():
            luck = None if seed is None else seed + seat
            self.bots[seat] = bot(given, luck, programs=True) if isinstance(given, str) else given

    def choose(self, position: Any, seat: int, legal: list[int]) -> int:
        """The move of one of the bots; raises `ValueError` if it is not legal."""
        player = self.bots[seat]
        view = self.setup.game.view(position, seat) if player.needs_view else None
        move = player.choose(self.setup, view, legal, LIMIT)
        if move not in legal:
            raise ValueError(f"The bot in seat {seat} chose {move!r}, which is not one of the legal moves.")
        return move

    def close(self) -> None:
        """Stop the programs that specs started."""
        dismiss(self.bots[seat] for seat in self.bots if isinstance(self.given[seat], str))
