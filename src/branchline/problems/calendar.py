"""Which problem belongs to which day: the same for everybody, by the date in UTC alone."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Final

FIRST_DAY: Final = date(2026, 11, 1)  # the day of problem 1


def number_of(day: date) -> int:
    """The number of a day's problem; below 1 on days before the first."""
    return (day - FIRST_DAY).days + 1


def number_at(seconds: int) -> int:
    """The number at a point in time, in seconds since 1970."""
    return number_of(datetime.fromtimestamp(seconds, UTC).date())


def day_of(number: int) -> date:
    return FIRST_DAY + timedelta(days=number - 1)


def place_of(number: int, count: int) -> int:
    """The index among that many problems; after the last one comes the first."""
    return (number - 1) % count
