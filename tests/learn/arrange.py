"""Small matches and networks to learn with."""

from __future__ import annotations

import numpy as np
import torch

from branchline.envs import MINI
from branchline.envs.batched import Batch
from branchline.learn import ppo
from branchline.learn.network import Features, Network, sampled_play
from branchline.learn.stepping import Group, Task, players_of

CPU = torch.device("cpu")


def small_batch(game: str = "nuremberg", matches: int = 8) -> Batch:
    return Batch(game, matches, players=2, seed=1, **MINI[game])


def small_network(game: str = "nuremberg", width: int = 16, seed: int = 1) -> tuple[Network, Features]:
    batch = small_batch(game)
    features = Features.of(batch.setup, sampled_play(batch, 40))
    torch.manual_seed(seed)
    return Network(features, batch.masks.shape[1], 2, width), features


def small_task(features: Features, *opponents: str, tables: int = 2, game: str = "nuremberg") -> Task:
    return Task(game, 2, MINI[game], features.columns, opponents, tables, advised=True)


def thinkers(groups: list[Group], task: Task, matches: int, steps: int) -> list[ppo.Thinker]:
    who = players_of(task, matches)
    return [ppo.Thinker(group, np.tile(who, (len(group.seeds), 1)), steps, CPU) for group in groups]
