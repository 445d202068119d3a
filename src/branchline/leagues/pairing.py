"""Pairings: the tables and seats of the next round.

A round is a list of tables; a table is the players by seat. Bots fill the empty seats, written as empty texts. The
same entrants and the same past always give the same round.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import ceil, log
from typing import Final, Literal, TypeAlias

from branchline.leagues.seat_balance import (
    BOT,
    Round,
    arranged,
    evened,
    evenly_seated,
    meetings,
    pair,
    seated,
)

Kind: TypeAlias = Literal["league", "swiss", "knockout"]

AGAIN: Final = 10_000.0  # the cost of a repeated pairing in a Swiss round


def rounds_of(kind: Kind, entrants: int, size: int) -> int:
    """The default number of rounds."""
    if kind == "league":
        others = entrants - 1 + (entrants % 2 if size == 2 else 0)
        return max(1, ceil(others / (size - 1)))
    if kind == "swiss":
        return max(1, ceil(log(max(entrants, 2), size) - 1e-9) + 1)
    rounds, left = 1, first_tables(entrants, size)
    while left > 1:
        rounds, left = rounds + 1, ceil(left / size)
    return rounds


def league_rounds(entrants: Sequence[str], size: int, rounds: int) -> list[Round]:
    """A whole league: everybody meets everybody else about equally often. With two players per table it is a round
    robin."""
    if size == 2:
        return [_circle(entrants, number) for number in range(rounds)]
    past: list[Round] = []
    for _round in range(rounds):
        past.append(arranged(entrants, size, _meetings_before(past)))
    return evenly_seated(evened(past))


def _meetings_before(past: Sequence[Round]) -> Callable[[str, str], float]:
    met = meetings(past)
    return lambda a, b: 2.0 * met[pair(a, b)] + 1.0


def swiss_round(
    entrants: Sequence[str], size: int, past: Sequence[Round], points: Mapping[str, float]
) -> Round:
    """Players with equal points are paired, avoiding repeats. `entrants` are in the order of the standings."""
    met = meetings(past)

    def cost(a: str, b: str) -> float:
        apart = points.get(a, 0.0) - points.get(b, 0.0)
        return apart * apart + AGAIN * (2 * met[pair(a, b)] + 1)

    return seated(arranged(entrants, size, cost), past)


def knockout_round(entrants: Sequence[str], size: int, past: Sequence[Round]) -> Round:
    """`entrants`: the remaining players, best seed first. The best meets the last; in the first round, empty seats are
    at the tables of the best seeds, and bots fill them."""
    count = ceil(len(entrants) / size) if past else first_tables(len(entrants), size)
    chairs = [*entrants, *[BOT] * (count * size - len(entrants))]
    tables: list[list[str]] = [[] for _table in range(count)]
    for line in range(size):
        row = chairs[line * count : (line + 1) * count]
        for table, player in zip(tables, row if line % 2 == 0 else reversed(row), strict=True):
            table.append(player)
    return seated([tuple(table) for table in tables], past)


def first_tables(entrants: int, size: int) -> int:
    """The number of tables in the first round of a knockout: with two players per table a power of two, so that later
    rounds are full."""
    count = max(1, ceil(entrants / size))
    return 2 ** ceil(log(count, 2)) if size == 2 else count


def advancing(tables: Sequence[Sequence[tuple[str, int]]], size: int, seeds: Sequence[str]) -> list[str]:
    """The players of the next round of a knockout, by seed. `tables`: player and place of each seat. The best person
    of every table advances (never a bot; on a tie, the better seed), and the best of the others fill the last table.
    Empty if there was only one table: the knockout is over."""
    if len(tables) == 1:
        return []
    order = {player: number for number, player in enumerate(seeds)}
    by_table = [
        sorted(
            ((place, order[player], player) for player, place in table if player in order),
            key=lambda one: one[:2],
        )
        for table in tables
    ]
    firsts = [people[0][2] for people in by_table if people]
    others = sorted(one for people in by_table for one in people[1:])
    wanted = ceil(len(tables) / size) * size
    chosen = firsts + [player for _place, _seed, player in others[: max(0, wanted - len(firsts))]]
    return sorted(chosen, key=order.__getitem__)


def _circle(entrants: Sequence[str], number: int) -> Round:
    """The circle method: one player stays, the others rotate. The distance between two players in the list decides who
    has the first seat, which gives everybody as many first seats as second ones, or one more."""
    chairs = [*entrants, BOT] if len(entrants) % 2 else list(entrants)
    turn = number % max(1, len(chairs) - 1)
    again = number // max(1, len(chairs) - 1)  # the next time round, the seats are swapped
    others = list(range(1, len(chairs)))
    others = others[turn:] + others[:turn]
    line = [0, *others]
    tables: Round = []
    for a, b in zip(line[: len(line) // 2], reversed(line[len(line) // 2 :]), strict=True):
        low, high = min(a, b), max(a, b)
        first, second = (low, high) if ((high - low) + again) % 2 else (high, low)
        tables.append((chairs[first], chairs[second]))
    return tables
