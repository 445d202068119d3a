"""Guests and members of a club's server."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import TypeAlias

from ..server.arrange import Browser, Page, Server

PASSWORD = "signal box"
_numbers = count(1)


class Member(Browser):
    """A browser signed in as a new member."""

    def __init__(self, host: str) -> None:
        super().__init__(host)
        self.name = f"Member {next(_numbers)}"
        assert self.go("/sign-up", name=self.name, password=PASSWORD) == "/"


Guests: TypeAlias = Callable[[], Browser]
Members: TypeAlias = Callable[[], Member]


def give_cookie(browser: Browser, name: str, value: str) -> None:
    """Set a cookie as if the server had."""
    browser.http.cookies.set(name, value, domain=browser.host.partition(":")[0])


def say(page: Page, words: str) -> None:
    """Say something in the chat, and wait until it is shown."""
    if not page.position:
        page.hear()
    page.send("say", words=words)
    page.until(lambda message: message["type"] == "chat" and message["words"] == words)


def invitation(table: str, answer: str) -> str:
    """The path at which an invitation to a table is accepted or declined."""
    return f"/invitations/{table.rpartition('/')[2]}/{answer}"


def play_to_the_end(club: Server, browser: Browser) -> str:
    """Play a short game against a bot."""
    table = browser.new_table("nuremberg", "me", "bot:random", rounds="1")
    live = club.live(table)

    async def play() -> None:
        while not live.point.over:
            async with live.writer.writing():
                if live.point.to_move is not None:
                    live.table.push(next(iter(live.table.legal_moves)))

    club.do(play())
    return table
