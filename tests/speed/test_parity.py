"""Both builds play the same: a million random decisions of each game, every state and every list of moves."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from branchline.bench.interpreted import interpreted_copy, run_interpreted
from branchline.cli import build
from branchline.core import registry
from branchline.core.engine import CHANCE, OVER
from branchline.core.playout import draw, playout
from branchline.core.rng import Rng
from branchline.testing.parity import fingerprint

DECISIONS = int(os.environ.get("BRANCHLINE_PARITY", "1000000"))


@pytest.mark.skipif(build() == "interpreted", reason="no compiled build here: nothing to compare")
@pytest.mark.parametrize("game", ["nuremberg", "firstclass"])
def test_a_million_decisions_are_the_same_compiled_and_interpreted(game: str) -> None:
    with interpreted_copy() as folder:
        found = run_interpreted(folder, ["-m", "branchline.testing.parity", game, str(DECISIONS)])
    assert found.split() == [str(number) for number in fingerprint(game, DECISIONS)]


@pytest.mark.skipif(build() == "interpreted", reason="no compiled build here")
def test_compiled_modules_are_not_older_than_their_sources() -> None:
    package = Path(registry.__file__).parents[1]
    for compiled in package.rglob("*.so"):
        source = compiled.with_name(compiled.name.partition(".")[0] + ".py")
        assert compiled.stat().st_mtime >= source.stat().st_mtime, f"{source.name} changed: run make"


@pytest.mark.parametrize("game", ["nuremberg", "firstclass"])
def test_a_playout_ends_and_counts_its_decisions(game: str) -> None:
    engine = registry.game(game).engine(registry.game(game).setting(3, {}))
    counted = engine.start()
    decisions = playout(engine, counted, Rng(5))
    stepped, rng, steps = engine.start(), Rng(5), 0
    while stepped.active != OVER:
        if stepped.active == CHANCE:
            draw(engine, stepped, rng)
        else:
            moves = engine.legal(stepped)
            engine.apply(stepped, moves[rng.below(len(moves))])
            steps += 1
    assert decisions == steps > 50
    assert registry.game(game).numbers(counted) == registry.game(game).numbers(stepped)


@pytest.mark.parametrize("game", ["nuremberg", "firstclass"])
def test_copying_onto_another_position_is_an_undo(game: str) -> None:
    rules = registry.game(game)
    engine, rng = rules.engine(rules.setting(2, {})), Rng(3)
    position, kept = engine.start(), engine.start()
    for _ in range(400):
        if position.active == CHANCE:
            draw(engine, position, rng)
            continue
        if position.active == OVER:
            break
        before = rules.numbers(position)
        engine.copy(position, kept)
        moves = engine.legal(position)
        move = moves[rng.below(len(moves))]
        engine.apply(position, move)
        after = rules.numbers(position)
        engine.copy(kept, position)
        assert rules.numbers(position) == before
        engine.apply(position, move)
        assert rules.numbers(position) == after
        assert rules.numbers(kept) == before


def test_random_numbers_are_even_and_the_same_everywhere() -> None:
    rng = Rng(7)
    counts = [0] * 10
    for _ in range(20_000):
        counts[rng.below(10)] += 1
    assert min(counts) > 1850
    assert max(counts) < 2150
    again = Rng(7)
    assert [again.below(1000) for _ in range(8)] == [338, 927, 68, 995, 122, 759, 577, 43]
