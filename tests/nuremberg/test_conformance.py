"""The public kit on this game: every board, number of players and option value."""

from __future__ import annotations

import os

import pytest

from branchline.testing import check_match

SEEDS = range(int(os.environ.get("BRANCHLINE_SOAK", "1")))

BOTH_BOARDS: list[dict[str, object]] = [
    {},
    {"rounds": 1},
    {"rounds": 8},
    {"sets": "three"},
    {"pass_returns_trains": True},
    {"goods_destination": False},
    {"stone_from": "neighbours"},
    {"goods_destination": False, "stone_from": "neighbours"},
    {"company_track": 35},
    {"starting_influence": (0, 0, 0, 0)},
    {"starting_influence": (5, 6, 5, 5)},
]
OWN: dict[str, list[dict[str, object]]] = {
    "nuremberg": [{"furth": "own"}, {"swap_passengers": True}],
    "wensleydale": [{"south": "start"}, {"wide_south": True}, {"south": "start", "wide_south": True}],
}
MATCHES = [
    pytest.param(board, options, id=f"{board}-{'-'.join(f'{k}={v}' for k, v in options.items()) or 'plain'}")
    for board in ("nuremberg", "wensleydale")
    for options in [*BOTH_BOARDS, *OWN[board]]
]


@pytest.mark.clause("N1.1", "N1.2", "N1.3", "N16")
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("board", "options"), MATCHES)
def test_conformance(board: str, options: dict[str, object], players: int, seed: int) -> None:
    every = 8 if not options else 24
    check_match("nuremberg", players, seed, {"board": board, **options}, thorough_every=every)
