"""Checking a map, part two: each plot by itself, and the pieces that all plots need together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from branchline.core.protocols import Finding
from branchline.games.nuremberg.data.map_file import GoodsNames, MapFile, Plot

FIXED: Final = 4  # N2.2: fixed passengers of each colour
TERRAINS: Final = {"hops": ("field",), "hill": ("hill",)}
OPEN_LAND: Final = ("lowland", "upland")


def label(plot: Plot) -> str:
    """How findings name a plot."""
    return f"plot {plot.id} ({plot.name})"


def check_rows(source: MapFile) -> Iterator[Finding]:
    if not source.provenance.strip():
        yield Finding("provenance", "It is empty.", "Say what is documented and what is your own.")
    for plot in source.plots:
        yield from _check_kind(plot)
        yield from _check_goods(plot, source.goods)
        yield from _check_pawns(plot)
        yield from _check_south(plot)
        if not plot.provenance.strip():
            yield Finding(label(plot), "Its provenance is empty.", "Write 'own', 'documented' or the like.")
    yield from _check_companies(source)
    yield from _check_fixed(source)
    yield from _check_supply(source)


def _check_kind(plot: Plot) -> Iterator[Finding]:
    terrains = TERRAINS.get(plot.kind, OPEN_LAND)
    if plot.terrain not in terrains:
        problem = f"Its kind is {plot.kind!r} and its terrain {plot.terrain!r}; they do not go together."
        yield Finding(label(plot), problem, f"For {plot.kind!r} write {' or '.join(map(repr, terrains))}.")
    if plot.is_station and plot.colour is None:
        yield Finding(label(plot), "The station has no colour.", "Write 'red', 'green' or 'neutral'.")
    if not plot.is_station and plot.colour is not None:
        problem = f"It has the colour {plot.colour!r}, but it is not a station."
        yield Finding(label(plot), problem, "Take the colour out, or make its kind 'station'.")


def _check_goods(plot: Plot, names: GoodsNames) -> Iterator[Finding]:
    """N1.1: which goods a board has, and on which kind of plot they lie."""
    if plot.colour in ("red", "green") and plot.goods is not None:
        problem = "There are goods on a company plot: they could never be loaded (N9.10)."
        yield Finding(label(plot), problem, "Take the goods out, or the colour.")
        return
    grey_kind = "hops" if names.grey == "beer" else "hill"
    due = {names.yellow: "yellow", grey_kind: "grey"}.get(plot.kind)
    if plot.kind in ("post", "cheese", "hops") and due is None:
        problem = f"Its kind is {plot.kind!r}, but the goods of this map are {names.yellow} and {names.grey}."
        yield Finding(
            label(plot), problem, f"Write {names.yellow!r} or {grey_kind!r}, or change the map's goods."
        )
    elif plot.goods != due and not (plot.kind == "hill" and plot.goods is None):
        problem = f"Its kind is {plot.kind!r} and its goods are {_quoted(plot.goods)}."
        yield Finding(label(plot), problem, f"Write {_quoted(due)} for the goods, or change the kind (N1.1).")


def _quoted(word: str | None) -> str:
    return "null" if word is None else repr(word)


def _check_pawns(plot: Plot) -> Iterator[Finding]:
    """N2.2: pawns stand at neutral stations only."""
    if plot.fixed is not None and plot.fixed == plot.colour:
        problem = (
            f"A {plot.fixed} passenger is fixed at a {plot.colour} station: it could never leave (N9.10)."
        )
        yield Finding(label(plot), problem, "Take it out, or make the station neutral.")
    elif (plot.fixed or plot.slots) and not (plot.kind == "station" and plot.colour == "neutral"):
        problem = "It has slots or a fixed passenger, but it is not a neutral station."
        yield Finding(label(plot), problem, "Take them out: pawns stand at neutral stations (N2.2).")
    elif plot.fixed and plot.slots < 1:
        problem = "It has a fixed passenger and no slot for it."
        yield Finding(label(plot), problem, "Write slots 1 or more: the fixed one counts (N2.2).")


def _check_south(plot: Plot) -> Iterator[Finding]:
    """N7.8, N2.4"""
    if plot.kind == "start_area" and not (plot.south and plot.colour == "red"):
        problem = "A start_area is The South, and that is red."
        yield Finding(label(plot), problem, "Write south true and the colour 'red' (N7.8).")
    if plot.south and plot.kind != "start_area":
        problem = f"It is marked 'south', but its kind is {plot.kind!r}."
        yield Finding(label(plot), problem, "Write the kind 'start_area', or take 'south' out (N7.8).")
    if plot.dark_red and (plot.is_station or not plot.takes_track):
        problem = "Only a plot that track may enter and that has no station can be dark red."
        yield Finding(label(plot), problem, "Take 'dark_red' out (N2.4).")


def _check_companies(source: MapFile) -> Iterator[Finding]:
    for colour in ("red", "green"):
        if not any(plot.is_station and plot.colour == colour for plot in source.plots):
            problem = f"There is no {colour} station, so {colour} passengers can go nowhere (N9.6)."
            yield Finding("plots", problem, f"Give at least one station the colour {colour!r}.")


def _check_fixed(source: MapFile) -> Iterator[Finding]:
    for colour in ("red", "green"):
        fixed = [plot.id for plot in source.plots if plot.fixed == colour]
        if len(fixed) != FIXED:
            problem = (
                f"{len(fixed)} fixed {colour} passengers ({', '.join(fixed) or 'nowhere'}); it takes {FIXED}."
            )
            yield Finding("plots", problem, f"Write 'fixed' at {FIXED} neutral stations (N2.2).")


def _check_supply(source: MapFile) -> Iterator[Finding]:
    """The setup draws from bags that must not run empty (N1.3, N2.1, N2.2)."""
    pieces = source.pieces.pieces
    drawn = sum(max(plot.slots - (plot.fixed is not None), 0) for plot in source.plots)
    pawns = 2 * (pieces.passengers - FIXED) + pieces.landlords
    if drawn > pawns:
        problem = f"{drawn} pawns are to be drawn for the slots, and the bag holds {pawns} (N2.2)."
        yield Finding("plots", problem, f"Take out {drawn - pawns} slots.")
    plots = sum(plot.goods is not None for plot in source.plots)
    if plots > pieces.goods:  # two cubes per plot, from a bag with equal numbers of two colours
        problem = f"{plots} plots have goods: that takes {2 * plots} cubes of {2 * pieces.goods} (N2.1)."
        yield Finding("plots", problem, f"Take the goods of {plots - pieces.goods} out.")
