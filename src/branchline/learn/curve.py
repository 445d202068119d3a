"""The learning curve as a picture."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from branchline.core import registry
from branchline.core.extras import extra


def draw(stories: Sequence[Path], path: Path) -> None:
    """Wins by decisions: a line for every run, a panel for every game."""
    with extra("train"):
        import matplotlib.pyplot as plt

    runs = [json.loads(story.read_text()) for story in stories]
    games = list(dict.fromkeys(run["plan"]["game"] for run in runs))
    figure, panels = plt.subplots(1, len(games), figsize=(6 * len(games), 4), squeeze=False, sharey=True)
    for axes, game in zip(panels[0], games, strict=True):
        for run in (run for run in runs if run["plan"]["game"] == game):
            for opponent in run["plan"]["against"]:
                rows = [(row["decisions"] / 1e6, row[opponent]) for row in run["curve"]]
                at = [decisions for decisions, _ in rows]
                (line,) = axes.plot(
                    at, [100 * won["share"] for _, won in rows], marker="o", markersize=3,
                    label=f"against {opponent}, seed {run['plan']['seed']}",
                )  # fmt: skip
                low, high = ([100 * won[end] for _, won in rows] for end in ("low", "high"))
                axes.fill_between(at, low, high, alpha=0.15, color=line.get_color())
        axes.axhline(50, linestyle="--", linewidth=1, color="gray")
        axes.set(title=registry.game(game).title, xlabel="decisions played, millions", ylim=(0, 100))
        axes.legend(loc="lower right")
    panels[0][0].set_ylabel("games won, %")
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
    plt.close(figure)
