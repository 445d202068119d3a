"""The drawings of one table, each made once, and the differences between them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from branchline.core.setup import Setup
from branchline.server.table.protocol.messages import Picture
from branchline.server.table.state.snapshot import Snapshot
from branchline.server.workers.painters import LONGEST, Drawn, Painters
from branchline.server.workers.process_pool import Owner, WorkerFailed
from branchline.server.workers.scenes import Scene

T = TypeVar("T")


class Frames:
    """The drawings of one table, and whatever else the painters do for it."""

    def __init__(self, painters: Painters, setup: Setup, owner: Owner) -> None:
        self._painters = painters
        self.setup = setup
        self.owner = owner
        self._moment: tuple[int, tuple[str, ...]] | None = None  # what is drawn: the position, and the names
        self._drawings: dict[
            tuple[int | None, str, bool], asyncio.Task[Drawn]
        ] = {}  # by seat, language, dark
        self._latest: Drawn | None = None

    async def drawn(
        self, point: Snapshot, seat: int | None, names: tuple[str, ...], language: str, dark: bool
    ) -> Drawn:
        """What a seat sees; raises `WorkerFailed`."""
        if self._moment != (point.at, names):
            self._moment, self._drawings = (point.at, names), {}
        drawings, key = self._drawings, (seat, language, dark)
        if key not in drawings:
            scene = Scene(self.setup, point.numbers, seat, names, language, dark)
            task = drawings[key] = asyncio.create_task(self._draw(scene))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())  # nobody may be waiting
        try:
            return await asyncio.shield(drawings[key])
        except WorkerFailed:
            drawings.pop(key, None)
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
    """The new drawing, with the old one's panels where they are equal: it saves memory and speeds up comparing."""
    before = {frame.name: parts for frame, parts in zip(old.still.frames, old.parts, strict=True)}
    parts = tuple(
        previous if (previous := before.get(frame.name)) == parts and [*previous] == [*parts] else parts
        for frame, parts in zip(new.still.frames, new.parts, strict=True)
    )
    return msgspec.structs.replace(new, parts=parts)


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
