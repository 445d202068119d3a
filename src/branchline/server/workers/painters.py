"""What a seat sees at a point of a match: pictures, the sentence above them, choices. Drawn in worker processes.

A drawing takes some milliseconds. So a point is drawn once for everybody who sees the same, only for who is there, and
what a page, or the server, already has is not sent again.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from hashlib import blake2b
from typing import Any, Final, TypeAlias, TypeVar

import msgspec

from branchline.core import registry
from branchline.core.protocols import Theme
from branchline.core.screen import Choice
from branchline.core.setup import Setup
from branchline.core.table import Table
from branchline.languages import speaking
from branchline.server.table.messages import Picture
from branchline.server.table.snapshot import Snapshot
from branchline.server.workers.process_pool import Busy, CutOff, Owner, ProcessPool, WorkerFailed

T = TypeVar("T")
QUICK: Final = 0.25  # seconds of a processor that a drawing usually stays far below
LONGEST: Final = 8.0  # seconds that a drawing may take
KEPT: Final = 12  # drawings kept of a table: its seats in their languages, and the ones before
STILLS: Final = 200  # what no move changes, kept for all tables together

Key: TypeAlias = tuple[object, ...]


class Scene(msgspec.Struct, frozen=True):
    """All that a drawing is made from, as plain data."""

    setup: Setup
    state: list[int]
    seat: int | None
    names: tuple[str, ...]
    language: str
    dark: bool
    known: bytes = b""  # the digest of the still that need not be sent


class Frame(msgspec.Struct, frozen=True):
    """A panel without what moves change."""

    name: str
    title: str
    box: str
    printed: str
    place: str


class Still(msgspec.Struct, frozen=True):
    """What no move changes."""

    definitions: str
    frames: tuple[Frame, ...]


class Sketch(msgspec.Struct, frozen=True):
    """What a worker sends: the still only where it is not known."""

    digest: bytes
    still: Still | None
    parts: tuple[dict[str, str], ...]  # by panel
    now: str
    choices: tuple[Choice, ...]


class Drawn(msgspec.Struct, frozen=True):
    still: Still
    parts: tuple[dict[str, str], ...]
    now: str
    choices: tuple[Choice, ...]

    @property
    def pictures(self) -> tuple[Picture, ...]:
        return tuple(
            Picture(frame.name, frame.title, frame.box, frame.printed, parts, frame.place)
            for frame, parts in zip(self.still.frames, self.parts, strict=True)
        )


# In the worker


def sketch(scene: Scene) -> Sketch:
    game = scene.setup.game
    state = game.restore(scene.setup.setting, scene.state)
    view = game.view(state, scene.seat)
    screen, theme = game.screen(), Theme(dark=scene.dark)
    with speaking(scene.language):
        panels = screen.panels(view, scene.names, theme)
        frames = tuple(
            Frame(panel.name, panel.title, panel.box, panel.printed, panel.place) for panel in panels
        )
        still = Still(screen.definitions(view, theme), frames)
        digest = _digest(still)
        return Sketch(
            digest,
            None if digest == scene.known else still,
            tuple(panel.parts for panel in panels),
            screen.now(view, scene.names),
            tuple(screen.choices(state, scene.names)) if game.to_move(state) == scene.seat else (),
        )


@lru_cache(32)
def _digest(still: Still) -> bytes:
    return blake2b(msgspec.msgpack.encode(still), digest_size=16).digest()


def warm_up() -> None:
    """Load the games and draw each once: the first drawing of a map takes the longest."""
    for name in registry.OURS:
        table = Table(name, 2, seed=1)
        state = table.game.numbers(table.state)
        for dark in (False, True):
            sketch(Scene(table.setup, state, None, ("A", "B"), "en", dark))


# In the server


class Painters:
    """Worker processes that draw, and the stills that they need not send again."""

    def __init__(self, size: int) -> None:
        self.pool = ProcessPool(size, warm_up, quick=QUICK)
        self._stills: OrderedDict[bytes, Still] = OrderedDict()
        self._last: OrderedDict[Key, bytes] = OrderedDict()  # the still that such a scene had

    async def draw(self, scene: Scene, owner: Owner) -> Drawn:
        """Raises `WorkerFailed`, but not where another worker can do it."""
        key = (scene.setup, scene.seat, scene.names, scene.language, scene.dark)
        known = self._last.get(key, b"")
        still = self._stills.get(known)
        scene = msgspec.structs.replace(scene, known=known if still else b"")
        try:
            made = await self.pool.do(sketch, scene, limit=LONGEST, owner=owner)
        except (CutOff, Busy):
            raise
        except WorkerFailed:
            made = await self.pool.do(sketch, scene, limit=LONGEST, owner=owner)
        still = still if made.still is None else made.still
        assert still is not None
        still = self._stills.setdefault(made.digest, still)
        self._last[key] = made.digest
        for kept in (self._stills, self._last):
            while len(kept) > STILLS:
                kept.popitem(last=False)
        return Drawn(still, made.parts, made.now, made.choices)


class Frames:
    """The drawings of one table, each made once, and what else the painters do for it."""

    def __init__(self, painters: Painters, setup: Setup, owner: Owner) -> None:
        self._painters = painters
        self.setup = setup
        self.owner = owner
        self._made: OrderedDict[Key, asyncio.Task[Drawn]] = OrderedDict()
        self._latest: Drawn | None = None

    async def drawn(
        self, point: Snapshot, seat: int | None, names: tuple[str, ...], language: str, dark: bool
    ) -> Drawn:
        """What a seat sees at a point; raises `WorkerFailed`."""
        key = (point.at, seat, names, language, dark)
        if key not in self._made:
            scene = Scene(self.setup, point.numbers, seat, names, language, dark)
            task = self._made[key] = asyncio.create_task(self._draw(scene))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())  # nobody may be waiting
            while len(self._made) > KEPT:
                self._made.popitem(last=False)
        self._made.move_to_end(key)
        try:
            return await asyncio.shield(self._made[key])
        except WorkerFailed:
            self._made.pop(key, None)
            raise

    async def draw(self, scene: Scene) -> Drawn:
        """Any scene of the table; raises `WorkerFailed`."""
        return await self._painters.draw(scene, self.owner)

    async def do(self, work: Callable[..., T], *arguments: Any) -> T:
        """The result of `work(match, *arguments)`; raises `WorkerFailed`."""
        return await self._painters.pool.do(work, self.setup, *arguments, limit=LONGEST, owner=self.owner)

    async def _draw(self, scene: Scene) -> Drawn:
        drawn = await self.draw(scene)
        self._latest = drawn if self._latest is None else sharing(drawn, self._latest)
        return self._latest


def sharing(new: Drawn, old: Drawn) -> Drawn:
    """The new drawing; what is in it as it is in the old one is in memory once, and quickly found to be the same."""
    before = {part: markup for parts in old.parts for part, markup in parts.items()}
    parts = tuple(
        {name: before[name] if before.get(name) == markup else markup for name, markup in panel.items()}
        for panel in new.parts
    )
    return msgspec.structs.replace(new, parts=parts)


def changed_parts(old: Drawn, new: Drawn) -> dict[str, dict[str, str | None]] | None:
    """What turns the old pictures into the new ones; None where they can't be turned, but must be sent whole."""
    if old.still is not new.still and old.still != new.still:
        return None
    changes: dict[str, dict[str, str | None]] = {}
    for frame, before, after in zip(new.still.frames, old.parts, new.parts, strict=True):
        stay = [name for name in before if name in after]
        if list(after)[: len(stay)] != stay:
            return None  # parts are drawn in their order, and a page puts new ones at the end
        parts: dict[str, str | None] = {
            name: markup for name, markup in after.items() if before.get(name) != markup
        }
        parts.update({name: None for name in before if name not in after})
        if parts:
            changes[frame.name] = parts
    return changes
