"""Training: lessons first, if any, then matches against itself, past selves and bots, measured all the while."""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from branchline.core.extras import extra
from branchline.core.setup import Setup
from branchline.envs.batched import Batch
from branchline.learn import imitation, ppo
from branchline.learn.evaluation import evaluate
from branchline.learn.lessons import Lesson, lessons, pages, replayed
from branchline.learn.network import Features, Network, sampled_play, save
from branchline.learn.stepping import Group, Task, WorkerDied, groups, players_of
from branchline.sim.run_jobs import TRIES

with extra("train"):
    import numpy as np
    import torch


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a run depends on besides the machine."""

    game: str = "nuremberg"
    players: int = 2
    options: dict[str, Any] = {}
    seed: int = 1
    minutes: float = 4.0  # of playing and learning, after the lessons
    processes: int = 0  # that step matches; 0: this one does
    cluster: str = ""  # the processes are actors on Ray: "ray", or "ray:ADDRESS"
    matches: int = 256  # side by side in each of them
    steps: int = 32  # decisions a match between two rounds of learning
    width: int = 192  # of the network
    teacher: str = "level:4"
    lessons: int = 0  # games of the teacher to imitate first
    lessons_file: str = ""  # where they are kept
    # At so many of `tables` matches: past selves, the adviser (the planner's heuristics), or specs of bots
    opponents: tuple[str, ...] = ("past", "past", "adviser", "adviser", "adviser")
    tables: int = 8
    margin: float = 0.5  # how much of a result is the margin, not the place
    rate: float = 4e-4  # of learning, at first
    size: int = 1024  # decisions a step of the optimiser
    entropy: float = 0.003
    smooth: float = 0.97
    follow: float = 0.1  # share of the time in which it only learns what the adviser would play
    advice: float = 0.3  # what that counts afterwards, at first
    until: float = 0.4  # share of the time after which it counts nothing
    against: tuple[str, ...] = ("planner",)  # who measures it
    measures: int = 10  # how often
    measured: int = 256  # matches in each measure, about

    @property
    def setup(self) -> Setup:
        return Setup.local(self.game, self.players, self.options)


class Trainer:
    def __init__(self, plan: Plan, tell: Callable[[dict[str, Any]], None]) -> None:
        torch.manual_seed(plan.seed)
        torch.set_float32_matmul_precision("high")
        self.plan, self.tell = plan, tell
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
        """At some share of the time."""
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
        """The weights, and beside them how they came about."""
        save(self.network, path, self.plan.game)
        story = {
            "plan": msgspec.to_builtins(self.plan),
            "device": torch.cuda.get_device_name() if self.device.type == "cuda" else "CPU",
            "imitated": self.imitated._asdict() if self.imitated else None,
            "curve": self.curve,
        }
        path.with_suffix(".json").write_text(json.dumps(story, indent=1))
