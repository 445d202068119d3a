"""Pictures of a match after some moves."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from random import Random
from typing import Any
from xml.etree import ElementTree

import branchline as bl
from branchline.core.protocols import Theme
from branchline.drawing.picture import body
from branchline.drawing.place import Place
from branchline.games.nuremberg.drawing import panels, svg
from branchline.games.nuremberg.views.view import View

NAMES = ("Ada", "Bruno", "Chiara", "Dmitri")
LIGHT, DARK, UNMARKED = Theme(), Theme(dark=True), Theme(marks=False)
NS = "{http://www.w3.org/2000/svg}"


def table(board: str = "nuremberg", players: int = 4, moves: int = 120, **options: bool) -> bl.Table:
    """A random match after some moves, played by people who like to build and ship."""
    made = bl.Table("nuremberg", players, seed=5, board=board, **dict[str, Any](options))
    rng = Random(2)
    for _ in range(moves):
        if made.over:
            break
        legal = list(made.legal_moves)
        eager = [move for move in legal if str(move).split()[0] in ("build", "ship", "rent", "cede", "sign")]
        made.push(rng.choice(eager if eager and rng.random() < 0.7 else legal))
    return made


@cache
def position(board: str = "nuremberg", players: int = 4, moves: int = 120) -> View:
    view = table(board, players, moves).view(0)
    assert isinstance(view, View)
    return view


@cache
def drawn(board: str = "nuremberg", players: int = 4, theme: Theme = LIGHT) -> ElementTree.Element:
    return ElementTree.fromstring(svg(position(board, players), NAMES[:players], theme))


def fragment(layer: str) -> ElementTree.Element:
    return ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{layer}</svg>')


def panel(name: str, view: View, theme: Theme = LIGHT) -> str:
    """The markup of one panel."""
    found = {panel.name: panel for panel in panels.panels(view, NAMES[: len(view.players)], theme)}
    return body(found[name])


def part(name: str, view: View, theme: Theme = LIGHT) -> ElementTree.Element:
    """A part of a panel, such as `tracks/red`."""
    where, _, which = name.partition("/")
    found = {panel.name: panel for panel in panels.panels(view, NAMES[: len(view.players)], theme)}
    return fragment(found[where].parts[which])


def titles(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{NS}title")]


def with_attribute(root: ElementTree.Element, name: str) -> dict[str, list[ElementTree.Element]]:
    found: dict[str, list[ElementTree.Element]] = defaultdict(list)
    for element in root.iter():
        if name in element.attrib:
            found[element.attrib[name]].append(element)
    return found


def words(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{NS}text")]


def overlap(a: Place, b: Place, slack: float = 0) -> bool:
    return (
        a.x + slack < b.right and b.x + slack < a.right and a.y + slack < b.bottom and b.y + slack < a.bottom
    )
