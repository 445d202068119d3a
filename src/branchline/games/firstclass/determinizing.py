"""The way back from a view: a state that could be behind it, with a fair guess at what is hidden."""

from __future__ import annotations

from random import Random

from librt.vecs import vec
from mypy_extensions import i16

from branchline.core.bits import BIT, lowest
from branchline.core.engine import OVER
from branchline.games.firstclass.cards import FROM_GAME_END, MAX_TOKENS, STAGE_CARDS, Setting
from branchline.games.firstclass.modules.c import MURDERER
from branchline.games.firstclass.state import (
    BOARDED,
    COMPLETED,
    CONDUCTORS,
    DEAL_DRAFT,
    DESTROY,
    DRAFT,
    DRAFTED,
    DRAW_ROLES,
    EMPTY,
    FIRST,
    GONE,
    LAID,
    MAIL_SLOT,
    NOBODY,
    NOTHING,
    OTHERS,
    OWED,
    PASSED_ON,
    ROLE_OF,
    ROW_TAKEN,
    SELF,
    SLOTS,
    TILE_SLOT,
    TOKENS,
    State,
    fill_slot,
    new_state,
    put_postcard,
    put_under,
    wait,
)
from branchline.games.firstclass.view import (
    DRAWING,
    HIDDEN,
    PARTS,
    PHASES,
    PLACED,
    ROLES,
    TRAINS,
    Player,
    Slot,
    View,
)


def determinize(setting: Setting, seen: View, rng: Random) -> State:
    """F2.2, F10.5, F2.5: what the view does not say is dealt at random, as far as it agrees with the view."""
    s = new_state(setting)
    _put_course(s, seen)
    _put_running(s, seen)
    _put_market(s, seen)
    for player in seen.players:
        _put_player(s, player)
    _put_unseen(s, seen)
    _deal_roles(s, seen, rng)
    _deal_game_ends(s, seen, rng)
    for player in seen.players:
        _put_waiting(s, player, rng)
    return s


# What is open


def _put_course(s: State, seen: View) -> None:
    s.phase = PHASES.index(seen.phase)
    s.round, s.turn, s.cursor = seen.round, seen.turn, seen.place
    s.active = OVER if seen.to_move is None else seen.to_move
    s.first = NOBODY if seen.first is None else seen.first
    s.start = NOBODY if seen.start is None else seen.start
    s.successor = NOBODY if seen.successor is None else seen.successor
    s.seat = NOBODY if seen.turn_of is None else seen.turn_of
    s.tile = int(seen.tile_row is not None)
    s.done = seen.main_done
    s.columns = sum(1 << column - 1 for column in seen.columns_used)
    s.clock, s.again = seen.clock, int(seen.clock_again)
    s.queue, s.out = seen.queue, seen.out
    s.tiles, s.arrivals = seen.tiles, seen.arrivals


def _put_running(s: State, seen: View) -> None:
    running = seen.running
    if running is None:
        return
    names = s.setting.names
    s.box = names.boxes.index(running.effect)
    s.times = running.times
    s.card = NOTHING if running.card is None else names.card_number[running.card]
    s.placing = NOTHING if running.placing is None else PLACED.index(running.placing)
    s.parts = sum(1 << PARTS.index(part) for part in running.parts)
    s.part = NOTHING if running.part is None else PARTS.index(running.part)
    s.left = running.left
    s.mail_train = NOTHING if running.mail_train is None else TRAINS.index(running.mail_train)
    s.drawing = DRAWING.index(running.drawing)


def _put_market(s: State, seen: View) -> None:
    number = s.setting.names.card_number
    cards = [card for row in seen.market for card in row]
    s.market = vec[i16]([i16(NOTHING) if card is None else number[card] for card in cards])
    for row, taken in enumerate(seen.row_taken):
        s.unseen[ROW_TAKEN + row] = taken
    for stage, gone in enumerate(_stages(s, seen.gone)):
        s.unseen[GONE + stage] = gone


def _stages(s: State, cards: tuple[str, ...]) -> list[int]:
    """Cards as three bit sets."""
    found = [0, 0, 0]
    for card in cards:
        stage, place = divmod(s.setting.names.card_number[card], int(STAGE_CARDS))
        found[stage] |= 1 << place
    return found


