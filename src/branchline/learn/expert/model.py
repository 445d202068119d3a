"""The network as PyTorch trains it. `core.compiled.network` computes the same in whole numbers."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from branchline.bots.networks import Network
from branchline.core.compiled.network import CLIP, FIRST_SCALE, SECOND_SCALE
from branchline.core.extras import extra

with extra("train"):
    import numpy as np
    import torch
    from torch import Tensor, nn

SEATS: Final = 4
MOST: Final = 32767  # the largest 16-bit number
HIGHEST: Final = int(CLIP) / FIRST_SCALE  # the largest activation of the first layer


class JudgeModel(nn.Module):
    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = network
        self.first = nn.Parameter(torch.randn(network.rows, network.width) * 0.05)
        self.bias = nn.Parameter(torch.full((network.width,), 0.1))
        self.second = nn.Linear(network.width, network.hidden)
        self.moves = nn.Linear(network.hidden, len(network.moves))
        self.things = nn.Linear(network.hidden, max(network.things, 1))
        self.value = nn.Linear(network.hidden, network.value_width)
        self.final = nn.Linear(network.value_width, network.outputs)
        for layer in (self.moves, self.things, self.final):
            nn.init.normal_(layer.weight, std=0.02)
            nn.init.zeros_(layer.bias)

    def forward(self, rows: Tensor, moves: Tensor, things: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of the moves listed, and of wins and margins by seat."""
        seen = torch.zeros(len(rows), len(self.first) + 1, dtype=self.first.dtype, device=rows.device)
        seen.scatter_(1, rows, 1.0)
        lanes = (seen[:, :-1] @ self.first + self.bias).clamp(0, HIGHEST)
        hidden = torch.relu(self.second(lanes))
        of_moves = _with_none(self.moves(hidden)).gather(1, moves)
        of_things = _with_none(self.things(hidden)[:, : self.network.things]).gather(1, things)
        logits = (of_moves + of_things).masked_fill(
            (moves == len(self.network.moves)) & (things == self.network.things), -1e4
        )
        return logits, self.final(torch.relu(self.value(hidden)))


def _with_none(logits: Tensor) -> Tensor:
    """Add a column for the number that stands for nothing."""
    return torch.cat([logits, logits.new_zeros(len(logits), 1)], 1)


def arrays(model: JudgeModel) -> tuple[Network, dict[str, bytes]]:
    """The weights as whole numbers of 16 bits, for `networks.write_network`."""
    scales: dict[str, float] = {}
    found: dict[str, bytes] = {}

    def keep(name: str, weights: Tensor, scale: float | None = None) -> None:
        given = weights.detach().float().cpu().numpy()
        scale = scale or MOST / max(float(np.abs(given).max()), 1e-6)
        found[name] = np.clip(np.rint(given * scale), -MOST, MOST).astype("<i2").tobytes()
        scales[name] = 1 / scale

    keep("first", model.first, FIRST_SCALE)
    keep("bias", model.bias, FIRST_SCALE)
    keep("second", model.second.weight.T, SECOND_SCALE)
    keep("second_bias", model.second.bias)
    for name in ("moves", "things", "value", "final"):
        layer: Any = getattr(model, name)
        keep(name, layer.weight)
        keep({"moves": "move_bias", "things": "thing_bias"}.get(name, f"{name}_bias"), layer.bias)
    return msgspec.structs.replace(model.network, scales=scales), found
