"""The public kit on this game: every pair of modules, number of players and option value."""

from __future__ import annotations

import os

import pytest

from branchline.testing import check_match

from .arrange import PAIRS

SEEDS = range(int(os.environ.get("BRANCHLINE_SOAK", "1")))


@pytest.mark.clause("F1.1", "F1.2", "F1.4", "F3.3", "F4.2")
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("modules", PAIRS)
def test_conformance(modules: str, players: int, seed: int) -> None:
    check_match("firstclass", players, seed, {"modules": modules}, thorough_every=12)


@pytest.mark.clause("F17")
@pytest.mark.parametrize("options", [{"unclaimed_start": "stays"}, {"arrest": "fine"}])
@pytest.mark.parametrize("players", [2, 4])
def test_conformance_of_options(options: dict[str, object], players: int) -> None:
    check_match("firstclass", players, 1, {"modules": "CE", **options}, thorough_every=24)
