"""Which problem is whose day's: the same for everybody, by the date in UTC alone."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Final

FIRST_DAY: Final = date(2026, 11, 1)  # the day of problem 1


def number_of(day: date) -> int:
    """Of the day's problem; below 1 before there were any."""
    return (day - FIRST_DAY).days + 1


def number_at(seconds: int) -> int:
    """At a point in time, in seconds since 1970."""
    return number_of(datetime.fromtimestamp(seconds, UTC).date())


def day_of(number: int) -> date:
    return FIRST_DAY + timedelta(days=number - 1)


def place_of(number: int, count: int) -> int:
    """The place among so many problems; after the last one the first comes again."""
    return (number - 1) % count
