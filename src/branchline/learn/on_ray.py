"""Matches stepped by actors on a Ray cluster: arrays travel where processes share memory."""

from __future__ import annotations

from functools import partial
from typing import Any

from branchline.learn.stepping import Group, Stepper, Task, Window, window
from branchline.sim.on_ray import connected


class Actor:
    """Steps a part in another process or on another machine."""

    def __init__(self, task: Task, seed: int, matches: int, move_count: int) -> None:
        self.shown = window(task, matches, move_count)
        self.stepper = Stepper(task, seed, self.shown)

    def do(self, order: Any, moves: Any) -> Window:
        if order is not None:
            self.shown.moves[:] = moves
            self.stepper.do(order)
        return self.shown


class Actors(Group):
    def __init__(self, ray: Any, *parts: Any) -> None:
        self.ray = ray
        super().__init__(*parts)

    def open(self) -> Window:
        self.actors: dict[int, Any] = {}
        self.waiting: dict[int, Any] = {}
        for number in range(len(self.seeds)):
            self.start(number)
        return window(self.task, self.whole, self.move_count)

    def start(self, number: int) -> None:
        actor = self.ray.remote(Actor).remote(self.task, self.seeds[number], self.matches, self.move_count)
        self.actors[number] = actor
        self.waiting[number] = actor.do.remote(None, None)

    def send(self, number: int, order: Any) -> None:
        moves = self.window.moves[self.rows(number)].copy()
        self.waiting[number] = self.actors[number].do.remote(order, moves)

    def heard(self, number: int) -> bool:
        try:
            shown = self.ray.get(self.waiting[number])
        except self.ray.exceptions.RayActorError:
            return False
        part: tuple[Any, ...] = self.window.rows(self.rows(number))
        for here, there in zip(part, shown, strict=True):
            here[:] = there
        return True

    def close(self) -> None:
        for actor in self.actors.values():
            self.ray.kill(actor)


def actors(cluster: str, workers: int) -> Any:
    """How to make a group on a cluster: `ray` on this machine, or `ray:ADDRESS`."""
    return partial(Actors, connected(cluster, workers))
