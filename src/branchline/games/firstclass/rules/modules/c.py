"""F13: module C, who is the murderer? Roles are dealt in `setup`; this module has the evidence and the end."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.compiled.bits import bit
from branchline.core.compiled.engine import CHANCE
from branchline.games.firstclass.data.opcodes import FINGERPRINTS, REMOVE, TOKEN_POINTS
from branchline.games.firstclass.rules import refusals
from branchline.games.firstclass.rules.cards import MAX_TOKENS, STAGE_CARDS, STAGES
from branchline.games.firstclass.rules.moves import DONE, discard, discard_kind, token
from branchline.games.firstclass.rules.state import (
    DESTROY,
    DISCARD_EVIDENCE,
    GAME_OVER,
    LAID,
    NOBODY,
    OTHERS,
    ROLE_OF,
    SELF,
    TOKENS,
    State,
)

MURDERER: Final[i64] = 1
ESCAPE: Final[i64] = 20  # F13.7
FINE: Final[i64] = 20  # F17

# Taking cards


def supply(s: State) -> i64:
    """F13.2: tokens that nobody has drawn."""
    found: i64 = 0
    number: i64
    for number in s.setting.token_count:
        found += number
    seat: i64
    for seat in range(s.setting.players):
        found -= s.evidence[TOKENS + seat]
    return found


def _draw(s: State, seat: i64, tokens: i64) -> None:
    s.evidence[TOKENS + seat] += min(tokens, supply(s))
    s.acted |= bit(seat)


def suspect(s: State, seat: i64, card: i64) -> None:
    """F13.1: the symbols on a card count whatever the card is taken for."""
    others = s.setting.evidence_others[card]
    own = s.setting.evidence_self[card]
    place: i64
    if own > 0:
        s.evidence[SELF + seat] += 1
        _draw(s, seat, own)
    if others > 0:
        s.evidence[OTHERS + seat] += 1
        for place in range(1, s.setting.players):
            _draw(s, (seat + place) % s.setting.players, others)


def keep_destroy_card(s: State, seat: i64, card: i64) -> None:
    """F13.3: it stays face up."""
    s.evidence[DESTROY + seat] += 1
    s.taken[LAID + seat * STAGES + card // STAGE_CARDS] |= bit(card % STAGE_CARDS)


# F13.5: the end


def begin_evidence(s: State) -> None:
    """The murderer is revealed and draws 2 tokens; then all are turned up, clockwise from the start player."""
    seat: i64
    for seat in range(s.setting.players):
        if s.evidence[ROLE_OF + seat] == MURDERER:
            _draw(s, seat, 2)
    s.cursor = 0
    s.active = CHANCE
    _skip_shown(s)


def _skip_shown(s: State) -> None:
    """Continue with the next seat that has a token to turn up."""
    while s.cursor < s.setting.players:
        s.seat = (s.start + s.cursor) % s.setting.players
        if tokens_shown(s, s.seat) < s.evidence[TOKENS + s.seat]:
            return
        s.cursor += 1
    s.phase = DISCARD_EVIDENCE


def shown(s: State, seat: i64, kind: i64) -> i64:
    """How many tokens of a kind a seat has turned up."""
    return i64(s.shown[seat * MAX_TOKENS + kind])


def tokens_shown(s: State, seat: i64) -> i64:
    found: i64 = 0
    kind: i64
    for kind in range(s.setting.tokens):
        found += shown(s, seat, kind)
    return found


def tokens_left(s: State, kind: i64) -> i64:
    """Of a kind, not turned up yet."""
    found = s.setting.token_count[kind]
    seat: i64
    for seat in range(s.setting.players):
        found -= shown(s, seat, kind)
    return found


def draws(s: State, found: vec[i64]) -> vec[i64]:
    kind: i64
    for kind in range(s.setting.tokens):
        if tokens_left(s, kind) > 0:
            found = append(found, token(kind))
    return found


def turn_up(s: State, kind: i64) -> None:
    s.shown[s.seat * MAX_TOKENS + kind] += 1
    if s.setting.token_kind[kind] == TOKEN_POINTS:
        s.score[s.seat] += s.setting.token_amount[kind]
    _skip_shown(s)


def begin_discards(s: State) -> None:
    s.cursor = -1
    s.seat = NOBODY
    _next_discarder(s)


def _next_discarder(s: State) -> None:
    """The next player, clockwise from the start player, who can and may discard something."""
    s.cursor += 1
    while s.cursor < s.setting.players:
        s.seat = (s.start + s.cursor) % s.setting.players
        s.done = 0  # tokens discarded
        if discards_left(s) > 0 and fingerprints(s, s.seat) > 0:
            s.active = s.seat
            s.turn += 1
            return
        s.cursor += 1
    s.phase = GAME_OVER


def fingerprints(s: State, seat: i64) -> i64:
    return _amount(s, seat, FINGERPRINTS)


def _amount(s: State, seat: i64, what: i64) -> i64:
    """The total shown by a seat's tokens of one kind."""
    found: i64 = 0
    kind: i64
    for kind in range(s.setting.tokens):
        if s.setting.token_kind[kind] == what:
            found += shown(s, seat, kind) * s.setting.token_amount[kind]
    return found


