"""Proximal policy optimisation: the network plays matches, and moves that turned out better than expected become
likelier."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from branchline.core.extras import extra
from branchline.learn.network import Network
from branchline.learn.stepping import PAST, SELF, Group, Processes, Window

with extra("train"):
    import numpy as np
    import torch
    from numpy.typing import NDArray
    from torch import Tensor, nn


class Rollout(NamedTuple):
    """Decisions in the order in which they were made: [step, match]."""

    seen: Tensor
    masks: Tensor  # in bits
    moves: Tensor
    chances: Tensor  # log-probabilities
    values: Tensor  # by seat, beginning with the one to move
    seats: Tensor
    own: Tensor  # whether the current network chose
    advice: Tensor  # what the adviser would have played
    ended: Tensor
    results: Tensor  # by seat

    @classmethod
    def empty(cls, steps: int, shown: Window, device: torch.device) -> Rollout:
        matches, players = shown.results.shape

        def room(kind: torch.dtype, *rest: int) -> Tensor:
            return torch.empty((steps, matches, *rest), dtype=kind, device=device)

        return cls(
            seen=room(torch.int16, shown.seen.shape[1]),
            masks=room(torch.uint8, shown.masks.shape[1]),
            moves=room(torch.int64),
            chances=room(torch.float32),
            values=room(torch.float32, players),
            seats=room(torch.int64),
            own=room(torch.bool),
            advice=room(torch.int64),
            ended=room(torch.uint8),
            results=room(torch.float32, players),
        )


class Thinker:
    """Plays for the network, and for a past self in seats that have one. There is one per group of matches."""

    def __init__(self, group: Group, players: NDArray[np.int64], steps: int, device: torch.device) -> None:
        self.group, self.device = group, device
        self.players = torch.from_numpy(players).to(device)
        self.past_rows = torch.from_numpy(np.flatnonzero((players == PAST).any(1))).to(device)
        self.rollout = Rollout.empty(steps, group.wait(), device)
        self.shown = Window(*(torch.from_numpy(array) for array in group.window))  # type: ignore[arg-type]
        if device.type == "cuda" and isinstance(group, Processes):  # so that copies need no detour
            start, size = group.window.seen.ctypes.data, group.memory.size
            torch.cuda.cudart().cudaHostRegister(start, size, 0)

    @torch.no_grad()
    def think(self, step: int, network: Network, past: Network | None) -> None:
        """Choose moves for all matches and start them stepping."""
        self.group.wait()
        kept = self.rollout
        for name in ("seen", "masks", "seats", "advice"):
            getattr(kept, name)[step].copy_(getattr(self.shown, name), non_blocking=True)
        if step:
            self.read_results(step - 1)
        seen, masks, seats = kept.seen[step], kept.masks[step], kept.seats[step]
        logits, values = network(seen, masks)
        who = self.players.gather(1, seats.unsqueeze(1)).squeeze(1)
        if past is not None and len(self.past_rows):
            other, _ = past(seen[self.past_rows], masks[self.past_rows])
            theirs = (who[self.past_rows] == PAST).unsqueeze(1)
            logits[self.past_rows] = torch.where(theirs, other, logits[self.past_rows])
        chances = logits.log_softmax(1)
        moves = sampled(chances)
        self.shown.moves.copy_(moves)  # type: ignore[attr-defined]
        self.group.go()
        kept.values[step], kept.own[step], kept.moves[step] = values, who == SELF, moves
        kept.chances[step] = chances.gather(1, moves.unsqueeze(1)).squeeze(1)

    def read_results(self, step: int) -> None:
        for name in ("ended", "results"):
            getattr(self.rollout, name)[step].copy_(getattr(self.shown, name), non_blocking=True)


def sampled(chances: Tensor) -> Tensor:
    """A move for every row, drawn with its probability (the Gumbel trick)."""
    noise = torch.empty_like(chances).exponential_().log_()
    return (chances - noise).argmax(1)


def collect(thinkers: Sequence[Thinker], steps: int, network: Network, past: Network | None) -> list[Rollout]:
    """Collect that many decisions per match, without waiting for the results of the last."""
    for step in range(steps):
        for thinker in thinkers:
            thinker.think(step, network, past)
    return [thinker.rollout for thinker in thinkers]


def turned(by_seat: Tensor, seats: Tensor, sign: int) -> Tensor:
    """Rotate rows by seat so that they begin with the seat to move (sign 1), or back (sign -1)."""
    players = by_seat.shape[-1]
    places = (torch.arange(players, device=seats.device) + sign * seats.unsqueeze(-1)) % players
    return by_seat.gather(-1, places)


def advantages(played: Rollout, smooth: float) -> tuple[Tensor, Tensor]:
    """How much better each decision turned out for its seat than expected, and what all seats should have expected,
    beginning with the one to move: GAE over the decisions of all seats. The last decision only says what to expect."""
    values = turned(played.values, played.seats, -1)
    gains = torch.zeros_like(values)
    ahead = torch.zeros_like(values[0])
    for step in reversed(range(len(values) - 1)):
        over = played.ended[step].bool().unsqueeze(-1)
        after = torch.where(over, played.results[step], values[step + 1])
        ahead = after - values[step] + smooth * torch.where(over, 0.0, ahead)
        gains[step] = ahead
    seats = played.seats[:-1]
    gain = gains[:-1].gather(-1, seats.unsqueeze(-1)).squeeze(-1)
    return gain, turned(gains[:-1] + values[:-1], seats, 1)


class Settings(NamedTuple):
    rate: float = 3e-4
    size: int = 16384  # decisions per step of the optimiser
    passes: int = 2
    clip: float = 0.2
    smooth: float = 0.97  # lambda of GAE
    entropy: float = 0.003
    reinforce: float = 1.0  # weight of moves that turned out well
    advice: float = 0.0  # weight of what the adviser would play


class Batchful(NamedTuple):
    """Decisions to learn from, of all matches together."""

    seen: Tensor
    masks: Tensor
    moves: Tensor
    chances: Tensor
    own: Tensor
    advice: Tensor
    gain: Tensor
    target: Tensor


def gathered(played: Sequence[Rollout], smooth: float) -> Batchful:
    parts = []
    for one in played:
        gain, target = advantages(one, smooth)
        parts.append([*(getattr(one, name)[:-1] for name in Batchful._fields[:6]), gain, target])
    rows = [torch.cat([array.flatten(0, 1) for array in each]) for each in zip(*parts, strict=True)]
    found = Batchful(*rows)
    mine = found.gain[found.own]
    return found._replace(gain=(found.gain - mine.mean()) / (mine.std() + 1e-6))


def learn(
    network: Network, optimiser: torch.optim.Optimizer, played: Sequence[Rollout], settings: Settings
) -> dict[str, float]:
    """Learn from what was played; returns the losses."""
    data = gathered(played, settings.smooth)
    sums: dict[str, Any] = {}
    count = 0
    for _ in range(settings.passes):
        for rows in torch.randperm(len(data.moves), device=data.moves.device).split(settings.size):
            loss, told = objective(network, Batchful(*(array[rows] for array in data)), settings)
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimiser.step()
            sums = {name: sums.get(name, 0.0) + value.detach() for name, value in told.items()}
            count += 1
    return {name: round(float(total) / count, 4) for name, total in sums.items()}


def objective(network: Network, part: Batchful, settings: Settings) -> tuple[Tensor, dict[str, Tensor]]:
    logits, values = network(part.seen, part.masks)
    chances = logits.log_softmax(1)
    own = part.own / part.own.sum().clamp(min=1)
    ratio = (chances.gather(1, part.moves.unsqueeze(1)).squeeze(1) - part.chances).exp()
    held = ratio.clamp(1 - settings.clip, 1 + settings.clip)
    told = {
        "policy": -(torch.min(ratio * part.gain, held * part.gain) * own).sum(),
        "value": (values - part.target).square().mean(),
        "entropy": -((chances.exp() * chances).sum(1) * own).sum(),
        "advice": nn.functional.nll_loss(chances, part.advice),
    }
    loss = (
        settings.reinforce * (told["policy"] - settings.entropy * told["entropy"])
        + 0.5 * told["value"]
        + settings.advice * told["advice"]
    )
    return loss, told
