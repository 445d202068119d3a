"""A network learns moves and values from samples."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from branchline.core.extras import extra
from branchline.learn.expert.model import SEATS, JudgeModel
from branchline.learn.expert.samples import Samples

with extra("train"):
    import torch
    from torch import Tensor
    from torch.nn import functional


class Learned(NamedTuple):
    """On samples that were held out."""

    steps: int
    seconds: float
    move_loss: float
    agreement: float  # share of positions in which the likeliest move is the most visited one
    value_loss: float
    value_error: float  # mean squared, of a seat's chance


class Data(NamedTuple):
    rows: Tensor
    moves: Tensor
    things: Tensor
    visits: Tensor
    weights: Tensor
    values: Tensor

    @classmethod
    def of(cls, samples: Samples, device: torch.device) -> Data:
        return cls(*(torch.from_numpy(_signed(array)).to(device) for array in samples))

    def part(self, which: Any) -> Data:
        return Data(*(array[which] for array in self))


def _signed(array: Any) -> Any:
    return array.astype("int16") if array.dtype == "uint16" else array


def losses(model: JudgeModel, data: Data) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    logits, values = model(data.rows.long(), data.moves.long(), data.things.long())
    target = data.visits.float()
    weights = data.weights.float()
    each = -(target * functional.log_softmax(logits.float(), 1)).sum(1)
    alike = (logits.argmax(1) == target.argmax(1)).float()
    total = weights.sum().clamp(min=1)
    value, error = values.new_zeros(()), values.new_zeros(())
    for start in (0, SEATS):
        wanted = data.values[:, start : start + SEATS].float()
        there = wanted >= 0
        shares = functional.log_softmax(values[:, start : start + SEATS].float().masked_fill(~there, -1e4), 1)
        value = value - (wanted.clamp(min=0) * shares.masked_fill(~there, 0.0)).sum(1).mean()
        if start == 0:
            error = ((shares.exp() - wanted)[:, 0]).square().mean()
    return (each * weights).sum() / total, value, (alike * weights).sum() / total, error


def fit(
    model: JudgeModel, samples: Sequence[Samples], device: torch.device, *, steps: int, size: int = 4096,
    rate: float = 1e-3, value_weight: float = 1.0,
) -> Learned:  # fmt: skip
    """Run `steps` steps of the optimiser on random samples; the first hundredth of each part is held out."""
    began = time.monotonic()
    unseen = Data.of(Samples.joined([one.part(slice(0, len(one) // 100 + 1)) for one in samples]), device)
    data = Data.of(Samples.joined([one.part(slice(len(one) // 100 + 1, None)) for one in samples]), device)
    optimiser = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=1e-3, betas=(0.9, 0.98))
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps + 1, pct_start=0.15)
    model.train()
    for _ in range(steps):
        which = torch.randint(len(data.rows), (min(size, len(data.rows)),), device=device)
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            move_loss, value_loss, _, _ = losses(model, data.part(which))
        optimiser.zero_grad(set_to_none=True)
        (move_loss + value_weight * value_loss).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        schedule.step()
    found = judged(model, unseen)
    return Learned(steps, round(time.monotonic() - began, 1), *(round(number, 4) for number in found))


@torch.no_grad()
def judged(model: JudgeModel, data: Data) -> tuple[float, float, float, float]:
    model.eval()
    parts = torch.arange(len(data.rows), device=data.rows.device).split(8192)
    means = [
        torch.stack([one.float() for one in losses(model, data.part(rows))]) * len(rows) for rows in parts
    ]
    move, value, alike, error = (torch.stack(means).sum(0) / len(data.rows)).tolist()
    return move, alike, value, error
