"""The summary of a match: where the points came from, the statements of each round, the scores after each step.

It is made in a worker process, from plain data: a long match takes a second."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from branchline.core.protocols import OVER
from branchline.core.screen import Account
from branchline.core.setup import Setup
from branchline.languages import speaking


class Summary(msgspec.Struct, frozen=True):
    """`scores` has a row for the start and one for each step; `rounds` has the steps that start a round."""

    scores: tuple[tuple[int, ...], ...]
    rounds: tuple[int, ...]
    parts: tuple[tuple[str, tuple[int, ...]], ...]  # points by source and seat
    accounts: tuple[tuple[int, Account], ...]  # with the step that they belong to
    places: tuple[tuple[int, ...], ...]  # once the game is over: seats, best first


def summarise(setup: Setup, steps: Sequence[Sequence[int]], language: str) -> Summary:
    """`steps`: the moves of each step that was not undone, including those of the dealer."""
    game = setup.game
    state, screen = game.start(setup.setting), game.screen()
    scores, rounds = [game.scores(state)], [0]
    parts: dict[str, list[int]] = {}
    accounts: list[tuple[int, Account]] = []
    now = screen.round(state)
    with speaking(language):
        for number, moves in enumerate(steps, start=1):
            for move in moves:
                before = game.clone(state)
                game.apply(state, move)
                for source, points in screen.tally(before, move, state).items():
                    sums = parts.setdefault(source, [0] * setup.players)
                    parts[source] = [mine + more for mine, more in zip(sums, points, strict=True)]
                accounts += [(number, account) for account in screen.accounts(before, move, state)]
            scores.append(game.scores(state))
            if screen.round(state) > now and game.to_move(state) != OVER:
                now = screen.round(state)
                rounds.append(number)
    return Summary(
        tuple(scores),
        tuple(rounds),
        tuple((source, tuple(sums)) for source, sums in parts.items()),
        tuple(accounts),
        game.ranking(state) if game.to_move(state) == OVER else (),
    )
