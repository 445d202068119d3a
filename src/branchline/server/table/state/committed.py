"""The one event of a live table: something about it is in the store now."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

import msgspec

from branchline.store import ChatRow


class Committed(msgspec.Struct, frozen=True):
    """What has changed, whether this process wrote it or another one."""

    record: bool = False  # lines were added to the record
    seats: bool = False  # who holds which seat, or their names
    side_data: bool = (
        False  # what is kept beside the record was written here: clock, votes, orders, invitations
    )
    cleared: bool = False  # what was kept beside the record for a seat was deleted
    watch_link: bool = False  # the old link to watch is no longer valid
    whole: bool = False  # pages need the whole position, not just changes
    said: Sequence[ChatRow] = ()
    rematch: str = ""  # the table of the rematch


Listener: TypeAlias = Callable[[Committed], Awaitable[None]]
