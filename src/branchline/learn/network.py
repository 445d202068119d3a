"""The network: from what a seat may know, what to do and how the match will end for everybody."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from branchline.core.bot_support import heuristics
from branchline.core.extras import extra
from branchline.core.setup import Setup
from branchline.envs.batched import Batch

with extra("train"):
    import numpy as np
    import torch
    from numpy.typing import NDArray
    from torch import Tensor, nn


MANY: Final = 64  # a number with at least this many different values is an amount, not a kind


class Features(NamedTuple):
    """How a network reads observations: the numbers that a setup uses, each scaled to about 1; for a number with
    several values also whether it is set, and to which of them."""

    columns: NDArray[np.int64]
    scale: NDArray[np.float32]
    flags: NDArray[np.int64]  # places among the columns: not 0
    pairs: NDArray[np.int64]  # the same: this value
    values: NDArray[np.int16]
    pointers: NDArray[np.int64]  # the same: says where something lies, from 1
    pointed: NDArray[np.int64]  # the move that takes it from the first place

    @classmethod
    def of(cls, setup: Setup, seen: NDArray[np.int16]) -> Features:
        """From many observations."""
        columns = np.flatnonzero(seen.any(0))
        kinds = [np.unique(seen[:, column]) for column in columns]
        kinds = [found[found != 0] for found in kinds]
        pointing = [
            (place, pointer.move)
            for pointer in setup.game.bots().pointers
            for place in np.flatnonzero(
                (columns >= pointer.feature) & (columns < pointer.feature + pointer.things)
            )
        ]
        pointers, pointed = np.array(pointing, np.int64).reshape(-1, 2).T
        several = [place for place, found in enumerate(kinds) if len(found) > 1]
        pairs = [
            (place, value)
            for place in several
            if place not in pointers and len(kinds[place]) < MANY
            for value in kinds[place]
        ]
        which, values = np.array(pairs, np.int64).reshape(-1, 2).T
        return cls(
            columns,
            np.array([1 / np.abs(found).max() for found in kinds], np.float32),
            np.array(several, np.int64),
            which,
            values.astype(np.int16),
            pointers,
            pointed,
        )


def sampled_play(batch: Batch, steps: int) -> NDArray[np.int16]:
    """The observations of that many steps; half of the matches are played at random, half by heuristics."""
    adviser, found = heuristics(batch.setup), []
    rng = np.random.default_rng(0)
    for step in range(steps):
        if step % 4 == 0:
            found.append(batch.observations.copy())
        random = (rng.random(batch.masks.shape, np.float32) * batch.masks).argmax(1)
        batch.step(np.where(np.arange(len(batch)) % 2, random, batch.rated_best(adviser)))
    return np.concatenate(found)


class Network(nn.Module):
    """`values`: how the match ends for the seat to move, then for its left neighbour, and so on: 1 first, -1 last."""

    scale: Tensor
    flags: Tensor
    pairs: Tensor
    values: Tensor
    pointers: Tensor
    pointed: Tensor

    def __init__(self, features: Features, moves: int, players: int, width: int) -> None:
        super().__init__()
        for name, array in features._asdict().items():
            self.register_buffer(name, torch.from_numpy(array))
        size = len(features.columns) + len(features.flags) + len(features.pairs)
        self.moves = moves
        self.inner = nn.Sequential(nn.Linear(size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy = nn.Linear(width, moves + len(features.pointers))
        self.value = nn.Sequential(nn.Linear(width, width // 2), nn.ReLU(), nn.Linear(width // 2, players))

    def forward(self, seen: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Computes logits of the moves and values of the seats from the columns in use and a mask in bits."""
        flags, pairs = seen[:, self.flags] != 0, seen[:, self.pairs] == self.values
        hidden = self.inner(torch.cat([seen * self.scale, flags, pairs], 1))
        logits, values = self.policy(hidden), torch.tanh(self.value(hidden))
        if len(self.pointers):
            logits = self._at_their_places(seen, logits)
        return logits.masked_fill(~unpacked(masks, self.moves), -1e9), values

    def _at_their_places(self, seen: Tensor, logits: Tensor) -> Tensor:
        """Judge the things that can be taken, wherever they are: this counts for the move that takes each of them."""
        places = seen[:, self.pointers].long()
        target = torch.where(places > 0, self.pointed + places - 1, self.moves)
        own, things = logits[:, : self.moves], logits[:, self.moves :]
        room = torch.cat([own, own.new_zeros(len(own), 1)], 1)  # one more for things that are nowhere
        return room.scatter_add(1, target, things)[:, : self.moves]


def unpacked(masks: Tensor, moves: int) -> Tensor:
    """Masks of one bit per move, as `numpy.packbits` makes them, with one bool per move."""
    bits = torch.arange(7, -1, -1, device=masks.device, dtype=torch.uint8)
    return ((masks.unsqueeze(-1) >> bits) & 1).flatten(-2)[..., :moves].bool()


def save(network: Network, path: Path, game: str) -> None:
    """The weights for NumPy, in half precision: `branchline.bots.model` plays by them."""
    arrays = {name.replace(".", "_"): array.cpu().numpy() for name, array in network.state_dict().items()}
    small = {name: array.astype(np.float16) for name, array in arrays.items() if "_" in name}
    np.savez_compressed(path, game=np.array(game), **{**arrays, **small})
