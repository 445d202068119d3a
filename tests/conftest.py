"""One PostgreSQL for the tests of a process that want one; stores of both engines."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from branchline.store.open_store import sqlite_url

from .postgres import Postgres, programs
from .stores import Use, use_of


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    if programs() is None:
        pytest.skip("NOT TESTED: there is no PostgreSQL here (apt-get install postgresql)")
    running = Postgres()
    yield running
    running.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return sqlite_url(tmp_path / "store.db")
    running: Postgres = request.getfixturevalue("postgres")
    return running.database()


@pytest.fixture
def use(url: str) -> Use:
    """Does something with the store, which is open meanwhile."""
    return use_of(url)
