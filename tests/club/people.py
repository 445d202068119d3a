"""Guests and members who call a club's server."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import TypeAlias

from ..server.arrange import Browser, Page, Server

PASSWORD = "signal box"
_numbers = count(1)


class Member(Browser):
    """A browser that is signed in as a member of its own."""

    def __init__(self, host: str) -> None:
        super().__init__(host)
        self.name = f"Member {next(_numbers)}"
        assert self.go("/sign-up", name=self.name, password=PASSWORD) == "/"


Guests: TypeAlias = Callable[[], Browser]
Members: TypeAlias = Callable[[], Member]


def give_cookie(browser: Browser, name: str, value: str) -> None:
    """As if the server had set it."""
    browser.http.cookies.set(name, value, domain=browser.host.partition(":")[0])


def say(page: Page, words: str) -> None:
    """Say it, and hear it oneself."""
    page.send("say", words=words)
    page.until(lambda message: message["type"] == "chat" and message["words"] == words)


def invitation(table: str, answer: str) -> str:
    """Where the invitation to a table is accepted or declined."""
    return f"/invitations/{table.rpartition('/')[2]}/{answer}"


def play_to_the_end(club: Server, browser: Browser) -> str:
    """A short game of the browser's with a bot."""
    table = browser.new_table("nuremberg", "me", "bot:random", rounds="1")
    live = club.live(table)

    async def play() -> None:
        while not live.point.over:
            async with live.writer.writing():
                if live.point.to_move is not None:
                    live.table.push(next(iter(live.table.legal_moves)))

    club.do(play())
    return table
