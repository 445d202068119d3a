"""A game is one folder: outside it no code, page, script or style names it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import branchline
from branchline.core import registry

SOURCE = Path(branchline.__file__).parent
COMMENTS = re.compile(r"{#.*?#}|<!--.*?-->|/\*.*?\*/|^\s*//.*?$", re.DOTALL | re.MULTILINE)
FILES = [
    path
    for path in sorted(SOURCE.rglob("*"))
    if path.suffix in (".py", ".html", ".js", ".css") and path.parts[len(SOURCE.parts)] != "games"
]


def named() -> re.Pattern[str]:
    """The names of our games, their classes and their boards."""
    classes = [type(registry.game(name)).__name__ for name in registry.OURS]
    titles = [registry.game(name).title for name in registry.OURS]
    return re.compile(
        "|".join([*registry.OURS, *classes, *titles, "first_class", "wensleydale"]), re.IGNORECASE
    )


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
    found = [line.strip() for line in code_of(path) if named().search(line)]
    assert not found, f"{path} knows a game: let the game say it (core/presentation.py, core/bot_support.py)"


def test_the_check_sees_what_it_looks_for() -> None:
    game = SOURCE / "games" / "nuremberg" / "__init__.py"
    assert any(named().search(line) for line in code_of(game))
