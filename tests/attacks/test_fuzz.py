"""Thousands of mutated requests, messages, records, maps and decks over the network: the server never fails, logs no
traceback or token, and other people's data stays unchanged. `make fuzz` sends 200,000.

BRANCHLINE_FUZZ says how many, BRANCHLINE_FUZZ_SEED which (0: different ones every time); a failure names its seed and
what was sent.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ..club.people import PASSWORD, Member
from ..club.processes import ServerProcess
from ..server.arrange import Browser
from .mutations import SECRET, Mutations
from .raw_http import request, status

SENT = int(os.environ.get("BRANCHLINE_FUZZ", "1000"))
SEED = int(os.environ.get("BRANCHLINE_FUZZ_SEED", "1")) or Random().randrange(1, 10**9)
AT_ONCE = 16
MESSAGES = 40  # messages per page before it is reopened: more would hit a limit
TIMEOUT = 60.0  # seconds for an answer
SETTINGS = """
accounts = true
check = 5.0
logs = "json"
[limits]
headers = 1.0
body = 1.0
sign_in = ""
tables = ""
uploads = ""
requests = ""
connections = 1000
"""
# What must not change: tables and members that are not the attacker's.
KEPT = {
    "tables": "SELECT * FROM tables WHERE id IN ({tables}) ORDER BY id",
    "seats": "SELECT * FROM seats WHERE table_id IN ({tables}) ORDER BY table_id, seat",
    "holders": "SELECT * FROM holders WHERE table_id IN ({tables}) ORDER BY 1, 2, 3",
    "moves": "SELECT * FROM events WHERE table_id IN ({tables}) ORDER BY table_id, number",
    "chat": "SELECT * FROM chat WHERE table_id IN ({tables}) ORDER BY 1, 2",
    "members": "SELECT * FROM members WHERE name = '{member}'",
}


class Club:
    """A server with two people's tables, and an attacker who knows their ids and has a table and an account."""

    def __init__(self, folder: Path) -> None:
        self.store, self.log = folder / "branchline.db", folder / "log"
        (folder / "settings.toml").write_text(SETTINGS)
        self._written = self.log.open("w")
        settings = ("--settings", str(folder / "settings.toml"))
        self.server = ServerProcess(folder, f"sqlite:{self.store}", *settings, stderr=self._written)
        self.host = self.server.host
        self.member, self.bob, self.eve = Member(self.host), Browser(self.host), Member(self.host)
        self.tables = []
        links: list[str] = []
        for game in ("nuremberg", "firstclass"):
            table = self.member.new_table(game, "me", "friend")
            (link,) = self.member.links(table).values()
            self.bob.go(link, name="Bob")
            links += [link, self.bob.own_link(table), self.member.own_link(table)]
            page = self.member.sit(table)
            page.hear()
            if page.choices:
                page.play()
            self.tables.append(table)
        people = (self.member, self.bob, self.eve)
        self.secrets = {SECRET, *(value for one in people for value in one.http.cookies.values())}
        self.secrets |= {link.rpartition("/")[2] for link in links}
        self.before = self.kept()
        self.own = self.eve.new_table("firstclass", "me", "here")
        league = self.eve.go("/leagues/new", game="nuremberg", name="Eve's", kind="league", size="2")
        self.places = {
            "table": [*(table.rpartition("/")[2] for table in self.tables), self.own.rpartition("/")[2]],
            "league": [league.rpartition("/")[2]],
            "token": [SECRET],
            "name": [self.member.name],
            "language": ["de"],
        }
        self.cookie = "; ".join(f"{name}={value}" for name, value in self.eve.http.cookies.items())

    def kept(self) -> dict[str, list[Any]]:
        names = ",".join(f"'{table.rpartition('/')[2]}'" for table in self.tables)
        with contextlib.closing(sqlite3.connect(self.store)) as database:
            return {
                what: database.execute(question.format(tables=names, member=self.member.name)).fetchall()
                for what, question in KEPT.items()
            }

    def close(self) -> None:
        for one in (self.member, self.bob, self.eve):
            one.__exit__()
        self.server.stop()
        self._written.close()


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    running = Club(tmp_path)
    yield running
    running.close()


