"""The network: from what a seat may know, what to do and how the match will end for everybody."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from branchline.core.extras import extra
from branchline.envs.batched import Batch

with extra("train"):
    import numpy as np
    import torch
    from numpy.typing import NDArray
    from torch import Tensor, nn


class Features(NamedTuple):
    """The numbers of an observation that a setup uses at all, and what scales each to about 1."""

    columns: NDArray[np.int64]
    scale: NDArray[np.float32]

    @classmethod
    def of(cls, largest: NDArray[Any]) -> Features:
        """From the largest amount that each number was seen to have."""
        columns = np.flatnonzero(largest)
        return cls(columns, (1 / largest[columns]).astype(np.float32))


def largest(batch: Batch, steps: int) -> NDArray[np.int16]:
    """The largest amount of every number in so many steps of random play."""
    found = np.zeros(batch.observations.shape[1], np.int16)
    for _ in range(steps):
        np.maximum(found, np.abs(batch.observations).max(0), out=found)
        batch.step_random()
    return found


class Network(nn.Module):
    """`values`: how the match ends for the seat to move, then for its left neighbour, and so on: 1 first, -1 last."""

    def __init__(self, features: Features, moves: int, players: int, width: int) -> None:
        super().__init__()
        self.register_buffer("columns", torch.from_numpy(features.columns))
        self.register_buffer("scale", torch.from_numpy(features.scale))
        self.inner = nn.Sequential(
            nn.Linear(len(features.columns), width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.policy = nn.Linear(width, moves)
        self.value = nn.Sequential(nn.Linear(width, width // 2), nn.ReLU(), nn.Linear(width // 2, players))

    def forward(self, seen: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """From the columns in use and a mask in bits: logits of the moves, and the values of the seats."""
        hidden = self.inner(seen.float() * self.scale)
        logits = self.policy(hidden).masked_fill(~unpacked(masks, self.policy.out_features), -1e9)
        return logits, torch.tanh(self.value(hidden))


def unpacked(masks: Tensor, moves: int) -> Tensor:
    """Masks of one bit per move, as `numpy.packbits` makes them, with one bool per move."""
    bits = torch.arange(7, -1, -1, device=masks.device, dtype=torch.uint8)
    return ((masks.unsqueeze(-1) >> bits) & 1).flatten(-2)[..., :moves].bool()


def save(network: Network, path: Path, game: str) -> None:
    """The weights for NumPy, in half precision: `branchline.bots.model` plays by them."""
    arrays = {
        name.replace(".", "_"): array.cpu().numpy().astype(np.float16 if array.is_floating_point() else None)
        for name, array in network.state_dict().items()
    }
    np.savez_compressed(path, game=np.array(game), **arrays)
