"""Maps to check: a copy of a built-in one, or a small one of squares, changed in one way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec

from branchline.core.protocols import Finding
from branchline.games.nuremberg import checking
from branchline.games.nuremberg.data import map_file
from branchline.games.nuremberg.data.map_file import MapFile

Data: TypeAlias = dict[str, Any]
Change: TypeAlias = Callable[[Data], object]


def own_map() -> Data:
    """Twelve squares in three rows: eight stations with a passenger each, two companies, post and hops."""
    width, height = 4, 3

    def corner(column: int, row: int) -> int:
        return row * (width + 1) + column

    def plot(number: int) -> Data:
        row, column = divmod(number, width)
        ring = [
            corner(column, row),
            corner(column + 1, row),
            corner(column + 1, row + 1),
            corner(column, row + 1),
        ]
        place = {"id": f"P{number}", "name": f"Place {number}", "x": 100 * column + 50, "y": 100 * row + 50}
        land = {"terrain": "lowland", "cells": [ring], "provenance": "own"}
        return place | land | kinds.get(number, {"kind": "station", "colour": "neutral", "slots": 2})

    kinds: dict[int, Data] = {
        0: {"kind": "station", "colour": "red"},
        11: {"kind": "station", "colour": "green"},
        5: {"kind": "post", "goods": "yellow"},
        6: {"kind": "hops", "goods": "grey", "terrain": "field"},
    }
    plots = [plot(number) for number in range(width * height)]
    neutral = [row for row in plots if row.get("colour") == "neutral"]
    for number, station in enumerate(neutral):
        station["fixed"] = "red" if number % 2 else "green"
    borders = []
    for number in range(width * height):
        row, column = divmod(number, width)
        if column < width - 1:
            borders.append((number, number + 1, [corner(column + 1, row), corner(column + 1, row + 1)]))
        if row < height - 1:
            borders.append((number, number + width, [corner(column, row + 1), corner(column + 1, row + 1)]))
    return {
        "format": map_file.FORMAT, "name": "squares", "title": "Squares",
        "goods": {"yellow": "post", "grey": "beer"}, "companies": {"red": "Red", "green": "Green"},
        "variants": ["swap_passengers"], "provenance": "own", "canvas": [400, 300],
        "vertices": [[100 * column, 100 * row] for row in range(height + 1) for column in range(width + 1)],
        "plots": plots,
        "borders": [
            {"a": f"P{a}", "b": f"P{b}", "edge": [edge]}
            | ({"cost": None, "why": "no_track"} if 6 in (a, b) else {"cost": 1, "why": "plain"})
            for a, b, edge in borders
        ],
        "fields": {"P6": ["P2", "P7"]},
    }  # fmt: skip


def findings(change: Change, board: str = "nuremberg") -> list[Finding]:
    data = own_map() if board == "squares" else msgspec.to_builtins(map_file.built_in(board))
    change(data)
    return list(checking.check_map(msgspec.convert(data, MapFile)))


def plot(data: Data, name: str) -> Data:
    found: Data = next(row for row in data["plots"] if row["id"] == name)
    return found


def border(data: Data, a: str, b: str) -> Data:
    found: Data = next(row for row in data["borders"] if {row["a"], row["b"]} == {a, b})
    return found


def edit(name: str, /, **fields: object) -> Change:
    """A change of one plot."""
    return lambda data: plot(data, name).update(fields)


def edit_border(a: str, b: str, /, **fields: object) -> Change:
    return lambda data: border(data, a, b).update(fields)


def edit_map(**fields: object) -> Change:
    return lambda data: data.update(fields)


def assert_found(found: list[Finding], where: str, problem: str) -> None:
    """Some finding names the place and the problem, and says what to do."""
    assert any(where in finding.where and problem in finding.problem for finding in found), found
    assert all(finding.remedy.endswith((".", "?")) for finding in found)
