"""`branchline admin`: inspecting and administering a running server."""

from __future__ import annotations

import argparse
import asyncio
import secrets
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

import msgspec

from branchline.cli.arguments.hosting import data_argument, serving_of, settings_argument
from branchline.cli.json_output import print_json
from branchline.core.errors import BranchlineError
from branchline.core.extras import extra
from branchline.store import Conflict
from branchline.store.open_store import check_exists, open_store

with extra("play"):
    from branchline.server.http.visitors import fingerprint

if TYPE_CHECKING:
    from branchline.server.settings import Serving
    from branchline.store.club.admin import Administration
    from branchline.store.club.members import Member

DAY: Final = 24 * 3600
ACTIONS: Final = {
    "stats": "counts of what the store holds",
    "tables": "the tables, latest changed first",
    "table": "one table: its seats and progress",
    "end-table": "end tables that are stuck or abused: play stops, and there is no result",
    "delete-table": "delete tables, except for their results",
    "tidy": "delete guests' tables that have been idle for long",
    "members": "the members",
    "reset": "print a one-time sign-in link, so that a member can choose a new password",
    "lock": "sign a member out and keep them out",
    "unlock": "let a member in again",
    "delete-member": "delete a member; their seats become open",
    "announce": "show a message on all pages; without words: remove it",
}


class RefusedMessage(BranchlineError):
    """The request can't be carried out."""


class NoSuch(RefusedMessage):
    """Something named by the admin does not exist."""


def arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="WHAT")
    parser.set_defaults(help=parser.format_help)
    for name, words in ACTIONS.items():
        action = actions.add_parser(name, help=words, description=words[0].upper() + words[1:] + ".")
        settings_argument(action)
        action.add_argument("--store", metavar="URL", help="the store, if no settings file names it")
        data_argument(action)
        action.add_argument("--json", action="store_true", help="print JSON")
        if name == "tables":
            action.add_argument("--most", type=int, default=50, metavar="N", help="at most this many (50)")
        if name in ("table", "end-table", "delete-table"):
            action.add_argument("tables", nargs=1 if name == "table" else "+", metavar="TABLE", help="its id")
        if name in ("reset", "lock", "unlock", "delete-member"):
            action.add_argument("member", metavar="NAME", help="the member's name")
        if name == "tidy":
            action.add_argument(
                "--days", type=int, default=90, metavar="N", help="idle for at least this many days (90)"
            )
            action.add_argument("--dry-run", action="store_true", help="only list them")
        if name == "announce":
            action.add_argument(
                "words", nargs="?", default="", metavar="WORDS", help="the message, in quotes"
            )


def run(args: argparse.Namespace) -> int:
    if args.action is None:
        print(args.help(), end="")
        return 0
    settings = serving_of(args)
    found = asyncio.run(_do(args, settings))
    if args.json:
        print_json(found)
    else:
        for line in _in_words(found) or [f"There are no {args.action}."]:
            print(line)
    return 0


async def _do(args: argparse.Namespace, settings: Serving) -> Any:
    from branchline.store.club.admin import Administration

    check_exists(settings.address)
    store = await open_store(settings.address)
    try:
        return await Admin(args, settings, Administration(store), store).do()
    finally:
        await store.close()