def _put_unseen(s: State, seen: View) -> None:
    for card in map(int, s.market):
        if card != NOTHING:
            s.unseen[card // STAGE_CARDS] &= ~BIT[card % STAGE_CARDS]
    for stage in range(3):
        s.unseen[stage] &= ~s.unseen[GONE + stage]
        for player in seen.players:
            s.unseen[stage] &= ~s.taken[player.seat * 3 + stage]


def _put_player(s: State, player: Player) -> None:
    seat, names = player.seat, s.setting.names
    s.score[seat], s.loco[seat], s.taken[COMPLETED + seat] = player.score, player.loco, player.completed
    s.guests[seat], s.guests[4 + seat] = player.passengers, player.luggage
    s.evidence[SELF + seat], s.evidence[OTHERS + seat] = player.suspect_self, player.suspect_others
    s.evidence[DESTROY + seat], s.evidence[TOKENS + seat] = player.destroy, player.tokens
    s.mail[seat] = sum(1 << names.mail_cars.index(car) for car in player.mail_cars)
    for train, slots in enumerate((player.upper, player.lower)):
        s.length[seat * 2 + train] = len(slots)
        s.length[CONDUCTORS + seat * 2 + train] = player.conductors[train]
        fill_slot(s, seat, train, 0, EMPTY)
        for place, slot in enumerate(slots):
            _put_slot(s, seat, train, place, slot)
    for place, rail in enumerate(player.rails):
        s.rails[seat * 5 + place] = names.card_number[rail.card]
        if rail.postcard is not None:
            put_postcard(s, seat, place, names.card_number[rail.postcard])
    for gap, top in enumerate(player.gaps):
        s.gaps[seat * 5 + gap] = names.card_number[top.card]
        for train in range(2):
            s.mechanics[seat] |= top.done[train] * BIT[gap * 2 + train]
            s.mechanics[OWED + seat] |= top.owed[train] * BIT[gap * 2 + train]
    for place in range(3):
        s.coins[seat * 3 + place] = player.coins[place]
        s.taken[seat * 3 + place] = _stages(s, player.cards)[place]
        s.taken[LAID + seat * 3 + place] = _stages(s, player.open)[place]
    for token, number in player.evidence:
        s.shown[seat * MAX_TOKENS + names.tokens.index(token)] = number


def _put_slot(s: State, seat: int, train: int, place: int, slot: Slot) -> None:
    names = s.setting.names
    if slot.mail_car is not None:
        content = MAIL_SLOT + names.mail_cars.index(slot.mail_car)
    elif slot.tile is not None:
        content = TILE_SLOT + list(s.setting.tile_number).index(slot.tile)
    else:
        content = list(s.setting.car_value).index(slot.value or 0)
    fill_slot(s, seat, train, place, content)
    if slot.card is not None:
        put_under(s, seat, train, place, names.card_number[slot.card])
    if slot.boarded:
        s.guests[BOARDED + seat] |= BIT[train * SLOTS + place]


# What is hidden


def _deal_roles(s: State, seen: View, rng: Random) -> None:
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
    """The draft of F2.2 as a seat knows it: who kept which card, and what came back."""

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
        """Give a card to each of the first `done` drafters; the `rest` that is left of what went round."""
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
        )  # a card that turned up again is the one that came back
        for seat in self.order[self.place + 1 : done]:
            self.kept[seat] = passed.pop()
        return passed

    def put(self, s: State, done: int, rest: list[int]) -> None:
        """F2.2: what each drafter kept, and what each passed on."""
        passed = sum(1 << card for card in rest)
        for seat in reversed(self.order[:done]):
            s.held[DRAFTED + seat] = self.kept[seat]
            s.held[seat] = BIT[self.kept[seat]]
            s.held[PASSED_ON + seat] = passed
            passed |= BIT[self.kept[seat]]


def _deal_game_ends(s: State, seen: View, rng: Random) -> None:
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
    """How many cards `deal` has to find: for a spectator the one that came back, of which nobody told."""
    return 1 if draft.place is None else 0


def _deal_taken(s: State, seen: View, draft: _Draft, rest: list[int]) -> None:
    """F10.5: cards taken in play. The card that came back may be among them."""
    if draft.me is not None:
        s.held[draft.me.seat] = sum(1 << card for card in draft.own)
    visible = {*draft.open, *draft.own}
    pool = draft.unknown + [card for card in rest if card not in visible]
    draft.rng.shuffle(pool)
    for player in seen.players:
        if player is not draft.me:
            for _ in range(player.game_ends - 1):
                s.held[player.seat] |= BIT[pool.pop()]


def _put_game_ends(s: State, seen: View) -> None:
    """At the end all is shown."""
    number = s.setting.names.game_end_number
    for player in seen.players:
        s.held[player.seat] = sum(1 << number[card] for card in player.known_game_ends or ())
        s.held[PASSED_ON + player.seat] = sum(1 << number[card] for card in player.passed)
        s.held[DRAFTED + player.seat] = NOTHING if player.drafted is None else number[player.drafted]


def _put_waiting(s: State, player: Player, rng: Random) -> None:
    """A hidden source is one of the cards the seat took in play."""
    names = s.setting.names
    hidden = s.held[player.seat]
    if s.held[DRAFTED + player.seat] != NOTHING:
        hidden &= ~BIT[s.held[DRAFTED + player.seat]]
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
