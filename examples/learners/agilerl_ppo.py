"""PPO of AgileRL: it finds the mask in `info["action_mask"]`."""

from __future__ import annotations

import gymnasium
import numpy as np
from agilerl.algorithms import PPO
from agilerl.rollouts import collect_rollouts
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import FilterObservation, FlattenObservation
from wins import BOARD, NAME, wins

MATCHES, STEPS = 16, 128


def make() -> gymnasium.Env:
    """The mask is in the information, so the observation goes without it."""
    return FlattenObservation(FilterObservation(gymnasium.make(NAME, **BOARD), ["observation"]))


def main() -> None:
    env = SyncVectorEnv([make] * MATCHES, autoreset_mode=AutoresetMode.SAME_STEP)
    agent = PPO(
        env.single_observation_space,
        env.single_action_space,
        num_envs=MATCHES,
        learn_step=MATCHES * STEPS,
        batch_size=256,
        gamma=1.0,
        normalize_images=False,
    )

    def choose(observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
        return agent.get_action(observation.astype(np.float32), action_mask=mask)[0]

    print("Before:", wins(choose))
    names = ("last_obs", "last_done", "last_scores", "last_info")
    state = {}
    for _ in range(4):
        _, *last = collect_rollouts(agent, env, STEPS, **state)
        state = dict(zip(names, last, strict=True))
        agent.learn()
    print("After:", wins(choose))


if __name__ == "__main__":
    main()
