"""A batch on many cores: processes step the matches, over memory that they share with the learner.

    with SharedBatch("nuremberg", 4096, players=4, seed=1, processes=16) as batch:
        while training:
            moves = choose(batch.observations, batch.masks)
            batch.step(moves)

Each process has its part of the matches, and writes what can be seen into the arrays. A step begins with one
byte to each process, and ends with one from each."""

from __future__ import annotations

import contextlib
import os
from itertools import pairwise
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, Final, NamedTuple

from branchline.core.errors import BranchlineError, OptionError
from branchline.core.extras import extra
from branchline.envs.batched import Batch, BoolArray, Matches, Seeds

with extra("rl"):
    import numpy as np
    from numpy.typing import NDArray

PIECE: Final = (
    64  # matches stepped before they are written into shared memory: they are still in the core's own cache
)
# Orders to a process, one byte each:
PLAY: Final = b"p"  # the moves in shared memory
RANDOM: Final = b"r"  # one random move each
ORDER: Final = b"o"  # a rare order, which follows
DONE: Final = b"d"  # its answer


class ProcessDied(BranchlineError):
    """A process of a shared batch is gone, and its matches with it."""

    def __init__(self) -> None:
        super().__init__("A process that stepped matches died. Close this batch, and open another one.")


class Shown(NamedTuple):
    """The memory that the processes and the learner share, by match."""

    to_move: NDArray[np.int64]
    masks: NDArray[np.uint8]
    ended: NDArray[np.uint8]
    scores: NDArray[np.int64]
    rewards: NDArray[np.float64]
    observations: NDArray[Any]
    moves: NDArray[np.int64]

    def rows(self, part: slice) -> Shown:
        arrays: list[Any] = [array[part] for array in self]
        return Shown(*arrays)


Layout = list[tuple[tuple[int, ...], str]]


def size(layout: Layout) -> int:
    return sum(_bytes(shape, kind) for shape, kind in layout)


def over(memory: Any, layout: Layout) -> Shown:
    """The arrays, one after another in given memory."""
    arrays, at = [], 0
    for shape, kind in layout:
        arrays.append(np.ndarray(shape, kind, memory, at))
        at += _bytes(shape, kind)
    return Shown(*arrays)


