"""Taking back: what is still one's own at once, anything else when the others agree."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from branchline.languages import _
from branchline.server.http.errors import Refused
from branchline.server.table.messages import Undo
from branchline.server.table.undo_rules import What

if TYPE_CHECKING:
    from branchline.server.table.live_table import LiveTable


class UndoRequest(msgspec.Struct):
    """Somebody would like to take back what is no longer theirs alone."""

    seat: int
    what: What
    waits: set[int]


async def take_back(live: LiveTable, seat: int, at: int, what: What) -> None:
    async with live.writer.writing(at):
        allowed = getattr(live.point.undo[seat], what)
        if not allowed:
            raise Refused(_("There is nothing you can undo."))
        if allowed == "ask" and live.counts:
            raise Refused(
                _(
                    "In a rated game you can undo only until you end your turn or something hidden is revealed."
                )
            )
        waits = _asked(live, seat) if allowed == "ask" else set()
        if waits:
            live.wish = UndoRequest(seat, what, waits)
            live.peers.tell_wish(live.wish)
            live.tell()
        else:
            _undo(live, seat, what)


def _asked(live: LiveTable, seat: int) -> set[int]:
    """Who has to agree; a bot that plays for somebody does at once."""
    return live.seating.others(seat) - set(live.absent.stand_ins)


def _undo(live: LiveTable, seat: int, what: What) -> None:
    """With all that came after it."""
    depth = live.turns.start_of(seat, what)
    assert depth is not None
    live.table.pop_to(depth)


async def agree(live: LiveTable, seats: Iterable[int], at: int, yes: bool) -> None:
    async with live.writer.writing(at):
        wish = live.wish
        if wish is None or not wish.waits & set(seats):
            raise Refused(_("Nobody is waiting for your answer."))
        if not yes:
            live.peers.tell_declined(wish)
            decline(live, wish)
            return
        wish.waits -= set(seats)
        if wish.waits:
            live.peers.tell_wish(wish)
            live.tell()
        else:
            _undo(live, wish.seat, wish.what)


async def fulfil(live: LiveTable, wish: UndoRequest) -> None:
    """Everybody has agreed, some of them in other processes."""
    async with live.writer.writing(look=False):
        if live.wish is wish:
            _undo(live, wish.seat, wish.what)


def decline(live: LiveTable, wish: UndoRequest) -> None:
    live.wish = None
    for connection in live.connections:
        connection.declined(wish.seat)
    live.tell()
    live.bots.stir()


def shown(live: LiveTable, seat: int | None) -> Undo:
    """What the seat may take back now, and whose wish waits for whom."""
    wish = live.wish
    asks, waits = (wish.seat, tuple(sorted(wish.waits))) if wish else (None, ())
    if seat is None:
        return Undo(wish=asks, waits=waits)
    allowed, alone = live.point.undo[seat], not _asked(live, seat)
    if live.counts:
        step, turn = (found if found == "free" else "" for found in (allowed.step, allowed.turn))
        return Undo(step, turn, asks, waits)
    step, turn = ("free" if found == "ask" and alone else found for found in (allowed.step, allowed.turn))
    return Undo(step, turn, asks, waits)
