"""The summary of a match: where the points came from, the scores after each step, the awards.

It is made in a worker process, from plain data: a long match takes a second."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from branchline.core.awards import Given, Played, give
from branchline.core.protocols import OVER
from branchline.core.screen import AccountRow
from branchline.core.setup import Setup
from branchline.languages import speaking


class Summary(msgspec.Struct, frozen=True):
    """`scores` has a row for the start and one for each step; `rounds` has the steps that start a round."""

    scores: tuple[tuple[int, ...], ...]
    rounds: tuple[int, ...]
    parts: tuple[AccountRow, ...]  # points by source and seat
    places: tuple[tuple[int, ...], ...]  # once the game is over: seats, best first
    awards: tuple[Given, ...]  # once the game is over


def summarise(setup: Setup, steps: Sequence[Sequence[int]], language: str) -> Summary:
    """`steps`: the moves of each step that was not undone, including those of the dealer."""
    game = setup.game
    state, screen = game.start(setup.setting), game.screen()
    scores, rounds = [game.scores(state)], [0]
    parts: dict[str, list[int]] = {}
    now = screen.round(state)
    history: list[Played[Any]] = []
    with speaking(language):
        for number, moves in enumerate(steps, start=1):
            for move in moves:
                before = state
                state = game.clone(before)
                game.apply(state, move)
                history.append(Played(before, move, state))
                for source, points in screen.tally(before, move, state).items():
                    sums = parts.setdefault(source, [0] * setup.players)
                    parts[source] = [mine + more for mine, more in zip(sums, points, strict=True)]
            scores.append(game.scores(state))
            if screen.round(state) > now and game.to_move(state) != OVER:
                now = screen.round(state)
                rounds.append(number)
        over = game.to_move(state) == OVER
        awards = give(game.presentation().awards(), history) if over else ()
    return Summary(
        tuple(scores),
        tuple(rounds),
        tuple(AccountRow(source, tuple(sums)) for source, sums in parts.items()),
        game.ranking(state) if over else (),
        awards,
    )
