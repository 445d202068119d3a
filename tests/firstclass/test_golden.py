"""Whole matches as text. A difference is a change of the rules or of the log: if it is wanted, `make golden`
and read the diff."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from branchline.core.play.loading import load
from branchline.languages import LANGUAGES
from branchline.testing import playthrough, told

from .arrange import PAIRS

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize(
    ("modules", "rules"),
    [
        *((modules, rules) for rules in ("3", "2") for modules in PAIRS),
        *((modules, "1") for modules in PAIRS if "E" in modules),
    ],
)
def test_golden(modules: str, rules: str) -> None:
    """Version 1 differed from 2 only with module E."""
    players = 2 + PAIRS.index(modules) % 3
    path = GOLDEN / ("" if rules == "3" else f"rules_{rules}") / f"{modules}-{players}.txt"
    found = playthrough("firstclass", players, seed=players, rules=rules, modules=modules)
    _compare(found, path)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_log_reads_as_written(language: str) -> None:
    _compare(told(load(GOLDEN / "story.jsonl"), language), GOLDEN / f"story-{language}.txt")


def _compare(found: str, path: Path) -> None:
    if os.environ.get("BRANCHLINE_GOLDEN") == "write":
        path.write_text(found, encoding="utf-8")
    assert found == path.read_text(encoding="utf-8")
