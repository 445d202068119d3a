"""PPO of RLlib, with its module for action masks, which calls the features `observations`."""

from __future__ import annotations

import gymnasium
import numpy as np
import ray
import torch
from gymnasium import spaces
from gymnasium.wrappers import TransformObservation
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env
from wins import BOARD, NAME, wins


def renamed(seen):
    return {
        "observations": seen["observation"].astype(np.float32),
        "action_mask": seen["action_mask"].astype(np.float32),
    }


def make(config) -> gymnasium.Env:
    env = gymnasium.make(NAME, **config)
    width, moves = env.observation_space["observation"].shape, (env.action_space.n,)
    space = spaces.Dict(
        {
            "observations": spaces.Box(-np.inf, np.inf, width, np.float32),
            "action_mask": spaces.Box(0.0, 1.0, moves, np.float32),
        }
    )
    return TransformObservation(env, renamed, space)


def main() -> None:
    ray.init(num_cpus=1, include_dashboard=False)
    register_env(NAME, make)
    algorithm = (
        PPOConfig()
        .environment(NAME, env_config=BOARD)
        .env_runners(num_env_runners=0, num_envs_per_env_runner=16)
        .rl_module(rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule))
        .training(train_batch_size=2048, minibatch_size=256, num_epochs=4, gamma=1.0)
        .debugging(seed=1)
        .build_algo()
    )

    @torch.no_grad()
    def choose(observation, mask):
        seen = renamed({"observation": observation, "action_mask": mask})
        batch = {Columns.OBS: {name: torch.as_tensor(array) for name, array in seen.items()}}
        return algorithm.get_module().forward_inference(batch)[Columns.ACTION_DIST_INPUTS].argmax(1).numpy()

    print("Before:", wins(choose))
    for _ in range(4):
        algorithm.train()
    print("After:", wins(choose))


if __name__ == "__main__":
    main()
