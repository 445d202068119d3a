"""First Train to Nuremberg as a PettingZoo environment: `env(players=2, ...)`; options of the game by keyword."""

from __future__ import annotations

from functools import partial
from typing import Final

from branchline.envs.pettingzoo import SeatsEnv

env: Final = partial(SeatsEnv, "nuremberg")
raw_env: Final = env
