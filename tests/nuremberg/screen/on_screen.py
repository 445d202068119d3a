"""What the tests of the screen share: matches played by choices alone, and the panels of a view."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, cast
from xml.etree import ElementTree

import branchline as bl
from branchline.core.protocols import Theme
from branchline.core.screen import Choice, Panel
from branchline.games.nuremberg.rules.state import State
from branchline.games.nuremberg.screen.table_screen import SCREEN
from branchline.games.nuremberg.views.view import View

NAMES = ("Ada", "Bruno", "Chiara", "Dmitri")
LIGHT, DARK = Theme(), Theme(dark=True)
EAGER = ("build", "ship", "rent", "cede")


def state(table: bl.Table) -> State:
    return cast("State", table.state)


def choices(table: bl.Table) -> list[Choice]:
    return SCREEN.choices(state(table), table.seats)


def choice(table: bl.Table, move: str) -> Choice:
    return next(found for found in choices(table) if found.move == move)


def played(players: int, seed: int, board: str = "nuremberg", **options: Any) -> Iterator[bl.Table]:
    """A match by choices alone, at random but fond of building and shipping: the table before every choice, and at
    the end."""
    table = bl.Table("nuremberg", players, seed=seed, seats=NAMES[:players], board=board, **options)
    rng = Random(seed)
    while not table.over:
        yield table
        offered = choices(table)
        eager = [found for found in offered if found.move.split()[0] in EAGER]
        table.push(rng.choice(eager if eager and rng.random() < 0.6 else offered).move)
    yield table


OPTIONS: list[dict[str, Any]] = [
    {}, {"stone_from": "neighbours", "company_track": 35}, {"pass_returns_trains": True, "goods_destination": False},
    {"sets": "three", "rounds": 2},
]  # fmt: skip


def panels(view: View, theme: Theme = LIGHT) -> dict[str, Panel]:
    return {panel.name: panel for panel in SCREEN.panels(view, NAMES[: len(view.players)], theme)}


def markup(panel: Panel) -> str:
    return panel.printed + "".join(panel.parts.values())


def shapes(view: View) -> set[str]:
    return {
        name
        for panel in panels(view).values()
        for name in re.findall(r'data-target="([^"]+)"', markup(panel))
    }


def page(view: View, theme: Theme = LIGHT) -> ElementTree.Element:
    """All panels in one document."""
    inside = "".join(
        f'<svg viewBox="{panel.box}">{markup(panel)}</svg>' for panel in panels(view, theme).values()
    )
    return ElementTree.fromstring(f"<div><defs>{SCREEN.definitions(view, theme)}</defs>{inside}</div>")


@cache
def position(board: str = "nuremberg", players: int = 4, moves: int = 150) -> View:
    table = next(
        table for number, table in enumerate(played(players, 2, board)) if number == moves or table.over
    )
    return cast("View", table.view(0))
