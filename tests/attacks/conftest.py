"""One server for the attacks of a file."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ..server.arrange import Browser, Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("data"))
    yield running
    running.stop()


@pytest.fixture
def eve(server: Server) -> Iterator[Browser]:
    with Browser(server.host) as browser:
        yield browser
