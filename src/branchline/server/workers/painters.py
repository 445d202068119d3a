"""Drawings of positions, made in worker processes.

A drawing takes a few milliseconds. So a position is drawn once for everybody who sees the same, only while somebody is
looking, and what a page or this process already has is not sent again.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Final, TypeAlias

import msgspec

from branchline.core.screen import Choice, Overview
from branchline.server.workers.process_pool import Busy, CutOff, Owner, ProcessPool, WorkerFailed
from branchline.server.workers.scenes import Scene, Still, sketch, warm_up

QUICK: Final = 0.25  # seconds of CPU time, far more than drawings usually take
LONGEST: Final = 8.0  # seconds that a drawing may take
STILLS: Final = 200  # stills that are cached, for all tables together
TEXTS: Final = 20_000  # the same of strings in drawings

Key: TypeAlias = tuple[object, ...]


class Drawn(msgspec.Struct, frozen=True):
    still: Still
    parts: tuple[dict[str, str], ...]
    boxes: tuple[str, ...]
    now: str
    choices: tuple[Choice, ...]
    phase: str
    overview: Overview


class Painters:
    """Worker processes that draw, and a cache of the stills that they need not send again."""

    def __init__(self, size: int) -> None:
        self.pool = ProcessPool(size, warm_up, quick=QUICK)
        self._stills: OrderedDict[bytes, Still] = OrderedDict()
        self._texts: dict[str, str] = {}
        self._last: OrderedDict[Key, bytes] = OrderedDict()  # digests of the stills that such scenes last had

    async def draw(self, scene: Scene, owner: Owner) -> Drawn:
        """Raises `WorkerFailed` if a second worker fails, too."""
        key = (scene.setup, scene.seat, scene.language, scene.dark)
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
        self._last.move_to_end(key)
        self._stills.move_to_end(made.digest)
        for cache in (self._stills, self._last):
            while len(cache) > STILLS:
                cache.popitem(last=False)
        parts = tuple(
            {self._shared(name): self._shared(markup) for name, markup in panel.items()}
            for panel in made.parts
        )
        return Drawn(still, parts, made.boxes, made.now, made.choices, made.phase, made.overview)

    def _shared(self, text: str) -> str:
        """Tables look alike, so equal strings are kept once for all of them."""
        if len(self._texts) > TEXTS:
            self._texts.clear()
        return self._texts.setdefault(text, text)