class Admin:
    def __init__(
        self, args: argparse.Namespace, settings: Serving, hosting: Administration, store: Any
    ) -> None:
        self.args = args
        self.settings = settings
        self.hosting = hosting
        self.store = store

    async def do(self) -> Any:
        found: Any = await getattr(self, "_" + self.args.action.replace("-", "_"))()
        return found

    async def _stats(self) -> dict[str, int]:
        return await self.hosting.figures()

    async def _tables(self) -> Any:
        return await self.hosting.tables(self.args.most)

    async def _table(self) -> dict[str, object]:
        kept = await self.store.find(self.args.tables[0])
        if kept is None:
            raise NoSuch(f"There is no table {self.args.tables[0]!r}; 'branchline admin tables' lists them.")
        row = kept.row
        return {
            "table": row.id, "game": row.game, "made": row.made, "changed": row.changed, "ended": row.ended,
            "to_move": row.to_move,
            "lines": len(kept.lines), "chat": len(kept.chat),
            "seats": [f"{seat.name} ({seat.bot or seat.kind})" for seat in kept.seats],
        }  # fmt: skip

    async def _end_table(self) -> dict[str, list[str]]:
        for number, table in enumerate(self.args.tables):
            try:
                await self.hosting.end(table, int(time.time()))
            except Conflict:
                done = f" Ended before: {', '.join(self.args.tables[:number])}." if number else ""
                raise RefusedMessage(
                    f"No game is running at table {table!r}; 'branchline admin tables' lists them.{done}"
                ) from None
        return {"ended": self.args.tables}

    async def _delete_table(self) -> dict[str, int]:
        done = await self.hosting.delete(self.args.tables)
        if done < len(self.args.tables):
            raise NoSuch(f"{done} of {len(self.args.tables)} tables existed and have been deleted.")
        return {"deleted": done}

    async def _tidy(self) -> dict[str, object]:
        old = await self.hosting.old(int(time.time()) - self.args.days * DAY)
        return {"deleted": 0 if self.args.dry_run else await self.hosting.delete(old), "tables": old}

    async def _members(self) -> list[Member]:
        return await self.hosting.members()

    async def _member(self) -> Member:
        from branchline.store.club.members import Members

        found = await Members(self.store).by_name(self.args.member)
        if found is None:
            raise NoSuch(f"There is no member {self.args.member!r}; 'branchline admin members' lists them.")
        return found

    async def _reset(self) -> dict[str, str]:
        from branchline.store.club.sessions import Sessions

        member, token = await self._member(), secrets.token_urlsafe(16)
        if await self.hosting.locked(member):
            raise RefusedMessage(f"{member.name} is locked; 'branchline admin unlock' lets them in again.")
        await Sessions(self.store).add_link(fingerprint(token), member.id, member.email, int(time.time()))
        site = self.settings.site.rstrip("/") or f"http://{self.settings.host}:{self.settings.port}"
        return {"member": member.name, "link": f"{site}/link/{token}"}

    async def _lock(self) -> dict[str, str]:
        from branchline.server.lobby.peer_bus import ended
        from branchline.store.club.sessions import Sessions

        member = await self._member()
        sessions = [one for one, _made, _used in await Sessions(self.store).of(member.id)]
        await self.hosting.lock(member, True)
        await self.store.publish("", ended(sessions))
        return {"locked": member.name}

    async def _unlock(self) -> dict[str, str]:
        member = await self._member()
        await self.hosting.lock(member, False)
        return {"unlocked": member.name}

    async def _delete_member(self) -> dict[str, str]:
        from branchline.server.club.personal_data import delete

        member = await self._member()
        for table in await delete(self.store, member):
            await self.store.publish(table, "")
        return {"deleted": member.name}

    async def _announce(self) -> dict[str, str]:
        await self.hosting.announce(" ".join(self.args.words.split()), int(time.time()))
        return {"announced": self.args.words}


def _in_words(found: Any) -> list[str]:
    if isinstance(found, list):
        return ["  ".join(filter(None, map(_cell, msgspec.to_builtins(row).items()))) for row in found]
    return [f"{name}: {_cell((name, value))}" for name, value in found.items()]


def _cell(cell: tuple[str, object]) -> str:
    name, value = cell
    if isinstance(value, bool):
        return {"over": "over" if value else "running", "ended": "ended" if value else ""}[name]
    if name in ("changed", "made", "ended") and isinstance(value, int):
        return datetime.fromtimestamp(value, UTC).strftime("%Y-%m-%d %H:%M") if value else "-"
    return (", ".join(map(str, value)) or "none") if isinstance(value, list) else str(value)
