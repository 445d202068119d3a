"""How clocks run: pure sums of seconds. The rules of the games know no clock."""

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


def worked(since: int, until: int, away: Sequence[Vacation]) -> int:
    """The seconds between, without those of vacations."""
    spent, now = 0, since
    for one in sorted(away):
        if one.last > now:
            spent += max(0, min(one.first, until) - now)
            now = one.last
    return spent + max(0, until - now)


def up_at(since: int, left: int, away: Sequence[Vacation]) -> int:
    """When so many seconds have passed, without those of vacations."""
    now = since
    for one in sorted(away):
        if one.last <= now:
            continue
        if one.first >= now + left:
            break
        left -= max(0, one.first - now)
        now = one.last
    return now + left


def moved_on(
    clock: Clock, at: int, seat: int, turn: int, time: int, away: Mapping[int, Sequence[Vacation]]
) -> Clock:
    """The clock at a later line of the record, where it is the turn of this seat; `NOBODY`: of none whose time runs.
    `away`: vacations by seat."""
    if (seat, turn) == (clock.seat, clock.turn):
        return msgspec.structs.replace(clock, at=at)
    terms, banks = clock.terms, list(clock.banks)
    if clock.seat != NOBODY and terms.kind == "game":
        left = banks[clock.seat] - worked(clock.since, time, away.get(clock.seat, ()))
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
    return looked_up(moved, away)


def looked_up(clock: Clock, away: Mapping[int, Sequence[Vacation]]) -> Clock:
    """With the deadline that it has by the vacations that are known now."""
    if clock.seat == NOBODY:
        return msgspec.structs.replace(clock, deadline=0)
    left = clock.terms.period if clock.terms.kind == "move" else clock.banks[clock.seat]
    return msgspec.structs.replace(clock, deadline=up_at(clock.since, left, away.get(clock.seat, ())))


def waited(clock: Clock, time: int) -> Clock:
    """The others wait on: another turn's time, or a tenth of a whole game's."""
    terms = clock.terms
    if terms.kind == "move":
        return msgspec.structs.replace(clock, since=time, deadline=time + terms.period, called=False)
    banks, more = list(clock.banks), max(terms.increment, terms.period // 10)
    banks[clock.seat] = more
    return msgspec.structs.replace(clock, since=time, deadline=time + more, called=False, banks=tuple(banks))


def terms_of(values: Mapping[str, str]) -> Terms | None:
    """What the form of a new table says; none: it has no clock. Raises `Refused`."""
    kinds: dict[str, ClockKind] = {"move": "move", "game": "game"}
    if (kind := kinds.get(values.get("clock", ""))) is None:
        return None
    period = _seconds(values, "clock_time", MINUTE)
    increment = _seconds(values, "clock_more", 0) if kind == "game" else 0
    late: Late = "vote" if values.get("clock_late") == "vote" else "bot"
    bot = values.get("clock_bot") or bots.DEFAULT_BOT
    bots.bot(bot)  # says what is wrong with the spec
    return Terms(kind=kind, period=period, increment=increment, late=late, bot=bot)


def _seconds(values: Mapping[str, str], name: str, least: int) -> int:
    text, unit = values.get(name, "") or "0", UNITS.get(values.get(f"{name}_unit", ""), DAY)
    if not (text.isascii() and text.isdecimal() and len(text) < 6 and least <= int(text) * unit <= LONGEST):
        raise Refused(_("Enter whole numbers for the clock, from 1 minute to 60 days."))
    return int(text) * unit
