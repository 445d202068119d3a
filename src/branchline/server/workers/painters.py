"""What a seat sees at a point of a match: pictures, the sentence above them, choices. Drawn in worker processes.

A drawing takes some milliseconds. So a point is drawn once for everybody who sees the same, only for who is there, and
what a page, or the server, already has is not sent again.
"""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache
from hashlib import blake2b
from typing import Final, TypeAlias

import msgspec

from branchline.core import registry
from branchline.core.play.table import Table
from branchline.core.protocols import Theme
from branchline.core.screen import Choice, Layout
from branchline.core.setup import Setup
from branchline.languages import speaking
from branchline.server.workers.process_pool import Busy, CutOff, Owner, ProcessPool, WorkerFailed

QUICK: Final = 0.25  # seconds of a processor that a drawing usually stays far below
LONGEST: Final = 8.0  # seconds that a drawing may take
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
    layout: Layout


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


# In the worker


def sketch(scene: Scene) -> Sketch:
    game = scene.setup.game
    state = game.restore(scene.setup.setting, scene.state)
    view = game.view(state, scene.seat)
    screen, theme = game.screen(), Theme(dark=scene.dark)
    with speaking(scene.language):
        panels = screen.panels(view, scene.names, theme)
        frames = tuple(
            Frame(panel.name, panel.title, panel.box, panel.printed, panel.layout) for panel in panels
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
