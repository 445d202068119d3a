"""Every way to set up a game that changes the rules of its environments."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

MODULES = ["".join(pair) for pair in combinations("ABCDE", 2)]
FULL: list[tuple[str, dict[str, Any]]] = [
    *(("firstclass", {"modules": modules}) for modules in MODULES),
    ("nuremberg", {"board": "nuremberg"}),
    ("nuremberg", {"board": "wensleydale"}),
]
ALL: list[tuple[str, dict[str, Any]]] = [
    *FULL,
    ("firstclass", {"modules": "AC", "arrest": "fine"}),
    ("firstclass", {"deck": "mini"}),
    ("nuremberg", {"board": "nuremberg", "furth": "own", "sets": "three"}),
    ("nuremberg", {"board": "mini", "rounds": 2}),
    ("nuremberg", {"board": "tiny", "rounds": 1}),
]


def named(configurations: list[tuple[str, dict[str, Any]]]) -> list[Any]:
    """For `parametrize`: each with a name that can be read."""
    return [
        pytest.param(game, options, id="-".join([game, *(str(value) for value in options.values())]))
        for game, options in configurations
    ]