class Attack:
    def __init__(self, club: Club, seed: int) -> None:
        self.club = club
        self.mutations = Mutations(seed, club.places)
        self.left = SENT
        self.answers: Counter[str] = Counter()

    async def run(self) -> None:
        async with asyncio.TaskGroup() as group:
            for _ in range(AT_ONCE):
                group.create_task(self._go_on())

    async def _go_on(self) -> None:
        rng = self.mutations.rng
        while self.left > 0:
            kind = rng.random()
            if kind < 0.01:
                count = min(MESSAGES, self.left)
                self.left -= count
                await self._talk(count)
                continue
            self.left -= 1
            cookie = self.club.cookie if rng.random() < 0.6 else ""
            await self._call(self.mutations.upload(cookie) if kind < 0.03 else self.mutations.request(cookie))

    async def _dial(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        host, _, port = self.club.host.partition(":")
        return await asyncio.open_connection(host, int(port))

    async def _call(self, sent: bytes) -> None:
        reader, writer = await self._dial()
        answer = b""
        try:
            writer.write(sent)
            async with asyncio.timeout(TIMEOUT):
                answer = await reader.read(1 << 17)
        except ConnectionError:
            pass
        except TimeoutError:
            raise AssertionError(f"no answer to {sent!r}") from None
        writer.close()
        self._judge(answer, sent)

    def _judge(self, answer: bytes, sent: bytes) -> None:
        code = status(answer)
        self.answers[str(code)] += 1
        busy = code == 503 and b"\r\nretry-after: " in answer.lower()
        assert code < 500 or busy, f"{code} to {sent!r}: {answer!r}"
        if b"\r\nx-request-id: " in answer:  # otherwise uvicorn did not recognise a request
            assert b"\r\ncontent-security-policy: " in answer, f"{sent!r}: {answer!r}"
        assert b"<script>alert(1)" not in answer, f"{sent!r}: {answer!r}"
        elsewhere = re.search(rb"\r\nlocation: (?!http://localhost/)(?:/[/\\]|[^/])", answer)
        assert not elsewhere or code == 307, f"{sent!r}: {answer!r}"

    async def _talk(self, count: int) -> None:
        """Messages from a page of the attacker's own table."""
        frames = [self.mutations.frame(at=1) for _ in range(count)]
        headers = {"sec-websocket-key": "eHh4eHh4eHh4eHh4eHh4eA==", "sec-websocket-version": "13"}
        path = f"{self.club.own}/live"
        headers |= {"upgrade": "websocket", "connection": "upgrade", "cookie": self.club.cookie}
        reader, writer = await self._dial()
        code, heard = 0, b""
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            writer.write(request("GET", path, b"", **headers, content_length=""))
            async with asyncio.timeout(TIMEOUT):
                code = status(await reader.readuntil(b"\r\n\r\n"))
        if code != 101:
            assert code in (0, 408), f"{code} to the page of a table"
            writer.close()
            self.left += count  # we were too slow for the server's limits, on a busy machine: try again
            return
        with contextlib.suppress(ConnectionError, TimeoutError):
            for frame in frames:
                writer.write(frame)
            async with asyncio.timeout(2.0):
                while piece := await reader.read(1 << 20):
                    heard = (heard + piece)[-200:]
        writer.close()
        self.answers["messages"] += count
        assert b"\x88\x02\x03\xf3" not in heard[-4:], f"closed with 1011 after {frames!r}"


def test_nothing_that_strangers_send_breaks_the_server_or_changes_other_peoples_data(
    club: Club,
) -> None:
    print(f"BRANCHLINE_FUZZ_SEED={SEED} BRANCHLINE_FUZZ={SENT}")
    attack = Attack(club, SEED)
    try:
        asyncio.run(attack.run())
    finally:
        print(dict(attack.answers))
    assert club.kept() == club.before
    # From a device that she uses: a stranger's guesses, from the same address too, don't lock her out there.
    club.member.go("/sign-out")
    assert club.member.go("/sign-in", name=club.member.name, password=PASSWORD) == "/"
    club.member.sit(club.tables[0]).hear()
    written = club.log.read_text()
    faults = [line for line in written.splitlines() if '"trace"' in line or '"level": "error"' in line]
    assert not faults, f"seed {SEED}: {faults[0]}"
    assert "Traceback" not in written
    for secret in club.secrets:
        assert secret not in written
