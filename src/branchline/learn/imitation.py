"""Imitation: the network learns a teacher's moves, and how its games ended."""

from __future__ import annotations

import copy
import time
from collections.abc import Sequence
from typing import NamedTuple

from branchline.core.extras import extra
from branchline.learn.lessons import Pages
from branchline.learn.network import Network

with extra("train"):
    import torch
    from torch import Tensor
    from torch.nn import functional


class Imitated(NamedTuple):
    """On games that were held out."""

    choices: int  # that were learned from
    passes: int
    seconds: float
    agreement: float  # share of the teacher's choices that the network would make too
    value_error: float  # mean squared


class Data(NamedTuple):
    seen: Tensor
    masks: Tensor
    moves: Tensor
    results: Tensor

    @classmethod
    def of(cls, pages: Sequence[Pages], device: torch.device) -> Data:
        columns = zip(*pages, strict=True)
        return cls(*(torch.cat([torch.from_numpy(array).to(device) for array in each]) for each in columns))

    def rows(self, part: Tensor) -> Data:
        return Data(*(array[part] for array in self))


def imitate(
    network: Network, pages: Sequence[Pages], device: torch.device, *,
    rate: float = 1e-3, size: int = 4096, passes: int = 12, minutes: float = 2.0,
) -> Imitated:  # fmt: skip
    """Learn until the moves of held-out games become no likelier, or the time is up; keeps the best network."""
    held_out = max(len(pages) // 20, 1)
    data = Data.of(pages[held_out:] or pages, device)
    unseen = Data.of(pages[:held_out], device)
    optimiser = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-2)
    count = len(data.moves)
    size = min(size, count)
    steps = passes * (count // size)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps + 1, pct_start=0.1)
    began, best, kept, turns = time.monotonic(), float("inf"), copy.deepcopy(network.state_dict()), 0
    while turns < passes and time.monotonic() - began < minutes * 60:
        turns += 1
        for rows in torch.randperm(count, device=device).split(size):
            if len(rows) < size:
                break
            policy, value, _ = losses(network, data.rows(rows))
            optimiser.zero_grad()
            (policy + 0.25 * value).backward()  # there are few results: one per game
            optimiser.step()
            schedule.step()
        loss = judged(network, unseen)[0]
        if loss < best:
            best, kept = loss, copy.deepcopy(network.state_dict())
        elif loss > best + 0.02:
            break
    network.load_state_dict(kept)
    _, value_error, agreement = judged(network, unseen)
    return Imitated(
        count, turns, round(time.monotonic() - began, 1), round(agreement, 3), round(value_error, 3)
    )


def losses(network: Network, data: Data) -> tuple[Tensor, Tensor, Tensor]:
    """The losses of moves and of results, and the share of equal choices."""
    logits, values = network(data.seen, data.masks)
    return (
        functional.cross_entropy(logits, data.moves),
        (values - data.results).square().mean(),
        (logits.argmax(1) == data.moves).float().mean(),
    )


@torch.no_grad()
def judged(network: Network, data: Data) -> tuple[float, float, float]:
    parts = torch.arange(len(data.moves), device=data.moves.device).split(8192)
    means = [torch.stack(losses(network, data.rows(rows))) * len(rows) for rows in parts]
    policy, value, alike = (torch.stack(means).sum(0) / len(data.moves)).tolist()
    return policy, value, alike
