"""A learner that learns: PPO by self-play in plain PyTorch, on batches of matches.

    python examples/train.py --out model.npz            # the mini board, some minutes on two cores
    branchline sim nuremberg --players 2 --board mini --rounds 2 --bots model:model.npz,random

The network's weights are saved for NumPy, so whoever plays against it needs no PyTorch. `--curve` draws how it learned.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from branchline.envs import MINI
from branchline.envs.batched import Batch

SCALE = 1 / 8  # features are small counts


class Network(nn.Module):
    """What to do, and how it will end: from -1 (last) to 1 (first)."""

    def __init__(self, features: int, moves: int, width: int = 192) -> None:
        super().__init__()
        self.inner = nn.Sequential(nn.Linear(features, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy = nn.Linear(width, moves)
        self.value = nn.Linear(width, 1)

    def forward(self, seen: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        hidden = self.inner(seen * SCALE)
        return self.policy(hidden).masked_fill(mask == 0, -1e9), torch.tanh(self.value(hidden)).squeeze(-1)


@dataclass
class Decisions:
    """Decisions in the order in which they were made, all matches together."""

    seen: list[NDArray[np.int16]] = field(default_factory=list)
    masks: list[NDArray[np.uint8]] = field(default_factory=list)
    moves: list[NDArray[np.int64]] = field(default_factory=list)
    chances: list[NDArray[np.float32]] = field(default_factory=list)  # log-probabilities
    values: list[NDArray[np.float32]] = field(default_factory=list)
    seats: list[NDArray[np.int64]] = field(default_factory=list)
    ended: list[NDArray[np.uint8]] = field(default_factory=list)
    results: list[NDArray[np.float32]] = field(default_factory=list)  # by match and seat, where one ended


def results(scores: NDArray[np.int64]) -> NDArray[np.float32]:
    """1 for the most points, -1 for the least, by match and seat; equal points share."""
    above = (scores[:, :, None] < scores[:, None, :]).sum(2)
    level = (scores[:, :, None] == scores[:, None, :]).sum(2) - 1
    place: NDArray[np.float32] = (1 - 2 * (above + level / 2) / (scores.shape[1] - 1)).astype(np.float32)
    return place


def collect(batch: Batch, network: Network, steps: int, device: torch.device) -> Decisions:
    found = Decisions()
    for _ in range(steps):
        seen, mask = batch.observations.copy(), batch.masks.copy()
        with torch.no_grad():
            logits, value = network(
                torch.from_numpy(seen).to(device, torch.float32), torch.from_numpy(mask).to(device)
            )
            spread = torch.distributions.Categorical(logits=logits)
            move = spread.sample()
        found.seen.append(seen)
        found.masks.append(mask)
        found.seats.append(batch.to_move.copy())
        found.moves.append(move.cpu().numpy())
        found.chances.append(spread.log_prob(move).cpu().numpy())
        found.values.append(value.cpu().numpy())
        batch.step(found.moves[-1])
        found.ended.append(batch.ended.copy())
        found.results.append(results(batch.scores))
    return found


def advantages(found: Decisions, smooth: float = 0.95) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """How much better each decision turned out than expected (GAE along each seat's own decisions), and its target.
    Decisions whose match has not ended are judged by the value of the seat's next decision."""
    steps, matches = len(found.moves), len(found.moves[0])
    seats = found.results[0].shape[1]
    gain = np.zeros((steps, matches), np.float32)
    target = np.zeros((steps, matches), np.float32)
    ahead = np.zeros((matches, seats), np.float32)  # value of the seat's next decision, or the result
    carried = np.zeros((matches, seats), np.float32)
    known = np.zeros((matches, seats), bool)
    lane = np.arange(matches)
    for step in reversed(range(steps)):
        over = found.ended[step].astype(bool)
        ahead[over], carried[over], known[over] = found.results[step][over], 0.0, True
        seat, value = found.seats[step], found.values[step]
        better = np.where(known[lane, seat], ahead[lane, seat] - value, 0.0)
        carried[lane, seat] = better + smooth * carried[lane, seat]
        gain[step] = carried[lane, seat]
        target[step] = gain[step] + value
        ahead[lane, seat], known[lane, seat] = value, True
    return gain, target


def batches(count: int, size: int, rng: np.random.Generator) -> Iterator[NDArray[np.int64]]:
    order = rng.permutation(count)
    for at in range(0, count - size + 1, size):
        yield order[at : at + size]


def learn(
    network: Network,
    optimiser: torch.optim.Optimizer,
    found: Decisions,
    device: torch.device,
    rng: np.random.Generator,
) -> None:
    gain, target = (torch.from_numpy(array.reshape(-1)).to(device) for array in advantages(found))
    gain = (gain - gain.mean()) / (gain.std() + 1e-6)
    seen, masks = np.concatenate(found.seen), np.concatenate(found.masks)
    moves = torch.from_numpy(np.concatenate(found.moves)).to(device)
    chances = torch.from_numpy(np.concatenate(found.chances)).to(device)
    for _ in range(3):
        for part in batches(len(seen), 1024, rng):
            at = torch.from_numpy(part).to(device)
            logits, value = network(
                torch.from_numpy(seen[part]).to(device, torch.float32),
                torch.from_numpy(masks[part]).to(device),
            )
            spread = torch.distributions.Categorical(logits=logits)
            ratio = torch.exp(spread.log_prob(moves[at]) - chances[at])
            held = torch.clamp(ratio, 0.8, 1.2)
            loss = (
                -torch.min(ratio * gain[at], held * gain[at]).mean()
                + 0.5 * (value - target[at].clamp(-1, 1)).square().mean()
                - 0.01 * spread.entropy().mean()
            )
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimiser.step()


def against_random(
    network: Network, options: dict[str, Any], game: str, device: torch.device, matches: int = 256
) -> float:
    """The share of wins against random play, seats in turn; equal points count half."""
    batch = Batch(game, matches, players=2, seed=10_007, **options)
    rng = np.random.default_rng(1)
    mine = np.arange(matches) % 2
    wins, done = 0.0, np.zeros(matches, bool)
    while not done.all():
        with torch.no_grad():
            logits, _ = network(
                torch.from_numpy(batch.observations.copy()).to(device, torch.float32),
                torch.from_numpy(batch.masks.copy()).to(device),
            )
        best = logits.argmax(1).cpu().numpy()
        luck = (rng.random(batch.masks.shape) * batch.masks).argmax(1)
        batch.step(np.where(batch.to_move == mine, best, luck))
        for match in np.flatnonzero(batch.ended.astype(bool) & ~done):
            done[match] = True
            me = mine[match]
            margin = batch.scores[match, me] - batch.scores[match, 1 - me]
            wins += 1.0 if margin > 0 else 0.5 if margin == 0 else 0.0
    return wins / matches


def save(network: Network, path: Path, game: str) -> None:
    """The weights for NumPy: branchline.bots.model reads them."""
    weights = {name.replace(".", "_"): array.cpu().numpy() for name, array in network.state_dict().items()}
    np.savez_compressed(path, game=np.array(game), scale=np.array(SCALE, np.float32), **weights)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="nuremberg", choices=sorted(MINI))
    parser.add_argument("--minutes", type=float, default=8)
    parser.add_argument("--matches", type=int, default=256, help="side by side")
    parser.add_argument(
        "--steps", type=int, default=64, help="decisions a match between two rounds of learning"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("model.npz"))
    parser.add_argument("--curve", type=Path, help="where to draw the learning curve (PNG or SVG)")
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    options = MINI[args.game]
    batch = Batch(args.game, args.matches, players=2, seed=args.seed, **options)
    network = Network(batch.observations.shape[1], batch.masks.shape[1]).to(device)
    optimiser = torch.optim.Adam(network.parameters(), lr=5e-4)
    rng = np.random.default_rng(args.seed)
    curve: list[dict[str, float]] = []
    began, decisions, rounds = time.monotonic(), 0, 0
    while (minutes := (time.monotonic() - began) / 60) < args.minutes:
        if rounds % 5 == 0:
            share = against_random(network, options, args.game, device)
            curve.append({"minutes": round(minutes, 2), "decisions": decisions, "wins": round(share, 3)})
            print(json.dumps(curve[-1]), flush=True)
        learn(network, optimiser, collect(batch, network, args.steps, device), device, rng)
        rounds, decisions = rounds + 1, decisions + args.matches * args.steps
    share = against_random(network, options, args.game, device, 1000)
    print(
        f"{decisions:,} decisions in {args.minutes:g} minutes; wins {share:.1%} of 1,000 matches against random play"
    )
    save(network, args.out, args.game)
    args.out.with_suffix(".json").write_text(json.dumps(curve))
    if args.curve:
        draw(curve, args.curve)


def draw(curve: list[dict[str, float]], path: Path) -> None:
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(7, 4))
    axes.plot(
        [row["decisions"] for row in curve], [100 * row["wins"] for row in curve], marker="o", markersize=3
    )
    axes.axhline(90, linestyle="--", linewidth=1, color="gray")
    axes.set_xlabel("decisions played")
    axes.set_ylabel("wins against random play, %")
    axes.set_ylim(0, 100)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)


if __name__ == "__main__":
    main()
