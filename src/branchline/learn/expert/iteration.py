"""Expert iteration: all cores play, one device learns, and so on with what was learned."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from branchline.bots.networks import Network, write_network
from branchline.core.extras import extra
from branchline.learn.expert.learning import fit
from branchline.learn.expert.model import JudgeModel, arrays
from branchline.learn.expert.reading import read_game
from branchline.learn.expert.samples import Samples
from branchline.learn.expert.self_play import Order, self_play
from branchline.learn.expert.trial import Trial, play_trial

with extra("train"):
    import torch


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What a run depends on besides the machine. The descriptions are the help of `branchline train`."""

    game: str
    folder: str
    minutes: Annotated[float, Meta(description="for all generations; the same folder continues a run")] = 10.0
    processes: Annotated[int, Meta(description="that play")] = os.cpu_count() or 1
    seed: Annotated[int, Meta(description="of deals, the network and its choices")] = 1
    first_seconds: Annotated[float, Meta(description="of play before the first network")] = 90.0
    seconds: Annotated[float, Meta(description="of play per generation")] = 60.0
    window: Annotated[int, Meta(description="generations whose games are learned from")] = 4
    first_steps: Annotated[int, Meta(description="of the optimiser in the first generation")] = 1500
    steps: Annotated[int, Meta(description="in every other one")] = 600
    size: Annotated[int, Meta(description="positions per step")] = 4096
    rate: Annotated[float, Meta(description="of learning")] = 1e-3
    first_long: Annotated[int, Meta(description="playouts of a search by heuristics, at first")] = 24
    long: Annotated[int, Meta(description="playouts of a search that moves are learned from")] = 80
    short: Annotated[int, Meta(description="playouts of the others")] = 14
    often: Annotated[float, Meta(description="how many searches are long")] = 0.25
    width: Annotated[int, Meta(description="of the first layer")] = 512
    hidden: Annotated[int, Meta(description="width of the second layer")] = 128
    value_width: Annotated[int, Meta(description="of the layer before the values")] = 32
    trial: Annotated[
        int, Meta(description="deals in a trial of a new network, each played from both seats")
    ] = 60
    playouts: Annotated[int, Meta(description="per move in a trial against the network before")] = 32


class Generation(msgspec.Struct):
    number: int
    minutes: float
    played: dict[str, Any]
    learned: dict[str, Any]
    trials: dict[str, Any]
    kept: bool = True


class Iteration:
    """Continues from what the folder says."""

    def __init__(self, plan: Plan, tell: Callable[[dict[str, Any]], None]) -> None:
        self.plan, self.tell = plan, tell
        self.folder = Path(plan.folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        torch.manual_seed(plan.seed)
        torch.set_float32_matmul_precision("high")
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.network = self._reading()
        self.model = JudgeModel(self.network).to(self.device)
        self.curve: list[Generation] = []
        self.best = ""
        self._resume()

    def _reading(self) -> Network:
        path, plan = self.folder / "reading.json", self.plan
        if not path.exists():
            found = read_game(plan.game, 400, plan.width, plan.hidden, plan.value_width, plan.seed)
            path.write_bytes(msgspec.json.encode(found))
        return msgspec.json.decode(path.read_bytes(), type=Network)

    def _resume(self) -> None:
        path = self.folder / "curve.json"
        if path.exists():
            self.curve = msgspec.json.decode(path.read_bytes(), type=list[Generation])
            self.model.load_state_dict(torch.load(self.folder / "model.pt", map_location=self.device))
            self.best = str(self.folder / "network.zip")

    def run(self) -> None:
        plan = self.plan
        end = time.monotonic() + 60 * plan.minutes
        with ProcessPoolExecutor(plan.processes, get_context("spawn")) as pool:
            while time.monotonic() < end:
                self._generation(pool, end)

    def _generation(self, pool: ProcessPoolExecutor, end: float) -> None:
        plan, number, began = self.plan, len(self.curve), time.monotonic()
        seconds = plan.seconds if self.best else plan.first_seconds
        played = self._play(pool, number, min(seconds, max(end - began - 30, 10)))
        told = time.monotonic() - began
        samples = [Samples.load(path) for path in sorted(self.folder.glob("samples-*.npz"))]
        learned = fit(
            self.model,
            samples,
            self.device,
            steps=plan.steps if self.best else plan.first_steps,
            size=plan.size,
            rate=plan.rate,
        )
        network, found = arrays(self.model)
        path = self.folder / f"network-{number}.zip"
        write_network(path, network, found)
        trials = self._measure(pool, path, number)
        kept = not self.best or trials["before"]["won"] >= 0.5
        if kept:
            self.best = str(self.folder / "network.zip")
            Path(self.best).write_bytes(path.read_bytes())
            torch.save(self.model.state_dict(), self.folder / "model.pt")
        minutes = round((time.monotonic() - began) / 60, 2)
        self.curve.append(
            Generation(number, minutes, {**played, "seconds": round(told)}, learned._asdict(), trials, kept)
        )
        (self.folder / "curve.json").write_bytes(msgspec.json.encode(self.curve))
        self.tell(msgspec.to_builtins(self.curve[-1]))

    def _play(self, pool: ProcessPoolExecutor, number: int, seconds: float) -> dict[str, Any]:
        plan = self.plan
        reading = msgspec.json.encode(self.network)
        orders = [
            Order(
                plan.game, seconds, plan.seed * 1_000_000 + number * 1000 + worker,
                str(self.folder / f"samples-{number:03}-{worker:03}.npz"), reading, self._frozen(number),
                long=plan.long if self.best else plan.first_long, short=plan.short if self.best else 0,
                often=plan.often,
            )
            for worker in range(plan.processes)
        ]  # fmt: skip
        done = list(pool.map(self_play, orders))
        for path in self.folder.glob("samples-*.npz"):
            if int(path.name.split("-")[1]) <= number - plan.window:
                path.unlink()
        return {name: sum(getattr(one, name) for one in done) for name in ("matches", "samples", "decisions")}

    def _frozen(self, number: int) -> str:
        """The best network under its own name, because workers cache files by name."""
        if not self.best:
            return ""
        path = self.folder / f"playing-{number}.zip"
        path.write_bytes(Path(self.best).read_bytes())
        return str(path)

    def _measure(self, pool: ProcessPoolExecutor, path: Path, number: int) -> dict[str, Any]:
        plan = self.plan
        alone, search = (
            {"network": str(path), "playouts": 1},
            {"network": str(path), "playouts": plan.playouts},
        )
        against: dict[str, tuple[dict[str, Any], dict[str, Any] | str]] = {"planner": (alone, "planner")}
        if self.best:
            against["before"] = (search, {"network": self._frozen(number), "playouts": plan.playouts})
        found = {}
        for name, (one, other) in against.items():
            trials = [
                Trial(
                    plan.game,
                    one,
                    other,
                    500_000 + seed,
                    plan.trial * (2 if name == "planner" else 1) // plan.processes + 1,
                )
                for seed in range(plan.processes)
            ]
            results = list(pool.map(play_trial, trials))
            games = sum(result.games for result in results)
            found[name] = {"won": round(sum(result.won for result in results) / games, 3), "games": games}
        return found
