"""DQN of Tianshou: it masks its values with `mask`, where an observation is `{"obs": ..., "mask": ...}`."""

from __future__ import annotations

import gymnasium
import numpy as np
import torch
from gymnasium import spaces
from gymnasium.wrappers import TransformObservation
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Batch, Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net
from wins import BOARD, NAME, wins

MATCHES, STEPS = 16, 8192


def renamed(seen):
    return {"obs": seen["observation"], "mask": seen["action_mask"]}


def make() -> gymnasium.Env:
    env = gymnasium.make(NAME, **BOARD)
    return TransformObservation(env, renamed, spaces.Dict(renamed(env.observation_space)))


def main() -> None:
    np.random.seed(1)
    torch.manual_seed(1)
    env = make()
    net = Net(
        state_shape=env.observation_space["obs"].shape,
        action_shape=env.action_space.n,
        hidden_sizes=[128, 128],
    )
    policy = DiscreteQLearningPolicy(model=net, action_space=env.action_space, eps_training=0.2)
    learner = DQN(
        policy=policy,
        optim=AdamOptimizerFactory(lr=1e-3),
        gamma=1.0,
        n_step_return_horizon=8,
        target_update_freq=100,
    )

    def choose(observation, mask):
        return policy(Batch(obs=Batch(obs=observation, mask=mask), info={})).act

    print("Before:", wins(choose))
    envs = DummyVectorEnv([make] * MATCHES)
    envs.seed(1)
    learner.run_training(
        OffPolicyTrainerParams(
            training_collector=Collector(
                learner, envs, VectorReplayBuffer(STEPS, MATCHES), exploration_noise=True
            ),
            max_epochs=1,
            epoch_num_steps=STEPS,
            collection_step_num_env_steps=256,
            update_step_num_gradient_steps_per_sample=1 / 16,
            batch_size=128,
            verbose=False,
            show_progress=False,
        )
    )
    print("After:", wins(choose))


if __name__ == "__main__":
    main()
