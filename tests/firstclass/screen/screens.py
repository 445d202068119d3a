"""Positions of random matches, and what a screen shows of them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from xml.etree import ElementTree

from branchline.core.compiled.engine import CHANCE, OVER
from branchline.core.protocols import Theme
from branchline.core.screen import Panel
from branchline.games.firstclass import GAME
from branchline.games.firstclass.rules.state import State, clone

from ..arrange import PAIRS, setting

NAMES = ("Ada", "Bruno", "Chiara", "Dmitri")
SCREEN = GAME.screen()
LIGHT = Theme()


def names(state: State) -> tuple[str, ...]:
    return NAMES[: int(state.setting.players)]


def steps(modules: str, players: int, seed: int, **options: str) -> Iterator[tuple[State, int]]:
    """A match played at random: each position with the move that is made in it, chance's too."""
    state = GAME.start(setting(modules, players, **options))
    rng = Random(seed)
    while state.active != OVER:
        weights = GAME.weights(state) if state.active == CHANCE else None
        move = rng.choices(GAME.legal(state), weights)[0]
        yield clone(state), move
        GAME.apply(state, move)


def decisions(modules: str, players: int, seed: int, every: int = 1) -> Iterator[State]:
    """The positions in which somebody decides."""
    found = (state for state, _ in steps(modules, players, seed) if state.active >= 0)
    for number, state in enumerate(found):
        if number % every == 0:
            yield state


def matches() -> Iterator[tuple[str, int]]:
    """All pairs of modules, each with some number of players."""
    for number, modules in enumerate(PAIRS):
        yield modules, 2 + number % 3


def panels(state: State, seat: int | None, theme: Theme = LIGHT) -> list[Panel]:
    return SCREEN.panels(GAME.view(state, seat), names(state), theme)


def markup(panel: Panel) -> str:
    return panel.printed + "".join(panel.parts.values())


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(f"<g>{text}</g>")


def targets(found: list[Panel]) -> set[str]:
    """All shapes that can be pointed at."""
    return {
        element.attrib["data-target"]
        for panel in found
        for element in parsed(markup(panel)).iter()
        if "data-target" in element.attrib
    }
