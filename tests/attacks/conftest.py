"""One server per file of attacks, and the servers, guests and members of the club's tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ..club.conftest import browsers, club, guest, mailbox, member, watch
from ..server.arrange import Browser, Server

__all__ = ["browsers", "club", "eve", "guest", "mailbox", "member", "server", "watch"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("data"))
    yield running
    running.stop()


@pytest.fixture
def eve(server: Server) -> Iterator[Browser]:
    with Browser(server.host) as browser:
        yield browser
