"""The file of a game's problems: JSON, with one problem per line.

A problem names its table by number of players, options and seed, and the position by the moves that players decided:
the deals follow from the seed, and moves without a choice are made by the table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import msgspec

from branchline.core import registry
from branchline.core.errors import FileError
from branchline.core.play.table import Table

FORMAT: Final = "branchline.problems/1"


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that the player could do, and what the search made of it."""

    steps: tuple[int, ...]  # ids of moves
    chance: float  # of winning
    line: tuple[int, ...] = ()  # what is likely to follow


class Problem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    players: int
    options: dict[str, Any]  # of the game
    seed: int
    moves: tuple[int, ...]  # decided by players, from the start to the position
    seat: int  # whose problem it is
    round: int
    kind: str  # the first word of the solution's notation
    choices: tuple[Option, ...]  # the best first
    planner: tuple[int, ...]  # places among the choices: what the planner would play, with different guesses

    @property
    def best(self) -> Option:
        return self.choices[0]

    @property
    def margin(self) -> float:
        return self.best.chance - self.choices[1].chance

    def variety(self) -> tuple[tuple[str, object], ...]:
        """The properties in which problems should differ."""
        return (
            ("kind", self.kind),
            ("players", self.players),
            ("round", self.round),
            *self.options.items(),
        )


class Made(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the problems were found."""

    version: str  # of Branchline
    commit: str
    bot: str  # who played
    games: int
    seed: int  # of the first game
    playouts: int  # per choice; four times as many confirm it
    margin: float  # how far the best choice is ahead of the second, as a chance of winning


class Problems(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: str
    game: str
    rules: str  # their version
    made: Made
    problems: tuple[Problem, ...]

    def table(self, number: int, seats: Sequence[str] | None = None) -> Table:
        """The table in a problem's position; raises an error of the rules if its moves can't be played."""
        problem = self.problems[number]
        return table_of(self.game, self.rules, problem, seats)


def table_of(game: str, rules: str, problem: Problem, seats: Sequence[str] | None = None) -> Table:
    table = Table(game, problem.players, seed=problem.seed, seats=seats, rules=rules, **problem.options)
    for move in problem.moves:
        table.push(move)
    return table


@lru_cache
def problems(game: str) -> Problems | None:
    """The problems that a game brings."""
    path = registry.game(game).presentation().problems
    return None if path is None else read(path)


def read(path: Path) -> Problems:
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Problems)
    except OSError as error:
        raise FileError(path, None, f"It can't be read: {error.strerror}.", "Check the name.") from None
    except msgspec.DecodeError as error:
        raise FileError(path, None, f"It is not a file of problems: {error}.", "Make it again.") from None
    if found.format != FORMAT:
        raise FileError(path, None, f"The format is {found.format!r}, not {FORMAT!r}.", "Make it again.")
    return found


def encode(content: Problems) -> bytes:
    """One problem per line, so that a change can be read."""
    head = msgspec.json.encode(msgspec.structs.replace(content, problems=()))
    rows = b",\n".join(msgspec.json.encode(problem) for problem in content.problems)
    return head.removesuffix(b"[]}") + b"[\n" + rows + b"\n]}\n"
