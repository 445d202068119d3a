"""Only a game's moves.py calculates with move ids; everybody else calls its functions."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import branchline

SOURCE = Path(branchline.__file__).parent
TESTS = Path(__file__).parents[1]
FILES = [
    path
    for folder in (SOURCE, TESTS)
    for path in sorted(folder.rglob("*.py"))
    if path.parts[-2:] != ("rules", "moves.py")
]


def sums(code: str) -> list[str]:
    """Calculations with a constant of a game's moves.py: `PAY + unit`, `move - int(m.DO)`."""
    if "moves" not in code:
        return []
    tree = ast.parse(code)
    names = set(_imported(tree))
    found = []
    for node in ast.walk(tree):
        match node:
            case ast.BinOp(left=left, right=right) if names & {*_values(left), *_values(right)}:
                found.append(ast.unparse(node))
            case ast.AugAssign(value=value) if names & {*_values(value)}:
                found.append(ast.unparse(node))
    return found


def _imported(tree: ast.Module) -> Iterator[str]:
    """The constants as the file writes them: `PAY`, `moves.PAY`, `m.PAY`."""
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(module)) if module.endswith(".rules.moves"):
                yield from (alias.asname or alias.name for alias in node.names if alias.name.isupper())
            case ast.ImportFrom(module=str(module)) if module.endswith(".rules"):
                for alias in node.names:
                    if alias.name == "moves":
                        yield from _constants(tree, alias.asname or alias.name)


def _constants(tree: ast.Module, module: str) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr=attribute):
                if name == module and attribute.isupper():
                    yield f"{module}.{attribute}"


def _values(node: ast.expr) -> Iterator[str]:
    """What an operand may stand for: `int(PAY)` for `PAY`, and `PAY if owed else RENT` for either of them."""
    match node:
        case ast.Call(func=ast.Name(id="int" | "i64"), args=[value]):
            yield from _values(value)
        case ast.IfExp(body=body, orelse=orelse):
            yield from (*_values(body), *_values(orelse))
        case _:
            yield ast.unparse(node)


def test_no_other_module_calculates_with_move_ids() -> None:
    found = {path: sums(path.read_text(encoding="utf-8")) for path in FILES}
    assert not {path: all_sums for path, all_sums in found.items() if all_sums}, (
        "give moves.py a function for it"
    )


@pytest.mark.parametrize(
    "line",
    [
        "RENT + train",
        "move - m.DO",
        "int(m.DO) + 1",
        "(m.TAKE if trade else m.TRADE) + place",
        "9 + place - RENT",
    ],
)
def test_the_check_sees_what_it_looks_for(line: str) -> None:
    imports = (
        "from branchline.games.a.rules import moves as m\nfrom branchline.games.a.rules.moves import RENT\n"
    )
    assert len(sums(imports + line)) == 1
    assert not sums(imports + "m.do(source) + 1, m.DO <= move < m.MECHANIC")
