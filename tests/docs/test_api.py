"""The API reference has everything that is public, and everything in it has a docstring."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import branchline
from branchline.core.protocols import Game

PAGES = sorted((Path(__file__).parents[2] / "docs" / "api").glob("*.md"))
DIRECTIVE = re.compile(r"^\.\. auto(\w+):: ([\w.]+)\n((?:   :.*\n)*)", re.M)


def documented() -> dict[str, Any]:
    """Functions and classes of the reference by their names."""
    found: dict[str, Any] = {}
    for page in PAGES:
        for kind, name, options in DIRECTIVE.findall(page.read_text(encoding="utf-8")):
            if kind == "module":
                module = import_module(name)
                listed = re.search(r":members: (.+)", options)
                names = listed[1].split(", ") if listed else public(module)
                found |= {f"{name}.{one}": getattr(module, one) for one in names}
            elif kind != "data":
                parent, _, last = name.rpartition(".")
                found[name] = getattr(import_module(parent), last)
    return found


def public(module: Any) -> list[str]:
    return [
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and getattr(value, "__module__", "") == module.__name__
    ]


def members(of: Any) -> Iterator[tuple[str, Any]]:
    """Public methods and properties that a class defines itself."""
    for name, value in vars(of).items():
        plain = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
        if not name.startswith("_") and inspect.isfunction(plain):
            yield name, plain


@pytest.mark.parametrize("name", documented())
def test_everything_in_the_reference_has_a_docstring(name: str) -> None:
    thing = documented()[name]
    assert thing.__doc__
    if inspect.isclass(thing):
        silent = [member for member, value in members(thing) if not value.__doc__]
        assert [member for member in silent if not promised(member)] == []


def promised(member: str) -> bool:
    """Whether the contract of a game says what a method of that name does."""
    return bool(getattr(getattr(Game, member, None), "__doc__", None))


@pytest.mark.parametrize("name", [name for name in branchline.__all__ if name != "__version__"])
def test_everything_the_package_exports_is_in_the_reference(name: str) -> None:
    exported = getattr(branchline, name) if name != "games" else branchline.core.registry.games
    assert any(exported is thing for thing in documented().values())
