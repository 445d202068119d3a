"""Awards after a game: each goes to the player with the highest number of something, such as links in one line.

A game lists its awards in its `Presentation`. A function counts for each seat, over all moves of the match. Who gets
which award follows from the numbers alone: everybody who leads in something gets one, nobody more than two."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any, Final, Generic, TypeVar

import msgspec

from branchline.languages import counted

StateT = TypeVar("StateT")

EACH: Final = 2  # awards that one player can get
SMALL: Final = 3
Counts = Sequence[int]  # by seat


class Played(msgspec.Struct, Generic[StateT], frozen=True):
    """One move of a finished match, with the positions before and after it."""

    before: StateT
    move: int
    after: StateT


History = Sequence[Played[StateT]]


class Award(msgspec.Struct, frozen=True):
    """`words` says what earned it, for `counted`: `{count} link in one line|{count} links in one line`."""

    title: str
    words: str
    count: Callable[[History[Any]], Counts]


class Given(msgspec.Struct, frozen=True):
    """An award that a player gets, in words."""

    seat: int
    title: str
    words: str


def by_seat(history: History[Any], count: Callable[[int], int]) -> Counts:
    """What a function counts for each seat."""
    return [int(count(seat)) for seat in range(history[-1].after.setting.players)]


def by_turn(history: History[Any]) -> list[Played[Any]]:
    """The moves of each turn merged into one, with the position before the first and the one after the last; `move` is
    the last."""
    turns = (list(moves) for _turn, moves in groupby(history, key=lambda played: played.before.turn))
    return [Played(moves[0].before, moves[-1].move, moves[-1].after) for moves in turns]


def give(awards: Sequence[Award], history: History[Any]) -> tuple[Given, ...]:
    """Who gets which award, by seat; in the language of the context."""
    counts = [award.count(history) for award in awards]
    found = sorted((seat, place) for place, seat in shared_out(counts).items())
    return tuple(
        Given(seat, awards[place].title, counted(awards[place].words, counts[place][seat]))
        for seat, place in found
    )


def shared_out(counts: Sequence[Counts]) -> dict[int, int]:
    """The seat that gets each award: first one for everybody who leads in something, alone or with others; then the
    awards with one clear leader, the clearest first."""
    leaders = {place: _leaders(row) for place, row in enumerate(counts)}
    clearest = sorted(leaders, key=lambda place: (-_lead(counts[place]), place))
    given: dict[int, int] = {}
    for seat in range(max(map(len, counts), default=0)):
        _find_one(seat, clearest, leaders, given, set())
    for place in clearest:
        (seat, *others) = leaders[place] or (-1,)
        if place not in given and seat >= 0 and not others and list(given.values()).count(seat) < EACH:
            given[place] = seat
    return given


def _leaders(row: Counts) -> list[int]:
    most = max(row)
    return [seat for seat, count in enumerate(row) if count == most] if most > 0 else []


def _lead(row: Counts) -> float:
    """How far ahead the leader is, as a fraction of the leader's number; a lead of 1 to 0 means little."""
    first, second = sorted(row, reverse=True)[:2]
    return (first - max(second, 0)) / (first + SMALL) if first > 0 else 0.0


def _find_one(
    seat: int, places: Sequence[int], leaders: dict[int, list[int]], given: dict[int, int], tried: set[int]
) -> bool:
    """Find an award for a seat; if all of its own are taken, one whose holder can have another instead."""
    for place in places:
        if seat not in leaders[place] or place in tried:
            continue
        tried.add(place)
        if place not in given or _find_one(given[place], places, leaders, given, tried):
            given[place] = seat
            return True
    return False
