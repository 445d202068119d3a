"""A game is one folder: outside it no code, page, script or style names it, its panels or its options."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import branchline
from branchline.core import registry
from branchline.core.play.table import Table
from branchline.core.protocols import Theme

SOURCE = Path(branchline.__file__).parent
COMMENTS = re.compile(r"{#.*?#}|<!--.*?-->|/\*.*?\*/|^\s*//.*?$", re.DOTALL | re.MULTILINE)
FILES = [
    path
    for path in sorted(SOURCE.rglob("*"))
    if path.suffix in (".py", ".html", ".js", ".css") and path.parts[len(SOURCE.parts)] != "games"
]


@cache
def names() -> re.Pattern[str]:
    """The names of our games, their classes and their boards."""
    classes = [type(registry.game(name)).__name__ for name in registry.OURS]
    titles = [registry.game(name).title for name in registry.OURS]
    return re.compile(
        "|".join([*registry.OURS, *classes, *titles, "first_class", "wensleydale", "both games"]),
        re.IGNORECASE,
    )


@cache
def panels_and_options() -> re.Pattern[str]:
    """The names of their panels and options, as a script or a style would write them: `"map"`, `[name=board]`."""
    found = set()
    for name in registry.OURS:
        table = Table(name)
        panels = table.game.screen().panels(table.view(0), table.seats, Theme())
        found |= {panel.name.partition(":")[0] for panel in panels}
        found |= {field.name for field in table.game.presentation().option_fields()}
    words = "|".join(sorted(found - {"legend"}))  # which is a place of `core.screen.Layout`, too
    return re.compile(rf"""data-panel\W?=|["'=]({words})["':\]]""")


def code_of(path: Path) -> Iterator[str]:
    """What a file says besides its documentation."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        yield from COMMENTS.sub("", text).splitlines()
        return
    tree = ast.parse(text)
    for node in ast.walk(tree):
        match node:
            case ast.Module(body=[ast.Expr(value=ast.Constant() as documentation), *_]):
                documentation.value = ""
            case ast.ClassDef(body=[ast.Expr(value=ast.Constant() as documentation), *_]):
                documentation.value = ""
            case ast.FunctionDef(body=[ast.Expr(value=ast.Constant() as documentation), *_]):
                documentation.value = ""
            case ast.AsyncFunctionDef(body=[ast.Expr(value=ast.Constant() as documentation), *_]):
                documentation.value = ""
    yield from ast.unparse(tree).splitlines()


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_file_outside_games_names_a_game(path: Path) -> None:
    found = [line.strip() for line in code_of(path) if names().search(line)]
    assert not found, f"{path} knows a game: let the game say it (core/presentation.py, core/bot_support.py)"


@pytest.mark.parametrize(
    "path",
    [path for path in FILES if path.suffix in (".js", ".css")],
    ids=lambda path: str(path.relative_to(SOURCE)),
)
def test_no_script_or_style_knows_a_panel_or_an_option_of_a_game(path: Path) -> None:
    found = [line.strip() for line in code_of(path) if panels_and_options().search(line)]
    assert not found, (
        f"{path} knows a game: let the game say it (core.screen.Layout, core.presentation.Field)"
    )


def test_the_check_sees_what_it_looks_for() -> None:
    game = SOURCE / "games" / "nuremberg" / "__init__.py"
    assert any(names().search(line) for line in code_of(game))
    for line in (
        'wheel: picture.name === "map"',
        'const PASSING = ["tickets", "hand"];',
        "[name=modules]:checked",
        "panel.name.startsWith('board:')",
        '.panel[data-panel^="board:"]',
    ):
        assert panels_and_options().search(line), line
