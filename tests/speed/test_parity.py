"""Both builds play the same: a million random decisions of each game, every state and every list of moves."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from branchline.bench.interpreted import interpreted_copy, run_interpreted
from branchline.cli import build
from branchline.core import registry
from branchline.core.compiled.engine import CHANCE, OVER
from branchline.core.compiled.playout import draw, playout
from branchline.core.compiled.rng import Rng
from branchline.games.nuremberg.rules.moves import LOAD, PASS, SHIP
from branchline.testing.parity import VARIANTS, fingerprint

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


@pytest.mark.parametrize("game", ["nuremberg", "firstclass"])
def test_each_result_has_as_many_tickets_as_its_weight(game: str) -> None:
    rules = registry.game(game)
    engine, rng = rules.engine(rules.setting(4, VARIANTS[game][-1])), Rng(3)
    for _ in range(20):
        position = engine.start()
        while position.active != OVER:
            moves = engine.legal(position)
            if position.active == CHANCE:
                weights = engine.weights(position)
                expected = [move for move, weight in zip(moves, weights, strict=True) for _ in range(weight)]
                assert [
                    engine.drawn(position, ticket) for ticket in range(engine.tickets(position))
                ] == expected
                engine.apply(position, expected[rng.below(len(expected))])
            else:
                engine.apply(position, moves[rng.below(len(moves))])


@pytest.mark.parametrize("game", ["nuremberg", "firstclass"])
def test_a_move_and_the_next_list_in_one_call_are_the_same_as_in_two(game: str) -> None:
    rules = registry.game(game)
    room = vec[i64](capacity=8)  # too little for some lists
    for variant, options in enumerate(VARIANTS[game]):
        engine, rng = rules.engine(rules.setting(3, options)), Rng(variant)
        one, other = engine.start(), engine.start()
        while one.active != OVER:
            if one.active == CHANCE:
                draw(engine, one, rng)
                engine.copy(one, other)
                continue
            moves = engine.legal(one)
            assert list(engine.legal_in(other, room)) == list(moves)
            move = moves[rng.below(len(moves))]
            engine.apply(one, move)
            found = list(engine.advance(other, move, room))
            assert rules.numbers(one) == rules.numbers(other)
            assert found == (list(engine.legal(one)) if one.active >= 0 else [])


def test_what_can_be_shipped_is_kept_up_to_date() -> None:
    """N9: what is kept up to date since the beginning of the phase equals what is computed from scratch."""
    rules, rng = registry.game("nuremberg"), Rng(5)
    engine = rules.engine(rules.setting(4, {"starting_influence": (6, 6, 6, 6)}))
    position: Any = engine.start()
    shipments = 0
    while position.active != OVER:
        if position.active == CHANCE:
            draw(engine, position, rng)
            continue
        moves = list(engine.legal(position))
        fresh: Any = rules.restore(position.setting, rules.numbers(position))
        assert fresh.reach_known == 0
        assert list(engine.legal(fresh)) == moves
        useful = [move for move in moves if move > PASS] or moves
        move = useful[rng.below(len(useful))]
        shipments += SHIP <= move < LOAD
        engine.apply(position, move)
    assert shipments > 10


def test_random_numbers_are_even_and_the_same_everywhere() -> None:
    rng = Rng(7)
    counts = [0] * 10
    for _ in range(20_000):
        counts[rng.below(10)] += 1
    assert min(counts) > 1850
    assert max(counts) < 2150
    again = Rng(7)
    assert [again.below(1000) for _ in range(8)] == [338, 927, 68, 995, 122, 759, 577, 43]
