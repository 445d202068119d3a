"""Which source files cite a clause of the rulebook, and which tests prove it.

A source file cites a clause by its id, anywhere in its text. A test proves the clauses that the mark
`pytest.mark.clause(...)` names, on the test, on its class, on one of its parameters, or as `pytestmark` of the
file. Both need a checkout: a wheel has no tests.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from branchline.core.errors import BranchlineError
from branchline.core.rulebook import Rulebook


class NoCheckout(BranchlineError):
    """There are no sources or tests to read."""


class Row(msgspec.Struct, frozen=True):
    """One clause: the files that cite it and the tests that prove it, as paths from the checkout's root."""

    clause: str
    files: list[str]
    tests: list[str]


class Stray(msgspec.Struct, frozen=True):
    """A clause id that the rulebook does not have, and where it is cited."""

    clause: str
    where: str


class Coverage(msgspec.Struct, frozen=True):
    game: str
    rows: list[Row]
    strays: list[Stray]

    @property
    def gaps(self) -> list[Row]:
        """The clauses that no file cites or no test proves."""
        return [row for row in self.rows if not row.files or not row.tests]

    @property
    def tests(self) -> list[str]:
        """All tests that prove a clause of this game."""
        return sorted({test for row in self.rows for test in row.tests})


def checkout(package: Path = Path(__file__).parent.parent) -> Path:
    """The root of the checkout that the package runs from; raises `NoCheckout`."""
    root = package.parent.parent
    if (root / "tests").is_dir() and (root / "src" / "branchline" / "core").is_dir():
        return root
    raise NoCheckout(
        "--coverage needs a checkout of Branchline: the installed package has no tests to look at."
    )


def coverage(book: Rulebook, root: Path) -> Coverage:
    """Citations and proofs of every clause of a rulebook in a checkout."""
    clauses = book.clauses
    letters = "".join(sorted({name[0] for name in clauses}))
    sections = {section.id for section in book.sections}
    files: dict[str, list[str]] = {name: [] for name in clauses}
    tests: dict[str, list[str]] = {name: [] for name in clauses}
    strays: list[Stray] = []
    for found, places in ((_cited(book.game, letters, root), files), (_proved(root), tests)):
        for name, where in found:
            if name in places:
                places[name].append(where)
            elif name[:1] in letters and name not in sections:
                strays.append(Stray(name, where))
    rows = [Row(name, sorted(set(files[name])), sorted(set(tests[name]))) for name in clauses]
    return Coverage(book.game, rows, strays)


def _cited(game: str, letters: str, root: Path) -> Iterator[tuple[str, str]]:
    """Clause ids in the game's own code and in what all games share; data files don't enforce anything."""
    pattern = re.compile(rf"\b[{letters}]\d\d?(?:\.\d+)?\b")
    for folder in (root / "src/branchline/games" / game, root / "src/branchline/core"):
        for path in sorted(folder.rglob("*.py")):
            for name in sorted(set(pattern.findall(path.read_text(encoding="utf-8")))):
                yield name, path.relative_to(root).as_posix()


def _proved(root: Path) -> Iterator[tuple[str, str]]:
    for path in sorted((root / "tests").rglob("*.py")):
        where = path.relative_to(root).as_posix()
        module = ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
        yield from _proved_in(module.body, where, _marked_file(module))


def _proved_in(body: Iterable[ast.stmt], where: str, inherited: list[str]) -> Iterator[tuple[str, str]]:
    for node in body:
        if isinstance(node, ast.ClassDef):
            marks = [*inherited, *_marks(node.decorator_list)]
            yield from _proved_in(node.body, f"{where}::{node.name}", marks)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name.startswith("test"):
            for name in (*inherited, *_marks(node.decorator_list)):
                yield name, f"{where}::{node.name}"


def _marked_file(module: ast.Module) -> list[str]:
    """The marks that a file gives to all its tests."""
    values = [
        node.value
        for node in module.body
        if isinstance(node, ast.Assign)
        and any(isinstance(target, ast.Name) and target.id == "pytestmark" for target in node.targets)
    ]
    return _marks(values)


def _marks(expressions: Iterable[ast.expr]) -> list[str]:
    """The clause ids in `pytest.mark.clause(...)`, also inside `pytest.param(..., marks=...)`."""
    return [
        argument.value
        for expression in expressions
        for call in ast.walk(expression)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "clause"
        for argument in call.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]
