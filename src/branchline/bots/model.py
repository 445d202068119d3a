"""A bot that plays by a trained network, with NumPy alone. `examples/train.py` trains one and writes its weights."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from branchline.bots.specs import UnknownBot
from branchline.core.extras import extra
from branchline.core.setup import Setup

with extra("rl"):
    import numpy as np
    from numpy.typing import NDArray

Weights = NDArray[np.float32]


class ModelBot:
    needs_view = True

    def __init__(self, path: str) -> None:
        try:
            with np.load(Path(path), allow_pickle=False) as file:
                found = {name: file[name] for name in file.files}
            self.game = str(found["game"])
            self.columns, self.scale = found["columns"], found["scale"]
            self.flags, self.pairs, self.values = found["flags"], found["pairs"], found["values"]
            self.pointers, self.pointed = found["pointers"], found["pointed"]
            inner = sorted((name for name in found if name.startswith("inner")), key=_place)
            layers = [found[name].astype(np.float32) for name in (*inner, "policy_weight", "policy_bias")]
            *self.layers, self.policy = zip(layers[::2], layers[1::2], strict=True)
        except (OSError, ValueError, KeyError):
            raise UnknownBot(
                f"{path!r} holds no model. Train one with examples/train.py, and name the file it writes."
            ) from None

    def choose(self, setup: Setup, view: Any, legal: Sequence[int], limit: float) -> int:
        """The likeliest of the legal moves."""
        if setup.name != self.game:
            raise UnknownBot(f"This model plays {self.game}, not {setup.name}.")
        # Features hold only what the seat can know, so every state that fits the view gives the same ones.
        seen = setup.engine.seen(setup.sample(view, Random(0)), view.seat)
        numbers = np.frombuffer(memoryview(seen), dtype=np.int16)[self.columns]
        logits = self.think(numbers)
        return int(legal[int(logits[np.asarray(legal)].argmax())])

    def think(self, numbers: NDArray[np.int16]) -> Weights:
        """How good each move is, as `learn.network.Network` computes it."""
        hidden: Weights = np.concatenate(
            [numbers * self.scale, numbers[self.flags] != 0, numbers[self.pairs] == self.values]
        )
        for weight, bias in self.layers:
            hidden = np.maximum(weight @ hidden + bias, 0)
        weight, bias = self.policy
        found: Weights = weight @ hidden + bias
        moves = len(found) - len(self.pointers)
        places = numbers[self.pointers].astype(np.int64)
        lying = places > 0
        np.add.at(found, (self.pointed + places - 1)[lying], found[moves:][lying])
        return found[:moves]


def _place(name: str) -> tuple[int, bool]:
    """inner_0_weight, inner_0_bias, inner_2_weight, ..."""
    _, number, kind = name.split("_")
    return int(number), kind == "bias"
