"""Players by their display names: members, bots, and members who have left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from urllib.parse import quote

import msgspec

from branchline.languages import _
from branchline.server.lobby.seat_requests import offered_bots
from branchline.store import Store
from branchline.store.club.members import Members, is_member
from branchline.store.club.results import BOT, SeatResult


class Person(msgspec.Struct, frozen=True):
    name: str
    address: str = ""  # path of their page; empty: they have none
    bot: bool = False


def bot_name(spec: str) -> str:
    plain, _comma, style = spec.partition(",")
    names = {bot.spec: bot.label for bot in offered_bots()}
    return _("Bot: {level}", level=f"{names.get(plain, plain)}{', ' if style else ''}{style}")


class People:
    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names

    def of(self, player: str, name: str = "") -> Person:
        """`name`: a guest's name at the table."""
        if player.startswith(BOT):
            return Person(bot_name(player.removeprefix(BOT)), f"/player/{quote(player)}", bot=True)
        if player in self._names:
            return Person(self._names[player], f"/player/{quote(self._names[player], safe='')}")
        return Person(name if not player and name else _("Former member") if player else _("Guest"))

    def sat(self, sat: SeatResult) -> Person:
        return self.of(sat.player, sat.name)


async def people(store: Store, players: Iterable[str]) -> People:
    return People(await Members(store).named([player for player in players if is_member(player)]))


def day(time: int) -> str:
    return datetime.fromtimestamp(time, UTC).date().isoformat()
