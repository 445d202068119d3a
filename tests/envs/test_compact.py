"""Compact observations: what the setting uses, scaled, and the same in every environment."""

from __future__ import annotations

import copy
import pickle
from importlib import import_module
from typing import Any

import gymnasium
import numpy as np
import pytest

import branchline.envs.gymnasium  # noqa: F401  # makes the names known
from branchline.core.errors import OptionError
from branchline.core.observation import numbers
from branchline.core.setup import Setup
from branchline.envs import MINI
from branchline.envs.batched import Batch
from branchline.envs.features import features_of
from branchline.envs.pettingzoo import SeatsEnv

GAMES = tuple(MINI)


def shrunk(setup: Setup, full: Any) -> Any:
    """What a compact observation has to be, by the description of the numbers."""
    used = [number for number in numbers(setup.game.observation(setup.setting)) if number.used]
    return np.array([full[..., number.at] / number.field.most for number in used]).T


@pytest.mark.parametrize("game", GAMES)
def test_a_batch_shows_the_same_numbers_scaled(game: str) -> None:
    full, compact = (Batch(game, 8, 3, seed=1, features=kind, **MINI[game]) for kind in ("full", "compact"))
    for _ in range(40):
        assert compact.observations.dtype == np.float32
        assert np.allclose(compact.observations, shrunk(full.setup, full.observations))
        full.step_random()
        compact.step_random()
    twin = pickle.loads(pickle.dumps(compact))
    assert (twin.observations == compact.observations).all()
    assert compact.observations.shape[1] < full.observations.shape[1]


@pytest.mark.parametrize("game", GAMES)
def test_every_environment_has_them(game: str) -> None:
    seats = SeatsEnv(game, 2, features="compact", **MINI[game])
    seats.reset(seed=1)
    one = gymnasium.make(f"branchline/{game}-v0", features="compact", **MINI[game])
    many = gymnasium.make_vec(f"branchline/{game}-v0", num_envs=3, features="compact", **MINI[game])
    told = [seats.observe(seats.agent_selection), one.reset(seed=1)[0], many.reset(seed=1)[0]]
    spaces = [seats.observation_space("seat_0"), one.observation_space, many.observation_space]
    for seen, space in zip(told, spaces, strict=True):
        assert seen["observation"].dtype == np.float32
        assert abs(seen["observation"]).max() <= 2
        assert space.contains(seen)
    twin = copy.deepcopy(seats)
    assert (twin.observe("seat_0")["observation"] == seats.observe("seat_0")["observation"]).all()
    match = seats.match
    assert match.features.size == told[1]["observation"].size == told[2]["observation"].shape[1]


@pytest.mark.parametrize("game", GAMES)
def test_in_openspiel_they_are_a_parameter(game: str) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    import_module("branchline.envs.openspiel")  # makes the games known

    load = {
        kind: pyspiel.load_game(f"branchline_{game}", {"features": kind, **MINI[game]})
        for kind in ("full", "compact")
    }
    tensors = {}
    for kind, loaded in load.items():
        state = loaded.new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        observer = loaded.make_py_observer()
        observer.set_from(state, 0)
        tensors[kind] = observer.tensor
        assert sum(part.size for part in observer.dict.values()) == observer.tensor.size
    setup = Setup.make(game, 2, MINI[game])
    assert np.allclose(tensors["compact"], shrunk(setup, tensors["full"]))


def test_pieces_add_up_and_other_kinds_are_refused() -> None:
    setup = Setup.make("firstclass", 2, {})
    found = features_of(setup, "compact")
    assert sum(size for _, size in found.pieces) == found.size
    assert [name for name, _ in found.pieces] == [
        name for name, _ in setup.game.feature_pieces(setup.setting)
    ]
    with pytest.raises(OptionError, match="Features are 'full' or 'compact', not 'small'"):
        Batch("firstclass", 1, features="small")  # type: ignore[arg-type]
