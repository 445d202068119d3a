"""Whole matches as text. A difference is a change of the rules or of the log: if it is wanted, `make golden`
and read the diff."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from branchline.core.play.loading import load
from branchline.languages import LANGUAGES
from branchline.testing import playthrough, told

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("board", ["nuremberg", "wensleydale"])
def test_golden(board: str, players: int) -> None:
    path = GOLDEN / f"{board}-{players}.txt"
    found = playthrough("nuremberg", players, seed=players, board=board)
    _compare(found, path)


@pytest.mark.clause("N16")
@pytest.mark.parametrize("rules", ["1", "2"])
def test_golden_of_the_own_reading(rules: str) -> None:
    """The versions count the line to Fürth in different ways."""
    found = playthrough("nuremberg", 3, seed=SCORES_DIFFER, rules=rules, furth="own")
    _compare(found, GOLDEN / f"furth-own-rules-{rules}.txt")


SCORES_DIFFER = 11


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_log_reads_as_written(language: str) -> None:
    _compare(told(load(GOLDEN / "story.jsonl"), language), GOLDEN / f"story-{language}.txt")


def _compare(found: str, path: Path) -> None:
    if os.environ.get("BRANCHLINE_GOLDEN") == "write":
        path.write_text(found, encoding="utf-8")
    assert found == path.read_text(encoding="utf-8")
