"""The decisions of a game, one row each, for analysis and learning."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from branchline.core.play.loading import load
from branchline.core.play.table import Table
from branchline.core.protocols import CHANCE


class Decision(msgspec.Struct, frozen=True):
    """One move that a seat chose, the moves it could choose from, and how the game ended."""

    match: str  # the name of the record
    game: str
    players: int
    event: int  # its index among the events of the game, draws included
    seat: int
    forced: bool  # it was the only legal move
    move: str
    move_id: int
    legal: list[int]
    scores: list[int]  # before the move
    final_scores: list[int]
    place: int  # the seat's final place, from 1; ties share a place
    finished: bool
    observation: list[int] | None = None  # what the seat could know, as numbers


class Export(msgspec.Struct, frozen=True):
    """A record to read, as a job."""

    path: str
    observations: bool


def read_decisions(job: Export) -> list[Decision]:
    """All decisions of a record; raises `RecordError`. Every event is replayed by the rules."""
    table = load(job.path, verify=True)
    return list(decisions(table, Path(job.path).stem, job.observations))


def decisions(table: Table, name: str, observations: bool = False) -> Iterator[Decision]:
    game, state = table.game, table.game.start(table.setting)
    observe = _Observer(table) if observations else None
    final, finished = list(table.scores()), table.over
    places = _places(table)
    for event, step in enumerate(table.steps):
        for move in step.moves:
            if step.seat != CHANCE:
                yield Decision(
                    match=name,
                    game=game.name,
                    players=table.players,
                    event=event,
                    seat=step.seat,
                    forced=step.forced,
                    move=str(game.move(table.setting, move)),
                    move_id=move,
                    legal=list(game.legal(state)),
                    scores=list(game.scores(state)),
                    final_scores=final,
                    place=places[step.seat],
                    finished=finished,
                    observation=observe(state, step.seat) if observe else None,
                )
            game.apply(state, move)


def _places(table: Table) -> list[int]:
    """From the ranking; from the points while the game is running."""
    ranking = table.outcome()
    if ranking is None:
        scores = table.scores()
        return [1 + sum(other > score for other in scores) for score in scores]
    found = [0] * table.players
    place = 1
    for seats in ranking:
        for seat in seats:
            found[seat] = place
        place += max(len(seats), 1)
    return found


class _Observer:
    def __init__(self, table: Table) -> None:
        self.engine = table.setup.engine

    def __call__(self, state: Any, seat: int) -> list[int]:
        return [int(number) for number in self.engine.seen(state, seat)]