def discards_allowed(s: State, seat: i64) -> i64:
    """F13.3, F13.5: remove tokens, and 1, 3, 5, 6, 7 ... for destroy cards."""
    cards = s.evidence[DESTROY + seat]
    return _amount(s, seat, REMOVE) + (2 * cards - 1 if 1 <= cards <= 3 else cards + 2 if cards > 3 else 0)


def discards_left(s: State) -> i64:
    return discards_allowed(s, s.seat) - s.done


def legal(s: State, found: vec[i64]) -> vec[i64]:
    found = append(found, DONE)
    kind: i64
    for kind in range(s.setting.tokens):
        if why_no_discard(s, kind) == refusals.ALLOWED:
            found = append(found, discard(kind))
    return found


def why_no_discard(s: State, kind: i64) -> i64:
    if kind >= s.setting.tokens or s.setting.token_kind[kind] != FINGERPRINTS:
        return refusals.NO_SUCH_TOKEN
    if shown(s, s.seat, kind) == 0:
        return refusals.NO_SUCH_TOKEN
    return refusals.ALLOWED if discards_left(s) > 0 else refusals.NO_DISCARDS_LEFT


def proposal(s: State) -> i64:
    """F13.5: the token with the most fingerprints that may be discarded; DONE when there is none."""
    best = DONE
    most: i64 = 0
    kind: i64
    for kind in range(s.setting.tokens):
        if why_no_discard(s, kind) == refusals.ALLOWED and s.setting.token_amount[kind] > most:
            most = s.setting.token_amount[kind]
            best = discard(kind)
    return best


def apply(s: State, move: i64) -> None:
    if move != DONE:
        s.shown[s.seat * MAX_TOKENS + discard_kind(move)] -= 1
        s.evidence[TOKENS + s.seat] -= 1
        s.done += 1
        if discards_left(s) > 0 and fingerprints(s, s.seat) > 0:
            return
    _next_discarder(s)


def is_arrested(s: State, seat: i64) -> bool:
    """F13.6: everybody with the most fingerprints, including ties; nobody if there are none at all."""
    most: i64 = 0
    other: i64
    for other in range(s.setting.players):
        most = max(most, fingerprints(s, other))
    return most > 0 and fingerprints(s, seat) == most


def all_arrested(s: State) -> bool:
    seat: i64
    for seat in range(s.setting.players):
        if not is_arrested(s, seat):
            return False
    return True


def settle_arrests(s: State) -> None:
    """F13.6 with `arrest=fine`, and F13.7."""
    seat: i64
    for seat in range(s.setting.players):
        if not is_arrested(s, seat):
            if s.evidence[ROLE_OF + seat] == MURDERER:
                s.score[seat] += ESCAPE
        elif s.setting.arrest_fines:
            s.score[seat] -= FINE
