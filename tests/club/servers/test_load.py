"""A small, short load test of a club: it measures what it says, and the server's memory does not grow."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from ...postgres import programs

BENCH = Path(__file__).parents[3] / "bench" / "club.py"


def test_a_small_club_plays_for_some_seconds() -> None:
    if programs() is None:
        pytest.skip("NOT TESTED: there is no PostgreSQL here (apt-get install postgresql)")
    words = "--tables 4 --idle 8 --seconds 8 --think 0.2 --pace 0 --json".split()
    done = subprocess.run(
        [sys.executable, str(BENCH), *words], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["moves"] > 0
    assert found["gave_up"] == 0
    assert found["ratio"]["p95"] > 0
    assert found["growth"] < 0.5
