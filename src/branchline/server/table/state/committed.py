"""The one event of a live table: something about it is in the store now.

A table has its record, its seats and chat, and side data: the clock, votes, orders and invitations.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

import msgspec

from branchline.store import ChatRow


class Committed(msgspec.Struct, frozen=True):
    """What has changed, whether this process wrote it or another one."""

    record: bool = False  # lines were added to the record
    seats: bool = False  # who holds which seat, or their names
    side_data: bool = False  # this process wrote the clock, votes, orders or invitations
    cleared: bool = False  # the side data of a seat was deleted
    watch_link: bool = False  # the old link to watch is no longer valid
    whole: bool = False  # pages need the whole position, not just changes
    said: Sequence[ChatRow] = ()
    rematch: str = ""  # the table of the rematch


Listener: TypeAlias = Callable[[Committed], Awaitable[None]]
