"""Training: lessons first, if any, then matches against itself, past selves and bots, measured all the while."""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from branchline import bots
from branchline.core import registry
from branchline.core.extras import extra
from branchline.core.setup import Setup
from branchline.envs.batched import Batch
from branchline.learn import imitation, ppo
from branchline.learn.evaluation import evaluate
from branchline.learn.lessons import Lesson, lessons, pages, replayed
from branchline.learn.network import Features, Network, sampled_play, save
from branchline.learn.stepping import KINDS, Group, Task, WorkerDied, groups, players_of
from branchline.sim.run_jobs import TRIES

with extra("train"):
    import numpy as np
    import torch


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a run depends on besides the machine. The descriptions are the help of `examples/train.py`."""

    game: Annotated[str, Meta(description="what is played")] = registry.default()
    players: Annotated[int, Meta(description="how many seats")] = 2
    options: Annotated[dict[str, Any], Meta(description="of the game")] = {}
    seed: Annotated[int, Meta(description="of deals, the network and its choices")] = 1
    minutes: Annotated[float, Meta(description="of playing and learning, after the lessons")] = 4.0
    processes: Annotated[int, Meta(description="that step matches; 0: only this process")] = 0
    cluster: Annotated[str, Meta(description="ray or ray:ADDRESS: actors on Ray instead of processes")] = ""
    matches: Annotated[int, Meta(description="side by side in each process")] = 256
    steps: Annotated[int, Meta(description="decisions per match between two rounds of learning")] = 32
    width: Annotated[int, Meta(description="of the network")] = 192
    teacher: Annotated[str, Meta(description="the bot whose games it imitates first")] = "level:4"
    lessons: Annotated[int, Meta(description="how many of these games; 0: none")] = 0
    lessons_file: Annotated[str, Meta(description="where they are kept for the next run")] = ""
    opponents: Annotated[
        tuple[str, ...],
        Meta(
            description="at one match each of every --tables: past (itself, earlier), adviser (planner), bots"
        ),
    ] = ("past", "past", "adviser", "adviser", "adviser")
    tables: Annotated[int, Meta(description="in the rest of this many matches it plays every seat")] = 8
    margin: Annotated[float, Meta(description="how much of a result is the margin, not the place")] = 0.5
    rate: Annotated[float, Meta(description="of learning, at first")] = 4e-4
    size: Annotated[int, Meta(description="decisions per step of the optimiser")] = 1024
    entropy: Annotated[float, Meta(description="weight of entropy, which keeps it exploring")] = 0.003
    smooth: Annotated[float, Meta(description="lambda of GAE")] = 0.97
    follow: Annotated[
        float, Meta(description="share of the time spent learning the adviser's moves alone")
    ] = 0.1
    advice: Annotated[float, Meta(description="weight of the adviser's moves after that, at first")] = 0.3
    until: Annotated[float, Meta(description="share of the time after which they count for nothing")] = 0.4
    against: Annotated[tuple[str, ...], Meta(description="the bots to measure it against")] = ("planner",)
    measures: Annotated[int, Meta(description="how often")] = 10
    measured: Annotated[int, Meta(description="matches in each measurement, about")] = 256

    @property
    def setup(self) -> Setup:
        return Setup.local(self.game, self.players, self.options)


class Trainer:
    def __init__(self, plan: Plan, tell: Callable[[dict[str, Any]], None]) -> None:
        torch.manual_seed(plan.seed)
        torch.set_float32_matmul_precision("high")
        self.plan, self.tell = plan, tell
        for spec in {*plan.opponents, *plan.against} - set(KINDS):
            bots.bot(spec, programs=True)  # raises `UnknownBot` here, not in a process far away
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.curve: list[dict[str, Any]] = []
        self.imitated: imitation.Imitated | None = None
        given = self._lessons()
        batch = Batch(plan.game, 256, plan.players, seed=plan.seed, **plan.options)
        seen = [sampled_play(batch, 240)]
        if given:
            seen.append(replayed((plan.setup, given[:200], None, plan.margin)).seen)
        features = Features.of(plan.setup, np.concatenate(seen))
        self.network = Network(features, batch.masks.shape[1], plan.players, plan.width).to(self.device)
        self.task = Task(
            plan.game, plan.players, plan.options, features.columns, plan.opponents, plan.tables,
            advised=plan.follow > 0 or plan.advice > 0 or "adviser" in plan.opponents, margin=plan.margin,
        )  # fmt: skip
        if given:
            self._imitate(given, features)

    def _lessons(self) -> list[Lesson]:
        plan = self.plan
        if not plan.lessons:
            return []
        path = Path(plan.lessons_file) if plan.lessons_file else None
        began = time.monotonic()
        found = lessons(
            plan.setup, plan.teacher, plan.lessons, 1_000_000,
            path=path, cluster=plan.cluster or None,
        )  # fmt: skip
        self.tell({"lessons": len(found), "seconds": round(time.monotonic() - began, 1)})
        return found

    def _imitate(self, given: list[Lesson], features: Features) -> None:
        plan = self.plan
        began = time.monotonic()
        taught = pages(plan.setup, given, features.columns, plan.margin)
        self.tell({"replayed": len(taught), "seconds": round(time.monotonic() - began, 1)})
        size = min(4 * plan.size, 4096)
        self.imitated = imitation.imitate(self.network, taught, self.device, size=size)
        self.tell({"imitated": self.imitated._asdict()})

    def run(self) -> None:
        plan = self.plan
        with groups(self.task, plan.matches, plan.processes, plan.seed, plan.cluster) as found:
            players = players_of(self.task, plan.matches)
            thinkers = [
                ppo.Thinker(group, np.tile(players, (len(group.seeds), 1)), plan.steps, self.device)
                for group in found
            ]
            self._improve(found, thinkers)

    def _improve(self, found: list[Group], thinkers: list[ppo.Thinker]) -> None:
        plan, chance = self.plan, Random(self.plan.seed)
        optimiser = torch.optim.Adam(self.network.parameters(), lr=plan.rate, eps=1e-5)
        selves: list[Network] = [copy.deepcopy(self.network)]
        decisions, lost, spent = 0, 0, 0.0
        told: dict[str, float] = {}
        while True:
            done = spent / (60 * plan.minutes)
            if done >= len(self.curve) / plan.measures or done >= 1:
                self._measure(found, decisions, spent, told)
                selves.append(copy.deepcopy(self.network))
            if done >= 1:
                return
            began = time.monotonic()
            settings = self._settings(done)
            for group in optimiser.param_groups:
                group["lr"] = settings.rate
            try:
                played = ppo.collect(thinkers, plan.steps, self.network, chance.choice(selves))
            except WorkerDied as died:
                lost += 1
                if lost > TRIES:
                    raise
                died.revive()
                continue
            playing = time.monotonic() - began
            told = ppo.learn(self.network, optimiser, played, settings)
            decisions += sum(one.moves.numel() for one in played)
            spent += time.monotonic() - began
            told["playing"] = round(playing / (time.monotonic() - began), 2)  # share of the time

    def _settings(self, done: float) -> ppo.Settings:
        """The settings at some share of the time."""
        plan = self.plan
        settings = ppo.Settings(size=plan.size, entropy=plan.entropy, smooth=plan.smooth)
        if done < plan.follow:
            return settings._replace(rate=1e-3, reinforce=0.0, advice=1.0)
        left = 1 - (done - plan.follow) / max(plan.until - plan.follow, 1e-9)
        return settings._replace(rate=plan.rate * max(1 - done, 0.05), advice=plan.advice * max(left, 0.0))

    def _measure(self, found: list[Group], decisions: int, spent: float, told: dict[str, float]) -> None:
        plan = self.plan
        row: dict[str, Any] = {"minutes": round(spent / 60, 2), "decisions": decisions}
        for opponent in plan.against:
            matches = max(min(plan.measured // max(plan.processes, 1), plan.matches), 1)
            won = evaluate(self.network, found, self.task, opponent, matches, 777, self.device)
            row[opponent] = msgspec.to_builtins(won)
        self.curve.append(row)
        self.tell({**row, **told})

    def save(self, path: Path) -> None:
        """Save the weights, and next to them how they were made."""
        save(self.network, path, self.plan.game)
        story = {
            "plan": msgspec.to_builtins(self.plan),
            "device": torch.cuda.get_device_name() if self.device.type == "cuda" else "CPU",
            "imitated": self.imitated._asdict() if self.imitated else None,
            "curve": self.curve,
        }
        path.with_suffix(".json").write_text(json.dumps(story, indent=1))
