"""No leaks: work that goes on for days, on a server or in training, takes no more memory than at first.

No collector finds what compiled rules keep by mistake, so blocks of memory are counted. An array (`vec`) that goes from
interpreted code into compiled code, as an argument or an attribute, is such a mistake: mypyc never frees it.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec


def test_repeated_work_leaks_nothing() -> None:
    command = [sys.executable, "-m", "tests.speed.memory"]
    done = subprocess.run(
        command, cwd=Path(__file__).parents[2], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    found = msgspec.json.decode(done.stdout, type=dict[str, float])
    assert len(found) == 30
    assert {what: blocks for what, blocks in found.items() if blocks > 0.5} == {}
