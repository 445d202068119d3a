"""One PostgreSQL for the tests of a process that want one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .postgres import Postgres, programs


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    if programs() is None:
        pytest.skip("NOT TESTED: there is no PostgreSQL here (apt-get install postgresql)")
    running = Postgres()
    yield running
    running.stop()
