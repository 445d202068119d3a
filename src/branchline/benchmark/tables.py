"""Results as tables in Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.arena.report import percent
from branchline.benchmark.measure import Cell, Margin
from branchline.benchmark.tasks import Task


def in_words(margin: Margin) -> str:
    """`+5.2 (3.1 to 7.3)`"""
    if margin.low is None or margin.high is None:
        return f"{margin.mean:+.1f}"
    return f"{margin.mean:+.1f} ({margin.low:.1f} to {margin.high:.1f})"


def rows(cells: Sequence[Cell]) -> str:
    """One row per bot, opponent and task."""
    lines = ["| task | bot | against | wins | margin | games |", "| --- | --- | --- | --- | --- | --- |"]
    lines += [
        f"| {cell.task} | {cell.bot} | {cell.against} | {percent(cell.wins)} | {in_words(cell.margin)} "
        f"| {cell.wins.games} |"
        for cell in cells
    ]
    return "\n".join(lines)


def page(tasks: Sequence[Task], cells: Sequence[Cell], command: str) -> str:
    """The page of reference results: for each task a table of bots (rows) against opponents (columns)."""
    parts = [
        "# Reference results of the benchmark",
        f"Written by `{command}`. [The benchmark](benchmark.md) says what is counted.",
        "Each cell: wins, then the margin in points, both with 95% intervals.",
    ]
    for task in tasks:
        of_task = [cell for cell in cells if cell.task == task.name]
        if of_task:
            parts += [f"## {task.name}", _about(task, of_task), _matrix(of_task)]
    return "\n\n".join(parts) + "\n"


def _about(task: Task, cells: Sequence[Cell]) -> str:
    counts = sorted({cell.wins.games for cell in cells})
    seeds = cells[0].seeds
    return (
        f"{task.game}, {task.players} players, {task.about}. {counts[-1]} games per cell, seeds {seeds[0]} to "
        f"{seeds[1]}. Par is {1 / task.players:.0%} and 0 points."
    )


def _matrix(cells: Sequence[Cell]) -> str:
    found = {(cell.bot, cell.against): cell for cell in cells}
    bots = list(dict.fromkeys(cell.bot for cell in cells))
    others = list(dict.fromkeys(other for bot in bots for one, other in found if one == bot))
    lines = ["| bot | " + " | ".join(others) + " |", "| --- |" + " --- |" * len(others)]
    lines += [
        f"| {bot} | " + " | ".join(_in_cell(found.get((bot, other))) for other in others) + " |"
        for bot in bots
    ]
    return "\n".join(lines)


def _in_cell(cell: Cell | None) -> str:
    return f"{percent(cell.wins)}<br>{in_words(cell.margin)}" if cell else "–"
