"""Whole matches as text. A difference is a change of the rules: if it is wanted, `make golden` and read the diff."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from branchline.testing import playthrough

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("board", ["nuremberg", "wensleydale"])
def test_golden(board: str, players: int) -> None:
    path = GOLDEN / f"{board}-{players}.txt"
    found = playthrough("nuremberg", players, seed=players, board=board)
    if os.environ.get("BRANCHLINE_GOLDEN") == "write":
        path.write_text(found, encoding="utf-8")
    assert found == path.read_text(encoding="utf-8")
