"""The same random numbers in every run; one PostgreSQL per test process that needs it; stores of both engines."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import settings

from branchline.core.play import chance
from branchline.store.open_store import sqlite_url

from .postgres import Postgres, programs
from .stores import Use, use_of

# `make soak` tries new examples; all other runs try the same ones.
settings.register_profile("same examples", derandomize=True, database=None)
if "BRANCHLINE_SOAK" not in os.environ:
    settings.load_profile("same examples")


@pytest.fixture(autouse=True)
def _same_luck(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unseeded random numbers are the same in every run of a test, whichever tests ran before it. Processes that a
    test starts are not seeded: its assertions about them have to hold for every draw."""
    seed = random.Random(request.node.nodeid).getrandbits(32)
    random.seed(seed)
    if (numpy := sys.modules.get("numpy")) is not None:
        numpy.random.seed(seed)
    monkeypatch.setattr(chance, "secrets", SimpleNamespace(randbits=random.Random(seed).getrandbits))


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
    """Does something with an open store."""
    return use_of(url)
