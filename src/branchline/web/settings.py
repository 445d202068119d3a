"""How a server is set up. What a visitor likes is in `branchline.web.visits`."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    data: Path  # the folder of the store
    hosts: tuple[str, ...] = ()  # names under which the server may be called; none: any
    painters: int = max(1, _cores() - 1)  # processes that draw
    thinkers: int = max(1, _cores() // 2)  # processes in which bots think
    pace: float = 0.7  # seconds between two turns of bots, so that people can follow
    think: float = 3.0  # seconds that a bot may take for a move
    rest: float = 900.0  # seconds after which a table that nobody looks at leaves the memory
    largest_record: int = 2_000_000  # bytes of an upload
    check: float = 20.0  # seconds that the check of an upload may take
    check_memory: int = 2_000_000_000  # bytes of address space that it may take
