"""The space of observations, the same in every environment."""

from __future__ import annotations

from branchline.core.extras import extra
from branchline.envs.features import Features

with extra("rl"):
    import numpy as np
    from gymnasium import spaces

LEAST, MOST = np.iinfo(np.int16).min, np.iinfo(np.int16).max


def observation_space(features: Features, move_count: int) -> spaces.Dict:
    """What a seat may know, and which moves are legal."""
    low, high = ((bound * features.scale).astype(features.dtype) for bound in (LEAST, MOST))
    return spaces.Dict(
        {
            "observation": spaces.Box(low, high, dtype=features.dtype),
            "action_mask": spaces.Box(0, 1, (move_count,), np.int8),
        }
    )
