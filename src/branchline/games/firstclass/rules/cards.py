"""The cards as numbers: what the rules look up while they run. Built once per match, never changed.

The cards in play are numbered `stage * 40 + place`, in the order of the deck file: 24 base cards, then 8 of each
module (F1.2). So a set of cards of one stage is a bit set in one i64.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.firstclass.data.opcodes import NONE, PARTS

if TYPE_CHECKING:
    from branchline.core.notation import Word

STAGES: Final[i64] = 3
STAGE_CARDS: Final[i64] = 40
CARDS: Final[i64] = 120
MAIL_CARS: Final[i64] = 4
MAX_GAME_END: Final[i64] = 30
MAX_TOKENS: Final[i64] = 8
STATIONS: Final[i64] = 3  # F6.1
RAILS: Final[i64] = 5
COLUMNS: Final[i64] = 3  # F8.1
COLUMN_COINS: Final[i64] = 4

# Where a waiting action comes from: a card in play, a mail car, or a game-end card.
FROM_MAIL: Final[i64] = CARDS
FROM_GAME_END: Final[i64] = FROM_MAIL + MAIL_CARS
SOURCES: Final[i64] = FROM_GAME_END + MAX_GAME_END


class Setting:
    """Everything about a match that never changes: cards, tiles, tokens, number of players, options."""

    __slots__ = (
        "any_coin_box",
        "arrest_fines",
        "arrival_points",
        "box_amount",
        "box_parts",
        "box_which",
        "car_value",
        "card_box",
        "card_place",
        "clock_box",
        "column_box",
        "contract_need",
        "contract_reward",
        "destroys",
        "end_first",
        "evidence_others",
        "evidence_self",
        "four_coins_box",
        "game_end_now",
        "game_ends",
        "guest_box",
        "guest_coins",
        "guest_points",
        "has_evidence",
        "has_gaps",
        "has_guests",
        "lower_points",
        "mail_box",
        "murderers",
        "names",
        "need_first",
        "need_level",
        "needs",
        "players",
        "rail_points",
        "reward_times",
        "roles",
        "rules",
        "station_clock",
        "station_points",
        "stays",
        "terms",
        "tile_box",
        "tile_number",
        "token_amount",
        "token_count",
        "token_kind",
        "tokens",
        "trade_box",
        "upper_points",
    )  # fmt: skip

    def __init__(self, names: Names, players: i64) -> None:
        self.names: Names = names
        self.players: i64 = players
        self.rules: i64 = 3  # the rules version; code that differs in an earlier one checks it
        self.car_value: vec[i64] = vec[i64]()
        # Boxes: one action each. [box * PARTS + part] is how much of that part; 0: none.
        self.box_amount: vec[i64] = vec[i64]()
        self.box_which: vec[i64] = vec[i64]()  # whose conductor
        self.box_parts: vec[i64] = vec[i64]()  # bit sets: the parts present
        # Cards in play
        self.card_box: vec[i64] = vec[i64]([NONE] * CARDS)
        self.card_place: vec[i64] = vec[i64]([NONE] * CARDS)  # what has to be placed
        self.rail_points: vec[i64] = vec[i64]([0] * CARDS)
        self.clock_box: vec[i64] = vec[i64]([NONE] * CARDS)
        self.need_level: vec[i64] = vec[i64]([0] * CARDS)  # gap cards
        self.upper_points: vec[i64] = vec[i64]([0] * CARDS)
        self.lower_points: vec[i64] = vec[i64]([0] * CARDS)
        self.guest_coins: vec[i64] = vec[i64]([0] * (2 * CARDS))  # [card * 2 + 0 passenger, 1 luggage]
        self.guest_points: vec[i64] = vec[i64]([0] * (2 * CARDS))
        self.guest_box: vec[i64] = vec[i64]([NONE] * (2 * CARDS))  # the waiting action, if any
        self.contract_need: vec[i64] = vec[i64]([NONE] * CARDS)  # a requirement, NONE: no contract
        self.contract_reward: vec[i64] = vec[i64]([NONE] * CARDS)  # a box
        self.reward_times: vec[i64] = vec[i64]([0] * (4 * CARDS))  # [card * 4 ..]: a measure
        self.evidence_self: vec[i64] = vec[i64]([0] * CARDS)
        self.evidence_others: vec[i64] = vec[i64]([0] * CARDS)
        self.destroys: vec[i64] = vec[i64]([0] * CARDS)
        # Requirements: [6 * n ..] = group, measure (4), least. Requirement r is need_first[r] .. need_first[r + 1].
        self.needs: vec[i64] = vec[i64]()
        self.need_first: vec[i64] = vec[i64]([0])
        # Game-end cards: [9 * n ..] = points, measure (4), divisor, most, condition, otherwise.
        self.game_ends: i64 = 0
        self.game_end_now: vec[i64] = vec[i64]()
        self.terms: vec[i64] = vec[i64]()
        self.end_first: vec[i64] = vec[i64]([0])
        # Tiles, stations, coins, tokens
        self.mail_box: vec[i64] = vec[i64]([NONE] * MAIL_CARS)
        self.tile_number: vec[i64] = vec[i64]()
        self.arrival_points: vec[i64] = vec[i64]()
        self.station_points: vec[i64] = vec[i64]([0] * STATIONS)
        self.station_clock: vec[i64] = vec[i64]([NONE] * STATIONS)
        self.column_box: vec[i64] = vec[i64]([NONE] * COLUMNS)
        self.any_coin_box: i64 = NONE
        self.four_coins_box: i64 = NONE
        self.trade_box: i64 = NONE  # F3.2: the upgrade in exchange for an action
        self.tile_box: vec[i64] = vec[i64]([NONE] * 4)  # F3.4, by place clockwise
        self.tokens: i64 = 0  # kinds of them
        self.token_kind: vec[i64] = vec[i64]()
        self.token_amount: vec[i64] = vec[i64]()
        self.token_count: vec[i64] = vec[i64]()
        self.roles: i64 = 0
        self.murderers: i64 = 0
        # What cards in play bring (F13, F14, F15), and options (F17)
        self.has_evidence: bool = False
        self.has_guests: bool = False
        self.has_gaps: bool = False
        self.stays: bool = False  # F3.5
        self.arrest_fines: bool = False  # F13.6

    def add_box(self, amounts: list[i64], which: i64) -> i64:
        """The number of a new box."""
        parts: i64 = 0
        power: i64 = 1
        amount: i64
        for amount in amounts:
            self.box_amount = append(self.box_amount, amount)
            if amount > 0:
                parts |= power
            power *= 2
        self.box_which = append(self.box_which, which)
        self.box_parts = append(self.box_parts, parts)
        return len(self.box_which) - 1

    def add_requirement(self, atoms: list[i64]) -> i64:
        """The number of a new requirement, six numbers per condition."""
        number: i64
        for number in atoms:
            self.needs = append(self.needs, number)
        self.need_first = append(self.need_first, len(self.needs) // 6)
        return len(self.need_first) - 2

    def add_game_end(self, now: i64, terms: list[i64]) -> None:
        """A new game-end card, nine numbers per term."""
        number: i64
        for number in terms:
            self.terms = append(self.terms, number)
        self.end_first = append(self.end_first, len(self.terms) // 9)
        self.game_end_now = append(self.game_end_now, now)
        self.game_ends += 1

    def add_token(self, kind: i64, amount: i64, count: i64) -> None:
        self.token_kind = append(self.token_kind, kind)
        self.token_amount = append(self.token_amount, amount)
        self.token_count = append(self.token_count, count)
        self.tokens += 1

    def print_numbers(
        self, car_values: list[i64], locomotive_tiles: list[i64], constantinople: list[i64]
    ) -> None:
        self.car_value = vec[i64](car_values)
        self.tile_number = vec[i64](locomotive_tiles)
        self.arrival_points = vec[i64](constantinople)

    def amount(self, box: i64, part: i64) -> i64:
        return self.box_amount[box * PARTS + part]


class Names:
    """The names in a setting: the rules never read them."""

    def __init__(
        self,
        cards: list[str],
        mail_cars: list[str],
        game_ends: list[str],
        tokens: list[str],
        source: object,
        options: object,
    ) -> None:
        self.cards = cards
        self.mail_cars = mail_cars
        self.game_ends = game_ends
        self.tokens = tokens
        self.sources = [*cards, *mail_cars, *game_ends]
        self.card_number = {name: number for number, name in enumerate(cards)}
        self.game_end_number = {name: number for number, name in enumerate(game_ends)}
        self.boxes: list[str] = []  # the code of each box
        self.words: dict[int, Word] = {}  # the moves of a verb and a word, for `notation`
        self.source = source  # the DeckFile
        self.options = options  # the Options
