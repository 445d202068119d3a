"""What a page is sent when its table has changed: only what its seat may see, and only what the page does not have."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from branchline.core.screen import Account
from branchline.languages import _, speaking
from branchline.server.table.display.frames import Frames, changed_parts, pictures_of
from branchline.server.table.display.journal import Journals
from branchline.server.table.play.orders import Orders
from branchline.server.table.play.table_clock import TableClock
from branchline.server.table.play.undo import TableUndo
from branchline.server.table.protocol.connection import Connection, Shown
from branchline.server.table.protocol.messages import Changes, Entry, Position, Reply, Seat, Told, Undrawn
from branchline.server.table.seats.absent_players import AbsentPlayers
from branchline.server.table.seats.new_invitations import NewInvitations
from branchline.server.table.state.snapshot import Snapshot
from branchline.server.table.state.table_state import TableState
from branchline.server.workers.painters import Drawn
from branchline.server.workers.process_pool import WorkerFailed

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class PageUpdates:
    _state: TableState
    _frames: Frames
    _journals: Journals
    _undo: TableUndo
    _clock: TableClock
    _orders: Orders
    _absent: AbsentPlayers
    _new_invitations: NewInvitations

    async def next_for(self, page: Connection) -> Reply | None:
        """None: the page looks from another seat by now, so another update is due."""
        update = await self._update(page)
        if page.seat is not None:
            await self._orders.tell_lapsed(page.seat)
        return update

    async def _update(self, page: Connection) -> Reply | None:
        state, seat, visit = self._state, page.seat, page.visit
        point, names = state.point, state.seating.names
        try:
            drawn = await self._frames.drawn(point, seat, names, visit.language, visit.dark)
            journal = await self._journals.of(
                state.table, seat, visit.language, state.point.at, state.seating.names, state.seating.events
            )
        except WorkerFailed as failure:
            log.warning("Table %s could not be drawn: %s", state.row.id, failure)
            page.shown = None
            with speaking(visit.language):
                return Undrawn(failure.sentence)
        if seat != page.seat:
            return None
        entries, accounts = tuple(journal.entries), journal.accounts
        shown, page.shown = page.shown, Shown(point.at, drawn, entries)
        parts = changed_parts(shown.drawn, drawn) if shown else None
        if shown is None or parts is None:
            told = self._told(page, point, drawn, tuple(accounts.get(len(entries), ())))
            return self._position(page, drawn, told, entries)
        same = _common(shown.log, entries)
        new = [account for length in range(same, len(entries)) for account in accounts.get(length + 1, ())]
        kept = same if same < len(shown.log) else None
        told = self._told(page, point, drawn, tuple(new))
        return Changes(shown.at, told, parts, entries[same:], kept)

    def _told(self, page: Connection, point: Snapshot, drawn: Drawn, accounts: tuple[Account, ...]) -> Told:
        state, seat = self._state, page.seat
        with speaking(page.visit.language):
            lesson = state.guide.lesson(state.table) if state.guide else None
            orders, offers = self._orders.shown(seat), self._orders.offers(seat)
            now = drawn.now
            if state.ended:
                now = _("A server admin has ended this table.")
            elif state.waiting:
                now = _("The game starts when all seats are taken.")
        return Told(
            at=point.at,
            now=now,
            to_move=point.to_move,
            seats=self._seats(),
            undo=self._undo.shown(seat),
            choices=() if state.waiting or state.ended else drawn.choices,
            accounts=accounts,
            lesson=lesson,
            over=point.over,
            ended=state.ended,
            winners=point.winners,
            clock=self._clock.shown(),
            absence=self._absent.shown(),
            orders=orders,
            offers=offers,
        )

    def _seats(self) -> tuple[Seat, ...]:
        state, point = self._state, self._state.point
        present = state.seats_present
        return tuple(
            Seat(
                name=row.name,
                kind=row.kind,
                bot=row.bot,
                here=row.seat in present,
                thinking=point.to_move == row.seat
                and (row.kind == "bot" or bool(self._clock.bot_for(row.seat))),
                score=point.scores[row.seat],
                stand_in=state.stand_ins.get(row.seat, ""),
                new_invitation=self._new_invitations.shown(row.seat),
            )
            for row in state.seating.rows
        )

    def _position(self, page: Connection, drawn: Drawn, told: Told, entries: tuple[Entry, ...]) -> Position:
        state = self._state
        return Position(
            seat=page.seat,
            mine=page.mine,
            host=page.host,
            hints=state.row.hints,
            forced=page.seat is not None and state.seating.rows[page.seat].forced,
            definitions=drawn.still.definitions,
            panels=pictures_of(drawn),
            told=told,
            log=entries,
            chat=tuple(page.visible_chat(state.chat.rows)),
        )


def _common(old: tuple[Entry, ...], new: tuple[Entry, ...]) -> int:
    """How many entries at the beginning are the same."""
    same = 0
    for mine, theirs in zip(old, new, strict=False):
        if mine is not theirs and mine != theirs:
            break
        same += 1
    return same
