"""The orders that people have given at a table: standing orders and conditional moves.

Only their owner sees them. Their moves are made like any others. Whether one is due follows from the record and the
position, so nothing is carried out twice, whichever process does it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from typing import Any, Final, TypeAlias

import msgspec

from branchline.core.errors import BranchlineError
from branchline.core.orders import Standing
from branchline.core.play.legal_moves import steps_of
from branchline.languages import _, speaking
from branchline.server.http.errors import Refused
from branchline.server.table.play.conditional_moves import progress, told, undone_since
from branchline.server.table.protocol.messages import Lapsed, Offer, Ordered
from branchline.server.table.protocol.requests import Line
from branchline.server.table.state.table_state import TableState
from branchline.server.table.state.table_writer import Committed, TablePart, TableWriter
from branchline.store import StoreTrouble
from branchline.store.background_task import halt
from branchline.store.table import orders as stored
from branchline.store.table.orders import OrderRow

MOST: Final = 12  # orders per seat
Body: TypeAlias = Standing | Line
_decode: Final = msgspec.json.Decoder(Body).decode

log = logging.getLogger(__name__)


def _encode(body: Body) -> str:
    return msgspec.json.encode(body).decode()


class Orders(TablePart):
    def __init__(self, state: TableState, writer: TableWriter) -> None:
        super().__init__(state, writer)
        self._stored = stored.Orders(state.context.store, state.row.id)
        self._game = state.table.game.screen().standing_orders
        self._task: asyncio.Task[None] | None = None
        self.rows: list[OrderRow] = []  # includes lapsed ones whose owners have yet to be told

    async def load(self) -> None:
        self.rows = await self._stored.all()
        await self.follow()

    # Giving and withdrawing

    async def give(self, seat: int, at: int, order: Body) -> None:
        state = self._state
        async with self._writer.writing(at):
            mine = [row for row in self.rows if row.seat == seat]
            if sum(not row.lapsed for row in mine) >= MOST:
                raise Refused(
                    _("You already have the maximum number of standing orders. Withdraw one first.")
                )
            if state.point.over or state.row.uploaded:
                raise Refused(_("The game is over."))
            body = self._line(seat, order) if isinstance(order, Line) else self._standing(seat, order)
            row = OrderRow(
                seat=seat,
                number=max((row.number for row in mine), default=0) + 1,
                at=state.point.at,
                steps=len(state.table.steps),
                body=_encode(body),
            )
            await self._stored.add(row)
            self.rows.append(row)
        await self._writer.committed(Committed(side_data=True))

    def _standing(self, seat: int, order: Standing) -> Standing:
        for offer in self._game.offered(self._state.point.state, seat) if self._game else []:
            if (offer.kind, offer.what) == (order.kind, order.what):
                if offer.most and not 1 <= order.most <= offer.most:
                    raise Refused(_("The limit must be from 1 to {most}.", most=offer.most))
                return msgspec.structs.replace(order, round=offer.round, most=order.most if offer.most else 0)
        raise Refused(_("You can't give that order now."))

    def _line(self, seat: int, line: Line) -> Line:
        state = self._state
        if state.point.to_move == seat:
            raise Refused(_("It is your turn. Conditional moves are for other players' turns."))
        for one in line.ifs:
            if one.seat == seat or one.seat >= len(state.seating.rows):
                raise Refused(_("A conditional move has to wait for another player's move."))
            for text in (one.move, one.then):
                try:
                    steps_of(state.table.game, state.point.state, text)
                except BranchlineError as error:
                    raise Refused(str(error)) from None
        return msgspec.structs.replace(line, base=len(state.table.steps))

    async def withdraw(self, seat: int, number: int) -> None:
        async with self._writer.writing():
            for row in [row for row in self._active(seat) if row.number == number]:
                await self._drop(row)
        await self._writer.committed(Committed(side_data=True))

    # Following the record

    async def follow(self) -> None:
        """Drop orders that are done, and those whose condition did not come true."""
        try:
            for row in self._active():
                await self._follow(row)
        except StoreTrouble as trouble:
            log.warning("The orders of table %s are behind: %s", self._state.row.id, trouble)

    async def _follow(self, row: OrderRow) -> None:
        state, body = self._state, _decode(row.body)
        if state.point.over or undone_since(state.table, row.at, row.steps):
            await (self._drop(row) if state.point.over else self._lapse(row))
        elif isinstance(body, Line):
            await self._follow_line(row, body)
        elif self._game is None or self._game.over(state.point.state, body):
            await self._drop(row)
        elif state.point.to_move == row.seat and self._game.lapsed(state.point.state, row.seat, body):
            await self._lapse(row)

    async def _follow_line(self, row: OrderRow, line: Line) -> None:
        state, found = self._state, progress(self._state.table, row.seat, line)
        if found.state == "failed" or (found.state == "play" and not self._legal(line.ifs[0].then)):
            await self._lapse(row)
        elif found.state == "done" and len(line.ifs) == 1:
            await self._drop(row)
        elif found.state == "done":
            rest = _encode(Line(line.ifs[1:], found.after))
            fresh = msgspec.structs.replace(row, at=state.point.at, steps=len(state.table.steps), body=rest)
            await self._stored.change(fresh)
            self.rows[self.rows.index(row)] = fresh

    def _active(self, seat: int | None = None) -> list[OrderRow]:
        """Those that have not lapsed, of all seats or one."""
        return [row for row in self.rows if not row.lapsed and seat in (None, row.seat)]

    def _legal(self, text: str) -> bool:
        try:
            return self._state.table.why_not(text) is None
        except BranchlineError:
            return False

    async def _drop(self, row: OrderRow) -> bool:
        """False: another process was quicker."""
        if row in self.rows:
            self.rows.remove(row)
        return await self._stored.drop(row)

    async def _lapse(self, row: OrderRow) -> None:
        self.rows[self.rows.index(row)] = msgspec.structs.replace(row, lapsed=True)
        await self._stored.lapse(row)
        self._state.update_pages()

    async def tell_lapsed(self, seat: int) -> None:
        """Tell the pages that look from a seat, once. If its owner is away, they are told when they come back."""
        try:
            for row in [row for row in self.rows if row.lapsed and row.seat == seat]:
                if await self._drop(row):
                    self._tell_of(row)
        except StoreTrouble as trouble:  # they are told later
            log.warning("The orders of table %s are behind: %s", self._state.row.id, trouble)

    def _tell_of(self, row: OrderRow) -> None:
        for page in [page for page in self._state.connections if page.seat == row.seat]:
            with speaking(page.visit.language):
                page.put(
                    Lapsed(
                        _(
                            "The condition did not come true, so “{order}” was dropped.",
                            order=self._words(row),
                        )
                    )
                )

    # Carrying out

    @property
    def busy(self) -> bool:
        return self._task is not None and not self._task.done()

    def wake(self) -> None:
        """Something has changed: an order may have to be carried out."""
        if self._due() is not None and not self.busy:
            self._task = asyncio.create_task(self._carry_out())

    def _due(self) -> tuple[OrderRow, str] | None:
        """An order of the player to move, and the move that it makes now."""
        state = self._state
        if (
            state.undo_request is not None
            or state.point.to_move is None
            or state.row.uploaded
            or state.waiting
        ):
            return None
        for row in self._active(state.point.to_move):
            if move := self._move(row):
                return row, move
        return None

    def _move(self, row: OrderRow) -> str | None:
        body = _decode(row.body)
        if isinstance(body, Line):
            due = progress(self._state.table, row.seat, body).state == "play"
            return body.ifs[0].then if due else None
        return self._game.move(self._state.point.state, body) if self._game else None

    async def _carry_out(self) -> None:
        state = self._state
        while (due := self._due()) is not None:
            row, move = due
            try:
                async with self._writer.writing(state.point.at):
                    if self._due() == due:
                        state.table.push(move)
                await self._note(row)
            except (Refused, StoreTrouble) as trouble:  # another process was quicker, or the store failed
                log.info("An order at table %s was not carried out: %s", state.row.id, trouble)
                await self._writer.catch_up()
                return

    async def _note(self, row: OrderRow) -> None:
        """From here on, undo drops the order instead of having it carried out again."""
        state = self._state
        if row in self.rows and not isinstance(_decode(row.body), Line):
            fresh = msgspec.structs.replace(row, at=state.point.at, steps=len(state.table.steps))
            await self._stored.change(fresh)
            self.rows[self.rows.index(row)] = fresh

    async def stop(self) -> None:
        await halt(self._task)

    # Shown to their owner only

    def _words(self, row: OrderRow) -> str:
        body: Any = _decode(row.body)
        if isinstance(body, Line):
            return " ".join(self._line_words(row.seat, body))
        words = self._game.words(self._state.point.state, body) if self._game else ""
        return _("{order}, up to {most}", order=words, most=body.most) if body.most else words

    def _line_words(self, seat: int, line: Line) -> Iterator[str]:
        """What has to happen and what follows, as the log would say it."""
        table, names = self._state.table, self._state.seating.names
        state = table.at(min(line.base, len(table.steps)))
        for one in line.ifs:
            theirs = told(table.game, state, one.seat, one.move, names)
            # Translators: a conditional move; both are sentences of the log
            yield _(
                "If: {theirs} Then: {mine}",
                theirs=theirs,
                mine=told(table.game, state, seat, one.then, names),
            )

    def shown(self, seat: int | None) -> tuple[Ordered, ...]:
        if seat is None:
            return ()
        return tuple(Ordered(row.number, self._words(row)) for row in self._active(seat))

    def offers(self, seat: int | None) -> tuple[Offer, ...]:
        state = self._state
        if seat is None or self._game is None or state.point.over or state.guide:
            return ()
        now = state.point.state
        return tuple(Offer(order, self._game.words(now, order)) for order in self._game.offered(now, seat))
