"""The one event of a live table: something is in the store, and everything else has to follow."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

import msgspec

from branchline.store import ChatRow


class Committed(msgspec.Struct, frozen=True):
    """What is in the store now, written here or by another process."""

    record: bool = False  # lines of the record
    seats: bool = False  # who holds which seat, or what they are called
    beside: bool = False  # what is kept beside the record, written here: clock, votes, orders, invitations
    cleared: bool = False  # what was kept beside the record for a seat is gone
    watch_link: bool = False  # the old link to watch opens nothing any more
    whole: bool = False  # pages need everything anew
    said: Sequence[ChatRow] = ()
    rematch: str = ""  # the table on which the same people play again


Listener: TypeAlias = Callable[[Committed], Awaitable[None]]
