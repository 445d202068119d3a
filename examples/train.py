"""A learner that learns: PPO by self-play in plain PyTorch, on batches of matches.

    python examples/train.py --out model.npz            # the mini board, some minutes on two cores
    python examples/train.py --parts 4 --cluster ray    # four actors on Ray play; without --cluster, four processes
    branchline sim nuremberg --players 2 --board mini --rounds 2 --bots model:model.npz,random

The network's weights are saved for NumPy, so whoever plays against it needs no PyTorch. `--curve` draws how it learned.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from branchline.envs import MINI
from branchline.envs.batched import Batch
from branchline.sim.on_ray import connected

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


class SelfPlay:
    """A part of the matches, which the network plays against itself in a process of its own: with the same luck
    wherever that runs. Whoever replaces a dead one begins its matches anew."""

    def __init__(self, game: str, matches: int, seed: int, options: dict[str, Any]) -> None:
        torch.set_num_threads(1)
        torch.manual_seed(seed)
        self.batch = Batch(game, matches, players=2, seed=seed, **options)
        self.network = Network(self.batch.observations.shape[1], self.batch.masks.shape[1])

    def play(self, weights: dict[str, Tensor], steps: int) -> Decisions:
        self.network.load_state_dict(weights)
        return collect(self.batch, self.network, steps, torch.device("cpu"))


class Processes:
    """Self-play on this machine."""

    def __init__(self, parts: list[tuple[Any, ...]]) -> None:
        self.parts = parts
        self.pools = [self._start(part) for part in parts]

    def _start(self, part: tuple[Any, ...]) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(1, get_context("spawn"), _begin, part)

    def play(self, weights: dict[str, Tensor], steps: int) -> Decisions:
        waiting = [pool.submit(_play, weights, steps) for pool in self.pools]
        found = []
        for number, part in enumerate(waiting):
            try:
                found.append(part.result())
            except BrokenProcessPool:
                self.pools[number] = self._start(self.parts[number])
                found.append(self.pools[number].submit(_play, weights, steps).result())
        return joined(found)


_here: list[SelfPlay] = []  # of such a process


def _begin(*part: Any) -> None:
    _here[:] = [SelfPlay(*part)]


def _play(weights: dict[str, Tensor], steps: int) -> Decisions:
    return _here[0].play(weights, steps)


class Actors:
    """Self-play on a Ray cluster: `ray` on this machine, or `ray:ADDRESS`."""

    def __init__(self, cluster: str, parts: list[tuple[Any, ...]]) -> None:
        self.ray = connected(cluster, len(parts))
        actor = self.ray.remote(max_restarts=-1, max_task_retries=-1)(SelfPlay)
        self.actors = [actor.remote(*part) for part in parts]

    def play(self, weights: dict[str, Tensor], steps: int) -> Decisions:
        return joined(self.ray.get([actor.play.remote(weights, steps) for actor in self.actors]))


def joined(parts: list[Decisions]) -> Decisions:
    """Side by side, in the order of the parts."""
    whole = Decisions()
    for name in vars(whole):
        rows = zip(*(getattr(part, name) for part in parts), strict=True)
        setattr(whole, name, [np.concatenate(row) for row in rows])
    return whole


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
    parser.add_argument(
        "--parts", type=int, default=1, help="of the matches, each played by a worker of its own"
    )
    parser.add_argument("--cluster", metavar="ray[:ADDRESS]", help="the workers are actors on Ray")
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
    parts = [
        (args.game, args.matches // args.parts, args.seed * 1000 + part, options)
        for part in range(args.parts)
    ]
    team = Actors(args.cluster, parts) if args.cluster else Processes(parts) if args.parts > 1 else None
    curve: list[dict[str, float]] = []
    began, decisions, rounds = time.monotonic(), 0, 0
    while (minutes := (time.monotonic() - began) / 60) < args.minutes:
        if rounds % 5 == 0:
            share = against_random(network, options, args.game, device)
            curve.append({"minutes": round(minutes, 2), "decisions": decisions, "wins": round(share, 3)})
            print(json.dumps(curve[-1]), flush=True)
        if team is None:
            found = collect(batch, network, args.steps, device)
        else:
            weights = {name: array.cpu() for name, array in network.state_dict().items()}
            found = team.play(weights, args.steps)
        learn(network, optimiser, found, device, rng)
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
