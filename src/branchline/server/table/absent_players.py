"""When somebody does not move: the others may vote that a bot plays for them until they are back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.bots import DEFAULT_BOT
from branchline.languages import _
from branchline.server import wall_clock
from branchline.server.http.errors import Refused
from branchline.server.table import messages
from branchline.store import absent as kept
from branchline.store.absent import Vote

if TYPE_CHECKING:
    from branchline.server.table.live_table import LiveTable


class Absent:
    def __init__(self, live: LiveTable) -> None:
        self._live = live
        self._kept = kept.Absent(live.context.store, live.row.id)
        self.stand_ins: dict[int, str] = {}
        self.votes: dict[int, Vote] = {}

    async def load(self) -> None:
        self.stand_ins = await self._kept.stand_ins()
        self.votes = await self._kept.votes(self._live.point.at)

    def voters(self) -> set[int]:
        """The others, if the table waits for a person."""
        live, seat = self._live, self._live.point.to_move
        if seat is None or live.waiting or seat in self.stand_ins or live.seating.rows[seat].kind != "person":
            return set()
        return live.seating.others(seat) - set(self.stand_ins)

    def opens(self) -> int:
        """When there may be a vote about who is to move; 0: never."""
        live = self._live
        if not self.voters():
            return 0
        clock = live.table_clock.clock
        if clock is None:
            return live.row.changed + int(live.context.settings.absence)
        return clock.deadline if clock.terms.late == "vote" else 0

    async def vote(self, voter: int, at: int, choice: Vote) -> None:
        live = self._live
        async with live.writer.writing(at):
            seat = live.point.to_move
            if seat is None or voter not in self.voters() or not 0 < self.opens() <= wall_clock.now():
                raise Refused(_("There is nothing to vote on now."))
            if choice == "wait" and live.table_clock.clock is None:
                raise Refused(_("This table has no clock: to wait, do nothing."))
            await self._kept.vote(seat, voter, choice, at)
            self.votes = await self._kept.votes(at)
            await self._count(seat)
        live.told_beside()

    async def _count(self, seat: int) -> None:
        """More than half of the others decide."""
        live, voters = self._live, self.voters()
        for choice in ("bot", "wait"):
            votes = [voter for voter, vote in self.votes.items() if vote == choice and voter in voters]
            if 2 * len(votes) <= len(voters):
                continue
            if choice == "bot":
                clock = live.table_clock.clock
                await self._kept.stand_in(seat, clock.terms.bot if clock else DEFAULT_BOT, wall_clock.now())
                self.stand_ins = await self._kept.stand_ins()
                await live.table_clock.follow()
                await live.note(seat, "stand_in")
            else:
                await live.table_clock.wait_on()
            await self._kept.forget_votes()
            self.votes = {}

    async def back(self, seat: int) -> None:
        """The owner of a seat plays again."""
        live = self._live
        async with live.writer.writing():
            await self._kept.back(seat)
            if self.stand_ins.pop(seat, ""):
                await live.note(seat, "back")
            await live.table_clock.follow()
        live.told_beside()

    def bot_of(self, seat: int) -> str:
        """The bot that plays for a person; empty: none does."""
        return self.stand_ins.get(seat, "") or self._live.table_clock.late_bot(seat)

    def shown(self) -> messages.Absence | None:
        opens = self.opens()
        if not opens or self._live.row.uploaded:
            return None
        seat = self._live.point.to_move
        assert seat is not None
        by = {choice: tuple(sorted(voter for voter, vote in self.votes.items() if vote == choice))
              for choice in ("bot", "wait")}  # fmt: skip
        return messages.Absence(
            seat=seat,
            opens=opens,
            now=wall_clock.now(),
            voters=tuple(sorted(self.voters())),
            bot=by["bot"],
            wait=by["wait"],
            clock=self._live.table_clock.clock is not None,
        )
