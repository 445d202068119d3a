"""Many matches at once, stepped by separate processes, for one network that thinks for all of them.

The processes write what the seats see into shared memory and read the moves there. They work in two groups: while one
steps, the network thinks for the other."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from multiprocessing.shared_memory import SharedMemory
from typing import Any, Final, NamedTuple

from branchline import bots
from branchline.core.bot_support import heuristics
from branchline.core.extras import extra
from branchline.envs.batched import Batch

with extra("train"):
    import numpy as np
    from numpy.typing import NDArray

SELF: Final = -1  # who plays a seat: the network,
PAST: Final = -2  # a past self,
ADVISER: Final = -3  # the adviser; from 0 on, a bot
KINDS: Final = {"past": PAST, "adviser": ADVISER}
STEP: Final = "step"
RESUME: Final = "resume"


class Task(NamedTuple):
    """What is played, and by whom. Of every `tables` matches the first ones have an opponent each, in all seats but
    one, which rotates; in the others the network plays every seat."""

    game: str
    players: int
    options: dict[str, Any]
    columns: NDArray[np.int64]  # of the observations
    opponents: tuple[str, ...] = ()  # "past", "adviser", or specs of bots
    tables: int = 1
    advised: bool = False  # whether the adviser says what it would do
    margin: float = 0.5  # how much of a result is the margin, not the place


class Window(NamedTuple):
    """The memory that the network and the processes share, by match."""

    seen: NDArray[np.int16]
    masks: NDArray[np.uint8]  # in bits
    seats: NDArray[np.int64]  # who has to move
    ended: NDArray[np.uint8]
    results: NDArray[np.float32]  # by seat, where a match ended: places and margins together
    places: NDArray[np.float32]  # 1 for the first by the rules' own ranking, -1 for the last
    moves: NDArray[np.int64]
    advice: NDArray[np.int64]  # the adviser's move

    def rows(self, part: slice | NDArray[np.int64]) -> Window:
        arrays: list[Any] = [array[part] for array in self]
        return Window(*arrays)


def window(task: Task, matches: int, move_count: int, memory: Any = None) -> Window:
    """Over given memory, or over memory of its own."""
    shapes: list[tuple[tuple[int, ...], Any]] = [
        ((matches, len(task.columns)), np.int16),
        ((matches, (move_count + 7) // 8), np.uint8),
        ((matches,), np.int64),
        ((matches,), np.uint8),
        ((matches, task.players), np.float32),
        ((matches, task.players), np.float32),
        ((matches,), np.int64),
        ((matches,), np.int64),
    ]
    if memory is None:
        return Window(*(np.zeros(*shape) for shape in shapes))
    arrays, at = [], 0
    for shape, kind in shapes:
        array = np.ndarray(shape, kind, memory, at)
        arrays.append(array)
        at += -(-array.nbytes // 64) * 64
    return Window(*arrays)


def players_of(task: Task, matches: int) -> NDArray[np.int64]:
    """Who plays each seat of each match: SELF, PAST, ADVISER or the number of an opponent."""
    found = np.full((matches, task.players), SELF)
    kinds = np.array([KINDS.get(spec, number) for number, spec in enumerate(task.opponents)])
    for match in range(matches):
        if match % task.tables < len(kinds):
            found[match] = kinds[match % task.tables]
            found[match, match // task.tables % task.players] = SELF
    return found


def margins(scores: NDArray[np.int64]) -> NDArray[np.float32]:
    """How far a seat is ahead of the best other one; half the mean score or more counts as 1."""
    others = np.stack([np.delete(scores, seat, 1).max(1) for seat in range(scores.shape[1])], 1)
    mean = np.abs(scores).mean(1, keepdims=True) + 1
    ahead: NDArray[np.float32] = np.clip(2 * (scores - others) / mean, -1, 1).astype(np.float32)
    return ahead


def weighed(places: NDArray[np.float32], scores: NDArray[np.int64], margin: float) -> NDArray[np.float32]:
    """What a match is worth to each seat: its place, mixed with how far it is ahead."""
    found: NDArray[np.float32] = (1 - margin) * places + margin * margins(scores)
    return found


class Part:
    """A part of the matches: a batch, and the bots at its tables."""

    def __init__(self, task: Task, seed: int, shown: Window) -> None:
        self.task, self.shown = task, shown
        self.batch = Batch(task.game, len(shown.seats), task.players, seed=seed, **task.options)
        self.players = players_of(task, len(self.batch))
        self.bots = [
            None if spec in KINDS else bots.bot(spec, seed=seed * 8 + number, programs=True)
            for number, spec in enumerate(task.opponents)
        ]
        self.lanes = np.arange(len(self.batch))
        self.adviser = heuristics(self.batch.setup) if task.advised else None
        self.show()

    def show(self) -> None:
        batch, shown = self.batch, self.shown
        np.take(batch.observations, self.task.columns, 1, out=shown.seen)
        shown.masks[:] = np.packbits(batch.masks, 1)
        shown.seats[:] = batch.to_move
        shown.ended[:] = batch.ended
        if self.adviser is not None:
            shown.advice[:] = batch.rated_best(self.adviser)
        if batch.ended.any():
            shown.places[:] = batch.rewards
            shown.results[:] = weighed(shown.places, batch.scores, self.task.margin)

    def step(self) -> None:
        who = self.players[self.lanes, self.batch.to_move]
        moves = np.where(who == ADVISER, self.shown.advice, self.shown.moves)
        for lane in np.flatnonzero(who >= 0):
            moves[lane] = self.answer(int(lane))
        self.batch.step(moves)
        self.show()

    def answer(self, lane: int) -> int:
        """A bot's move."""
        legal = np.flatnonzero(self.batch.masks[lane]).tolist()
        if len(legal) == 1:
            return int(legal[0])
        player = self.bots[self.players[lane, self.batch.to_move[lane]]]
        assert player is not None, "only bots are asked"
        view = self.batch.view(lane) if player.needs_view else None
        return int(player.choose(self.batch.setup, view, legal, 1.0))


