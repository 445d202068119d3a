"""Stores of both engines, and a server whose watch a test puts forward."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from branchline.store import Store
from branchline.store.opening import open_store, sqlite_url

from ..postgres import Postgres
from ..web.arrange import Browser, Server
from .waiting import Use, Watch


@pytest.fixture(params=["sqlite", "postgresql"])
def use(request: pytest.FixtureRequest, tmp_path: Path) -> Use:
    if request.param == "sqlite":
        url = sqlite_url(tmp_path / "store.db")
    else:
        running: Postgres = request.getfixturevalue("postgres")
        url = running.database()

    def opened(work: Callable[[Store], Awaitable[Any]]) -> Any:
        async def run() -> Any:
            store = await open_store(url)
            try:
                return await work(store)
            finally:
                await store.close()

        return asyncio.run(run())

    return opened


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    return Watch(monkeypatch)


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that looks at its clocks only when a test says so."""
    running = Server(tmp_path_factory.mktemp("data"), sweep=3600.0)
    yield running
    running.stop()


@pytest.fixture
def browsers() -> Iterator[list[Browser]]:
    opened: list[Browser] = []
    yield opened
    for browser in opened:
        browser.__exit__()
