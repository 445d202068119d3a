"""A program with threads may load games in any of them, at the same time."""

from __future__ import annotations

import subprocess
import sys

import pytest

LOADING = """
import sys, threading
from branchline import Table

def load(game):
    together.wait()
    Table(game, players=2, seed=1)

sys.setswitchinterval(1e-6)  # threads take turns as often as they can
together = threading.Barrier(8)
threads = [threading.Thread(target=load, args=(game,)) for game in ["nuremberg", "firstclass"] * 4]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


@pytest.mark.parametrize("attempt", range(3))
def test_threads_may_load_games_at_the_same_time(attempt: int) -> None:
    """In a new process that has not decoded any file yet: this used to crash."""
    done = subprocess.run([sys.executable, "-c", LOADING], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
