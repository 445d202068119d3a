"""Random games, and a naive reading of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from branchline import Table
from branchline.games.nuremberg.data.map_file import MapFile
from branchline.games.nuremberg.views.view import Player, View
from tests.nuremberg.arrange import new_table, seen

IDLE: Final = ("stop", "pass", "keep")
KINDS: Final = ("yellow", "grey", "red", "green")

seeds = st.integers(0, 10_000)
tables = st.builds(
    lambda seed, players, board, stone_from, goods_destination: new_table(
        seed=seed,
        players=players,
        board=board,
        rounds=3,
        stone_from=stone_from,
        goods_destination=goods_destination,
        starting_influence=(2, 3, 3, 3),
    ),
    seed=seeds,
    players=st.integers(2, 4),
    board=st.sampled_from(["nuremberg", "wensleydale"]),
    stone_from=st.sampled_from(["arrows", "arrows", "neighbours"]),
    goods_destination=st.sampled_from([True, True, False]),
)


def few(examples: int) -> settings:
    return settings(
        max_examples=examples, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
    )


def lively(table: Table, rng: Random) -> str:
    """A random move that seldom gives up, so that lines grow, trains run and stretches are ceded."""
    texts = [str(move) for move in table.legal_moves]
    if "sign" in texts and rng.random() < 0.6:
        return "sign"
    busy = [text for text in texts if text not in IDLE]
    shipments = [text for text in busy if text.startswith("ship")]
    if shipments and rng.random() < 0.7:
        return rng.choice(shipments)
    if busy and (rng.random() < 0.85 or len(busy) == len(texts)):
        return rng.choice(busy)
    return rng.choice(texts)


def play(table: Table, seed: int) -> Iterator[tuple[View, str, View]]:
    """A whole game: the table before a move, the move, and the table after it."""
    rng = Random(seed)
    before = seen(table)
    while not table.over:
        move = lively(table, rng)
        table.push(move)
        after = seen(table)
        yield before, move, after
        before = after


def wander(table: Table, seed: int, steps: int) -> Table:
    """The position after some steps."""
    for _, (_, _, _) in zip(range(steps), play(table, seed), strict=False):
        pass
    return table


def purse(who: Player) -> tuple[int, int, int, int, int]:
    points = who.influence
    return points.white, points.brown, points.red, points.green, who.held


def costs(source: MapFile) -> dict[frozenset[str], int | None]:
    return {frozenset((border.a, border.b)): border.cost for border in source.borders}


def owners(view: View) -> dict[frozenset[str], int | str]:
    return {frozenset((link.a, link.b)): link.owner for link in view.links}


def companies(view: View) -> dict[str, tuple[str, ...]]:
    return {plot.id: plot.companies for plot in view.plots if plot.companies}


def stations(view: View) -> set[str]:
    """All stations of the map; in the wide South also the dark red plots."""
    printed = {plot.id for plot in view.map.plots if plot.is_station}
    return printed | set(companies(view))
