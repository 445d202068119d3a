"""What the processes that serve a table tell each other about it, beyond what is in the store."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Final, TypeAlias

import msgspec

from branchline.server.table.protocol.requests import UndoKind
from branchline.server.workers.thinkers import Thought
from branchline.store import Store


class UndoRequest(msgspec.Struct):
    """Somebody would like to undo something, and the others have to agree."""

    seat: int
    what: UndoKind
    waits: set[int]  # seats that have yet to agree


class Here(msgspec.Struct, frozen=True, tag="here"):
    """The seats of those who are connected to a process. `ask`: it does not know those of the other processes yet."""

    seats: list[int]
    ask: bool = False


class UndoRequested(msgspec.Struct, frozen=True, tag="wished"):
    at: int
    request: UndoRequest = msgspec.field(name="wish")


class UndoDeclined(msgspec.Struct, frozen=True, tag="declined"):
    at: int
    seat: int


class Hurried(msgspec.Struct, frozen=True, tag="hurried"):
    """The bots are not to pause until a person has to move."""


class SideDataChanged(msgspec.Struct, frozen=True, tag="beside"):
    """The clock, a vote, an order or an invitation has changed in the store."""


PeerMessage: TypeAlias = Here | UndoRequested | UndoDeclined | Hurried | Thought | SideDataChanged
decode: Final = msgspec.json.Decoder(PeerMessage).decode


def encode(message: PeerMessage) -> str:
    return msgspec.json.encode(message).decode()


class PeerNews:
    """Tells the other processes, if there are any, in the background."""

    def __init__(self, store: Store, table: str) -> None:
        self._store = store
        self._table = table
        self._tasks: set[asyncio.Task[None]] = set()

    def send(self, message: PeerMessage) -> None:
        if self._store.shared:
            self.later(self._store.publish(self._table, encode(message)))

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)  # the event loop keeps only a weak reference
        task.add_done_callback(self._tasks.discard)
