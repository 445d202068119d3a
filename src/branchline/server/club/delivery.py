"""Sends what is in the outbox: by email, to webhooks, to browsers. Everything due for one address goes out together."""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections.abc import Sequence
from functools import partial
from hashlib import sha256
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

import msgspec

from branchline.core import registry
from branchline.core.protocols import OVER
from branchline.languages import _, n_, speaking
from branchline.server import wall_clock
from branchline.server.club import webhooks
from branchline.server.club.email import Email, Mail, MailTrouble
from branchline.server.club.push import GONE, Pusher
from branchline.store import StoreTrouble
from branchline.store.background_task import halt
from branchline.store.club.members import Members
from branchline.store.club.notices import Item, Notices, NoticeWay

if TYPE_CHECKING:
    from branchline.server.table.state.context import ServerContext

AT_ONCE: Final = 200  # notifications per run
POSTS: Final = 8  # deliveries in progress
TIDY: Final = 360  # runs between two cleanups

log = logging.getLogger(__name__)


class Notification(msgspec.Struct, frozen=True):
    """A notification in words."""

    id: str
    kind: str
    words: str
    address: str
    time: int


class Delivery:
    def __init__(self, context: ServerContext, mail: Mail, pusher: Pusher | None) -> None:
        self._store = context.store
        self._notices = Notices(context.store)
        self._settings = context.settings
        self._mail = mail
        self._under_way = asyncio.Semaphore(POSTS)
        self.pusher = pusher
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._go_on())

    async def _go_on(self) -> None:
        looks = 0
        while True:
            await asyncio.sleep(self._settings.sweep)
            looks += 1
            try:
                await self.look()
                if looks % TIDY == 0:
                    await self._notices.tidy(wall_clock.now())
            except StoreTrouble as trouble:
                log.warning("Notices wait: %s", trouble)
            except Exception:
                log.exception("Notices wait")

    async def look(self) -> None:
        """Send what is due."""
        found = await self._notices.due(wall_clock.now(), AT_ONCE)
        groups = groupby(found, key=lambda item: (item.person, item.way, item.address))
        await asyncio.gather(*(self._take(list(group)) for _address, group in groups))

    async def _take(self, items: Sequence[Item]) -> None:
        async with self._under_way:
            if await self._notices.take(items, wall_clock.now()):
                await self._send_all(items)

    async def _send_all(self, items: Sequence[Item]) -> None:
        first = items[0]
        way = next(
            (
                way
                for way in await self._notices.ways(first.person)
                if (way.way, way.address) == (first.way, first.address)
            ),
            None,
        )
        try:
            if way is not None:
                with speaking(way.language):
                    told = [await self._told(item) for item in items if await self._still_so(item)]
                    if told:
                        await self._send(way, told)
            await self._notices.sent(items)
        except (OSError, MailTrouble, webhooks.BadAddress) as trouble:
            log.info("A notification by %s was refused: %s", first.way, trouble)
            await self._notices.failed(items, wall_clock.now())

    async def _still_so(self, item: Item) -> bool:
        """Whether a notification still applies: the turn, or the whole game, may be over by now."""
        if item.kind not in ("turn", "time", "round"):
            return True
        to_move = await self._notices.to_move(item.table)
        if item.kind == "round":  # its table may be about to be made
            return to_move != OVER
        return to_move == item.seat

    async def _told(self, item: Item) -> Notification:
        words = await (self._of_round(item) if item.kind == "round" else self._of_table(item))
        where = "/" if item.kind == "invited" else f"/table/{item.table}"
        return Notification(item.id, item.kind, words, self._settings.site.rstrip("/") + where, item.made)

    async def _of_table(self, item: Item) -> str:
        found = await self._notices.game(item.table)
        game = registry.game(found).title if found else item.table
        return {
            "turn": _("{game}: it is your turn.", game=game),
            "over": _("{game}: the game is over.", game=game),
            "time": _("{game}: your time is running out.", game=game),
            "invited": _("{game}: you are invited to a table.", game=game),
            "seat": _(
                "{game}: the others want to give your seat away. Open the table to keep it.", game=game
            ),
        }[item.kind]

    async def _of_round(self, item: Item) -> str:
        name, number = await self._notices.round(item.table)
        return _("{league}: round {number} has started.", league=name, number=number)

    async def _send(self, way: NoticeWay, told: Sequence[Notification]) -> None:
        title = (
            told[0].words
            if len(told) == 1
            else n_("{count} notification", "{count} notifications", len(told), count=len(told))
        )
        if way.way == "mail":
            await self._send_email(way, title, told)
        elif way.way == "webhook":
            body = msgspec.json.encode({"notices": told})
            signature = hmac.new(way.secret.encode(), body, sha256).hexdigest()
            headers = {"Content-Type": "application/json", "Branchline-Signature": f"sha256={signature}"}
            await self._posted(webhooks.post, way.address, body, headers)
        elif self.pusher is not None:
            words = "\n".join(one.words for one in told) if len(told) > 1 else ""
            content = msgspec.json.encode({"title": title, "words": words, "address": told[0].address})
            status = await self._posted(self.pusher.post, way.address, way.secret, content, fine=GONE)
            if status in GONE:
                await self._notices.forget(way.person, way.way, way.address)

    async def _send_email(self, way: NoticeWay, title: str, told: Sequence[Notification]) -> None:
        member = await Members(self._store).find(way.person)
        if member is None or not member.email or not self._mail:
            return
        lines = [f"{one.words}\n{one.address}" for one in told]
        lines.append(_("Change how you get these emails: {address}", address=f"{self._mail.site}/away"))
        await self._mail.send(Email(member.email, f"Branchline: {title}", "\n\n".join(lines) + "\n"))

    async def _posted(self, work: Any, *values: Any, fine: Sequence[int] = ()) -> int:
        """The response to a POST; raises OSError unless it reports success, and BadAddress."""
        try:
            status: int = await asyncio.to_thread(partial(work, *values, inside=self._settings.inside))
        except (OSError, webhooks.BadAddress):
            raise
        except Exception as error:  # libraries raise anything for odd addresses and keys
            raise OSError(type(error).__name__) from None
        if not (200 <= status < 300 or status in fine):
            raise OSError(f"the answer was {status}")
        return status

    async def close(self) -> None:
        await halt(self._task)
