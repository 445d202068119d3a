"""`branchline check` for this game: faults in a map or components file, in words its author can act on.

A fault in one row is found whatever else is wrong. Checks that compare rows (borders, shapes, arrows) run only if
every row refers to something that exists.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

import msgspec

from branchline.core.data_file import check_texts
from branchline.core.errors import DataError
from branchline.core.protocols import Finding
from branchline.games.nuremberg.checking.components import check_components
from branchline.games.nuremberg.checking.geometry import check_geometry
from branchline.games.nuremberg.checking.references import check_references
from branchline.games.nuremberg.checking.rows import check_rows, label
from branchline.games.nuremberg.data import components, map_file
from branchline.games.nuremberg.data.map_file import Border, MapFile, Plot


class _Head(msgspec.Struct):
    format: str


def check(path: Path) -> Iterable[Finding]:
    """Faults of a map or components file; raises `DataError` if it can't even be read."""
    try:
        form = msgspec.json.decode(path.read_bytes(), type=_Head).format
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        form = map_file.FORMAT  # reading it as a map reports what is wrong
    if form == map_file.FORMAT:
        return check_map(map_file.read(path))
    if form == components.FORMAT:
        parts = components.read(path)
        return [*check_texts(parts), *check_components(parts)]
    raise DataError(
        path, None, f"The format is {form!r}.",
        f"This game has maps ({map_file.FORMAT!r}) and components ({components.FORMAT!r}).",
    )  # fmt: skip


def check_map(source: MapFile) -> list[Finding]:
    """Everything that is wrong with a map; empty if it can be played."""
    references = list(check_references(source))
    found = [*references, *check_texts(source), *check_rows(source)]
    if references:
        return found
    plots = {plot.id: plot for plot in source.plots}
    for border in source.borders:
        found.extend(_check_cost(border, plots[border.a], plots[border.b]))
    if source.components is not None:
        found.extend(check_components(source.components))
    found.extend(check_geometry(source))
    found.extend(_check_connected(source, plots))
    found.extend(_check_fields(source, plots))
    found.extend(_check_bonus(source, plots))
    found.extend(_check_variants(source))
    found.extend(_check_rivers(source, plots))
    return found


def _pairs(source: MapFile) -> set[frozenset[str]]:
    return {frozenset((border.a, border.b)) for border in source.borders}


# Borders


def _check_cost(border: Border, a: Plot, b: Plot) -> Iterator[Finding]:
    """N7.9, and no cost where N7.6 and N7.7 allow no track."""
    where = f"border {border.a}-{border.b}"
    costs: dict[str, int | None]
    if not (a.takes_track and b.takes_track):
        costs = {"no_track": None}  # N7.6
    else:
        costs = {"upland": 2} if "upland" in (a.terrain, b.terrain) else {"plain": 1}
        costs |= {"river": 2, "forbidden": None}  # N7.7
    if border.why not in costs:
        choices = " or ".join(f"{why!r} (cost {_json(cost)})" for why, cost in costs.items())
        problem = f"It says {border.why!r}, but {label(a)} is {a.terrain} and {label(b)} is {b.terrain}."
        yield Finding(where, problem, f"Write {choices} (N7.6, N7.9).")
    elif border.cost != costs[border.why]:
        due = _json(costs[border.why])
        problem = f"A link costs {_json(border.cost)}, but {border.why!r} means {due} (N7.9)."
        yield Finding(where, problem, f"Write cost {due}, or another 'why'.")
    elif border.why == "river" and not border.river:
        yield Finding(
            where, "It says 'river', but not which one.", "Name it under 'river', so that it is drawn."
        )
    elif border.river is not None and border.why == "plain":
        problem = f"The river {border.river} runs along it, but it says 'plain'."
        yield Finding(where, problem, "Write 'river' and cost 2 (N7.9), or take the river out.")


def _json(cost: int | None) -> str:
    return "null" if cost is None else str(cost)


