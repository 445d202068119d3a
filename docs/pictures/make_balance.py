"""Draws balance reports.

    branchline balance firstclass --json > report.json
    python docs/pictures/make_balance.py report.json

It writes four pictures here: `GAME-RULES-fair.svg`, `-scores.svg`, `-rounds.svg` and `-parts.svg`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from textwrap import shorten
from typing import Final

import matplotlib as mpl
import msgspec
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from branchline.balance.report import PartUse, Report
from branchline.balance.statistics import Estimate

HERE: Final = Path(__file__).parent
PAPER, INK, FAINT, BAND = "#fdf8ea", "#2c251b", "#8b7d60", "#efe3c4"
COLOURS: Final = {2: "#2f7257", 3: "#b2494a", 4: "#4577b3"}
MORE, LESS = "#2f7257", "#b2494a"
FAIR, NEAR = 0.03, 0.08  # how far wins may be from par, and scores from the mean
MATCHES: Final = 40  # parts that could be used in fewer say too little
MOST: Final = 10  # parts that winners use more, and as many that they use less
LEFT_OUT: Final = (
    "card",
    "contract completed",
    "route",
    "main step",
    "plot",
    "goods of",
    "cubes bid for",
)  # details

mpl.rcParams.update({
    "svg.hashsalt": "branchline", "svg.fonttype": "none", "font.family": "serif", "font.size": 11,
    "figure.facecolor": PAPER, "axes.facecolor": PAPER, "savefig.facecolor": PAPER,
    "text.color": INK, "axes.labelcolor": INK, "axes.edgecolor": FAINT, "xtick.color": FAINT, "ytick.color": FAINT,
    "xtick.labelcolor": INK, "ytick.labelcolor": INK, "axes.titlelocation": "left", "axes.titlesize": 12,
    "axes.spines.top": False, "axes.spines.right": False, "axes.spines.left": False, "ytick.left": False,
    "legend.frameon": False,
})  # fmt: skip
PERCENT: Final = FuncFormatter(lambda share, _: f"{share:.0%}")


def dot(axes: Axes, one: Estimate, at: float, colour: str, *, upright: bool = False) -> None:
    """A value and its interval."""
    interval, value = [one.low, one.high], [one.value]
    line, point = (([at] * 2, interval), ([at], value)) if upright else ((interval, [at] * 2), (value, [at]))
    axes.plot(*line, color=colour, linewidth=2, alpha=0.55, solid_capstyle="round")
    axes.plot(*point, "o", color=colour, markersize=6)


def fair(report: Report) -> Figure:
    """Wins by start order."""
    figure, panels = plt.subplots(1, len(report.places), figsize=(9, 3), sharey=True, layout="constrained")
    for row, axes in zip(report.places, panels, strict=True):
        par = 1 / row.players
        axes.axhspan(par - FAIR, par + FAIR, color=BAND, zorder=0)
        axes.axhline(par, color=FAINT, linewidth=1, linestyle=(0, (4, 3)))
        for place, one in enumerate(row.by_order, start=1):
            dot(axes, one, place, COLOURS[row.players], upright=True)
        axes.set_title(f"{row.players} players")
        axes.set_xticks(range(1, row.players + 1), ("first", "second", "third", "fourth")[: row.players])
        axes.set_xlim(0.5, row.players + 0.5)
    panels[0].set_ylim(0, 0.65)
    panels[0].yaxis.set_major_formatter(PERCENT)
    figure.suptitle("Wins by start order; the band is 3 points of a hundred around par", x=0.01, ha="left")
    return figure


def scores(report: Report) -> Figure:
    """Mean scores as a share of the mean of all variants, for each number of players."""
    variants = list(dict.fromkeys(row.variant for row in report.scores))
    figure, axes = plt.subplots(figsize=(9, 1.3 + 0.42 * len(variants)), layout="constrained")
    axes.axvspan(1 - NEAR, 1 + NEAR, color=BAND, zorder=0)
    axes.axvline(1, color=FAINT, linewidth=1, linestyle=(0, (4, 3)))
    for row in report.scores:
        every = row.score.value / row.of_mean
        share = Estimate(row.of_mean, row.score.low / every, row.score.high / every, row.score.matches)
        dot(axes, share, variants.index(row.variant) + (row.players - 3) * 0.22, COLOURS[row.players])
    for players in sorted({row.players for row in report.scores}):
        axes.plot([], [], "o", color=COLOURS[players], label=f"{players} players")
    axes.legend(loc="upper right", ncols=3, bbox_to_anchor=(1, 1.0 + 0.4 / len(variants) + 0.08))
    axes.set_yticks(range(len(variants)), [name.title() if name.islower() else name for name in variants])
    axes.invert_yaxis()
    axes.xaxis.set_major_formatter(PERCENT)
    figure.suptitle("Mean scores, of the mean of all; the band is 8% around it", x=0.01, ha="left")
    return figure


def rounds(report: Report) -> Figure:
    """What the rounds bring, and how early the winner leads."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.2), layout="constrained")
    for row, places in zip(report.lengths, report.places, strict=True):
        colour, players = COLOURS[places.players], f"{places.players} players"
        left.plot(
            range(1, len(row.points_by_round) + 1), row.points_by_round, "o-", color=colour, label=players
        )
        wins = [one.value for one in row.winner_leads]
        right.plot(range(1, len(wins) + 1), wins, "o-", color=colour)
        right.axhline(1 / places.players, color=colour, linewidth=1, linestyle=(0, (4, 3)))
    left.set_title("Points that a player gains in each round")
    left.legend()
    left.set_ylim(bottom=0)
    right.set_title("How often the leader after a round wins")
    right.set_ylim(0, 1)
    right.yaxis.set_major_formatter(PERCENT)
    for axes in (left, right):
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_xlabel("round")
    return figure


