"""A fair guess at what a view hides: roles, game-end cards, and the waiting actions that come from them."""

from __future__ import annotations

from random import Random

from branchline.core.compiled.bits import bit, lowest
from branchline.games.firstclass.rules.cards import FROM_GAME_END
from branchline.games.firstclass.rules.modules.c import MURDERER
from branchline.games.firstclass.rules.state import (
    DEAL_DRAFT,
    DRAFT,
    DRAFTED,
    DRAW_ROLES,
    FIRST,
    NOTHING,
    PASSED_ON,
    ROLE_OF,
    State,
    wait,
)
from branchline.games.firstclass.views.view import HIDDEN, ROLES, Player, View


def deal_roles(s: State, seen: View, rng: Random) -> None:
    if not s.setting.has_evidence or s.phase < DRAW_ROLES:
        return
    dealt = seen.place if s.phase == DRAW_ROLES else len(seen.players)
    cards = [MURDERER] * s.setting.murderers + [1 - MURDERER] * (s.setting.roles - s.setting.murderers)
    for player in seen.players:
        if player.role is not None:
            s.evidence[ROLE_OF + player.seat] = ROLES.index(player.role)
            cards.remove(s.evidence[ROLE_OF + player.seat])
    rng.shuffle(cards)
    for player in seen.players[:dealt]:
        if player.role is None:
            s.evidence[ROLE_OF + player.seat] = cards.pop()


class _Draft:
    """The draft of F2.2 as a seat knows it: who kept which card, and what went back."""

    def __init__(self, s: State, seen: View, rng: Random) -> None:
        self.players = len(seen.players)
        self.order = [(s.first - 1 - place) % self.players for place in range(self.players)]
        self.rng = rng
        self.seen = seen
        number = s.setting.names.game_end_number
        me = None if seen.seat is None else seen.players[seen.seat]
        self.me = me
        self.place = None if me is None else self.order.index(me.seat)
        self.own = [] if me is None else sorted(number[card] for card in me.known_game_ends or ())
        self.kept: dict[int, int] = {}
        if me is not None and me.drafted is not None:
            self.kept[me.seat] = number[me.drafted]
        self.passed = [] if me is None else sorted(number[card] for card in me.passed)
        self.hand = sorted(number[card] for card in seen.hand or ())
        self.open = [number[card] for card in seen.open_game_ends]
        known = {*self.own, *self.passed, *self.hand, *self.open}
        self.unknown = [card for card in range(s.setting.game_ends) if card not in known]
        rng.shuffle(self.unknown)

    def deal(self, done: int, rest: int) -> list[int]:
        """Give a card to each of the first `done` drafters; `rest` is what is left of the cards passed round."""
        if self.place is None or self.place > done or (self.place == done and not self.hand):
            for seat in self.order[:done]:
                self.kept[seat] = self.unknown.pop()
            return [self.unknown.pop() for _ in range(rest)]
        for seat in self.order[: min(self.place, done)]:
            self.kept[seat] = self.unknown.pop()
        if self.place == done:
            return self.hand
        passed = self.passed[:]
        self.rng.shuffle(passed)
        visible = {*self.open, *self.own}
        passed.sort(
            key=lambda card: card not in visible
        )  # a card that turned up again is the one that went back
        for seat in self.order[self.place + 1 : done]:
            self.kept[seat] = passed.pop()
        return passed

    def put(self, s: State, done: int, rest: list[int]) -> None:
        """F2.2: what each drafter kept, and what each passed on."""
        passed = sum(1 << card for card in rest)
        for seat in reversed(self.order[:done]):
            s.held[DRAFTED + seat] = self.kept[seat]
            s.held[seat] = bit(self.kept[seat])
            s.held[PASSED_ON + seat] = passed
            passed |= bit(self.kept[seat])


def deal_game_ends(s: State, seen: View, rng: Random) -> None:
    players = len(seen.players)
    everything = FIRST[s.setting.game_ends]
    if s.phase < DEAL_DRAFT:
        return
    if seen.players[0].known_game_ends is not None and seen.players[1].known_game_ends is not None:
        _put_game_ends(s, seen)
    else:
        draft = _Draft(s, seen, rng)
        done = seen.place if s.phase == DRAFT else 0 if s.phase == DEAL_DRAFT else players
        rest = draft.deal(done, seen.hand_size if s.phase <= DRAFT else _came_back(draft))
        draft.put(s, done, rest)
        if s.phase <= DRAFT:
            s.hand = sum(1 << card for card in rest)
        else:
            _deal_taken(s, seen, draft, rest)
    s.open_cards = sum(1 << s.setting.names.game_end_number[card] for card in seen.open_game_ends)
    s.pile = everything & ~(s.hand | s.open_cards | s.held[0] | s.held[1] | s.held[2] | s.held[3])


def _came_back(draft: _Draft) -> int:
    """How many cards `deal` has to find: for a spectator, the unseen one that went back."""
    return 1 if draft.place is None else 0


def _deal_taken(s: State, seen: View, draft: _Draft, rest: list[int]) -> None:
    """F10.5: cards taken in play. The card that went back may be among them."""
    if draft.me is not None:
        s.held[draft.me.seat] = sum(1 << card for card in draft.own)
    visible = {*draft.open, *draft.own}
    pool = draft.unknown + [card for card in rest if card not in visible]
    draft.rng.shuffle(pool)
    for player in seen.players:
        if player is not draft.me:
            for _ in range(player.game_ends - 1):
                s.held[player.seat] |= bit(pool.pop())


def _put_game_ends(s: State, seen: View) -> None:
    """At the end everything is shown."""
    number = s.setting.names.game_end_number
    for player in seen.players:
        s.held[player.seat] = sum(1 << number[card] for card in player.known_game_ends or ())
        s.held[PASSED_ON + player.seat] = sum(1 << number[card] for card in player.passed)
        s.held[DRAFTED + player.seat] = NOTHING if player.drafted is None else number[player.drafted]


def deal_waiting(s: State, player: Player, rng: Random) -> None:
    """A hidden source is one of the cards the seat took in play."""
    names = s.setting.names
    hidden = s.held[player.seat]
    if s.held[DRAFTED + player.seat] != NOTHING:
        hidden &= ~bit(s.held[DRAFTED + player.seat])
    candidates = []
    while hidden:
        candidates.append(lowest(hidden))
        hidden &= hidden - 1
    rng.shuffle(candidates)
    for action in player.waiting:
        source = (
            FROM_GAME_END + candidates.pop()
            if action.source == HIDDEN
            else names.sources.index(action.source)
        )
        wait(s, player.seat, source, action.times)
