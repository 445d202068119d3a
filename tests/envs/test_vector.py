"""Vector environments: what Gymnasium promises, and which seat each match follows."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

from branchline.bench.environments import pick
from branchline.bots import UnknownBot
from branchline.bots.random import RandomBot
from branchline.envs import MINI
from branchline.envs.gymnasium import SeatEnv

from ..bots.test_model import weights
from .configurations import FULL, named

MODES = [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP, AutoresetMode.DISABLED]


def vector(game: str = "nuremberg", matches: int = 8, **settings: Any) -> VectorEnv[Any, Any, Any]:
    settings = {**MINI[game], **settings}
    return gymnasium.make_vec(f"branchline/{game}-v0", num_envs=matches, **settings)


def moves(masks: NDArray[np.int8], rng: np.random.Generator) -> NDArray[Any]:
    """A random legal move where there is one, and 0 where a match is over."""
    masks = masks.copy()
    masks[masks.sum(1) == 0, 0] = 1
    return pick(masks, rng)


@pytest.mark.parametrize(("game", "options"), named(FULL))
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("opponents", ["random", "self"])
def test_spaces_contain_the_observations(
    game: str, options: dict[str, Any], players: int, opponents: str
) -> None:
    env = gymnasium.make_vec(
        f"branchline/{game}-v0", num_envs=4, players=players, opponents=opponents, **options
    )
    rng = np.random.default_rng(1)
    seen, _ = env.reset(seed=1)
    for _ in range(100):
        assert env.observation_space.contains(seen)
        seen, rewards, over, cut, _ = env.step(moves(seen["action_mask"], rng))
        assert rewards.shape == over.shape == cut.shape == (4,)
        assert (over.dtype, cut.dtype) == (bool, bool)


@pytest.mark.parametrize("game", ["nuremberg", "firstclass"])
@pytest.mark.parametrize("opponents", ["random", "greedy", "self"])
@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.value)
def test_matches_end_as_the_mode_says(game: str, opponents: str, mode: AutoresetMode) -> None:
    env = vector(game, autoreset_mode=mode, opponents=opponents)
    assert env.metadata["autoreset_mode"] == mode
    rng = np.random.default_rng(2)
    seen, infos = env.reset(seed=2)
    over = np.zeros(8, bool)
    ends = 0
    while ends < 12:
        before = over
        seen, rewards, over, _, infos = env.step(moves(seen["action_mask"], rng))
        assert not rewards[~over].any()
        ends += int(over.sum())
        has_moves = seen["action_mask"].any(1)
        if mode == AutoresetMode.SAME_STEP:
            assert has_moves.all()
            if over.any():
                assert np.array_equal(infos["_final_obs"], over)
                assert np.array_equal(infos["final_info"]["_scores"], over)
                for match in np.flatnonzero(over):
                    assert env.single_observation_space.contains(infos["final_obs"][match])
                    assert not infos["final_obs"][match]["action_mask"].any()
        else:
            assert np.array_equal(has_moves, ~over)
            assert "final_obs" not in infos
            assert not over.any() or np.array_equal(infos["_scores"], over)
            assert not (over & before).any(), "the step after an end deals a new match"
        if mode == AutoresetMode.DISABLED and over.any():
            with pytest.raises(ValueError, match="is over: reset it"):
                env.step(moves(seen["action_mask"], rng))
            kept = seen["observation"][~over]
            seen, _ = env.reset(options={"reset_mask": over})
            assert np.array_equal(seen["observation"][~over], kept)
            assert seen["action_mask"].any(1).all()
            over = np.zeros(8, bool)


@pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP])
def test_ends_are_reported_where_gymnasium_puts_them(mode: AutoresetMode) -> None:
    """Its own function builds the same, match by match. Match 0 makes an illegal move now and then."""
    env = vector(matches=4, autoreset_mode=mode)
    rng = np.random.default_rng(6)
    seen, _ = env.reset(seed=6)
    over = np.zeros(4, bool)
    ends = 0
    while ends < 12:
        chosen = moves(seen["action_mask"], rng)
        if rng.random() < 0.02:
            chosen[0] = seen["action_mask"][0].argmin()
        before = over
        seen, _, over, _, infos = env.step(chosen)
        expected: dict[str, Any] = {}
        for match in np.flatnonzero(over).tolist():
            ends += 1
            told = infos["final_info"] if mode == AutoresetMode.SAME_STEP else infos
            name = "illegal" if told.get("_illegal", before)[match] else "scores"
            info = {name: chosen[match] if name == "illegal" else told[name][match]}
            if mode == AutoresetMode.SAME_STEP:
                info = {"final_obs": infos["final_obs"][match], "final_info": info}
            env._add_info(expected, info, match)
        assert str(infos) == str(expected)


def test_the_last_observation_is_the_same_in_every_mode() -> None:
    ends = []
    for mode in MODES:
        env = vector(matches=1, autoreset_mode=mode, opponents="self")
        seen, infos = env.reset(seed=3)
        over = np.zeros(1, bool)
        while not over[0]:
            seen, rewards, over, _, infos = env.step(seen["action_mask"].argmax(1))
        last = (
            infos["final_obs"][0] if mode == AutoresetMode.SAME_STEP else {k: v[0] for k, v in seen.items()}
        )
        scores = (infos["final_info"] if mode == AutoresetMode.SAME_STEP else infos)["scores"][0]
        ends.append([last["observation"].tolist(), scores.tolist(), rewards.tolist()])
    assert ends[0] == ends[1] == ends[2]


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("reward", ["rank", "margin"])
def test_with_opponents_every_match_follows_one_seat(players: int, reward: str) -> None:
    env = vector(players=players, seat=1, reward=reward)
    rng = np.random.default_rng(4)
    seen, _ = env.reset(seed=4)
    wins = 0
    for _ in range(120):
        positions = env.batch._lanes.positions  # type: ignore[attr-defined]
        assert all(position.active == 1 for position in positions)
        seen, rewards, over, _, infos = env.step(moves(seen["action_mask"], rng))
        for match in np.flatnonzero(over):
            scores = infos["final_info"]["scores"][match]
            if reward == "margin":
                assert rewards[match] == pytest.approx(scores[1] - (scores.sum() - scores[1]) / (players - 1))
            elif (np.delete(scores, 1) < scores[1]).all():
                assert rewards[match] == 1
                wins += 1
    assert wins > 0 or reward == "margin"


def test_one_agent_in_all_seats_gets_the_rewards_of_all() -> None:
    env = vector("firstclass", players=3, opponents="self")
    rng = np.random.default_rng(5)
    seen, infos = env.reset(seed=5)
    for _ in range(200):
        movers = infos["to_move"]
        seen, rewards, over, _, infos = env.step(moves(seen["action_mask"], rng))
        assert np.array_equal(rewards, infos["rewards"][np.arange(8), movers])
        assert infos["rewards"].sum(1) == pytest.approx(0)
        assert not infos["rewards"][~over].any()


def test_an_illegal_move_loses_against_bots_and_is_refused_without() -> None:
    for mode in MODES:
        env = vector(matches=2, autoreset_mode=mode)
        seen, _ = env.reset(seed=1)
        wrong = [int(np.flatnonzero(seen["action_mask"][0] == 0)[0]), int(seen["action_mask"][1].argmax())]
        _, rewards, over, _, infos = env.step(wrong)
        assert rewards.tolist() == [-1, 0]
        assert over.tolist() == [True, False]
        told = infos["final_info"] if mode == AutoresetMode.SAME_STEP else infos
        assert (told["illegal"][0], told["_illegal"].tolist()) == (wrong[0], [True, False])
    env = vector(matches=2, opponents="self")
    seen, _ = env.reset(seed=1)
    with pytest.raises(ValueError, match="Move -1 is not legal in match 1: look at its action_mask"):
        env.step([int(seen["action_mask"][0].argmax()), -1])


@pytest.mark.parametrize("opponents", ["random", "self"])
def test_seeds(opponents: str) -> None:
    env = vector(matches=4, opponents=opponents)

    def dealt(seed: Any) -> NDArray[np.int16]:
        seen: NDArray[np.int16] = env.reset(seed=seed)[0]["observation"]
        return seen

    assert np.array_equal(dealt(5), dealt(np.int64(5)))
    assert np.array_equal(dealt(5), dealt([5, 6, 7, 8]))
    assert np.array_equal(dealt(5)[1:], dealt(6)[:3])
    assert np.array_equal(dealt(5), dealt(np.arange(5, 9)))
    assert not np.array_equal(dealt(5), dealt(50))
    dealt(5)
    first = dealt(None)
    dealt(5)
    assert np.array_equal(first, dealt(None)), "luck without a seed follows the last one"
    with pytest.raises(ValueError, match="not of 3"):
        dealt([1, 2, 3])
    for wrong in (-1, 1.5, "x", [1, 2, 3, -4]):
        with pytest.raises(ValueError, match="A seed is a whole number, 0 or more"):
            dealt(wrong)


def test_arrays_are_copies_unless_asked() -> None:
    for copied in (True, False):
        env = vector(copy=copied, opponents="self")
        seen, _ = env.reset(seed=1)
        kept = seen["observation"].copy()
        env.step(seen["action_mask"].argmax(1))
        assert np.array_equal(seen["observation"], kept) == copied


def test_the_callers_own_array_may_be_changed() -> None:
    """Illegal moves lose, and the last observation is reported again."""
    env = vector(matches=2)
    seen, _ = env.reset(seed=1)
    kept = seen["observation"].copy()
    seen["observation"][:] = -1
    wrong = seen["action_mask"].argmin(1)
    seen["action_mask"][:] = 1
    infos = env.step(wrong)[-1]
    assert infos["final_info"]["_illegal"].all()
    assert np.array_equal([final["observation"] for final in infos["final_obs"]], kept)


def test_masks_for_maskable_learners() -> None:
    env = vector()
    seen, _ = env.reset(seed=1)
    masks = env.action_masks()  # type: ignore[attr-defined]
    assert masks.dtype == bool
    assert np.array_equal(masks, seen["action_mask"] == 1)


class FirstMove:
    """A custom bot."""

    needs_view = False

    def choose(self, setup: Any, view: Any, legal: Any, limit: float) -> int:
        move: int = legal[0]
        return move


@pytest.mark.parametrize("lone", [False, True], ids=["vector", "single"])
def test_opponents_are_specs_models_or_bots(tmp_path: Path, lone: bool) -> None:
    model = f"model:{weights(tmp_path / 'model.npz')}"
    for opponents in ("planner", model, FirstMove(), [RandomBot(1), FirstMove()], ["random", model]):
        settings: dict[str, Any] = {"players": 3, "seat": 2, "opponents": opponents}
        env: Any = SeatEnv("nuremberg", **{**MINI["nuremberg"], **settings}) if lone else vector(**settings)
        seen, _ = env.reset(seed=1)
        twin = pickle.loads(pickle.dumps(env))
        for _ in range(5):
            move = seen["action_mask"].argmax(-1)
            seen, *_ = env.step(move)
            assert seen["action_mask"].any(-1).all()
            assert np.array_equal(twin.step(move)[0]["observation"], seen["observation"])
    with pytest.raises(UnknownBot, match="holds no model"):
        vector(opponents=f"model:{tmp_path / 'missing.npz'}")


@pytest.mark.parametrize("way", ["sync", "async"])
def test_gymnasium_stacks_single_environments_too(way: str) -> None:
    env = gymnasium.make_vec(
        "branchline/nuremberg-v0", num_envs=2, vectorization_mode=way, board="mini", rounds=1
    )
    seen, _ = env.reset(seed=1)
    for _ in range(15):
        seen, *_ = env.step(seen["action_mask"].argmax(1))
    env.close()


def test_the_same_seed_replays_against_bots() -> None:
    runs = []
    for _ in range(2):
        env = vector(opponents="level:1")
        seen, _ = env.reset(seed=7)
        for _ in range(25):
            seen, *_ = env.step(seen["action_mask"].argmax(1))
        runs.append(seen["observation"])
    assert np.array_equal(*runs)


def test_pictures() -> None:
    env = vector(matches=2, render_mode="svg")
    env.reset(seed=1)
    pictures = env.render()
    assert pictures is not None
    assert [str(picture)[:4] for picture in pictures] == ["<svg", "<svg"]


def test_wrappers_of_gymnasium_count_matches() -> None:
    from gymnasium.wrappers.vector import RecordEpisodeStatistics

    env = RecordEpisodeStatistics(vector(autoreset_mode="NextStep"))
    rng = np.random.default_rng(1)
    seen, _ = env.reset(seed=1)
    returns: list[float] = []
    for _ in range(80):
        seen, _, over, _, infos = env.step(moves(seen["action_mask"], rng))
        returns += infos["episode"]["r"][over].tolist() if over.any() else []
    assert returns
    assert set(returns) <= {-1.0, 1.0}
