"""One server for the attacks of a file, and the servers, guests and members of the club's tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ..club.conftest import browsers, club, guest, letters, member, watch
from ..server.arrange import Browser, Server

__all__ = ["browsers", "club", "eve", "guest", "letters", "member", "server", "watch"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("data"))
    yield running
    running.stop()


@pytest.fixture
def eve(server: Server) -> Iterator[Browser]:
    with Browser(server.host) as browser:
        yield browser
