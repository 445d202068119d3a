"""One server for the tests that share it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .arrange import Browser, Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("data"))
    yield running
    running.stop()


@pytest.fixture
def ann(server: Server) -> Iterator[Browser]:
    with Browser(server.host) as browser:
        yield browser


@pytest.fixture
def bob(server: Server) -> Iterator[Browser]:
    with Browser(server.host) as browser:
        yield browser
