"""What tests of commands need: a finished match in a file, and the line a refused command prints."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import branchline as bl
from branchline.cli import main

Capture = pytest.CaptureFixture[str]


def finished(path: Path, game: str, **options: Any) -> Path:
    """The record of a whole match of two players, who always choose the last move listed."""
    table = bl.Table(game, players=2, seed=1, seats=["Ann", "Bob"], **options)
    while not table.over:
        table.push(table.legal_moves.ids[-1])
    table.save(path)
    return path


def refused(arguments: list[str], capsys: Capture) -> str:
    """The one line on standard error of a command that failed."""
    assert main(arguments) == 2
    seen = capsys.readouterr()
    assert seen.out == ""
    assert seen.err.count("\n") == 1
    return seen.err
