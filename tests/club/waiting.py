"""For tests of what happens while people are away: a clock to advance, and two friends at a table."""

from __future__ import annotations

import pytest

from branchline.server import wall_clock

from ..server.arrange import Browser, Page


class Watch:
    """A clock that tests can advance."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ahead = 0
        real = wall_clock.now
        monkeypatch.setattr(wall_clock, "now", lambda: real() + self.ahead)


def friends(host: str, browsers: list[Browser], **form: str) -> tuple[str, list[Page]]:
    """A table of Ann and Bob, and a page of each."""
    ann, bob = Browser(host), Browser(host)
    browsers += [ann, bob]
    address = ann.new_table("nuremberg", "me", "friend", name0="Ann", name1="Bob", **form)
    bob.go(ann.links(address)[1], name="Bob")
    pages = [ann.sit(address), bob.sit(address)]
    for page in pages:
        page.until(lambda message: all(seat["kind"] == "person" for seat in message["told"]["seats"]))
    return address, pages
