"""F2: the draws of the setup, and the draft of game-end cards."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.compiled.bits import bit, count
from branchline.core.compiled.engine import CHANCE
from branchline.games.firstclass.rules import moves as m
from branchline.games.firstclass.rules import refusals
from branchline.games.firstclass.rules.effects import OPEN_ROW
from branchline.games.firstclass.rules.state import (
    DEAL_DRAFT,
    DRAFT,
    DRAFTED,
    DRAW_ROLES,
    DRAW_START,
    OPEN_CARDS,
    PASSED_ON,
    ROLE_OF,
    SHOW_CARDS,
    State,
)


def begin_draws(s: State) -> None:
    s.active = CHANCE
    s.cursor = 0


def begin_roles(s: State) -> None:
    """F2.5: only with module C."""
    begin_draws(s)
    if not s.setting.has_evidence:
        s.phase = DEAL_DRAFT


def legal(s: State, found: vec[i64]) -> vec[i64]:
    """The possible start players, or roles."""
    result: i64
    if s.phase == DRAW_START:
        for result in range(s.setting.players):
            found = append(found, m.seat(result))
        return found
    for result in range(2):
        if roles_left(s, result) > 0:
            found = append(found, m.role(result))
    return found


def weight(s: State, move: i64) -> i64:
    """Each result is as likely as its number of cards."""
    return roles_left(s, m.role_kind(move)) if s.phase == DRAW_ROLES else 1


def roles_left(s: State, role: i64) -> i64:
    """Role cards of a kind that nobody has."""
    murderers = s.setting.murderers
    found = murderers if role == 1 else s.setting.roles - murderers
    seat: i64
    for seat in range(s.setting.players):
        if s.evidence[ROLE_OF + seat] == role:
            found -= 1
    return found


def why_not(s: State, move: i64) -> i64:
    """Why a move is not legal in the draft."""
    if not m.KEEP <= move < m.keep(s.setting.game_ends):
        return refusals.OTHER_PHASE
    return refusals.ALLOWED if s.hand & bit(m.keep_card(move)) != 0 else refusals.NOT_IN_HAND


def apply(s: State, move: i64) -> None:
    if s.phase == DRAW_START:
        s.first = m.seat_number(move)
        s.start = s.first
        s.phase = DRAW_ROLES
    elif s.phase == DRAW_ROLES:
        s.evidence[ROLE_OF + s.cursor] = m.role_kind(move)
        s.cursor += 1
        if s.cursor == s.setting.players:
            s.phase = DEAL_DRAFT
    elif s.phase == DEAL_DRAFT:
        _deal(s, m.deal_card(move))
    elif s.phase == DRAFT:
        _keep(s, m.keep_card(move))
    else:
        s.pile &= ~bit(m.opened_card(move))
        s.open_cards |= bit(m.opened_card(move))
        if count(s.open_cards) == OPEN_ROW:
            s.phase = SHOW_CARDS


# The draft


def drafter(s: State) -> i64:
    """F2.2: first the seat before the start player, then counter-clockwise, the start player last."""
    return (s.first + s.setting.players - 1 - s.cursor) % s.setting.players


def _deal(s: State, card: i64) -> None:
    s.pile &= ~bit(card)
    s.hand |= bit(card)
    if count(s.hand) == s.setting.players + 1:
        s.phase = DRAFT


def begin_draft(s: State) -> None:
    s.cursor = 0
    _begin_pick(s)


def _begin_pick(s: State) -> None:
    s.seat = drafter(s)
    s.active = s.seat
    s.turn += 1


def _keep(s: State, card: i64) -> None:
    """F2.2, F2.3: one card is kept, without its effect; the rest are passed on, and the last one goes back."""
    seat = s.seat
    s.hand &= ~bit(card)
    s.held[seat] |= bit(card)
    s.held[DRAFTED + seat] = card
    s.held[PASSED_ON + seat] = s.hand
    s.cursor += 1
    if s.cursor < s.setting.players:
        _begin_pick(s)
    else:
        s.pile |= s.hand
        s.hand = 0
        s.phase = OPEN_CARDS
