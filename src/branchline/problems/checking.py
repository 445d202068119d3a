"""Checking problems: their positions can be reached, their choices are those of the rules, and another search with four
times the playouts finds the same best choice, clearly ahead."""

from __future__ import annotations

from pathlib import Path

import msgspec

from branchline.core.errors import BranchlineError
from branchline.problems import mining
from branchline.problems.explaining import reasons
from branchline.problems.file import Problems, read
from branchline.problems.weighing import choices, planned


class Check(msgspec.Struct, frozen=True):
    path: str
    place: int  # in the file
    seed: int  # of the search, different from those of mining


class Checked(msgspec.Struct, frozen=True):
    place: int
    best: str  # the notation of the solution
    margin: float  # in this search; negative: another choice is better
    planned: bool  # the solution is the planner's first choice
    fault: str = ""

    @property
    def confirmed(self) -> bool:
        return not self.fault and self.margin >= mining.MARGIN


def check(job: Check) -> Checked:
    found = read(Path(job.path))
    fault = position_fault(found, job.place)
    if fault:
        return Checked(job.place, "", 0.0, False, fault)
    problem, table = found.problems[job.place], found.table(job.place)
    best = str(table.game.move(table.setting, problem.best.steps[0]))
    again = mining.searched(table, problem, found.made.playouts * mining.CONFIRMED, job.seed)
    margin = again.margin if again.best.steps == problem.best.steps else -again.margin
    plans = planned(table.setup, table.view(problem.seat), table.legal_moves.ids, job.seed)
    return Checked(job.place, best, round(margin, 3), problem.best.steps[0] in plans)


def position_fault(found: Problems, place: int) -> str:
    """What is wrong with a problem even without a search; empty: nothing."""
    problem = found.problems[place]
    try:
        table = found.table(place)
    except BranchlineError as error:
        return f"Its position can't be reached: {error}"
    if table.to_move != problem.seat:
        return "It is another seat's turn."
    if {option.steps for option in problem.choices} != set(choices(table)):
        return "Its choices are not those of the position."
    if len(problem.choices) < mining.LEAST_CHOICES or not mining.is_clear(problem):
        return "Its solution is not clear."
    if not reasons(table, problem.seat, problem.best):
        return "There is no reason for its solution."
    return ""
