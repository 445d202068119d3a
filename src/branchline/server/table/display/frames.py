"""The drawings of one table, each made once, and the differences between them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final, TypeVar

import msgspec

from branchline.core.setup import Setup
from branchline.server.table.protocol.messages import Picture
from branchline.server.table.state.snapshot import Snapshot
from branchline.server.workers.painters import LONGEST, Drawn, Key, Painters
from branchline.server.workers.process_pool import Owner, WorkerFailed
from branchline.server.workers.scenes import Scene

T = TypeVar("T")
CACHED: Final = 12  # drawings per table: those of its seats in their languages, and the previous ones


class Frames:
    """The drawings of one table, and whatever else the painters do for it."""

    def __init__(self, painters: Painters, setup: Setup, owner: Owner) -> None:
        self._painters = painters
        self.setup = setup
        self.owner = owner
        self._cache: OrderedDict[Key, asyncio.Task[Drawn]] = OrderedDict()
        self._latest: Drawn | None = None

    async def drawn(
        self, point: Snapshot, seat: int | None, names: tuple[str, ...], language: str, dark: bool
    ) -> Drawn:
        """What a seat sees; raises `WorkerFailed`."""
        key = (point.at, seat, names, language, dark)
        if key not in self._cache:
            scene = Scene(self.setup, point.numbers, seat, names, language, dark)
            task = self._cache[key] = asyncio.create_task(self._draw(scene))
            task.add_done_callback(
                lambda done: done.cancelled() or done.exception()
            )  # perhaps nobody waits for it
            while len(self._cache) > CACHED:
                self._cache.popitem(last=False)
        self._cache.move_to_end(key)
        try:
            return await asyncio.shield(self._cache[key])
        except WorkerFailed:
            self._cache.pop(key, None)
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
        Picture(frame.name, frame.title, box, frame.printed, parts, frame.layout)
        for frame, box, parts in zip(drawn.still.frames, drawn.boxes, drawn.parts, strict=True)
    )


def changed_boxes(old: Drawn, new: Drawn) -> dict[str, str]:
    """The panels of which another part is shown."""
    found = zip(new.still.frames, old.boxes, new.boxes, strict=True)
    return {frame.name: after for frame, before, after in found if before != after}


def sharing(new: Drawn, old: Drawn) -> Drawn:
    """The new drawing, with the old one's panels and strings where they are equal: it saves memory and speeds up
    comparing."""
    before = {frame.name: parts for frame, parts in zip(old.still.frames, old.parts, strict=True)}
    parts = tuple(
        _sharing(parts, before.get(frame.name, {}))
        for frame, parts in zip(new.still.frames, new.parts, strict=True)
    )
    return msgspec.structs.replace(new, parts=parts)


def _sharing(new: dict[str, str], old: dict[str, str]) -> dict[str, str]:
    if new == old and [*new] == [*old]:
        return old
    return {name: old[name] if old.get(name) == markup else markup for name, markup in new.items()}


def changed_parts(old: Drawn, new: Drawn) -> dict[str, dict[str, str | None]] | None:
    """What turns the old pictures into the new ones; None: they have to be sent whole."""
    if old.still is not new.still and old.still != new.still:
        return None
    changes: dict[str, dict[str, str | None]] = {}
    for frame, before, after in zip(new.still.frames, old.parts, new.parts, strict=True):
        if before is after:
            continue
        stay = [name for name in before if name in after]
        if list(after)[: len(stay)] != stay:
            return None  # parts are drawn in order, and a page appends new ones
        parts: dict[str, str | None] = {
            name: markup for name, markup in after.items() if before.get(name) != markup
        }
        parts.update({name: None for name in before if name not in after})
        if parts:
            changes[frame.name] = parts
    return changes
