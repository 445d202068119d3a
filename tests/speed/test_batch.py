"""Batches: many matches in NumPy arrays."""

from __future__ import annotations

import numpy as np
import pytest

from branchline.core import registry
from branchline.core.errors import OptionError
from branchline.envs.batched import Batch

GAMES = ["nuremberg", "firstclass"]


@pytest.mark.parametrize("game", GAMES)
def test_a_batch_steps_all_matches_and_deals_new_ones(game: str) -> None:
    batch = Batch(game, 8, players=3, seed=1)
    rng = np.random.default_rng(1)
    ends = 0
    for _ in range(700):
        legal = [np.flatnonzero(mask) for mask in batch.masks]
        assert all(len(moves) for moves in legal)
        batch.step(np.array([rng.choice(moves) for moves in legal]))
        ends += int(batch.ended.sum())
        assert ((batch.to_move >= 0) & (batch.to_move < 3)).all()
    assert ends >= 8


@pytest.mark.parametrize("game", GAMES)
def test_arrays_show_the_engines_own_memory(game: str) -> None:
    batch = Batch(game, 4, seed=1)
    masks, observations = batch.masks, batch.observations
    before = observations.copy()
    batch.step_random(5)
    assert masks is batch.masks
    assert (observations != before).any()
    lanes = batch._lanes
    for lane, position in enumerate(lanes.positions):
        assert list(observations[lane]) == list(lanes.engine.seen(position, position.active))
    with pytest.raises(ValueError, match="read-only"):
        masks[0, 0] = 1


@pytest.mark.parametrize("game", GAMES)
def test_masks_say_what_is_legal(game: str) -> None:
    batch = Batch(game, 4, players=4, seed=2)
    for _ in range(60):
        batch.step_random()
        for lane in range(4):
            legal = batch._lanes.engine.legal(batch._lanes.positions[lane])
            assert list(np.flatnonzero(batch.masks[lane])) == list(legal)


@pytest.mark.parametrize("game", GAMES)
def test_results_of_ended_matches_are_kept(game: str) -> None:
    batch = Batch(game, 2, seed=3, observe=False)
    while not batch.ended.any():
        batch.step_random()
    lane = int(np.flatnonzero(batch.ended)[0])
    assert batch.scores[lane].any()
    assert batch.observations.shape == (0, batch._lanes.engine.features)


@pytest.mark.parametrize("game", GAMES)
def test_equal_seeds_give_equal_batches(game: str) -> None:
    one, other = (Batch(game, 4, players=3, seed=9) for _ in range(2))
    one.step_random(300)
    other.step_random(300)
    assert (one.observations == other.observations).all()
    assert (one.scores == other.scores).all()


@pytest.mark.parametrize("move", [-1, 10**6])
def test_a_move_that_is_not_legal_is_refused_and_nothing_is_played(move: int) -> None:
    batch = Batch("nuremberg", 3, seed=1)
    moves = batch.masks.argmax(axis=1)
    moves[1] = move
    before = batch.observations.copy()
    with pytest.raises(ValueError, match="not legal in match 1"):
        batch.step(moves)
    assert (batch.observations == before).all()
    with pytest.raises(ValueError, match="3 matches take 3 moves"):
        batch.step(moves[:2])


def test_a_list_is_accepted_and_other_things_are_refused_in_a_sentence() -> None:
    batch = Batch("nuremberg", 3, seed=1)
    batch.step(batch.masks.argmax(axis=1).tolist())
    with pytest.raises(ValueError, match="Moves are whole numbers, not float64"):
        batch.step(batch.masks.argmax(axis=1) + 0.5)
    for seed in (-1, "x", 2.5, None):
        with pytest.raises(ValueError, match="A seed is a whole number, 0 or more"):
            Batch("nuremberg", 3, seed=seed)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="3 matches take one seed, or a list of 3, not of 2"):
        Batch("nuremberg", 3, seed=[1, 2])


def test_every_match_may_have_its_own_seed() -> None:
    one, other = Batch("firstclass", 3, seed=[7, 8, 9]), Batch("firstclass", 2, seed=[9, 7])
    assert (one.observations[[2, 0]] == other.observations).all()


def test_without_renewal_a_match_that_ended_waits() -> None:
    batch = Batch("nuremberg", 4, seed=1, renew=False, board="mini", rounds=1)
    while not batch.ended.any():
        batch.step_random()
    over = batch.ended.astype(bool)
    rewards = batch.rewards.copy()
    assert not batch.masks[over].any()
    batch.step_random(3)
    assert not batch.masks[over].any()
    assert (batch.rewards[over] == rewards[over]).all()
    batch.deal(which=over)
    assert batch.masks[over].any(1).all()


def test_random_seats_move_automatically() -> None:
    batch = Batch("firstclass", 4, 3, seed=1, seat=1, random_seats=[0, 2])
    for _ in range(200):
        batch.step(batch.masks.argmax(axis=1))
        assert (batch.to_move == 1).all()


def test_seats_that_do_not_exist_are_refused() -> None:
    for wrong in ({"seat": 2}, {"random_seats": [0, 5]}):
        with pytest.raises(OptionError, match="Seats are 0 to 1; there is no seat"):
            Batch("nuremberg", 1, 2, **wrong)
    with pytest.raises(OptionError, match="not all can be random"):
        Batch("nuremberg", 1, 2, random_seats=[0, 1])


def test_an_empty_batch_is_refused() -> None:
    with pytest.raises(OptionError, match="at least 1"):
        Batch("nuremberg", 0)


@pytest.mark.parametrize("game", GAMES)
def test_features_are_as_many_as_their_pieces_say(game: str) -> None:
    features = __import__(f"branchline.games.{game}.rules.features", fromlist=["PIECES"])
    assert sum(size for _, size in features.PIECES) == features.FEATURES
    rules = registry.game(game)
    assert rules.engine(rules.setting(2, {})).features == features.FEATURES
