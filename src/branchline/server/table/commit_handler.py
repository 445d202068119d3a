"""What happens when a change to a table is in the store.

`committed` is the only event of a table, whether this process made the change or another one. First it settles who may
look at the table at all. Then the clock and the orders follow; other processes and the pages are told; and bots and
orders wake up, in case it is their turn.
"""

from __future__ import annotations

from dataclasses import dataclass

from branchline.server.table.play.bot_turns import BotTurns
from branchline.server.table.play.chat import TableChat
from branchline.server.table.play.orders import Orders
from branchline.server.table.play.table_clock import TableClock
from branchline.server.table.protocol.messages import Rematch
from branchline.server.table.protocol.peer_messages import PeerNews, SideDataChanged
from branchline.server.table.seats.absent_players import AbsentPlayers
from branchline.server.table.seats.new_invitations import NewInvitations
from branchline.server.table.seats.presence import Presence
from branchline.server.table.state.table_state import TableState
from branchline.server.table.state.table_writer import Committed


@dataclass(frozen=True)
class CommitHandler:
    _state: TableState
    _news: PeerNews
    _presence: Presence
    _chat: TableChat
    _clock: TableClock
    _orders: Orders
    _bots: BotTurns
    _absent: AbsentPlayers
    _new_invitations: NewInvitations

    async def committed(self, event: Committed) -> None:
        state = self._state
        if event.seats:
            state.refresh_seats()
        if event.watch_link:
            state.close_spectators()
        if event.record:
            self._absent.votes = {}
        if event.cleared:
            await self.load_side_data()
        if event.record or event.seats:
            await self._clock.follow()
        if event.record:
            await self._orders.follow()
        if event.side_data:
            self._news.send(SideDataChanged())
        if event.seats:
            self._presence.announce()
        self._chat.show(event.said)
        if event.rematch:
            state.send_to_pages(Rematch(f"/table/{event.rematch}"))
        self.show(event.whole)

    async def load_side_data(self) -> None:
        await self._absent.load()
        await self._new_invitations.load()
        await self._clock.load()
        await self._orders.load()

    def show(self, whole: bool = False) -> None:
        """Update the pages, and wake the bots and orders."""
        self._state.update_pages(whole)
        self._bots.wake()
        self._orders.wake()