class Stepper:
    """Carries out orders: `STEP`; `(task, matches, seed)` begins matches of another kind, `RESUME` goes back."""

    def __init__(self, task: Task, seed: int, shown: Window) -> None:
        self.shown = shown
        self.usual = self.part = Part(task, seed, shown)

    def do(self, order: Any) -> None:
        if order == STEP:
            self.part.step()
        elif order == RESUME:
            self.part = self.usual
            self.part.show()
        else:
            task, matches, seed = order
            self.part = Part(task, seed, self.shown.rows(slice(matches)))


class Group:
    """Parts that step together: `go` starts a step, and `wait` returns what everybody sees after it. This class steps
    in its own process; subclasses send orders to workers and wait for them to finish."""

    def __init__(self, task: Task, matches: int, seeds: Sequence[int]) -> None:
        self.task, self.matches, self.seeds = task, matches, seeds
        self.move_count: int = Batch(task.game, 1, task.players, **task.options).masks.shape[1]
        self.whole = matches * len(seeds)
        self.busy = True  # workers report once when they are ready
        self.window = self.open()

    def open(self) -> Window:
        """Start all workers; returns what they will show."""
        found = window(self.task, self.whole, self.move_count)
        self.steppers = [
            Stepper(self.task, seed, found.rows(self.rows(n))) for n, seed in enumerate(self.seeds)
        ]
        return found

    def start(self, number: int) -> None:
        """Start one worker again, with new matches."""

    def send(self, number: int, order: Any) -> None:
        self.steppers[number].do(order)

    def heard(self, number: int) -> bool:
        """Wait until a worker has carried out its order; False if it died."""
        return True

    def close(self) -> None:
        pass

    def rows(self, number: int) -> slice:
        return slice(number * self.matches, (number + 1) * self.matches)

    def tell(self, orders: Sequence[Any]) -> None:
        for number, order in enumerate(orders):
            self.send(number, order)
        self.busy = True

    def go(self) -> None:
        self.tell([STEP] * len(self.seeds))

    def wait(self) -> Window:
        if self.busy:
            self.busy = False
            dead = [number for number in range(len(self.seeds)) if not self.heard(number)]
            if dead:
                raise WorkerDied(self, dead)
        return self.window

    def begin(self, task: Task, matches: int, seed: int) -> NDArray[np.int64]:
        """Begin matches of another kind, that many per part, shown in place of the usual ones, which wait. Returns
        where in the window they are."""
        self.wait()
        self.tell([(task, matches, seed * 1000 + own) for own in self.seeds])
        return np.arange(self.whole).reshape(-1, self.matches)[:, :matches].flatten()

    def resume(self) -> None:
        """Go back to the usual matches."""
        self.wait()
        self.tell([RESUME] * len(self.seeds))


