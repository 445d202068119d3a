"""F9: contracts. They lie face up in front of their owner until completed."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.compiled.bits import bit, lowest
from branchline.games.firstclass.rules import moves, refusals
from branchline.games.firstclass.rules.cards import STAGE_CARDS, STAGES
from branchline.games.firstclass.rules.measures import measure, met
from branchline.games.firstclass.rules.state import COMPLETED, LAID, NOTHING, State, wait


def why_not(s: State, card: i64) -> i64:
    """F9.1: the player's own open contract, with its requirement met."""
    lies_open = s.taken[LAID + s.seat * STAGES + card // STAGE_CARDS] & bit(card % STAGE_CARDS) != 0
    return _why_not_open(s, card) if lies_open else refusals.NO_SUCH_CONTRACT


def _why_not_open(s: State, card: i64) -> i64:
    """The same for a card that lies open: destroy cards do, too (F13.3)."""
    need = s.setting.contract_need[card]
    if need == NOTHING:
        return refusals.NO_SUCH_CONTRACT
    return refusals.ALLOWED if met(s, s.seat, need) else refusals.NOT_FULFILLED


def add_moves(s: State, found: vec[i64]) -> vec[i64]:
    stage: i64
    for stage in range(STAGES):
        cards = s.taken[LAID + s.seat * STAGES + stage]
        while cards != 0:
            card = stage * STAGE_CARDS + lowest(cards)
            cards &= cards - 1
            if _why_not_open(s, card) == refusals.ALLOWED:
                found = append(found, moves.complete(card))
    return found


def complete(s: State, card: i64) -> None:
    """F9.1: its reward waits, and the card lies face down (F3.6). F9.4: what a "per" reward counts is counted now,
    this contract included."""
    seat = s.seat
    s.taken[LAID + seat * STAGES + card // STAGE_CARDS] &= ~bit(card % STAGE_CARDS)
    s.taken[COMPLETED + seat] += 1
    times = s.setting.reward_times
    place = card * 4
    wait(s, seat, card, measure(s, seat, times[place], times[place + 1], times[place + 2], times[place + 3]))
