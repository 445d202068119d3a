"""What holds in every position when trains are rented and items shipped."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given

from branchline import Table
from branchline.games.nuremberg.views.view import View
from tests.nuremberg.arrange import seen
from tests.nuremberg.wandering import (
    companies,
    few,
    lively,
    owners,
    play,
    purse,
    seeds,
    tables,
)

# Trains and shipping


@pytest.mark.clause("N9.2", "N9.3", "N7.14")
@few(15)
@given(table=tables, seed=seeds)
def test_a_train_charges_brown_and_three_units_per_missing_point(table: Table, seed: int) -> None:
    due: tuple[View, str] | None = None
    for before, move, after in play(table, seed):
        if move.startswith("rent"):
            due = before, move.split()[1]
        if due is None or after.decision == "pay":
            continue
        (start, name), due = due, None
        assert start.to_move is not None
        cost = next(train.cost for train in start.trains if train.name == name)
        was, now = (purse(view.players[start.to_move]) for view in (start, after))
        brown = min(cost, was[1])
        assert was[1] - now[1] == brown
        assert sum(was) - sum(now) == brown + 3 * (cost - brown)


@pytest.mark.clause("N9.4", "N9.5", "N9.6", "N9.7", "N9.8", "N9.10", "N16")
@few(20)
@given(table=tables, seed=seeds)
def test_shipping_is_possible_where_a_naive_search_finds_a_path(table: Table, seed: int) -> None:
    rng = Random(seed)
    while not table.over:
        view = seen(table)
        if view.phase == "shipping" and view.decision == "act":
            found = {str(move) for move in table.legal_moves if str(move).startswith("ship")}
            assert found == set(_naive_shipments(view))
        table.push(lively(table, rng))


def _naive_shipments(view: View) -> Iterator[str]:
    seat = view.to_move
    mine = [train for train in view.trains if train.seat == seat]
    passenger_room = any(train.passengers < train.passenger_spaces for train in mine)
    goods_room = any(train.goods < train.goods_spaces for train in mine)
    kind_of = {plot.id: plot.goods for plot in view.map.plots}
    belongs = companies(view)
    for here in view.plots:
        for colour, count in (("red", here.red), ("green", here.green)):
            homes = {name for name, held in belongs.items() if colour in held}
            if count and passenger_room and here.id not in homes and _reachable(view, here.id) & homes:
                yield f"ship {colour} {here.id}"
        if here.goods and goods_room and here.id not in belongs:
            leaves = {here.id} if kind_of[here.id] == "yellow" else _leaves_from(view, here.id)
            if any(_arrives(view, _reachable(view, name)) for name in leaves):
                yield f"ship {kind_of[here.id]} {here.id}"


def _arrives(view: View, reached: set[str]) -> bool:
    """Goods need a company station; without destinations own track is enough."""
    if not view.options.goods_destination:
        return len(reached) > 1
    return bool(reached & set(companies(view)))


def _leaves_from(view: View, field: str) -> set[str]:
    """Where grey goods come onto the rails."""
    if view.options.stone_from == "neighbours":
        beside = {frozenset((border.a, border.b)) for border in view.map.borders}
        names = {name for pair in beside if field in pair for name in pair if name != field}
    else:
        names = set(view.map.fields[field])
    return names - set(companies(view))


def _reachable(view: View, start: str) -> set[str]:
    """All plots that the mover's own links join to a plot, itself included."""
    own = [pair for pair, owner in owners(view).items() if owner == view.to_move]
    reached, front = {start}, [start]
    while front:
        name = front.pop()
        for pair in own:
            for other in pair - {name} if name in pair else ():
                if other not in reached:
                    reached.add(other)
                    front.append(other)
    return reached
