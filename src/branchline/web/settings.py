"""How a server is set up. What a visitor likes is in `branchline.web.visits`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import msgspec

from branchline.store.opening import sqlite_url

STORE: Final = "branchline.db"  # in the data folder


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    data: Path  # the folder of the key for links and, if nothing else is said, of the store
    store: str = ""  # the address of the store: see `branchline.store.opening`
    hosts: tuple[str, ...] = ()  # names under which the server may be called; none: any
    painters: int = max(1, _cores() - 1)  # processes that draw
    thinkers: int = max(1, _cores() // 2)  # processes in which bots think
    pace: float = 0.7  # seconds between two turns of bots, so that people can follow
    think: float = 3.0  # seconds that a bot may take for a move
    rest: float = 900.0  # seconds after which a table that nobody looks at leaves the memory
    lease: float = 5.0  # seconds beyond what a bot may take, after which its job is given to another worker
    sweep: float = 10.0  # seconds between two looks at the clocks
    absence: float = (
        24 * 3600.0
    )  # seconds without a move after which the others may vote, where there is no clock
    largest_record: int = 2_000_000  # bytes of an upload
    check: float = 20.0  # seconds that the check of an upload may take
    check_memory: int = 2_000_000_000  # bytes of address space that it may take

    @property
    def address(self) -> str:
        """Of the store."""
        return self.store or sqlite_url(self.data / STORE)

    def in_words(self) -> str:
        return msgspec.json.encode(self, enc_hook=str).decode()

    @classmethod
    def of_words(cls, words: str) -> Settings:
        return msgspec.json.decode(words, type=cls, dec_hook=lambda kind, value: kind(value))
