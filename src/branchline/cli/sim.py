"""`branchline sim`: bots play many games, and the results are counted."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import fmean, pstdev
from typing import Final

import msgspec

from branchline.bots.specs import split
from branchline.cli.arguments import match
from branchline.cli.json_output import print_json
from branchline.core.errors import OptionError
from branchline.core.setup import Setup
from branchline.sim.games import GameResult, Match, play_all
from branchline.sim.run_jobs import ResultsFile, run_jobs

BUNDLE: Final = 16  # games per job


class SeatSummary(msgspec.Struct, frozen=True):
    seat: int
    bot: str
    wins: float  # a shared first place counts as a fraction of a win
    mean_score: float
    deviation: float


class Report(msgspec.Struct, frozen=True):
    game: str
    players: int
    options: dict[str, object]
    games: int
    decisions: int
    seconds: float
    seats: list[SeatSummary]
    results: list[GameResult]


def arguments(parser: argparse.ArgumentParser) -> None:
    match.game_argument(parser)
    match.match_arguments(parser)
    parser.add_argument("--games", type=int, default=100, metavar="K", help="how many games (100)")
    parser.add_argument(
        "--bots", default="random", metavar="A,B", help="one bot per seat, or one for all (random)"
    )
    parser.add_argument(
        "--records", metavar="FOLDER", help="write the record of every game into a new folder"
    )
    match.work_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print everything as JSON")


def run(args: argparse.Namespace) -> int:
    if args.list_options:
        return match.print_options(args.game, args.json)
    report = simulate(args)
    if args.json:
        print_json(report)
    else:
        _print(report)
    return 0


def simulate(args: argparse.Namespace) -> Report:
    if args.games < 1:
        raise OptionError("--games takes at least 1.")
    args.players = match.players(args)
    setup = Setup.make(args.game, args.players, match.options(args))
    specs = _bot_specs(args.bots, args.players)
    first = Random().getrandbits(32) if args.seed is None else args.seed
    began = time.perf_counter()
    folder = match.new_file(args.records) if args.records else None
    results = play_games(args, setup, specs, first)
    if folder is not None:
        results = _write_records(folder, args.game, results)
    return Report(
        game=args.game,
        players=args.players,
        options=setup.options,
        games=args.games,
        decisions=sum(result.decisions for result in results),
        seconds=round(time.perf_counter() - began, 3),
        seats=[_summary(seat, spec, results) for seat, spec in enumerate(specs)],
        results=results,
    )


def play_games(args: argparse.Namespace, setup: Setup, specs: Sequence[str], first: int) -> list[GameResult]:
    """Play all games, in jobs of several games. Kept results need a seed: otherwise every run is different."""
    if args.keep and args.seed is None:
        raise OptionError("--keep needs --seed, so that the same run is continued.")
    matches = [Match(setup, tuple(specs), first + number, bool(args.records)) for number in range(args.games)]
    jobs = [matches[at : at + BUNDLE] for at in range(0, len(matches), BUNDLE)]
    words = f"{args.game} {args.players} {setup.stored.decode()} {' '.join(specs)} {first} {args.games}"
    keep = ResultsFile(args.keep, words) if args.keep else None
    bundles = run_jobs(
        play_all, jobs, list[GameResult], workers=args.workers, cluster=args.cluster, keep=keep, unit="bundle"
    )
    return [result for bundle in bundles for result in bundle]


def _write_records(folder: Path, game: str, results: Sequence[GameResult]) -> list[GameResult]:
    """Write one file per game; returns the results without their records."""
    folder.mkdir(parents=True)
    for result in results:
        (folder / f"{game}-{result.seed}.jsonl").write_text(result.record, encoding="utf-8")
    return [msgspec.structs.replace(result, record="") for result in results]


def _bot_specs(text: str, players: int) -> list[str]:
    """`a,b` names two bots; settings of one bot stay with it (`random:seed=1`)."""
    specs = split(text)
    if len(specs) == 1:
        specs *= players
    if len(specs) != players:
        raise OptionError(f"--bots names {len(specs)} bots for {players} seats: name one, or one per seat.")
    return specs


def _summary(seat: int, spec: str, results: Sequence[GameResult]) -> SeatSummary:
    scores = [result.scores[seat] for result in results]
    wins = sum(1 / len(result.ranking[0]) for result in results if seat in result.ranking[0])
    return SeatSummary(seat, spec, round(wins, 3), round(fmean(scores), 3), round(pstdev(scores), 3))


def _print(report: Report) -> None:
    rate = report.decisions / report.seconds if report.seconds else 0.0
    games = "1 game" if report.games == 1 else f"{report.games} games"
    print(f"{games} of {report.game} with {report.players} players")
    print(f"{report.decisions:,} decisions in {report.seconds:.1f} s ({rate:,.0f} per second, bots included)")
    print(f"{'seat':<6}{'bot':<24}{'wins':>8}{'share':>8}{'mean score':>13}{'deviation':>11}")
    for seat in report.seats:
        share = f"{seat.wins / report.games:.0%}"
        print(
            f"{seat.seat + 1:<6}{seat.bot:<24}{seat.wins:>8g}{share:>8}{seat.mean_score:>13.2f}{seat.deviation:>11.2f}"
        )
