"""Draws docs/pictures/speed.svg and growth.svg from one run.

branchline bench --peers --json > bench.json
python bench/plots.py bench.json
"""

from __future__ import annotations

import sys
from pathlib import Path

import matplotlib as mpl
import msgspec
from matplotlib import pyplot as plt

from branchline.bench.growth import growth
from branchline.bench.report import Report

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
mpl.rcParams.update({"svg.hashsalt": "branchline", "font.family": "serif", "axes.spines.top": False})
mpl.rcParams.update({"axes.spines.right": False, "figure.facecolor": "#fff7e9", "axes.facecolor": "#fff7e9"})


def draw_speed(report: Report) -> None:
    bars: list[tuple[str, float, str]] = []
    for build, colour in (("compiled", "#2f6b45"), ("interpreted", "#8ab08f")):
        bars += [
            (f"{figure.what} ({build})", figure.rate, colour)
            for figure in report.builds.get(build, [])
            if figure.unit == "decisions/s"
        ]
    bars += [(name, peer.decisions, "#b23a2e") for name, peer in report.peers.items()]
    bars.sort(key=lambda bar: bar[1])
    figure, axes = plt.subplots(figsize=(10, 0.34 * len(bars) + 1))
    axes.barh([name for name, _, _ in bars], [rate for _, rate, _ in bars], color=[c for _, _, c in bars])
    axes.set_xscale("log")
    axes.set_xlabel("decisions a second, one core, one run; green: Branchline")
    for place, (_, rate, _) in enumerate(bars):
        axes.text(rate * 1.08, place, f"{rate:,.0f}", va="center", fontsize=8)
    figure.tight_layout()
    figure.savefig(PICTURES / "speed.svg", metadata={"Date": None})


def draw_growth() -> None:
    found = growth()
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 3.6))
    left.plot([p.size for p in found.links], [1e6 / p.decisions for p in found.links], "o-", color="#2f6b45")
    left.set_xlabel("links on the board (Nuremberg, 4 players)")
    left.set_ylabel("µs a decision")
    right.plot(
        [p.size for p in found.record], [1e6 / p.decisions for p in found.record], "o-", color="#4b63b5"
    )
    right.set_xlabel("lines in the record")
    right.set_ylabel("µs to push and take back")
    for axes in (left, right):
        axes.set_ylim(bottom=0)
    figure.tight_layout()
    figure.savefig(PICTURES / "growth.svg", metadata={"Date": None})


if __name__ == "__main__":
    draw_speed(msgspec.json.decode(Path(sys.argv[1]).read_bytes(), type=Report))
    draw_growth()
