"""Many matches as one Gymnasium vector environment, on the compiled batch. The agent plays every seat in turn:
`infos["to_move"]` says which seat each observation is for."""

from __future__ import annotations

from typing import Any

from branchline.core.errors import OptionError
from branchline.core.extras import extra
from branchline.envs.batched import Batch
from branchline.envs.gymnasium import observation_space

with extra("rl"):
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
    from numpy.typing import NDArray

Observations = dict[str, NDArray[Any]]


class SeatsVectorEnv(VectorEnv[Observations, NDArray[Any], NDArray[Any]]):
    """Observations and masks are views of the engine's memory: copy what you keep. A match that ends is replaced in the
    same step. The reward is that of the seat that just moved; where a match ended, `infos["rewards"]` has all."""

    def __init__(
        self, game: str, num_envs: int = 1, players: int = 2, *, opponents: str = "self", **options: Any
    ) -> None:
        if opponents != "self":
            raise OptionError("The vector environment plays all seats: opponents is 'self'.")
        self._settings: dict[str, Any] = {"game": game, "matches": num_envs, "players": players, **options}
        self.num_envs = num_envs
        self._deal(0)
        width = self.batch.masks.shape[1]
        self.single_observation_space = observation_space(self.batch.observations.shape[1], width)
        self.single_action_space = spaces.Discrete(width)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def _deal(self, seed: int) -> None:
        self.batch = Batch(seed=seed, **self._settings)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Deal all matches anew; one seed determines them all."""
        given = seed if isinstance(seed, int) else None
        super().reset(seed=given)
        self._deal(int(self.np_random.integers(2**31)))
        return self._seen(), {"to_move": self.batch.to_move}

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Observations, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Play one legal move in each match; if any is illegal, raises `ValueError` and plays none."""
        movers = self.batch.to_move.copy()
        self.batch.step(np.asarray(actions))
        ended = self.batch.ended.astype(bool)
        rewards = np.zeros(self.num_envs)
        infos: dict[str, Any] = {"to_move": self.batch.to_move}
        if ended.any():
            shares = np.zeros(self.batch.scores.shape)
            shares[ended] = places(self.batch.scores[ended])
            rewards[ended] = shares[ended, movers[ended]]
            infos |= {"rewards": shares, "scores": self.batch.scores.copy()}
        return self._seen(), rewards, ended, np.zeros(self.num_envs, bool), infos

    def _seen(self) -> Observations:
        return {
            "observation": self.batch.observations,
            "action_mask": self.batch.masks.view(np.int8),
        }


def places(scores: NDArray[np.int64]) -> NDArray[np.float64]:
    """1 for the most points, -1 for the least, by match and seat; equal points share."""
    above = (scores[:, :, None] < scores[:, None, :]).sum(2)
    level = (scores[:, :, None] == scores[:, None, :]).sum(2) - 1
    found: NDArray[np.float64] = 1 - 2 * (above + level / 2) / (scores.shape[1] - 1)
    return found
