"""Styles: bots of one game that play differently. `bench/styles.py` measures that they are equally strong."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from branchline.core import registry

BENCH = Path(__file__).parents[2] / "bench" / "styles.py"


@pytest.mark.parametrize(
    ("game", "style", "other", "mark"),
    [
        ("nuremberg", "seller", "builder", "links ceded"),
        ("nuremberg", "builder", "seller", "links kept"),
        ("firstclass", "traveller", "engineer", "locomotive's space"),
    ],
)
def test_a_style_does_more_of_what_it_is_named_after(game: str, style: str, other: str, mark: str) -> None:
    found = importlib.util.spec_from_file_location("styles", BENCH)
    assert found is not None
    assert found.loader is not None
    bench = importlib.util.module_from_spec(found)
    found.loader.exec_module(bench)
    assert {style, other} <= set(registry.game(game).bots().styles)
    seats = (bench.spec(style, 12), bench.spec(other, 12))
    totals = [0.0, 0.0]
    for seed in range(1, 9):
        marks = bench.match(game, seats, seed)[1]
        totals = [total + one[mark] for total, one in zip(totals, marks, strict=True)]
    assert totals[0] > totals[1]
