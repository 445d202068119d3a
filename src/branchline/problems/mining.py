"""Finding problems: strong bots play a game, and every decision on which search and planner disagree is searched with
more and more playouts."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

import msgspec

from branchline.bots.search import SearchBot
from branchline.core import registry
from branchline.core.play.table import Table
from branchline.problems.explaining import reasons
from branchline.problems.file import Problem, table_of
from branchline.problems.weighing import choices, planned, weigh

BOT_PLAYOUTS: Final = 64
BOT: Final = f"search:playouts={BOT_PLAYOUTS}"  # who plays
SCREENING: Final = 128  # playouts
PLAYOUTS: Final = 800  # to find a problem; four times as many confirm it
CONFIRMED: Final = 4
MARGIN: Final = 0.1  # how far the best choice must be ahead of the second, as a chance of winning
RESERVE: Final = 0.03  # added while mining, because another search must come to the same result
CHANCES: Final = (0.25, 0.97)  # of the best choice: the game is neither lost nor won already
LEAST_CHOICES: Final = 3
PER_GAME: Final = 3
SECONDS: Final = 1e6  # no limit of time


class Job(msgspec.Struct, frozen=True):
    game: str
    rules: str
    seed: int


class Mined(msgspec.Struct, frozen=True):
    seed: int
    decisions: int
    searched: int
    problems: list[Problem]


def mine(job: Job) -> Mined:
    """The problems of one game. The seed decides players, options, deals and bots."""
    random = Random(job.seed)
    game = registry.game(job.game, job.rules)
    players = random.choice(game.players)
    options: dict[str, Any] = dict(random.choice(game.presentation().problem_options))
    table = Table(job.game, players, seed=job.seed, rules=job.rules, **options)
    bots = [SearchBot(random.getrandbits(31), ms=10**9, playouts=BOT_PLAYOUTS) for _ in range(players)]
    decisions = 0
    suspects: list[Problem] = []
    while (seat := table.to_move) is not None:
        view, legal = table.view(seat), table.legal_moves.ids
        move = bots[seat].choose(table.setup, view, legal, SECONDS)
        if len(legal) >= LEAST_CHOICES and move not in planned(table.setup, view, legal, 1):
            suspects += _screened(table, options, job.seed)
        table.push(move)
        decisions += 1
    return Mined(job.seed, decisions, len(suspects), list(_confirmed(job, suspects)))


def _screened(table: Table, options: dict[str, object], seed: int) -> Iterator[Problem]:
    """The position as a problem, if a quick search finds it promising."""
    game, seat = table.game, table.to_move
    assert seat is not None
    clickable = choices(table)
    if len(clickable) < LEAST_CHOICES or game.screen().midway(table.state):
        return
    view = table.view(seat)
    weighed = weigh(table.setup, view, list(clickable), SCREENING, len(table.steps))
    plans = planned(table.setup, view, table.legal_moves.ids, 2)
    if weighed[0].chance - weighed[1].chance < MARGIN / 2 or weighed[0].steps[0] in plans:
        return
    yield Problem(
        players=table.players,
        options=options,
        seed=seed,
        moves=tuple(move for step in table.steps if step.decided for move in step.moves),
        seat=seat,
        round=game.screen().round(table.state),
        kind=clickable[weighed[0].steps][0].split()[0],
        choices=tuple(weighed),
        planner=tuple(place for place, option in enumerate(weighed) if option.steps[0] in plans),
    )


def _confirmed(job: Job, suspects: list[Problem]) -> Iterator[Problem]:
    """The clearest ones that more playouts and other guesses confirm, no two of the same kind or turn."""
    had: set[tuple[object, ...]] = set()
    for suspect in sorted(suspects, key=lambda problem: -problem.margin):
        table = table_of(job.game, job.rules, suspect)
        turn = table.game.turn(table.state)
        if (suspect.kind,) in had or (turn,) in had:
            continue
        found = confirm(table, suspect)
        if found is not None:
            had |= {(found.kind,), (turn,)}
            yield found
            if len(had) >= 2 * PER_GAME:
                return


def confirm(table: Table, problem: Problem) -> Problem | None:
    """The problem with the chances of the last search; None if any of the searches disagrees."""
    for seed, playouts in enumerate((PLAYOUTS, PLAYOUTS * CONFIRMED), start=11):
        problem = searched(table, problem, playouts, seed)
        if not is_clear(problem) or not _explained(table, problem):
            return None
    return problem


def is_clear(problem: Problem) -> bool:
    """Whether the best choice is far ahead, matters, and is not what the planner would play."""
    least, most = CHANCES
    ahead = problem.margin >= MARGIN + RESERVE
    return ahead and least <= problem.best.chance <= most and 0 not in problem.planner


def searched(table: Table, problem: Problem, playouts: int, seed: int) -> Problem:
    """The problem as another search sees it."""
    view = table.view(problem.seat)
    weighed = weigh(table.setup, view, [option.steps for option in problem.choices], playouts, seed)
    plans = {problem.choices[place].steps for place in problem.planner}
    best = weighed[0].steps
    trial = str(table.game.move(table.setting, best[0]))
    return msgspec.structs.replace(
        problem,
        choices=tuple(weighed),
        kind=trial.split()[0],
        planner=tuple(place for place, option in enumerate(weighed) if option.steps in plans),
    )


def _explained(table: Table, problem: Problem) -> bool:
    """Whether there is a reason for the best choice that the second does not have."""
    best, second = (set(reasons(table, problem.seat, option)) for option in problem.choices[:2])
    return bool(best - second)
