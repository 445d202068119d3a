"""Fair tables and seats, found by local search: players swap places as long as that helps."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, permutations, product
from math import ceil
from typing import Final, TypeAlias

Seats: TypeAlias = tuple[str, ...]
Round: TypeAlias = list[Seats]

BOT: Final = ""  # fills an empty seat
TRIES: Final = 12  # initial arrangements; the best result is taken
TWO_BOTS: Final = 1_000_000.0  # the cost of two bots at one table


def meetings(past: Sequence[Round]) -> Counter[tuple[str, str]]:
    """How often two players have met. Meetings with bots count too, so that everybody gets their share of bots."""
    return Counter(pair(a, b) for played in past for table in played for a, b in combinations(table, 2))


def pair(a: str, b: str) -> tuple[str, str]:
    return (a, b) if a < b else (b, a)


def arranged(entrants: Sequence[str], size: int, cost: Callable[[str, str], float]) -> Round:
    """Tables whose pairs cost as little as possible: players swap places as long as that helps, from several initial
    arrangements, the first of which is the order given."""
    count = max(1, ceil(len(entrants) / size))
    bots = count * size - len(entrants)
    # The initial arrangement has one bot per table, at the last tables.
    people, tables = list(entrants), list[list[str]]()
    for table in range(count):
        with_bots = bots // count + (table >= count - bots % count)
        taken, people = people[: size - with_bots], people[size - with_bots :]
        tables.append([*taken, *[BOT] * with_bots])
    prices: dict[tuple[str, str], float] = {
        (a, b): cost(a, b) if a or b else TWO_BOTS for a in {*entrants, BOT} for b in {*entrants, BOT}
    }
    rng = random.Random(0)
    best, least = _improved(tables, prices)
    for _try in range(TRIES if count > 1 else 0):
        chairs = [player for table in tables for player in table]
        rng.shuffle(chairs)
        shuffled = [chairs[n : n + size] for n in range(0, len(chairs), size)]
        found, price = _improved(shuffled, prices)
        if price < least - 1e-9:
            best, least = found, price
    return [tuple(table) for table in best]


def _improved(
    tables: list[list[str]], prices: Mapping[tuple[str, str], float]
) -> tuple[list[list[str]], float]:
    tables = [list(table) for table in tables]
    better = True
    while better:
        better = False
        for one, other in combinations(tables, 2):
            for i in range(len(one)):
                for j in range(len(other)):
                    a, b = one[i], other[j]
                    change = sum(prices[b, c] - prices[a, c] for k, c in enumerate(one) if k != i)
                    change += sum(prices[a, c] - prices[b, c] for k, c in enumerate(other) if k != j)
                    if change < -1e-9:
                        one[i], other[j] = b, a
                        better = True
    return tables, sum(prices[a, b] for table in tables for a, b in combinations(table, 2))


def _shuffled(tables: Round, rng: random.Random) -> Round:
    """The same tables with the people shuffled; the bots stay."""
    people = [player for table in tables for player in table if player]
    rng.shuffle(people)
    rest = iter(people)
    return [tuple(next(rest) if player else BOT for player in table) for table in tables]


def _evened(rounds: list[Round]) -> list[Round]:
    """Players swap places in any round, as long as that evens out the meetings."""
    met = meetings(rounds)
    changing = [[list(table) for table in one] for one in rounds]

    def moved(player: str, away: list[str], to: list[str], without: str) -> int:
        """The change in the sum of the squares of all meetings."""
        left = sum(1 - 2 * met[pair(player, other)] for other in away if other != player)
        return left + sum(1 + 2 * met[pair(player, other)] for other in to if other != without)

    better = True
    while better:
        better = False
        for one, other in (two for tables in changing for two in combinations(tables, 2)):
            for i, j in product(range(len(one)), range(len(other))):
                a, b = one[i], other[j]
                if BOT in (a, b) or moved(a, one, other, b) + moved(b, other, one, a) >= 0:
                    continue
                for table, goes, comes in ((one, a, b), (other, b, a)):
                    others = [player for player in table if player != goes]
                    met.subtract(pair(goes, player) for player in others)
                    met.update(pair(comes, player) for player in others)
                one[i], other[j] = b, a
                better = True
    return [[tuple(table) for table in tables] for tables in changing]


def _inequality(rounds: list[Round]) -> int:
    return sum(times * times for times in meetings(rounds).values())


def seated(tables: Round, past: Sequence[Round]) -> Round:
    """Give everybody the seat that they have had least often, as far as the others at the table allow."""
    had = Counter(_places(past))

    def price(seats: Seats) -> int:
        """Squared: one player two ahead is worse than two players one ahead."""
        ahead = (had[player, seat] - _least(had, player, len(seats)) for seat, player in enumerate(seats))
        return sum(more * more for more, player in zip(ahead, seats, strict=True) if player)

    # So that ties don't always favour the same player.
    turns = [(number + len(past)) % len(table) for number, table in enumerate(tables)]
    return [
        min(permutations(table[turn:] + table[:turn]), key=price)
        for table, turn in zip(tables, turns, strict=True)
    ]


def evenly_seated(rounds: list[Round]) -> list[Round]:
    """Seats table by table, then improved with all other tables known, as long as that helps."""
    done: list[Round] = []
    for number, tables in enumerate(rounds):
        done.append(seated(tables, done[:number]))
    had = Counter(_places(done))
    better = True
    while better:
        better = False
        for tables in done:
            for number, table in enumerate(tables):
                had.subtract((player, seat) for seat, player in enumerate(table))
                best = min(permutations(table), key=lambda seats: _taken(had, seats))
                if _taken(had, best) < _taken(had, table):
                    tables[number], better = best, True
                had.update((player, seat) for seat, player in enumerate(tables[number]))
    return done


def _places(rounds: Sequence[Round]) -> Iterator[tuple[str, int]]:
    return ((player, seat) for tables in rounds for table in tables for seat, player in enumerate(table))


def _taken(had: Counter[tuple[str, int]], seats: Seats) -> int:
    return sum(had[player, seat] for seat, player in enumerate(seats) if player)


def _least(had: Counter[tuple[str, int]], player: str, seats: int) -> int:
    return min(had[player, seat] for seat in range(seats))


def evened(rounds: list[Round]) -> list[Round]:
    """The same number of rounds, with meetings as equal as possible. Arranging tables round by round is greedy, so
    whole shuffled leagues are tried too."""
    rng = random.Random(0)
    others = ([_shuffled(tables, rng) for tables in rounds] for _try in range(TRIES))
    return min([_evened(rounds), *(_evened(other) for other in others)], key=_inequality)
