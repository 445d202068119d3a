"""The order of play: which part of the rules handles a position, and which comes next."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.compiled.bits import lowest
from branchline.core.compiled.engine import CHANCE, OVER
from branchline.games.firstclass.rules import actions, market, refusals, scoring, setup
from branchline.games.firstclass.rules.cards import STAGE_CARDS, Setting
from branchline.games.firstclass.rules.modules import c
from branchline.games.firstclass.rules.moves import (
    CHANCE_MOVES,
    DISCARD,
    DONE,
    KEEP,
    MOVE_COUNT,
    deal,
    discard_kind,
    draw,
    keep,
    open_card,
    show,
    show_card,
    token_kind,
)
from branchline.games.firstclass.rules.state import (
    DEAL_DRAFT,
    DISCARD_EVIDENCE,
    DRAFT,
    DRAW_EVIDENCE,
    DRAW_ROLES,
    DRAW_START,
    END_CARDS,
    NO_DRAW,
    OPEN_CARDS,
    REFILL,
    SCORING,
    SHOW_CARDS,
    TURNS,
    State,
    new_state,
)


def start(setting: Setting) -> State:
    s = new_state(setting)
    setup.begin_draws(s)
    return s


def legal(s: State) -> vec[i64]:
    """All legal moves, in rising order."""
    return legal_in(s, vec[i64](capacity=16))


def legal_in(s: State, room: vec[i64]) -> vec[i64]:
    """The same in given memory."""
    if s.active == OVER:
        return room
    if (s.phase == TURNS or s.phase == SCORING) and s.drawing == NO_DRAW:
        return actions.legal(s, room)
    if s.phase == DRAW_EVIDENCE:
        return c.draws(s, room)
    if s.phase == DISCARD_EVIDENCE:
        return c.legal(s, room)
    if s.phase == DRAW_START or s.phase == DRAW_ROLES:
        return setup.legal(s, room)
    left = s.hand if s.phase == DRAFT else cards(s)
    while left != 0:
        room = append(room, card_move(s, lowest(left)))
        left &= left - 1
    return room


def weights(s: State) -> vec[i64]:
    """Each result is as likely as the number of its pieces left."""
    found = vec[i64]()
    move: i64
    for move in legal(s):
        if s.phase == DRAW_EVIDENCE:
            found = append(found, c.tokens_left(s, token_kind(move)))
        else:
            found = append(found, setup.weight(s, move))
    return found


def draws_card(s: State) -> bool:
    """Whether chance draws a card, each equally likely."""
    return s.phase != DRAW_EVIDENCE and s.phase != DRAW_START and s.phase != DRAW_ROLES


def cards(s: State) -> i64:
    """The cards from which chance draws one."""
    return s.unseen[market.stage(s)] if s.phase == SHOW_CARDS else s.pile


def card_move(s: State, card: i64) -> i64:
    """The move that draws one of `cards`, or keeps one of the hand in the draft."""
    if s.phase == SHOW_CARDS:
        return show(market.stage(s) * STAGE_CARDS + card)
    if s.phase == DRAFT:
        return keep(card)
    if s.phase == DEAL_DRAFT:
        return deal(card)
    return open_card(card) if s.phase == OPEN_CARDS or s.drawing == REFILL else draw(card)


def why_not(s: State, move: i64) -> i64:
    """Why a move is not legal, as a number of `refusals`; 0 if it is."""
    if s.active == OVER:
        return refusals.GAME_IS_OVER
    if not 0 <= move < MOVE_COUNT:
        return refusals.NO_SUCH_MOVE
    if s.active == CHANCE:
        return refusals.ALLOWED if move in legal(s) else refusals.CHANCE_DRAWS
    if move >= CHANCE_MOVES:
        return refusals.NOT_CHANCE
    if s.phase == DRAFT:
        return setup.why_not(s, move)
    if s.phase == DISCARD_EVIDENCE:
        if move == DONE:
            return refusals.ALLOWED
        return c.why_no_discard(s, discard_kind(move)) if move >= DISCARD else refusals.OTHER_PHASE
    if move == DONE or move >= KEEP:
        return refusals.OTHER_PHASE
    return actions.why_not(s, move)


def apply(s: State, move: i64) -> None:
    _apply(s, move, vec[i64]())


def advance(s: State, move: i64, room: vec[i64]) -> vec[i64]:
    """Play a move and list the next player's legal moves, reusing what the move has already computed."""
    found = _apply(s, move, room)
    return found if len(found) > 0 or s.active < 0 else legal_in(s, room)


def _apply(s: State, move: i64, room: vec[i64]) -> vec[i64]:
    phase = s.phase
    if phase in (TURNS, SCORING):
        room = actions.apply(s, move, room)
    elif phase == SHOW_CARDS:
        market.show(s, show_card(move))
    elif phase == DRAW_EVIDENCE:
        c.turn_up(s, token_kind(move))
    elif phase == DISCARD_EVIDENCE:
        c.apply(s, move)
    else:
        setup.apply(s, move)
    if s.phase != phase:
        _begin_phases(s, phase)
    return room


def _begin_phases(s: State, phase: i64) -> None:
    """Start the following phases until a player or chance has to move."""
    while s.phase != phase:
        phase = s.phase
        if phase == DRAW_ROLES:
            setup.begin_roles(s)
        elif phase in (DEAL_DRAFT, OPEN_CARDS):
            setup.begin_draws(s)
        elif phase == DRAFT:
            setup.begin_draft(s)
        elif phase == SHOW_CARDS:
            market.begin_round(s)
        elif phase == TURNS:
            market.begin_turns(s)
        elif phase == SCORING:
            scoring.begin(s)
        elif phase == END_CARDS:
            scoring.begin_end(s)
        elif phase == DRAW_EVIDENCE:
            c.begin_evidence(s)
        elif phase == DISCARD_EVIDENCE:
            c.begin_discards(s)
        else:
            scoring.begin_over(s)
