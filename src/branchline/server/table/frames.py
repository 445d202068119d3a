"""The drawings of one table, each made once by the painters, and how one picture is turned into the next."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final, TypeVar

import msgspec

from branchline.core.setup import Setup
from branchline.server.table.messages import Picture
from branchline.server.table.snapshot import Snapshot
from branchline.server.workers.painters import LONGEST, Drawn, Key, Painters, Scene
from branchline.server.workers.process_pool import Owner, WorkerFailed

T = TypeVar("T")
KEPT: Final = 12  # drawings kept of a table: its seats in their languages, and the ones before


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
        """The result of `work(setup, *arguments)`; raises `WorkerFailed`."""
        return await self._painters.pool.do(work, self.setup, *arguments, limit=LONGEST, owner=self.owner)

    async def _draw(self, scene: Scene) -> Drawn:
        drawn = await self.draw(scene)
        self._latest = drawn if self._latest is None else sharing(drawn, self._latest)
        return self._latest


def pictures_of(drawn: Drawn) -> tuple[Picture, ...]:
    return tuple(
        Picture(frame.name, frame.title, frame.box, frame.printed, parts, frame.layout)
        for frame, parts in zip(drawn.still.frames, drawn.parts, strict=True)
    )


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
