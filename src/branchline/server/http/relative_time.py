"""How long ago something was, in words."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from branchline.languages import _, n_

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
MOST_DAYS: Final = 14  # after that, the date says more


def ago(then: int, now: int) -> str:
    """Both in seconds since 1970."""
    seconds = max(0, now - then)
    if seconds < MINUTE:
        return _("just now")
    if seconds < HOUR:
        return n_("{count} minute ago", "{count} minutes ago", seconds // MINUTE, count=seconds // MINUTE)
    if seconds < DAY:
        return n_("{count} hour ago", "{count} hours ago", seconds // HOUR, count=seconds // HOUR)
    if seconds < MOST_DAYS * DAY:
        return n_("{count} day ago", "{count} days ago", seconds // DAY, count=seconds // DAY)
    return datetime.fromtimestamp(then, UTC).date().isoformat()
