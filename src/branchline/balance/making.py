"""Plays the matches of a plan on many workers, and makes the report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from branchline.balance import report
from branchline.balance.matches import Seen, play_all
from branchline.balance.plan import Plan, duels, matches, pairings, setups
from branchline.balance.report import Report
from branchline.core.balance import Part
from branchline.core.protocols import Game
from branchline.sim.run_jobs import ResultsFile, run_jobs

BUNDLE: Final = 4  # matches per job


def make(
    game: Game[Any], plan: Plan, options: Mapping[str, object], *, workers: int | None = None,
    cluster: str | None = None, keep: str | None = None, quiet: bool = False,
) -> Report:  # fmt: skip
    """`keep` names a file for the results of matches: a run that was stopped continues from it."""
    alike = matches(game, plan, options)
    pairs = pairings(game, plan) if plan.deals else []
    every = [*alike, *duels(game, plan, options, pairs)]
    jobs = [every[at : at + BUNDLE] for at in range(0, len(every), BUNDLE)]
    run = f"balance {game.name} {game.rules_version} {options} {msgspec.json.encode(plan).decode()}"
    bundles = run_jobs(
        play_all, jobs, list[Seen], workers=workers, cluster=cluster, quiet=quiet, unit="bundle",
        keep=ResultsFile(keep, run) if keep else None,
    )  # fmt: skip
    seen = [one for bundle in bundles for one in bundle]
    tables = [setup.setting for players in game.players for setup in setups(game, players, options).values()]
    main, rest = seen[: len(alike)], seen[len(alike) :]
    return Report(
        game=game.name,
        rules=game.rules_version,
        options={name: str(value) for name, value in options.items()},
        plan=plan,
        places=report.places(main),
        scores=report.scores(main),
        lengths=report.lengths(main),
        figures=report.figures(main),
        rounds=report.rounds(main),
        parts=report.parts(main, lambda part: _words(game, tables, part)),
        duels=report.duels(pairs, rest),
    )


def _words(game: Game[Any], settings: Sequence[Any], part: Part) -> str:
    """What a part is, in the first setting that knows it."""
    balance = game.balance()
    return next((words for setting in settings if (words := balance.words(setting, part))), "")
