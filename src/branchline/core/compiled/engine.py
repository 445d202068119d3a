"""The rules of one setting as hot loops see them: playouts, batches and search run on these two classes, compiled.

A game's state is a `Position`, and each game has an `Engine` that delegates to its phases. Contracts are those of
`protocols.Game`; a position given to an engine is always one of its own. Interpreted classes may derive
from both, so a small game need not be compiled."""

from __future__ import annotations

from typing import Final

from librt.vecs import extend, vec
from mypy_extensions import i16, i64, mypyc_attr

CHANCE: Final[i64] = -1
OVER: Final[i64] = -2

UNWRITTEN: Final[i64] = -1  # a row that shows nothing yet


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Position:
    """What the states of all games have in common."""

    __slots__ = ("active",)

    def __init__(self) -> None:
        self.active: i64 = CHANCE  # the seat to move, CHANCE or OVER


@mypyc_attr(allow_interpreted_subclasses=True)
class Row:
    """What a row of observations shows, so that only what has changed since is written. Games keep more than this."""

    __slots__ = ("seat",)

    def __init__(self) -> None:
        self.seat: i64 = UNWRITTEN  # who looks


@mypyc_attr(allow_interpreted_subclasses=True)
class Engine:
    __slots__ = ("features", "move_count", "players")

    def __init__(self, players: i64, move_count: i64, features: i64) -> None:
        self.players: i64 = players
        self.move_count: i64 = move_count
        self.features: i64 = features  # how many numbers an observation has

    def start(self) -> Position:
        raise NotImplementedError

    def clone(self, position: Position) -> Position:
        raise NotImplementedError

    def copy(self, position: Position, onto: Position) -> None:
        """Make `onto` equal to `position`: how search undoes, faster than by a clone."""
        raise NotImplementedError

    def legal(self, position: Position) -> vec[i64]:
        raise NotImplementedError

    def legal_in(self, position: Position, room: vec[i64]) -> vec[i64]:
        """The same in given memory: `room` is empty, and nothing is allocated up to its capacity."""
        return self.legal(position)

    def weights(self, position: Position) -> vec[i64]:
        raise NotImplementedError

    def tickets(self, position: Position) -> i64:
        """The sum of all weights of a draw. A game that knows it without a list overrides this, and `drawn` too."""
        weights = self.weights(position)
        found: i64 = 0
        place: i64
        for place in range(len(weights)):
            found += weights[place]
        return found

    def drawn(self, position: Position, ticket: i64) -> i64:
        """The result that a ticket stands for: results in rising order, each with as many tickets as its weight."""
        weights = self.weights(position)
        place: i64 = 0
        while ticket >= weights[place]:
            ticket -= weights[place]
            place += 1
        return self.legal(position)[place]

    def apply(self, position: Position, move: i64) -> None:
        raise NotImplementedError

    def advance(self, position: Position, move: i64, room: vec[i64]) -> vec[i64]:
        """Play a move and list the next player's legal moves in given memory; none if chance is next."""
        self.apply(position, move)
        return self.legal_in(position, room) if position.active >= 0 else room

    def score(self, position: Position, seat: i64) -> i64:
        raise NotImplementedError

    def places(self, position: Position) -> vec[i64]:
        """Once the match is over: how many seats are ranked ahead of each seat, so that seats that share a place have
        the same number. If nobody wins, no seat has 0. By points, unless the game's rules break ties."""
        found = vec[i64]([0] * self.players)
        seat: i64
        other: i64
        for seat in range(self.players):
            for other in range(self.players):
                if self.score(position, other) > self.score(position, seat):
                    found[seat] += 1
        return found

    def blank(self) -> vec[i16]:
        """An observation of nothing, `features` numbers: what is printed, and 0 for the rest."""
        return vec[i16]([0] * self.features)

    def fill(self, position: Position, seat: i64, out: vec[i16], at: i64) -> None:
        """Write what a seat may know onto a blank observation, which starts at index `at`."""
        raise NotImplementedError

    def row(self) -> Row:
        """For `refresh`: one for each position that is observed again and again."""
        return Row()

    def refresh(self, position: Position, seat: i64, row: Row, out: vec[i16], at: i64) -> None:
        """The same on the row written before for this position, whatever it shows. A game that knows what has changed
        overrides this."""
        row.seat = seat
        write_over(self.blank(), out, at)
        self.fill(position, seat, out, at)

    def seen(self, position: Position, seat: i64) -> vec[i16]:
        """What a seat may know as an array of its own, for interpreted callers."""
        out = extend(vec[i16](capacity=self.features), self.blank())
        self.fill(position, seat, out, 0)
        return out


def by_place(places: list[int]) -> tuple[tuple[int, ...], ...]:
    """The seats by place, best first, as `protocols.Game.ranking` gives them."""
    seats: list[tuple[int, ...]] = [
        tuple(seat for seat, place in enumerate(places) if place == wanted) for wanted in sorted(set(places))
    ]
    return tuple(seats) if 0 in places else ((), *seats)


def rewards(places: vec[i64], out: vec[float], at: i64) -> None:
    """Write each seat's reward, from index `at`: 1 for the first place, -1 for the last, evenly spaced in between.
    Seats that share a place share its rewards, so they always sum to 0."""
    seats = i64(len(places))
    seat: i64
    other: i64
    for seat in range(seats):
        ahead: i64 = 0
        level: i64 = -1
        for other in range(seats):
            if places[other] < places[seat]:
                ahead += 1
            elif places[other] == places[seat]:
                level += 1
        out[at + seat] = 1.0 - float(2 * ahead + level) / float(max(seats - 1, 1))


def ranked_rewards(engine: Engine, position: Position) -> list[float]:
    """The same for one finished match, for interpreted callers."""
    found = vec[float]([0.0] * engine.players)
    rewards(engine.places(position), found, 0)
    return list(found)


def copy_into(source: vec[i64], target: vec[i64]) -> None:
    """Copy an array onto another of the same length."""
    place: i64
    for place in range(len(source)):
        target[place] = source[place]


def copy_small(source: vec[i16], target: vec[i16]) -> None:
    """The same for an array of small numbers."""
    place: i64
    for place in range(len(source)):
        target[place] = source[place]


def write_over(source: vec[i16], target: vec[i16], at: i64) -> None:
    """Copy an array of small numbers into another, from an index on."""
    place: i64
    for place in range(len(source)):
        target[at + place] = source[place]


def numbers_of(position: Position, scalars: tuple[str, ...], arrays: tuple[str, ...]) -> list[int]:
    """A state as a row of numbers: its scalars by name, then its arrays."""
    found: list[int] = [getattr(position, name) for name in scalars]
    for name in arrays:
        found.extend(getattr(position, name))
    return found


def put_numbers(
    position: Position, scalars: tuple[str, ...], arrays: tuple[str, ...], row: list[int]
) -> None:
    """Fill a state from such a row; raises `ValueError` if the row does not fit."""
    expected = len(numbers_of(position, scalars, arrays))
    if len(row) != expected:
        raise ValueError(f"{len(row)} numbers where {expected} are needed")
    place = len(scalars)
    try:
        for name, number in zip(scalars, row, strict=False):
            setattr(position, name, number)
        for name in arrays:
            array = getattr(position, name)
            for index in range(len(array)):  # in place: an array set by name would never be freed
                array[index] = row[place + index]
            place += len(array)
    except (OverflowError, TypeError):  # the message differs between compiled and interpreted code
        raise ValueError("a number is too large") from None
