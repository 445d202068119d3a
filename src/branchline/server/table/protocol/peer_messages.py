"""What the processes that serve a table tell each other of it, besides what the store keeps."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Final, TypeAlias

import msgspec

from branchline.server.table.state.undo_rules import UndoRequest
from branchline.server.workers.thinkers import Thought
from branchline.store import Store


class Here(msgspec.Struct, frozen=True, tag="here"):
    """The seats of those who look by way of a process. `ask`: it does not know yet of the others."""

    seats: list[int]
    ask: bool = False


class Wished(msgspec.Struct, frozen=True, tag="wished"):
    """Somebody asks to take back."""

    at: int
    wish: UndoRequest


class Declined(msgspec.Struct, frozen=True, tag="declined"):
    at: int
    seat: int


class Hurried(msgspec.Struct, frozen=True, tag="hurried"):
    pass


class Beside(msgspec.Struct, frozen=True, tag="beside"):
    """Something has changed that is kept beside the record: clocks, votes, orders."""


PeerMessage: TypeAlias = Here | Wished | Declined | Hurried | Thought | Beside
decode: Final = msgspec.json.Decoder(PeerMessage).decode


def encode(message: PeerMessage) -> str:
    return msgspec.json.encode(message).decode()


class PeerNews:
    """Tells the other processes, where there are any; in the background."""

    def __init__(self, store: Store, table: str) -> None:
        self._store = store
        self._table = table
        self._tasks: set[asyncio.Task[None]] = set()

    def tell(self, message: PeerMessage) -> None:
        if self._store.shared:
            self.later(self._store.tell(self._table, encode(message)))

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)  # the loop itself does not hold on to it
        task.add_done_callback(self._tasks.discard)