def parts(report: Report) -> Figure:
    """The parts that winners surely use more than their opponents, and those that they use less."""
    rows = [row for row in report.parts if row.used.matches >= MATCHES and row.kind not in LEFT_OUT]
    more = sorted((row for row in rows if row.more.low > 0), key=lambda row: -row.more.value)[:MOST]
    less = sorted((row for row in rows if row.more.high < 0), key=lambda row: row.more.value)[:MOST]
    shown = [*more, *reversed(less)]
    figure, axes = plt.subplots(figsize=(9, 1.1 + 0.3 * len(shown)), layout="constrained")
    axes.axvline(0, color=FAINT, linewidth=1)
    for at, row in enumerate(shown):
        if at % 2 == 0:
            axes.axhspan(at - 0.5, at + 0.5, color=BAND, alpha=0.5, zorder=0)
        dot(axes, row.more, at, MORE if row in more else LESS)
    axes.set_yticks(range(len(shown)), [_label(row) for row in shown])
    axes.set_ylim(len(shown) - 0.5, -0.5)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:+g}" if value else "0"))
    figure.suptitle(
        "How many times more, or less, winners use a part than their opponents", x=0.01, ha="left"
    )
    return figure


def _label(row: PartUse) -> str:
    if row.kind == "kind of card":
        return row.words[0].upper() + row.words[1:]
    if row.kind == "game-end card":
        return f"{shorten(row.words, 44, placeholder='…')} ({row.name})"
    name = row.words or row.name
    return f"{row.kind[0].upper()}{row.kind[1:]}: {name}{', 4 players' * ('4 players' in row.name and row.words != '')}"


DRAWN: Final[Sequence[Callable[[Report], Figure]]] = (fair, scores, rounds, parts)


def main() -> None:
    for path in sys.argv[1:]:
        report = msgspec.json.decode(Path(path).read_bytes(), type=Report)
        for draw in DRAWN:
            name = HERE / f"{report.game}-{report.rules}-{draw.__name__}.svg"
            draw(report).savefig(name, metadata={"Date": None})


if __name__ == "__main__":
    main()
