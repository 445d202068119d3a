"""Luck that is the same in every run; one PostgreSQL for the tests of a process that want one; stores of both
engines."""

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

# `make soak` looks for new examples; every other run tries the same ones.
settings.register_profile("same examples", derandomize=True, database=None)
if "BRANCHLINE_SOAK" not in os.environ:
    settings.load_profile("same examples")


@pytest.fixture(autouse=True)
def _same_luck(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever draws without a seed draws the same in every run of a test, whichever tests ran before it. Processes
    that a test starts draw as they like: what it says of them has to hold for every draw."""
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
    """Does something with the store, which is open meanwhile."""
    return use_of(url)