def _bytes(shape: tuple[int, ...], kind: str) -> int:
    """Rounded up to whole lines of the cache, so that no two arrays share one."""
    return -(-int(np.prod(shape)) * np.dtype(kind).itemsize // 64) * 64


class SharedBatch(Matches):
    """Many matches of one game, stepped by several processes.

    It takes the settings of a `Batch` and plays the same, however many processes there are. The arrays are overwritten
    by the next step. Close it, or use it in a `with` statement. Like every program that starts processes, yours needs
    ``if __name__ == "__main__":``."""

    def __init__(
        self,
        game: str,
        matches: int,
        players: int = 2,
        *,
        processes: int,
        seed: int | Seeds = 0,
        **settings: Any,
    ) -> None:
        if not 1 <= processes <= matches:
            raise OptionError(f"{matches} matches take 1 to {matches} processes, not {processes}.")
        self.processes = processes
        self._settings = {"game": game, "players": players, **settings}
        self._workers: list[tuple[SpawnProcess, Connection]] = []
        try:
            super().__init__(game, matches, players, seed=seed, **settings)
        except BaseException:
            self.close()
            raise

    def _open(self, seed: int) -> None:
        matches, engine = self._shape[0], self.setup.engine
        layout = self._layout()
        context = get_context("spawn")
        memory = context.RawArray("b", size(layout))
        self._shown = shown = over(memory, layout)
        for array in shown[:-1]:
            array.flags.writeable = False
        self.to_move, self.masks, self.ended, self.scores, self.rewards, *_ = shown
        self._rows = np.arange(matches) * int(engine.move_count)
        bounds = [matches * number // self.processes for number in range(self.processes + 1)]
        self._parts = [slice(*part) for part in pairwise(bounds)]
        for part in self._parts:
            here, there = context.Pipe()
            # As `Lanes` seeds its matches.
            seeds = [(seed * matches + match) % 2**32 for match in range(part.start, part.stop)]
            task = (there, memory, layout, part, seeds, self._settings)
            process = context.Process(target=_work, args=task, daemon=True)
            process.start()
            there.close()
            self._workers.append((process, here))
        self._hear()

    def _layout(self) -> Layout:
        matches, observe, *_ = self._shape
        players = self.setup.players
        return [
            ((matches,), "i8"),
            ((matches, int(self.setup.engine.move_count)), "u1"),
            ((matches,), "u1"),
            ((matches, players), "i8"),
            ((matches, players), "f8"),
            ((matches if observe else 0, self.features.size), np.dtype(self.features.dtype).str),
            ((matches,), "i8"),
        ]

    @property
    def observations(self) -> NDArray[Any]:
        """What the seats may know, by match."""
        return self._shown.observations

    def _deal(self, seeds: list[int | None], which: BoolArray) -> None:
        for (_, pipe), part in zip(self._workers, self._parts, strict=True):
            _tell(pipe, ORDER)
            pipe.send((seeds[part], which[part]))
        self._hear()

    def play(self, moves: NDArray[Any]) -> None:
        """As `step`, unchecked. Instead of a move, -1 deals a new match, and -2 leaves a match as it is."""
        self._shown.moves[:] = moves
        self._tell_all(PLAY)

    def step_random(self, steps: int = 1) -> None:
        """Play that many random moves in each match."""
        for _ in range(steps):
            self._tell_all(RANDOM)

    def _tell_all(self, order: bytes) -> None:
        for _, pipe in self._workers:
            _tell(pipe, order)
        self._hear()

    def _hear(self) -> None:
        """Wait until all have carried out their orders."""
        for _, pipe in self._workers:
            if not _read(pipe):
                raise ProcessDied

    def close(self) -> None:
        """End the processes. Arrays keep what they last showed."""
        for process, pipe in self._workers:
            pipe.close()
            process.join()
        self._workers.clear()

    def __enter__(self) -> SharedBatch:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _tell(pipe: Connection, order: bytes) -> None:
    try:
        os.write(pipe.fileno(), order)
    except OSError:
        raise ProcessDied from None


def _read(pipe: Connection) -> bytes:
    """One byte; none if the other side is gone."""
    try:
        return os.read(pipe.fileno(), 1)
    except OSError:
        return b""


class Part:
    """The matches of one process."""

    def __init__(self, shown: Shown, seeds: list[int], settings: dict[str, Any]) -> None:
        self.pieces: list[tuple[Batch, Shown, slice]] = []
        for start in range(0, len(seeds), PIECE):
            rows = slice(start, min(start + PIECE, len(seeds)))
            batch = Batch(matches=rows.stop - rows.start, seed=seeds[rows], **settings)
            self.pieces.append((batch, shown.rows(rows), rows))
            show(batch, shown.rows(rows))

    def do(self, order: bytes, pipe: Connection) -> None:
        if order == ORDER:
            seeds, which = pipe.recv()
        for batch, shown, rows in self.pieces:
            if order == PLAY:
                batch.play(shown.moves)
            elif order == RANDOM:
                batch.step_random()
            else:
                batch.deal(seeds[rows], which[rows])
            show(batch, shown)


def show(batch: Batch, shown: Shown) -> None:
    np.copyto(shown.to_move, batch.to_move)
    np.copyto(shown.masks, batch.masks)
    np.copyto(shown.ended, batch.ended)
    if len(shown.observations):
        np.copyto(shown.observations, batch.observations)
    if batch.ended.any():
        np.copyto(shown.scores, batch.scores)
        np.copyto(shown.rewards, batch.rewards)


def _work(
    pipe: Connection, memory: Any, layout: Layout, rows: slice, seeds: list[int], settings: dict[str, Any]
) -> None:
    """The main loop of a process: it carries out orders until the other side is gone."""
    with contextlib.suppress(KeyboardInterrupt, ProcessDied):
        part = Part(over(memory, layout).rows(rows), seeds, settings)
        _tell(pipe, DONE)
        while order := _read(pipe):
            part.do(order, pipe)
            _tell(pipe, DONE)
