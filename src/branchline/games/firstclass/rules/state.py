"""The position of a match, as flat arrays of whole numbers, and the few lookups that many rules share.

Arrays by player are indexed `[seat]`, by player and train `[seat * 2 + train]`, by player and slot
`[seat * 20 + train * 10 + slot - 1]`, by player and stage `[seat * 3 + stage]`. Sets of cards are bit sets. The large
arrays hold small numbers (`i16`, `i32`), so that copying is fast and thousands of states fit in memory; the lookups
below return them as `i64`.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i32, i64, mypyc_attr

from branchline.core.compiled.engine import Position, copy_into, copy_small, numbers_of, put_numbers
from branchline.games.firstclass.rules.cards import MAX_TOKENS, RAILS, Setting

NOBODY: Final[i64] = -1
NOTHING: Final[i64] = -1

# Phases, in the order of play.
DRAW_START: Final[i64] = 0  # F2.2
DRAW_ROLES: Final[i64] = 1  # F2.5
DEAL_DRAFT: Final[i64] = 2  # F2.2
DRAFT: Final[i64] = 3
OPEN_CARDS: Final[i64] = 4
SHOW_CARDS: Final[i64] = 5  # F3.1
TURNS: Final[i64] = 6  # F3.2
SCORING: Final[i64] = 7  # F10.1
END_CARDS: Final[i64] = 8  # F10.3
DRAW_EVIDENCE: Final[i64] = 9  # F13.5
DISCARD_EVIDENCE: Final[i64] = 10
GAME_OVER: Final[i64] = 11

# What a slot of a train holds: nothing, a car (its level 0 to 5), a mail car, or a locomotive tile.
EMPTY: Final[i64] = -1
TOP_LEVEL: Final[i64] = 5
MAIL_SLOT: Final[i64] = 8  # + mail car
TILE_SLOT: Final[i64] = 16  # + place of the tile in the stack
SLOTS: Final[i64] = 10  # of a train
MAIL_PLACE: Final[i64] = 5  # slot 6, counted from 0
TILE_PLACE: Final[i64] = 9  # slot 10

# What chance has to draw in the middle of an action.
NO_DRAW: Final[i64] = 0
REFILL: Final[i64] = 1  # the face-up game-end cards (F10.5)
FROM_PILE: Final[i64] = 2  # a game-end card taken blind

# Related arrays are stored one after another in a single array, because a state with fewer arrays copies faster. #
# Where the later ones start:
UNDER: Final[i64] = 80  # in `slots`
POSTCARDS: Final[i64] = 20  # in `rails`
SELF: Final[i64] = 0  # in `evidence`
OTHERS: Final[i64] = 4
TOKENS: Final[i64] = 8
DESTROY: Final[i64] = 12
ROLE_OF: Final[i64] = 16
OWED: Final[i64] = 4  # in `mechanics`
FURTHER: Final[i64] = 10  # the bit from which these are counted there
CONDUCTORS: Final[i64] = 8  # in `length`
BOARDED: Final[i64] = 8  # in `guests`
LAID: Final[i64] = 12  # in `taken`
COMPLETED: Final[i64] = 24
PASSED_ON: Final[i64] = 4  # in `held`
DRAFTED: Final[i64] = 8
GONE: Final[i64] = 3  # in `unseen`
ROW_TAKEN: Final[i64] = 6

WAITING: Final[i64] = 72  # room for waiting actions

FIRST: Final = vec[i64]([(1 << n) - 1 for n in range(62)])  # sets of the first n numbers
ALL_CARDS: Final[i64] = FIRST[40]  # of one stage


@mypyc_attr(acyclic=True, free_list_len=1)
class State(Position):
    __slots__ = (
        "acted",
        "again",
        "arrivals",
        "box",
        "card",
        "clock",
        "coins",
        "columns",
        "cursor",
        "done",
        "drawing",
        "evidence",
        "first",
        "gaps",
        "guests",
        "hand",
        "held",
        "left",
        "length",
        "loco",
        "mail",
        "mail_train",
        "market",
        "mechanics",
        "open_cards",
        "out",
        "part",
        "parts",
        "phase",
        "pile",
        "placing",
        "queue",
        "rails",
        "round",
        "score",
        "seat",
        "setting",
        "shown",
        "slots",
        "start",
        "successor",
        "taken",
        "tile",
        "tiles",
        "times",
        "turn",
        "unseen",
        "waiting",
        "waits",
    )  # fmt: skip

    def __init__(
        self, setting: Setting, slots: vec[i16], length: vec[i64], guests: vec[i64], rails: vec[i16],
        loco: vec[i64], coins: vec[i64], mail: vec[i64], gaps: vec[i16], mechanics: vec[i64], taken: vec[i64],
        evidence: vec[i64], shown: vec[i16], held: vec[i64], score: vec[i64], market: vec[i16],
        unseen: vec[i64], waiting: vec[i32],
    ) -> None:  # fmt: skip
        super().__init__()
        self.setting: Setting = setting
        # Trains (F5)
        self.slots = slots  # what they hold; [UNDER + ...]: the card under a car, or NOTHING
        self.length = length  # filled slots; [CONDUCTORS + ...]: the conductor's slot, 0: left of slot 1
        self.mail = mail  # [seat]: bit set of mail cars not placed yet
        # Route (F6)
        # [seat * 5 + i]: rail cards from the stations outwards, or NOTHING; [POSTCARDS + ...]: the card under one
        self.rails = rails
        self.loco = loco  # 0: before the first station
        # Coins (F8)
        self.coins = coins  # [seat * 3 + column]
        # Guests (F14)
        # [train * 4 + seat]: boarded, passengers above and luggage below; [BOARDED + seat]: bit set of
        # train * 10 + slot - 1
        self.guests = guests
        # Gaps (F15)
        self.gaps = gaps  # [seat * 5 + gap]: the top card, or NOTHING
        # [seat]: bit set of gap * 2 + train, where the mechanic is done; [OWED + seat]: the same, where an upgrade of
        # a covered mechanic waits, and from the bit FURTHER on, five bits each, how many more wait there
        self.mechanics = mechanics
        # Cards
        # [seat * 3 + stage]: all cards a seat took; [LAID + ...]: of these the contracts and destroy cards that lie
        # open; [COMPLETED + seat]: contracts
        self.taken = taken
        self.market = market  # [row * 6 + column]: a card, or NOTHING
        # [stage]: bit sets; [GONE + stage]: shown, and left the game untaken; [ROW_TAKEN + row]: cards taken from it
        self.unseen = unseen
        # Evidence (F13)
        # [SELF + seat], [OTHERS + seat]: cards, whatever they were taken for (F13.4); [TOKENS + seat]: drawn, face
        # down; [DESTROY + seat]: destroy cards; [ROLE_OF + seat]: 0 innocent, 1 murderer, or NOTHING
        self.evidence = evidence
        self.shown = shown  # [seat * MAX_TOKENS + kind]: turned up
        # Game-end cards (F10.5)
        # [seat]: bit sets; [PASSED_ON + seat]: of those passed on in the draft; [DRAFTED + seat]: the one kept in the
        # draft, or NOTHING
        self.held = held
        self.hand: i64 = 0  # in the draft: the cards passed round
        self.open_cards: i64 = 0
        self.pile: i64 = 0
        self.score = score
        # Whose decision
        self.phase: i64 = DRAW_START
        self.round: i64 = 1
        self.turn: i64 = 0  # counts the turns and players' scorings of the whole match
        self.cursor: i64 = 0  # how far a phase has come: draws, turns or seats done
        self.first: i64 = NOBODY  # the start player of round 1, last in the draft
        self.start: i64 = NOBODY  # the start player
        self.successor: i64 = NOBODY  # who took the tile and starts the next round
        self.tile: i64 = 0  # 1: the start player tile lies there
        self.seat: i64 = NOBODY  # whose turn or scoring it is
        self.done: i64 = 0  # 1: the main step is done
        self.columns: i64 = 0  # bit set of the coin columns used this turn or scoring (F8.1)
        self.clock: i64 = 0  # the last space whose clock stop is done
        self.again: i64 = 0  # 1: the next one a second time, for its postcard
        self.out: i64 = 0  # whose action it is: seats clockwise from `seat` (F4.4)
        self.queue: i64 = 0  # who comes after it, out of turn; 0: nobody
        # The running action (F4.1)
        self.box: i64 = NOTHING
        self.times: i64 = 1
        self.card: i64 = NOTHING  # the card that was taken for it
        self.placing: i64 = NOTHING  # what has to be placed first
        self.parts: i64 = 0  # bit set: parts not started
        self.part: i64 = NOTHING  # the part in progress
        self.left: i64 = 0  # how much of it is left
        self.mail_train: i64 = NOTHING  # the train waiting for a mail car
        self.drawing: i64 = NO_DRAW
        # Waiting actions (F4.2), rising: (seat * 256 + source) * 64 + times
        self.waiting = waiting
        self.waits: i64 = 0
        # Supplies
        self.tiles: i64 = 0  # locomotive tiles placed
        self.arrivals: i64 = 0  # at Constantinople
        self.acted: i64 = 0  # bit set of the seats whose actions began or went on since `features.refresh`


def new_state(setting: Setting) -> State:
    """F2.1, F2.4: before the first draw."""
    s = State(
        setting,
        slots=vec[i16]([i16(EMPTY)] * 80 + [i16(NOTHING)] * 80),
        length=vec[i64]([1] * 8 + [0] * 8),
        guests=vec[i64]([0] * 12),
        rails=vec[i16]([i16(NOTHING)] * 40),
        loco=vec[i64]([0] * 4),
        coins=vec[i64]([0] * 12),
        mail=vec[i64]([15] * 4),
        gaps=vec[i16]([i16(NOTHING)] * 20),
        mechanics=vec[i64]([0] * 8),
        taken=vec[i64]([0] * 28),
        evidence=vec[i64]([0] * 16 + [NOTHING] * 4),
        shown=vec[i16]([0] * (4 * MAX_TOKENS)),
        held=vec[i64]([0] * 8 + [NOTHING] * 4),
        score=vec[i64]([0] * 4),
        market=vec[i16]([i16(NOTHING)] * 18),
        unseen=vec[i64]([ALL_CARDS] * 3 + [0] * 6),
        waiting=vec[i32]([0] * WAITING),
    )
    s.pile = FIRST[setting.game_ends]
    place: i64
    for place in range(8):
        s.slots[place * SLOTS] = 0
    for place in range(4):
        s.coins[place * 3] = 1
    return s


def clone(s: State) -> State:
    t = State(
        s.setting, s.slots[:], s.length[:], s.guests[:], s.rails[:], s.loco[:], s.coins[:], s.mail[:], s.gaps[:],
        s.mechanics[:], s.taken[:], s.evidence[:], s.shown[:], s.held[:], s.score[:], s.market[:], s.unseen[:],
        s.waiting[:],
    )  # fmt: skip
    _copy_scalars(s, t)
    return t


def copy(s: State, t: State) -> None:
    """Make `t` equal to `s`."""
    copy_small(s.slots, t.slots)
    copy_into(s.length, t.length)
    copy_into(s.guests, t.guests)
    copy_small(s.rails, t.rails)
    copy_into(s.loco, t.loco)
    copy_into(s.coins, t.coins)
    copy_into(s.mail, t.mail)
    copy_small(s.gaps, t.gaps)
    copy_into(s.mechanics, t.mechanics)
    copy_into(s.taken, t.taken)
    copy_into(s.evidence, t.evidence)
    copy_small(s.shown, t.shown)
    copy_into(s.held, t.held)
    copy_into(s.score, t.score)
    copy_small(s.market, t.market)
    copy_into(s.unseen, t.unseen)
    t.waiting = s.waiting[:]
    _copy_scalars(s, t)


def _copy_scalars(s: State, t: State) -> None:
    t.hand = s.hand
    t.open_cards = s.open_cards
    t.pile = s.pile
    t.phase = s.phase
    t.active = s.active
    t.round = s.round
    t.turn = s.turn
    t.cursor = s.cursor
    t.first = s.first
    t.start = s.start
    t.successor = s.successor
    t.tile = s.tile
    t.seat = s.seat
    t.done = s.done
    t.columns = s.columns
    t.clock = s.clock
    t.again = s.again
    t.out = s.out
    t.queue = s.queue
    t.box = s.box
    t.times = s.times
    t.card = s.card
    t.placing = s.placing
    t.parts = s.parts
    t.part = s.part
    t.left = s.left
    t.mail_train = s.mail_train
    t.drawing = s.drawing
    t.waits = s.waits
    t.tiles = s.tiles
    t.arrivals = s.arrivals


SCALARS: Final = (
    "phase", "active", "round", "turn", "cursor", "first", "start", "successor", "tile", "seat", "done", "columns",
    "clock", "again", "out", "queue", "box", "times", "card", "placing", "parts", "part", "left", "mail_train",
    "drawing", "waits", "tiles", "arrivals", "hand", "open_cards", "pile",
)  # fmt: skip
ARRAYS: Final = (
    "slots", "length", "guests", "rails", "loco", "coins", "mail", "gaps", "mechanics", "taken", "evidence",
    "shown", "held", "score", "market", "unseen", "waiting",
)  # fmt: skip


def numbers(s: State) -> list[int]:
    """The whole state as one row: scalars, then arrays."""
    return numbers_of(s, SCALARS, ARRAYS)


def restore(setting: Setting, row: list[int]) -> State:
    s = new_state(setting)
    put_numbers(s, SCALARS, ARRAYS, row)
    return s


# Who acts


def actor(s: State) -> i64:
    """The acting seat: the one whose turn it is, or another one out of turn (F4.4)."""
    seat = s.seat + s.out
    return seat if seat < s.setting.players else seat - s.setting.players


# Trains


def slot(s: State, seat: i64, train: i64, place: i64) -> i64:
    """What a slot holds; place 0 is slot 1."""
    return i64(s.slots[seat * 20 + train * SLOTS + place])


def fill_slot(s: State, seat: i64, train: i64, place: i64, content: i64) -> None:
    s.slots[seat * 20 + train * SLOTS + place] = i16(content)


def card_under(s: State, seat: i64, train: i64, place: i64) -> i64:
    """The card under a car, or NOTHING."""
    return i64(s.slots[UNDER + seat * 20 + train * SLOTS + place])


def put_under(s: State, seat: i64, train: i64, place: i64, card: i64) -> None:
    s.slots[UNDER + seat * 20 + train * SLOTS + place] = i16(card)


def is_car(content: i64) -> bool:
    """Whether a slot holds a value car (F5.1)."""
    return 0 <= content <= TOP_LEVEL


def is_mail(content: i64) -> bool:
    return MAIL_SLOT <= content < TILE_SLOT


def is_tile(content: i64) -> bool:
    return content >= TILE_SLOT


def reached(s: State, seat: i64, train: i64, place: i64) -> bool:
    """F5.5: its conductor stands on that slot (0 is slot 1) or beyond."""
    return s.length[CONDUCTORS + seat * 2 + train] > place


# Route


def rail_card(s: State, seat: i64, rail: i64) -> i64:
    """A rail card, counted from the stations outwards, or NOTHING."""
    return i64(s.rails[seat * RAILS + rail])


def postcard(s: State, seat: i64, rail: i64) -> i64:
    """The card under a rail card, or NOTHING."""
    return i64(s.rails[POSTCARDS + seat * RAILS + rail])


def put_postcard(s: State, seat: i64, rail: i64, card: i64) -> None:
    s.rails[POSTCARDS + seat * RAILS + rail] = i16(card)


# Waiting actions (F4.2)


def wait(s: State, seat: i64, source: i64, times: i64) -> None:
    """Add a waiting action for a seat. The list stays sorted, so that the moves made from it are too."""
    entry = (seat * 256 + source) * 64 + min(times, 63)
    place = s.waits
    while place > 0 and waiting_entry(s, place - 1) > entry:
        s.waiting[place] = s.waiting[place - 1]
        place -= 1
    s.waiting[place] = i32(entry)
    s.waits += 1


def remove_waiting(s: State, place: i64) -> None:
    s.waits -= 1
    while place < s.waits:
        s.waiting[place] = s.waiting[place + 1]
        place += 1
    s.waiting[place] = 0


def waiting_entry(s: State, place: i64) -> i64:
    return i64(s.waiting[place])


def waiting_place(s: State, seat: i64, source: i64) -> i64:
    """The index of a waiting action in the list, or NOTHING."""
    place: i64
    for place in range(s.waits):
        if waiting_entry(s, place) // 64 == seat * 256 + source:
            return place
    return NOTHING


def drop_waiting(s: State, seat: i64) -> None:
    """F4.2: the remaining actions can do nothing and lapse."""
    place = s.waits - 1
    while place >= 0:
        if waiting_entry(s, place) // 16384 == seat:
            remove_waiting(s, place)
        place -= 1
