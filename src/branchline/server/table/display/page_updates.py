"""What a page is sent when its table has changed: only what its seat may see, and only what the page does not have.

It is made once for all pages that look alike: from the same seat, in the same language and theme.
"""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

import msgspec

from branchline.languages import _, speaking
from branchline.server.table.display.frames import Frames, changed_boxes, changed_parts, pictures_of
from branchline.server.table.display.journal import Journals
from branchline.server.table.play.orders import Orders
from branchline.server.table.play.table_clock import TableClock
from branchline.server.table.play.undo import TableUndo
from branchline.server.table.protocol.connection import Connection, Shown, Sight
from branchline.server.table.protocol.messages import (
    Changes,
    Entry,
    Lesson,
    Position,
    Seat,
    Told,
    Undrawn,
    encoder,
)
from branchline.server.table.seats.absent_players import AbsentPlayers
from branchline.server.table.seats.new_invitations import NewInvitations
from branchline.server.table.state.context import LEARNER
from branchline.server.table.state.snapshot import Snapshot
from branchline.server.table.state.table_state import TableState
from branchline.server.workers.painters import Drawn
from branchline.server.workers.process_pool import WorkerFailed

log = logging.getLogger(__name__)
FRESH: Final = 1.0  # seconds for which the time on a clock counts as now
Viewer: TypeAlias = tuple[int | None, str, bool]  # seat, language, dark


class _Making(NamedTuple):
    version: int
    point: Snapshot
    began: float
    sight: asyncio.Task[Sight]


@dataclass
class PageUpdates:
    _state: TableState
    _frames: Frames
    _journals: Journals
    _undo: TableUndo
    _clock: TableClock
    _orders: Orders
    _absent: AbsentPlayers
    _new_invitations: NewInvitations
    _sights: dict[Viewer, _Making] = field(default_factory=dict)

    async def next_for(self, page: Connection) -> bytes | None:
        """None: the page looks from another seat by now, so another update is due."""
        update = await self._update(page)
        if page.seat is not None:
            await self._orders.tell_lapsed(page.seat)
        return update

    async def _update(self, page: Connection) -> bytes | None:
        seat, visit, lesson = page.seat, page.visit, self._lesson(page)
        try:
            sight = await self._sight((seat, visit.language, visit.dark))
        except WorkerFailed as failure:
            log.warning("Table %s could not be drawn: %s", self._state.row.id, failure)
            page.shown = None
            with speaking(visit.language):
                return encoder.encode(Undrawn(failure.sentence))
        if seat != page.seat:
            return None
        shown, page.shown = page.shown, Shown(sight, lesson)
        told = sight.told if lesson is None else msgspec.structs.replace(sight.told, lesson=lesson)
        if shown is None:
            return encoder.encode(self._position(page, sight, told))
        if lesson is not None:
            return encoder.encode(_changes(shown.sight, sight, told) or self._position(page, sight, told))
        if shown.sight.number not in sight.since:
            changes = _changes(shown.sight, sight, told)
            if changes is None:
                return encoder.encode(self._position(page, sight, told))
            sight.since[shown.sight.number] = encoder.encode(changes)
        return sight.since[shown.sight.number]

    async def _sight(self, viewer: Viewer) -> Sight:
        """What a viewer sees now; raises `WorkerFailed`."""
        state, making = self._state, self._sights.get(viewer)
        if making is None or not self._is_current(making):
            self._sights = {one: made for one, made in self._sights.items() if self._is_current(made)}
            task = asyncio.create_task(self._look(viewer, state.point))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())  # nobody may be waiting
            making = self._sights[viewer] = _Making(state.version, state.point, time.monotonic(), task)
        try:
            return await asyncio.shield(making.sight)
        except WorkerFailed:
            self._sights.pop(viewer, None)
            raise

    def _is_current(self, making: _Making) -> bool:
        state = self._state
        fresh = self._clock.clock is None or time.monotonic() - making.began < FRESH
        return fresh and making.version == state.version and making.point is state.point

    async def _look(self, viewer: Viewer, point: Snapshot) -> Sight:
        state, (seat, language, dark) = self._state, viewer
        names = state.seating.names
        journal = await self._journals.of(
            state.table, state.trail, self._told_to(seat), language, point.at, names, state.seating.events
        )
        # taken before drawing, which takes time: the log must not be ahead of the picture
        entries = tuple(journal.entries(seat))
        drawn = await self._frames.drawn(point, seat, names, language, dark)
        with speaking(language):
            return Sight(point.at, drawn, entries, self._told(seat, point, drawn))

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

    def _told(self, seat: int | None, point: Snapshot, drawn: Drawn) -> Told:
        state, now, overview = self._state, drawn.now, drawn.overview
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
            over=point.over,
            ended=state.ended,
            winners=point.winners,
            clock=self._clock.shown(),
            absence=self._absent.shown(),
            orders=self._orders.shown(seat),
            offers=self._orders.offers(seat),
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

    def _position(self, page: Connection, sight: Sight, told: Told) -> Position:
        state, drawn = self._state, sight.drawn
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
            log=sight.log,
            chat=tuple(page.visible_chat(state.chat.rows)),
        )


def _changes(before: Sight, now: Sight, told: Told) -> Changes | None:
    """None: the pictures have to be sent whole."""
    parts = changed_parts(before.drawn, now.drawn)
    if parts is None:
        return None
    same = _common(before.log, now.log)
    kept = same if same < len(before.log) else None
    return Changes(before.at, told, parts, changed_boxes(before.drawn, now.drawn), now.log[same:], kept)


def _common(old: tuple[Entry, ...], new: tuple[Entry, ...]) -> int:
    """How many entries at the beginning are the same."""
    same = 0
    for mine, theirs in zip(old, new, strict=False):
        if mine is not theirs and mine != theirs:
            break
        same += 1
    return same
