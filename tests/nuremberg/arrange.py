"""A position in a few lines, and what a player sees of it.

    table = building(cubes={0: 5}, influence={0: (2, 1, 1, 0)}, links={0: "NUS-GOS-FUE", "red": "SCH-STE"})
    table.push("build FUE ZIR")
    assert player(table, 0).held == 3

Positions are written as `branchline.games.nuremberg.position` says; a test puts on the bare map what it needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Unpack, cast

import pytest

from branchline import IllegalMove, Table, arrange
from branchline.games.nuremberg import position
from branchline.games.nuremberg.options import Options
from branchline.games.nuremberg.rules.state import COMPANY, State
from branchline.games.nuremberg.views.view import COMPANIES, Box, Player, Plot, Train, View

Four = position.Four
Owner = position.Owner
put_link = position.put_link
RICH: Four = (9, 9, 9, 9)
POOR: Four = (0, 0, 0, 0)


class Position(position.Position, total=False):
    """What a test may arrange: a position, and what else makes the table."""

    players: int
    seed: int
    play_forced: bool
    company_links: Mapping[str, int]  # track used up: these links are on no border
    # Options (N16), and the version of the rules
    rules: str
    board: str
    rounds: int
    sets: str
    south: str
    furth: str
    pass_returns_trains: bool
    goods_destination: bool
    stone_from: str
    swap_passengers: bool
    wide_south: bool
    company_track: int
    starting_influence: Four


_OPTIONS: Final = ("rules", *Options.__struct_fields__)


def auction(**given: Unpack[Position]) -> Table:
    """N5: bidding."""
    return _arrange("auction", given)


def building(**given: Unpack[Position]) -> Table:
    """N7: building."""
    return _arrange("building", given)


def shipping(**given: Unpack[Position]) -> Table:
    """N9: trains and shipping."""
    return _arrange("shipping", given)


def takeover(**given: Unpack[Position]) -> Table:
    """N12: ceding track."""
    return _arrange("takeover", given)


def new_table(**given: Unpack[Position]) -> Table:
    """A real set-up, as dealt."""
    options: dict[str, Any] = {name: value for name, value in given.items() if name in _OPTIONS}
    return Table(
        "nuremberg",
        given.get("players", 3),
        seed=given.get("seed", 1),
        play_forced=given.get("play_forced", False),
        **options,
    )


def _arrange(phase: str, given: Position) -> Table:
    arguments: dict[str, Any] = {"players": 3, "seed": 1, "play_forced": False, **given, "phase": phase}
    company_links = arguments.pop("company_links", {})
    table = arrange("nuremberg", **arguments)
    for company, name in enumerate(COMPANIES):
        if company_links:
            cast("State", table.state).links[COMPANY + company] = company_links.get(name, 0)
    start_here(table)
    return table


def start_here(table: Table) -> None:
    """Make the position the first of its match."""
    table._start_from(table.state)


# What a player sees


def seen(table: Table) -> View:
    return cast("View", table.view(None))


def player(table: Table, seat: int) -> Player:
    return cast("View", table.view(seat)).players[seat]


def influence(table: Table, seat: int) -> Four:
    points = player(table, seat).influence
    return points.white, points.brown, points.red, points.green


def plot(table: Table, name: str) -> Plot:
    return next((found for found in seen(table).plots if found.id == name), Plot(name))


def box(table: Table, name: str) -> Box:
    return next(found for found in seen(table).boxes if found.name == name)


def train(table: Table, name: str) -> Train:
    return next(found for found in seen(table).trains if found.name == name)


def owner_of(table: Table, border: str) -> Owner | None:
    """Whose link lies on `NUS-GOS`, named either way."""
    ends = set(border.split("-"))
    return next((link.owner for link in seen(table).links if {link.a, link.b} == ends), None)


def standing(table: Table, track: str) -> tuple[int, ...]:
    """The seats on a track, the furthest first, equals from the top of the stack down."""
    view = seen(table)
    stack = view.stacks[track]

    def place(seat: int) -> int:
        who = view.players[seat]
        return who.profit if track == "profit" else int(getattr(who.influence, track))

    return tuple(sorted(range(len(view.players)), key=lambda seat: (-place(seat), stack.index(seat))))


def moves(table: Table, verb: str = "") -> list[str]:
    """The legal moves in notation, of one verb or all."""
    return [str(move) for move in table.legal_moves if str(move).split()[0].startswith(verb)]


def shippable(table: Table) -> list[str]:
    """What can be shipped now, such as `red FUE`."""
    return [move.removeprefix("ship ") for move in moves(table, "ship")]


def refused(table: Table, move: str) -> IllegalMove:
    """The refusal of a move: a whole sentence and its clause; afterwards nothing has changed."""
    before = table.game.numbers(table.state)
    with pytest.raises(IllegalMove) as caught:
        table.push(move)
    error = caught.value
    assert table.game.numbers(table.state) == before
    assert error.text.endswith(".")
    assert not set("{}") & set(error.text)
    assert "  " not in error.text
    assert str(error) == f"{error.move}: {error.text} ({error.clause})"
    return error


# Going on


def push(table: Table, *texts: str) -> Table:
    """Several moves in a row."""
    for text in texts:
        table.push(text)
    return table


def idle(table: Table) -> str:
    """The move that does least: the first bid there is, stop, pass, keep."""
    return next((word for word in ("stop", "pass", "keep") if word in moves(table)), moves(table)[0])


def idle_until(table: Table, phase: str) -> Table:
    """Everybody does as little as possible until a phase starts, or the game ends."""
    while seen(table).phase != phase and not table.over:
        table.push(idle(table))
    return table


def pass_out(table: Table) -> Table:
    """Everybody passes (N9.1): N10 and N11 follow automatically."""
    return idle_until(table, "takeover")
