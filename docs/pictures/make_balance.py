"""Plays First Class many times and draws the scores by pair of modules: python docs/pictures/make_balance.py

    python docs/pictures/make_balance.py --games 1000 --bots random

It writes `firstclass-balance.svg` here and prints the tables of docs/balance.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean, quantiles
from typing import Any

from branchline import bots
from branchline.core.play.match import play_match
from branchline.core.registry import game
from branchline.core.setup import Setup

HERE = Path(__file__).parent
PAIRS = ("AB", "AC", "AD", "AE", "BC", "BD", "BE", "CD", "CE", "DE")
COLOURS = {2: "#2f7257", 3: "#b2494a", 4: "#4577b3"}
GAME = game("firstclass")


@dataclass
class Tally:
    """What came out of many games of one kind."""

    scores: list[int] = field(default_factory=list)  # of all seats
    margins: list[int] = field(default_factory=list)  # of the first over the second in points
    starters: float = 0.0  # wins of the first start player; a shared win counts its part
    nobody: int = 0  # games without a winner
    games: int = 0


def tally(players: int, games: int, spec: str, **options: str) -> Tally:
    setup = Setup.make(GAME, players, options)
    found = Tally()
    for seed in range(games):
        state = play(setup, spec, seed)
        scores, ranking = GAME.scores(state), GAME.ranking(state)
        found.games += 1
        found.scores += scores
        best = sorted(scores, reverse=True)
        found.margins.append(best[0] - best[1])
        found.nobody += not ranking[0]
        if state.first in ranking[0]:
            found.starters += 1 / len(ranking[0])
    return found


def play(setup: Setup, spec: str, seed: int) -> Any:
    """One game to its end; the seed settles draws and bots."""
    seats = [bots.bot(spec, seed=seed * 8 + seat) for seat in range(setup.players)]

    def choose(state: Any, seat: int, legal: Sequence[int]) -> int:
        view = GAME.view(state, seat) if seats[seat].needs_view else None
        return seats[seat].choose(setup, view, legal, 1.0)

    return play_match(GAME, setup.setting, seed, choose)


# The picture


def picture(tallies: dict[tuple[str, int], Tally]) -> str:
    """A box a pair and number of players: from the 10th to the 90th percentile, quarters and median."""
    top = max(quantiles(t.scores, n=10)[-1] for t in tallies.values()) * 1.08
    width, height, left, bottom = 900, 420, 52, 370

    def y(points: float) -> float:
        return round(bottom - points / top * (bottom - 40), 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="serif" font-size="13">',
        "<title>First Class: final scores by pair of modules</title>",
        f'<rect width="{width}" height="{height}" fill="#fdf8ea"/>',
    ]
    for points in range(0, int(top) + 1, 20):
        parts.append(f'<path d="M{left} {y(points)}H{width - 10}" stroke="#d9cfb4" stroke-width="1"/>')
        parts.append(
            f'<text x="{left - 6}" y="{y(points) + 4}" text-anchor="end" fill="#716449">{points}</text>'
        )
    step = (width - left - 10) / len(PAIRS)
    for number, pair in enumerate(PAIRS):
        centre = left + step * (number + 0.5)
        parts.append(
            f'<text x="{centre:.0f}" y="{bottom + 20}" text-anchor="middle" fill="#2c251b">{pair}</text>'
        )
        for players, colour in COLOURS.items():
            x = centre + (players - 3) * step * 0.27
            parts.append(box(x, [y(q) for q in quantiles(tallies[pair, players].scores, n=20)], colour))
    for number, (players, colour) in enumerate(COLOURS.items()):
        x = left + 10 + number * 110
        parts.append(f'<rect x="{x}" y="{bottom + 32}" width="12" height="12" fill="{colour}"/>')
        parts.append(f'<text x="{x + 18}" y="{bottom + 43}" fill="#2c251b">{players} players</text>')
    return "\n".join([*parts, "</svg>", ""])


def box(x: float, twentieths: list[float], colour: str) -> str:
    low, first, middle, third, high = (twentieths[n] for n in (1, 4, 9, 14, 17))
    return (
        f'<path d="M{x:.1f} {low}V{high}" stroke="{colour}" stroke-width="2"/>'
        f'<rect x="{x - 7:.1f}" y="{third}" width="14" height="{first - third:.1f}" fill="{colour}"/>'
        f'<path d="M{x - 7:.1f} {middle}h14" stroke="#fdf8ea" stroke-width="2"/>'
    )


# The tables


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--bots", default="random")
    args = parser.parse_args()
    tallies = {
        (pair, players): tally(players, args.games, args.bots, modules=pair)
        for pair in PAIRS
        for players in COLOURS
    }
    (HERE / "firstclass-balance.svg").write_text(picture(tallies), encoding="utf-8")
    print(
        "| modules | mean, 2 / 3 / 4 players | margin of the winner | games without a winner |\n|---|---|---|---|"
    )
    for pair in PAIRS:
        row = [tallies[pair, players] for players in COLOURS]
        means = " / ".join(f"{fmean(t.scores):.0f}" for t in row)
        margins = " / ".join(f"{fmean(t.margins):.0f}" for t in row)
        nobody = " / ".join(f"{t.nobody / t.games:.1%}" for t in row)
        print(f"| {pair} | {means} | {margins} | {nobody} |")
    print("\n| unclaimed start | wins of the first start player, 2 / 3 / 4 players |\n|---|---|")
    for option in ("clockwise", "stays"):
        shares = [tally(n, args.games, args.bots, modules="AB", unclaimed_start=option) for n in COLOURS]
        print(f"| {option} | {' / '.join(f'{t.starters / t.games:.1%}' for t in shares)} |")


if __name__ == "__main__":
    main()