def _check_connected(source: MapFile, plots: dict[str, Plot]) -> Iterator[Finding]:
    """All plots that allow track are connected."""
    rest = {plot.id: None for plot in source.plots if plot.takes_track}
    parts: list[list[str]] = []
    while rest:
        part = [next(iter(rest))]
        del rest[part[0]]
        for plot in part:  # grows during the loop
            for border in source.borders:
                other = {border.a: border.b, border.b: border.a}.get(plot)
                if border.cost is not None and other in rest:
                    part.append(other)
                    del rest[other]
        parts.append(part)
    parts.sort(key=len, reverse=True)
    for part in parts[1:]:
        yield Finding(
            ", ".join(label(plots[plot]) for plot in part),
            "No track can lead from here to the rest of the map.",
            "Give it a border with a cost to a plot outside, or make it a hill.",
        )


# Fields, bonus, variants, rivers


def _check_fields(source: MapFile, plots: dict[str, Plot]) -> Iterator[Finding]:
    """N9.8: the arrows by which grey goods leave."""
    pairs = _pairs(source)
    for plot in source.plots:
        if plot.goods == "grey" and not source.fields.get(plot.id):
            problem = "It has grey goods but no arrow, so nothing could ever leave it (N9.8)."
            yield Finding(label(plot), problem, "List under 'fields' the neutral stations that serve it.")
    for field, stations in source.fields.items():
        where = f"fields, {label(plots[field])}"
        if plots[field].takes_track:
            problem = f"Arrows start at fields and hills, and this is {plots[field].terrain} (N9.8)."
            yield Finding(where, problem, "Take the entry out.")
        for station in dict.fromkeys(stations):
            target = plots[station]
            if target.kind != "station" or target.colour != "neutral":
                problem = f"An arrow goes to {label(target)}, which is no neutral station (N9.8)."
                yield Finding(where, problem, "Let it go to a neutral station, or take it out.")
            elif frozenset((field, station)) not in pairs:
                problem = f"An arrow goes to {label(target)}, which has no border with the field."
                yield Finding(
                    where, problem, "Arrows touch their field: choose a neighbour, or add the border."
                )
            if stations.count(station) > 1:
                yield Finding(where, f"The arrow to {label(target)} is listed twice.", "Keep one.")


def _check_bonus(source: MapFile, plots: dict[str, Plot]) -> Iterator[Finding]:
    """N8.1: the two ends of the joining line."""
    bonus = source.bonus
    if bonus is None:
        return
    if not bonus.to:
        yield Finding(
            "bonus", "It has no end.", "List at least one station under 'to', or write null (N8.1)."
        )
    if bonus.start in bonus.to:
        problem = f"{label(plots[bonus.start])} is both its start and its end."
        yield Finding("bonus", problem, "Take it out of 'to' (N8.1).")
    for end in dict.fromkeys([bonus.start, *bonus.to]):
        if not plots[end].is_station:
            problem = f"{label(plots[end])} is no station."
            yield Finding("bonus", problem, "Its ends are stations: name another plot (N8.1).")


def _check_variants(source: MapFile) -> Iterator[Finding]:
    """N16: an option that this map offers must have something to change."""
    needs = {
        "furth": (source.bonus is not None, "a 'bonus' (N8.1)"),
        "south": (any(plot.south for plot in source.plots), "a plot with 'south' (N7.8)"),
        "wide_south": (any(plot.dark_red for plot in source.plots), "plots with 'dark_red' (N2.4)"),
        "swap_passengers": (any(plot.fixed for plot in source.plots), "fixed passengers (N2.3)"),
    }
    for variant in source.variants:
        met, need = needs[variant]
        if not met:
            yield Finding(
                "variants", f"{variant!r} needs {need}, and there is none.", "Add it, or drop the variant."
            )
    if "wide_south" not in source.variants:
        for plot in source.plots:
            if plot.dark_red:
                problem = "It is dark red, but the map does not offer 'wide_south' (N2.4)."
                yield Finding(label(plot), problem, "Add the variant, or take 'dark_red' out.")


def _check_rivers(source: MapFile, plots: dict[str, Plot]) -> Iterator[Finding]:
    pairs = _pairs(source)
    for river in source.rivers:
        where = f"rivers, {river.name or 'one without a name'}"
        if len(river.through) < 2:
            yield Finding(
                where, "It runs through fewer than two plots.", "List its plots from source to mouth."
            )
        for a, b in pairwise(river.through):
            if frozenset((a, b)) not in pairs:
                problem = f"{label(plots[a])} and {label(plots[b])} follow each other but share no border."
                yield Finding(where, problem, "List every plot that the river runs through, in order.")