class WorkerDied(Exception):
    """What was played since the last learning is lost; `revive` restarts the matches of workers that died."""

    def __init__(self, group: Group, dead: list[int]) -> None:
        super().__init__(f"{len(dead)} of {len(group.seeds)} workers that step matches died.")
        self.group, self.dead = group, dead

    def revive(self) -> None:
        for number in self.dead:
            self.group.start(number)
            self.group.heard(number)


class Processes(Group):
    """A group in separate processes, with shared memory."""

    def open(self) -> Window:
        size = sum(array.nbytes + 64 for array in window(self.task, self.whole, self.move_count))
        self.memory = SharedMemory(create=True, size=size)
        self.workers: dict[int, tuple[SpawnProcess, Connection]] = {}
        for number in range(len(self.seeds)):
            self.start(number)
        return window(self.task, self.whole, self.move_count, self.memory.buf)

    def start(self, number: int) -> None:
        context = get_context("spawn")
        here, there = context.Pipe()
        part = (self.whole, self.move_count, self.rows(number), self.seeds[number])
        process = context.Process(target=_work, args=(there, self.memory.name, self.task, *part), daemon=True)
        process.start()
        there.close()
        self.workers[number] = process, here

    def send(self, number: int, order: Any) -> None:
        with contextlib.suppress(BrokenPipeError):  # `heard` notices
            self.workers[number][1].send(order)

    def heard(self, number: int) -> bool:
        try:
            self.workers[number][1].recv()
        except (EOFError, ConnectionResetError):
            return False
        return True

    def close(self) -> None:
        for process, pipe in self.workers.values():
            pipe.close()
            process.join()
        self.window = self.window.rows(slice(0))
        self.memory.unlink()
        with contextlib.suppress(BufferError):  # an array is still in use; the memory is freed with it
            self.memory.close()


def _work(
    pipe: Connection, name: str, task: Task, whole: int, move_count: int, rows: slice, seed: int
) -> None:
    """The main loop of a process: it carries out orders until the other side is gone."""
    memory = SharedMemory(name)
    stepper = Stepper(task, seed, window(task, whole, move_count, memory.buf).rows(rows))
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            pipe.send(None)
            stepper.do(pipe.recv())


@contextlib.contextmanager
def groups(task: Task, matches: int, processes: int, seed: int, cluster: str = "") -> Iterator[list[Group]]:
    """Groups with that many matches per process; processes may be actors on a Ray cluster. Without processes, all runs
    in this one."""
    kind: Any = Processes if processes else Group
    if cluster:
        from branchline.learn.on_ray import actors

        kind = actors(cluster, processes)
    seeds = [seed * 1000 + number for number in range(max(processes, 1))]
    found: list[Group] = []
    try:
        found.extend(kind(task, matches, some) for some in (seeds[::2], seeds[1::2]) if some)
        yield found
    finally:
        for group in found:
            group.close()
