"""The space of observations, the same in every environment."""

from __future__ import annotations

from branchline.core.extras import extra

with extra("rl"):
    import numpy as np
    from gymnasium import spaces

LEAST, MOST = np.iinfo(np.int16).min, np.iinfo(np.int16).max


def observation_space(features: int, move_count: int) -> spaces.Dict:
    """What a seat may know, and which moves are legal."""
    return spaces.Dict(
        {
            "observation": spaces.Box(LEAST, MOST, (features,), np.int16),
            "action_mask": spaces.Box(0, 1, (move_count,), np.int8),
        }
    )
