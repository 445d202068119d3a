"""Work for worker processes: drawings that take for ever, and others."""

from __future__ import annotations

import time
from typing import TypeVar

from branchline.server.workers import scenes
from branchline.server.workers.scenes import Scene, Sketch

T = TypeVar("T")
TRAP = "Trap"  # a table with a seat of this name takes for ever to draw


def burn(seconds: float) -> None:
    """Keep a processor busy."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


def echo(said: T) -> T:
    return said


def view(content: bytes) -> memoryview:
    """A value that can't be sent to another process."""
    return memoryview(content)


def sketch(scene: Scene) -> Sketch:
    """A drawing as painters make it, except at some tables."""
    if TRAP in scene.names:
        burn(3600.0)
    return scenes.sketch(scene)
