"""Positions set up by hand, for puzzles, tests, or a close look at a rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from branchline.core import registry
from branchline.core.errors import PositionError
from branchline.core.play.table import Table


def arrange(
    game: str,
    players: int | None = None,
    *,
    seed: int | None = None,
    seats: Sequence[str] | None = None,
    play_forced: bool = True,
    rules: str | None = None,
    **given: Any,
) -> Table:
    """A table that starts from a position of your own. Keywords are options of the game, as for `Table`, and parts of
    the position, which `branchline.games.GAME.position.Position` lists.

    >>> table = arrange("nuremberg", phase="building", links={0: "NUS-GOS-FUE"}, cubes={0: 5})
    >>> table.push("build FUE ZIR")

    Raises `PositionError` for anything that the rules don't allow or the box does not hold. The record of such a table
    starts with the position. No moves lead there, so `load` it without `verify`."""
    found = registry.game(game, rules)
    options = {name: value for name, value in given.items() if name in found.options.__struct_fields__}
    position = {name: value for name, value in given.items() if name not in options}
    table = Table(game, players, seed=seed, seats=seats, play_forced=play_forced, rules=rules, **options)
    state = found.arranged(table.setting, position)
    wrong = found.miscount(state)
    if wrong is not None:
        raise PositionError(f"The pieces don't add up: {wrong}.")
    table._start_from(state)
    return table


def checked(kind: Any, given: dict[str, Any]) -> Any:
    """A position with the keys and types that a game's `Position` names; raises `PositionError`."""
    known = list(kind.__annotations__)
    for name in given:
        if name not in known:
            raise PositionError(f"A position has no {name!r}. It may have: {', '.join(known)}.")
    try:
        return msgspec.convert(given, kind)
    except msgspec.ValidationError as error:
        raise PositionError(f"The position can't be read: {error}.") from None
