"""Checking a map, part one: everything that a row names exists exactly once, and nothing is too long."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterator
from typing import Final

from branchline.core.protocols import Finding
from branchline.games.nuremberg.checking.rows import label
from branchline.games.nuremberg.data.map_file import FORMAT, MapFile, Plot
from branchline.games.nuremberg.rules.board import MAX_BORDERS, MAX_PLOTS

MAX_CORNERS: Final = 1500  # of all cells together, four times those of the built-in maps
LONGEST: Final = 100_000  # width or height of a canvas


def check_references(source: MapFile) -> Iterator[Finding]:
    yield from _check_size(source)
    for plot in source.plots:
        yield from _check_cells(plot, len(source.vertices))
    yield from _check_borders(source)
    yield from _check_plots_named(source)


def _check_size(source: MapFile) -> Iterator[Finding]:
    if source.format != FORMAT:  # a map inside a record
        yield Finding("format", f"It is {source.format!r}.", f"Write {FORMAT!r}.")
    if len(source.plots) < 2:
        yield Finding("plots", f"There are {len(source.plots)}; a map has at least 2.", "Add plots.")
    for rows, count, limit in (
        ("plots", len(source.plots), MAX_PLOTS),
        ("borders", len(source.borders), MAX_BORDERS),
        ("cells, vertex numbers", sum(len(r) for plot in source.plots for r in plot.cells), MAX_CORNERS),
    ):
        if count > limit:
            yield Finding(
                rows, f"There are {count}; a map has at most {limit}.", f"Take out {count - limit}."
            )
    if not all(1 <= length <= LONGEST for length in source.canvas):
        problem = f"Its width and height must be from 1 to {LONGEST}."
        yield Finding("canvas", problem, "Write, for example, [1000, 700].")
    for name, count in Counter(plot.id for plot in source.plots).items():
        if count > 1:
            where = f"plots, {name}"
            yield Finding(where, f"{count} plots have the id {name}.", "Give each an id of its own.")


def _check_cells(plot: Plot, vertices: int) -> Iterator[Finding]:
    if not plot.cells:
        yield Finding(label(plot), "It has no cell, so it has no shape.", "Give it a ring of vertex numbers.")
    for number, ring in enumerate(plot.cells):
        where = f"{label(plot)}, cell {number}"
        for vertex in ring:
            if not 0 <= vertex < vertices:
                yield Finding(where, f"There is no vertex {vertex}.", _vertex_remedy(vertices))
        if len(set(ring)) < 3:
            yield Finding(where, "It has fewer than 3 vertices.", "A cell is a ring of 3 or more.")
        elif len(set(ring)) < len(ring):
            twice = next(vertex for vertex in ring if ring.count(vertex) > 1)
            remedy = "List each once; the ring closes by itself."
            yield Finding(where, f"Vertex {twice} comes twice in its ring.", remedy)


def _vertex_remedy(vertices: int) -> str:
    return f"The vertices are numbered 0 to {vertices - 1}, in the order of 'vertices'."


def _check_borders(source: MapFile) -> Iterator[Finding]:
    seen: set[frozenset[str]] = set()
    for border in source.borders:
        where = f"border {border.a}-{border.b}"
        pair = frozenset((border.a, border.b))
        if border.a == border.b:
            yield Finding(where, "It joins a plot to itself.", "Name the two plots that meet there.")
        elif pair in seen:
            problem = "This pair of plots already has a border."
            yield Finding(where, problem, "Keep one row per pair; its 'edge' may list several sides.")
        seen.add(pair)
        for vertex in (number for side in border.edge for number in side):
            if not 0 <= vertex < len(source.vertices):
                yield Finding(where, f"There is no vertex {vertex}.", _vertex_remedy(len(source.vertices)))


def _check_plots_named(source: MapFile) -> Iterator[Finding]:
    known = {plot.id for plot in source.plots}
    for where, name in _plots_named(source):
        if name not in known:
            near = difflib.get_close_matches(name, sorted(known), n=1)
            hint = f"Did you mean {near[0]}?" if near else "Name a plot of the list 'plots'."
            yield Finding(where, f"There is no plot {name}.", hint)


def _plots_named(source: MapFile) -> Iterator[tuple[str, str]]:
    """Every mention of a plot outside its own row, and where it occurs."""
    for border in source.borders:
        for name in dict.fromkeys((border.a, border.b)):
            yield f"border {border.a}-{border.b}", name
    for field, stations in source.fields.items():
        for name in (field, *stations):
            yield f"fields, {field}", name
    if source.bonus is not None:
        for name in (source.bonus.start, *source.bonus.to):
            yield "bonus", name
    for river in source.rivers:
        for name in river.through:
            yield f"rivers, {river.name}", name
