"""How clocks run, as pure functions of seconds. The rules of the games have no clock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from branchline import bots
from branchline.languages import _
from branchline.server.http.errors import Refused
from branchline.store.club.vacations import Vacation
from branchline.store.table.clocks import NOBODY, Clock, ClockKind, Late, Terms

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
UNITS: Final = {"minutes": MINUTE, "hours": HOUR, "days": DAY}
LONGEST: Final = 60 * DAY


def elapsed(since: int, until: int, away: Sequence[Vacation]) -> int:
    """The seconds between two points in time, without vacations."""
    spent, now = 0, since
    for vacation in sorted(away):
        if vacation.last > now:
            spent += max(0, min(vacation.first, until) - now)
            now = vacation.last
    return spent + max(0, until - now)


def up_at(since: int, left: int, away: Sequence[Vacation]) -> int:
    """When the time that is left will have passed, without vacations."""
    now = since
    for vacation in sorted(away):
        if vacation.last <= now:
            continue
        if vacation.first >= now + left:
            break
        left -= max(0, vacation.first - now)
        now = vacation.last
    return now + left


def moved_on(
    clock: Clock, at: int, seat: int, turn: int, time: int, away: Mapping[int, Sequence[Vacation]]
) -> Clock:
    """The clock at a later line of the record, when it is this seat's turn; `NOBODY`: nobody's time runs. `away`:
    vacations by seat."""
    if (seat, turn) == (clock.seat, clock.turn):
        return msgspec.structs.replace(clock, at=at)
    terms, banks = clock.terms, list(clock.banks)
    if clock.seat != NOBODY and terms.kind == "game":
        left = banks[clock.seat] - elapsed(clock.since, time, away.get(clock.seat, ()))
        banks[clock.seat] = max(0, left) + (terms.increment if turn > clock.best else 0)
    moved = msgspec.structs.replace(
        clock,
        at=at,
        seat=seat,
        turn=turn,
        best=max(turn, clock.best),
        since=time,
        called=False,
        banks=tuple(banks),
    )
    return with_deadline(moved, away)


def with_deadline(clock: Clock, away: Mapping[int, Sequence[Vacation]]) -> Clock:
    """The clock with its deadline, given the vacations that are known now."""
    if clock.seat == NOBODY:
        return msgspec.structs.replace(clock, deadline=0)
    left = clock.terms.period if clock.terms.kind == "move" else clock.banks[clock.seat]
    return msgspec.structs.replace(clock, deadline=up_at(clock.since, left, away.get(clock.seat, ())))


def extended(clock: Clock, time: int) -> Clock:
    """The others agree to wait: for the time of another turn, or a tenth of the time for the game."""
    terms = clock.terms
    if terms.kind == "move":
        return msgspec.structs.replace(clock, since=time, deadline=time + terms.period, called=False)
    banks, more = list(clock.banks), max(terms.increment, terms.period // 10)
    banks[clock.seat] = more
    return msgspec.structs.replace(clock, since=time, deadline=time + more, called=False, banks=tuple(banks))


def terms_of(values: Mapping[str, str]) -> Terms | None:
    """The clock that the form for a new table asks for, if any; raises `Refused`."""
    kinds: dict[str, ClockKind] = {"move": "move", "game": "game"}
    if (kind := kinds.get(values.get("clock", ""))) is None:
        return None
    period = _seconds(values, "clock_time", MINUTE)
    increment = _seconds(values, "clock_more", 0) if kind == "game" else 0
    late: Late = "vote" if values.get("clock_late") == "vote" else "bot"
    bot = values.get("clock_bot") or bots.DEFAULT_BOT
    bots.bot(bot)  # raises an error that says what is wrong with the spec
    return Terms(kind=kind, period=period, increment=increment, late=late, bot=bot)


def _seconds(values: Mapping[str, str], name: str, least: int) -> int:
    text, unit = values.get(name, "") or "0", UNITS.get(values.get(f"{name}_unit", ""), DAY)
    if not (text.isascii() and text.isdecimal() and len(text) < 6 and least <= int(text) * unit <= LONGEST):
        raise Refused(_("Enter whole numbers for the clock, from 1 minute to 60 days."))
    return int(text) * unit
