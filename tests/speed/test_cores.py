"""What `branchline bench --cores` prints."""

from __future__ import annotations

import pytest

from branchline.bench import cores
from branchline.cli import main


def test_processes_are_compared_with_one_batch() -> None:
    alone, one, two = cores.measure("firstclass", 2, 1, 0.01, matches=8)
    assert [alone.processes, one.processes, two.processes] == [0, 1, 2]
    assert alone.times == 1
    assert two.rate > 0


def test_at_least_one_process_is_required(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--cores", "0"]) != 0
    assert "at least 1 process" in capsys.readouterr().err
