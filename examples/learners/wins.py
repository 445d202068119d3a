"""How often a policy wins on the mini board against random moves: what every example here prints."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

import branchline.envs.gymnasium  # noqa: F401  # registers the names
from branchline.envs import MINI

NAME = "branchline/nuremberg-v0"
BOARD = MINI["nuremberg"]


def wins(choose: Callable[[NDArray[Any], NDArray[Any]], Any], matches: int = 200) -> str:
    """`choose` gets the observations and masks of all matches, one per row, and returns a move for each."""
    env = gymnasium.make_vec(NAME, num_envs=matches, **BOARD)
    seen, _ = env.reset(seed=1)
    running, won = np.ones(matches, bool), 0
    while running.any():
        moves = np.asarray(choose(seen["observation"], seen["action_mask"]))
        seen, rewards, over, _, _ = env.step(moves)
        won += int((rewards[running & over] > 0).sum())
        running &= ~over
    return f"{won / matches:.0%} wins against random"
