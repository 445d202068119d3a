"""What a page is sent when its table has changed: only what its seat may see, and only what the page does not have."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from branchline.languages import _, speaking
from branchline.server.table.display.frames import Frames, changed_boxes, changed_parts, pictures_of
from branchline.server.table.display.journal import Journals
from branchline.server.table.play.orders import Orders
from branchline.server.table.play.table_clock import TableClock
from branchline.server.table.play.undo import TableUndo
from branchline.server.table.protocol.connection import Connection, Shown
from branchline.server.table.protocol.messages import (
    Changes,
    Entry,
    Lesson,
    Position,
    Reply,
    Seat,
    Told,
    Undrawn,
)
from branchline.server.table.seats.absent_players import AbsentPlayers
from branchline.server.table.seats.new_invitations import NewInvitations
from branchline.server.table.state.context import LEARNER
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
        lesson = self._lesson(page)
        try:
            journal = await self._journals.of(
                state.table,
                state.trail,
                self._told_to(seat),
                visit.language,
                point.at,
                names,
                state.seating.events,
            )
            entries = tuple(
                journal.entries(seat)
            )  # before drawing, which takes time: the log may not know more
            drawn = await self._frames.drawn(point, seat, names, visit.language, visit.dark)
        except WorkerFailed as failure:
            log.warning("Table %s could not be drawn: %s", state.row.id, failure)
            page.shown = None
            with speaking(visit.language):
                return Undrawn(failure.sentence)
        if seat != page.seat:
            return None
        told = self._told(page, point, drawn, lesson)
        shown, page.shown = page.shown, Shown(point.at, drawn, entries, lesson)
        parts = changed_parts(shown.drawn, drawn) if shown else None
        if shown is None or parts is None:
            return self._position(page, drawn, told, entries)
        same = _common(shown.log, entries)
        kept = same if same < len(shown.log) else None
        boxes = changed_boxes(shown.drawn, drawn)
        return Changes(shown.at, told, parts, boxes, entries[same:], kept)

    def _told_to(self, seat: int | None) -> tuple[int | None, ...]:
        """All who may look; the seat that does may have lost its holder just now."""
        looking = self._state.seating.held | (set() if seat is None else {seat})
        return (*sorted(looking), None)

    def _lesson(self, page: Connection) -> Lesson | None:
        """What the tutorial or coach says about the point that is to be shown. While the table is ahead of it,
        because a move is being stored, the last words stay."""
        state = self._state
        if state.guide is None or page.seat != LEARNER:
            return None
        if len(state.table.log) != state.point.at:
            return page.shown.lesson if page.shown else None
        with speaking(page.visit.language):
            return state.guide.lesson(state.table)

    def _told(self, page: Connection, point: Snapshot, drawn: Drawn, lesson: Lesson | None) -> Told:
        state, seat = self._state, page.seat
        with speaking(page.visit.language):
            orders, offers = self._orders.shown(seat), self._orders.offers(seat)
            now, overview = drawn.now, drawn.overview
            if state.ended:
                now = _("A server admin has ended this table.")
            elif state.waiting:
                now = _("The game starts when all seats are taken.")
        return Told(
            at=point.at,
            now=now,
            phase=drawn.phase,
            todo=overview.todo,
            to_move=point.to_move,
            seats=self._seats(),
            undo=self._undo.shown(seat),
            focus=overview.focus,
            rows=overview.rows,
            choices=() if state.waiting or state.ended else drawn.choices,
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
            signs=drawn.still.signs,
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
