"""Awards after a game: what each one counts, over the moves of the match and its last position."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import Final

from branchline.core.awards import Award, Counts, History, by_seat, by_turn
from branchline.games.firstclass.rules import coins, scoring, trains
from branchline.games.firstclass.rules import moves as m
from branchline.games.firstclass.rules.state import (
    COMPLETED,
    CONDUCTORS,
    SCORING,
    TOP_LEVEL,
    TURNS,
    State,
    actor,
)
from branchline.languages import Words

Record = History[State]

# Translators: an award after a game; keep it short
TITLES: Final = Words({
    "length": "Longest train",
    "coins": "Master of coins",
    "route": "Furthest traveller",
    "luxury": "Finest carriages",
    "contracts": "Most reliable partner",
    "chain": "Chain reaction",
    "turn": "Turn of the game",
    "conductors": "Busiest conductors",
    "upgrades": "Master coachbuilder",
    "tile": "Early riser",
    "end": "Best planner",
    "trades": "Keenest trader",
    "thrift": "Thriftiest traveller",
})  # fmt: skip

# Translators: what earned an award
WORDS: Final = Words({
    "length": "{count} car in one train|{count} cars in one train",
    "coins": "{count} coin earned|{count} coins earned",
    "route": "{count} space on the route|{count} spaces on the route",
    "luxury": "{count} point for both trains in one scoring phase|"
              "{count} points for both trains in one scoring phase",
    "contracts": "{count} contract completed|{count} contracts completed",
    "chain": "{count} waiting action in one turn|{count} waiting actions in one turn",
    "turn": "{count} point in one turn|{count} points in one turn",
    "conductors": "{count} step of the conductors|{count} steps of the conductors",
    "upgrades": "{count} upgrade|{count} upgrades",
    "tile": "start player tile taken {count} time|start player tile taken {count} times",
    "end": "{count} point from game-end cards|{count} points from game-end cards",
    "trades": "{count} card traded for an upgrade|{count} cards traded for an upgrade",
    "thrift": "{count} coin left|{count} coins left",
})  # fmt: skip


def _end(record: Record) -> State:
    return record[-1].after


def longest_train(record: Record) -> Counts:
    """F5.1: filled slots."""
    end = _end(record)
    return by_seat(record, lambda seat: max(end.length[seat * 2], end.length[seat * 2 + 1]))


def coins_earned(record: Record) -> Counts:
    """F8.1: coins that found a space."""

    def earned(seat: int) -> int:
        return sum(
            max(0, int(coins.total(played.after, seat) - coins.total(played.before, seat)))
            for played in record
        )

    return by_seat(record, earned)


def travelled(record: Record) -> Counts:
    """F6.2"""
    return by_seat(record, lambda seat: _end(record).loco[seat])


def best_trains(record: Record) -> Counts:
    """F10.2: both trains, in the best scoring phase."""
    scored = [played.before for played in record if played.before.phase == SCORING and played.move == m.END]

    def points(seat: int) -> int:
        own = (state for state in scored if state.seat == seat)
        return max(
            (trains.points(state, seat, 0) + trains.points(state, seat, 1) for state in own), default=0
        )

    return by_seat(record, points)


def contracts(record: Record) -> Counts:
    """F9.1"""
    return by_seat(record, lambda seat: _end(record).taken[COMPLETED + seat])


def longest_chain(record: Record) -> Counts:
    """F4.2: waiting actions that a player does in one turn."""
    turns = [list(moves) for _turn, moves in groupby(record, key=lambda played: played.before.turn)]

    def done(seat: int) -> int:
        return max(
            sum(m.is_do(played.move) and actor(played.before) == seat for played in turn) for turn in turns
        )

    return by_seat(record, done)


def best_turn(record: Record) -> Counts:
    """F3.2: points of a player's own turn; scoring phases don't count."""
    turns = [turn for turn in by_turn(record) if turn.before.phase == TURNS]

    def points(seat: int) -> int:
        own = (turn for turn in turns if turn.before.seat == seat)
        return max((turn.after.score[seat] - turn.before.score[seat] for turn in own), default=0)

    return by_seat(record, points)


def conductor_steps(record: Record) -> Counts:
    """F5.4"""
    length = _end(record).length
    return by_seat(record, lambda seat: length[CONDUCTORS + seat * 2] + length[CONDUCTORS + seat * 2 + 1])


def upgrades(record: Record) -> Counts:
    """F5.2, F15.3: how much better the cars became; each step is one upgrade."""
    end = _end(record)

    def steps(seat: int) -> int:
        levels = (int(content) for content in end.slots[seat * 20 : seat * 20 + 20])
        return sum(level for level in levels if 0 < level <= TOP_LEVEL)

    return by_seat(record, steps)


def tiles_taken(record: Record) -> Counts:
    """F3.4"""
    takers = [played.before.seat for played in record if played.move == m.TILE]
    return by_seat(record, takers.count)


def trades(record: Record) -> Counts:
    """F3.2"""
    traders = [played.before.seat for played in record if m.is_trade(played.move)]
    return by_seat(record, traders.count)


def coins_left(record: Record) -> Counts:
    """F10.3"""
    return by_seat(record, lambda seat: coins.total(_end(record), seat))


def end_points(record: Record) -> Counts:
    """F10.3"""
    return by_seat(record, lambda seat: scoring.card_points(_end(record), seat))


COUNTS: Final[dict[str, Callable[[Record], Counts]]] = {
    "length": longest_train,
    "coins": coins_earned,
    "route": travelled,
    "luxury": best_trains,
    "contracts": contracts,
    "chain": longest_chain,
    "turn": best_turn,
    "conductors": conductor_steps,
    "upgrades": upgrades,
    "tile": tiles_taken,
    "end": end_points,
    "trades": trades,
    "thrift": coins_left,
}


def awards() -> list[Award]:
    return [Award(TITLES[name], WORDS[name], count) for name, count in COUNTS.items()]
