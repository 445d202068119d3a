"""Draws what a seat sees of a match: the pictures, the sentence above them, the choices. Runs in worker processes."""

from __future__ import annotations

from functools import cache, lru_cache
from hashlib import blake2b

import msgspec

from branchline.core import registry
from branchline.core.play.table import Table
from branchline.core.protocols import Theme
from branchline.core.screen import Choice, Layout, Overview, Sign
from branchline.core.setup import Setup
from branchline.languages import speaking


class Scene(msgspec.Struct, frozen=True):
    """What a drawing is made from, as plain data."""

    setup: Setup
    state: list[int]
    seat: int | None
    names: tuple[str, ...]
    language: str
    dark: bool
    known: bytes = b""  # the digest of a still that the caller already has


class Frame(msgspec.Struct, frozen=True):
    """The part of a panel that moves don't change."""

    name: str
    title: str
    printed: str
    layout: Layout


class Still(msgspec.Struct, frozen=True):
    """The part of a drawing that moves don't change."""

    definitions: str
    frames: tuple[Frame, ...]
    signs: tuple[Sign, ...]


class Sketch(msgspec.Struct, frozen=True):
    """What a worker sends: the still only if the caller does not have it."""

    digest: bytes
    still: Still | None
    parts: tuple[dict[str, str], ...]  # by panel
    boxes: tuple[str, ...]  # by panel
    now: str
    choices: tuple[Choice, ...]
    phase: str  # "Round 2 · Building"
    overview: Overview


def sketch(scene: Scene) -> Sketch:
    game = scene.setup.game
    state = game.restore(scene.setup.setting, scene.state)
    view = game.view(state, scene.seat)
    screen, theme = game.screen(), Theme(dark=scene.dark)
    with speaking(scene.language):
        panels = screen.panels(view, scene.names, theme)
        frames = tuple(Frame(panel.name, panel.title, panel.printed, panel.layout) for panel in panels)
        still = Still(screen.definitions(view, theme), frames, screen.signs(view, theme))
        digest = _digest(still)
        return Sketch(
            digest,
            None if digest == scene.known else still,
            tuple(panel.parts for panel in panels),
            tuple(panel.box for panel in panels),
            screen.now(view, scene.names),
            tuple(screen.choices(state, scene.names)) if game.to_move(state) == scene.seat else (),
            game.story().heading(state),
            screen.overview(state, view),
        )


@lru_cache(32)
def _digest(still: Still) -> bytes:
    return blake2b(msgspec.msgpack.encode(still), digest_size=16).digest()


@cache
def warm_up() -> None:
    """Load the games and draw each once: the first drawing takes longest."""
    for name in registry.OURS:
        table = Table(name, 2, seed=1)
        state = table.game.numbers(table.state)
        for dark in (False, True):
            sketch(Scene(table.setup, state, None, ("A", "B"), "en", dark))
