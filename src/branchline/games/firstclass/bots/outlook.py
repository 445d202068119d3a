"""How much of the game is left for a seat: turns, scoring phases, and how likely it is to reach something in time."""

from __future__ import annotations

from mypy_extensions import i64

from branchline.games.firstclass.rules.market import TURNS_EACH
from branchline.games.firstclass.rules.state import END_CARDS, SCORING, TURNS, State

ALL_TURNS: float = 18.0
TURNS_A_SCORING: float = 6.0


def scorings(s: State, seat: i64) -> i64:
    """Scoring phases to come for a seat, including its own current one (F1.4)."""
    if s.phase >= END_CARDS:
        return 0
    left = 3 - (s.round - 1) // 2
    if s.phase == SCORING and place(s, seat) < s.cursor:
        return left - 1
    return left


def place(s: State, seat: i64) -> i64:
    """How many places a seat is behind the start player."""
    players = s.setting.players
    return (seat - s.start + players) % players


def turns(s: State, seat: i64) -> i64:
    """Turns to come for a seat, without the current one."""
    if s.phase >= SCORING:
        return (6 - s.round) * TURNS_EACH if s.phase == SCORING else 0
    left = (7 - s.round) * TURNS_EACH
    if s.phase == TURNS:
        players = s.setting.players
        left -= (s.cursor - place(s, seat) + players - 1) // players
        if s.seat == seat and s.done == 1:
            left -= 1
    return left


def phases_after(scorings: float, turns: float, wait: float) -> float:
    """Scoring phases to come after that many turns, as a fraction."""
    left = (turns - wait) / TURNS_A_SCORING + 0.5
    if left < 0.0:
        return 0.0
    return min(left, scorings)
