"""Games of a teacher, for imitation: played on all cores or a Ray cluster, kept as seeds and moves, and replayed into
arrays for learning."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from branchline import bots
from branchline.core.compiled.engine import ranked_rewards
from branchline.core.extras import extra
from branchline.core.play.match import play_match
from branchline.core.setup import Setup
from branchline.learn.stepping import weighed
from branchline.sim.games import Match
from branchline.sim.run_jobs import ResultsFile, run_jobs

with extra("train"):
    import numpy as np
    from numpy.typing import NDArray


class Lesson(msgspec.Struct, frozen=True):
    """A game of the teacher against itself. With the seed, which determines the draws, the moves are the whole game."""

    seed: int
    moves: tuple[int, ...]


def teach(match: Match) -> Lesson:
    setup, moves = match.setup, []
    game = setup.game
    players = [bots.bot(spec, seed=match.seed * 8 + seat) for seat, spec in enumerate(match.bots)]

    def choose(state: Any, seat: int, legal: Sequence[int]) -> int:
        moves.append(players[seat].choose(setup, game.view(state, seat), legal, 1.0))
        return moves[-1]

    play_match(game, setup.setting, match.seed, choose)
    return Lesson(match.seed, tuple(moves))


def lessons(
    setup: Setup, teacher: str, games: int, seed: int, path: Path | None = None, cluster: str | None = None
) -> list[Lesson]:
    """That many games with seeds from `seed` on; those already in the file are not played again."""
    what = f"{setup.name} {setup.rules}, {setup.players} players, from seed {seed}, {setup.options}"
    jobs = [Match(setup, (teacher,) * setup.players, seed + number) for number in range(games)]
    keep = ResultsFile(path, f"lessons of {teacher}: {what}") if path else None
    return run_jobs(teach, jobs, Lesson, cluster=cluster, keep=keep)


class Pages(NamedTuple):
    """The decisions of some lessons as arrays."""

    seen: NDArray[np.int16]  # the columns in use
    masks: NDArray[np.uint8]  # in bits
    moves: NDArray[np.int64]
    results: NDArray[np.float32]  # by seat, beginning with the one to move

    def __len__(self) -> int:
        return len(self.moves)


def replayed(job: tuple[Setup, Sequence[Lesson], NDArray[np.int64] | None, float]) -> Pages:
    """Every choice in some lessons, with some columns or all. Forced moves are left out: they teach nothing."""
    setup, given, columns, margin = job
    engine, players = setup.engine, setup.players
    seen, masks, moves, results = [], [], [], []
    for lesson in given:
        left, seats = iter(lesson.moves), []

        def choose(state: Any, seat: int, legal: Sequence[int]) -> int:
            move = next(left)  # noqa: B023
            if len(legal) > 1:
                row = np.frombuffer(memoryview(engine.seen(state, seat)), np.int16)
                mask = np.zeros(engine.move_count, np.uint8)
                mask[list(legal)] = 1
                seen.append(row if columns is None else row[columns])
                masks.append(np.packbits(mask))
                moves.append(move)
                seats.append(seat)  # noqa: B023
            return move

        end = play_match(setup.game, setup.setting, lesson.seed, choose)
        places = np.array([ranked_rewards(engine, end)], np.float32)
        counted = weighed(places, np.array([setup.game.scores(end)]), margin)[0]
        results += [np.roll(counted, -seat) for seat in seats]
    return Pages(np.stack(seen), np.stack(masks), np.array(moves), np.stack(results).reshape(-1, players))


def pages(setup: Setup, given: Sequence[Lesson], columns: NDArray[np.int64], margin: float) -> list[Pages]:
    """All of them, about fifty games per page."""
    jobs = [(setup, given[at : at + 50], columns, margin) for at in range(0, len(given), 50)]
    return run_jobs(replayed, jobs, Pages, unit="page", quiet=True)
