"""Moves in words: typed records with a short notation, converted from and to the ids of `moves`.

    take 2.3 · trade 2.3 · tile · end · clock        a card for its action, or for the upgrade; the start player tile
    spend 1 · point 3 · buy 2 1 1 · complete A1-3    coins of a column, or of columns 1, 2, 3; a contract
    do M2 · mechanic upper 3                         an action that waits
    car upper · mail M2 · upgrade lower 4 · conductor upper · walk · choose · pick G05 · blind
    celebrity upper · postcard 2 · guest luggage · gap 4 · keep G05 · discard E2 · done
    and by chance: seat 2 · role murderer · deal G05 · open G05 · draw G05 · show X1-01 · token E2

Steps can be joined: `take 2.3; car upper; car lower`. `discard` alone discards the best tokens (F13.5).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from branchline.core.errors import NotationError
from branchline.core.notation import Listed, Word, words_by_id
from branchline.core.text import whole_number
from branchline.games.firstclass.rules import moves as m
from branchline.games.firstclass.rules import phases
from branchline.games.firstclass.rules.cards import Setting
from branchline.games.firstclass.rules.market import ROW_CARDS
from branchline.games.firstclass.rules.modules import c
from branchline.games.firstclass.rules.state import DISCARD_EVIDENCE, SLOTS, State, clone

TRAINS: Final = ("upper", "lower")
HALVES: Final = ("passenger", "luggage")
ROLES: Final = ("innocent", "murderer")


@dataclass(frozen=True)
class Take:
    """A card of the market, for its action or (`trade`) for the upgrade."""

    id: int
    row: int
    column: int
    trade: bool = False

    def __str__(self) -> str:
        return f"{'trade' if self.trade else 'take'} {self.row}.{self.column}"


@dataclass(frozen=True)
class Upgrade:
    id: int
    train: str
    slot: int

    def __str__(self) -> str:
        return f"upgrade {self.train} {self.slot}"


@dataclass(frozen=True)
class Mechanic:
    id: int
    train: str
    gap: int

    def __str__(self) -> str:
        return f"mechanic {self.train} {self.gap}"


@dataclass(frozen=True)
class Buy:
    """A game-end card for four coins, with the number from each column."""

    id: int
    coins: tuple[int, int, int]

    def __str__(self) -> str:
        return f"buy {' '.join(map(str, self.coins))}"


FirstClassMove: TypeAlias = Take | Upgrade | Mechanic | Buy | Word

_PLAIN: Final = {
    "end": int(m.END),
    "tile": int(m.TILE),
    "clock": int(m.CLOCK),
    "blind": int(m.BLIND),
    "walk": int(m.WALK),
    "choose": int(m.CHOOSE),
    "done": int(m.DONE),
}
_PLAIN_VERBS: Final = {number: verb for verb, number in _PLAIN.items()}
_WAYS: Final = [(m.coins_paid(way, 0), m.coins_paid(way, 1), m.coins_paid(way, 2)) for way in range(m.WAYS)]


def _listed(setting: Setting) -> Listed:
    """Verbs followed by one word from a list."""
    names = setting.names
    columns = ("1", "2", "3")
    numbers = ("1", "2", "3", "4", "5")
    return {
        "spend": (m.spend, columns),
        "point": (m.point, columns),
        "complete": (m.complete, names.cards),
        "do": (m.do, names.sources),
        "car": (m.car, TRAINS),
        "mail": (m.mail, names.mail_cars),
        "conductor": (m.step, TRAINS),
        "pick": (m.pick, names.game_ends),
        "celebrity": (m.celebrity, TRAINS),
        "postcard": (m.postcard, numbers),
        "guest": (m.guest, HALVES),
        "gap": (m.gap, numbers),
        "keep": (m.keep, names.game_ends),
        "discard": (m.discard, names.tokens),
        "seat": (m.seat, ("1", "2", "3", "4")),
        "role": (m.role, ROLES),
        "deal": (m.deal, names.game_ends),
        "open": (m.open_card, names.game_ends),
        "draw": (m.draw, names.game_ends),
        "show": (m.show, names.cards),
        "token": (m.token, names.tokens),
    }


def _words(setting: Setting) -> dict[int, Word]:
    names = setting.names
    if not names.words:
        names.words = words_by_id(_listed(setting))
    return names.words


# From an id


def move(setting: Setting, number: int) -> FirstClassMove:
    """The move with this id; raises `ValueError` if this setting has none."""
    if number in _PLAIN_VERBS:
        return Word(number, _PLAIN_VERBS[number])
    if m.TAKE <= number < m.SPEND:
        place = m.market_place(number)
        return Take(number, place // ROW_CARDS + 1, place % ROW_CARDS + 1, m.is_trade(number))
    if m.BUY <= number < m.COMPLETE:
        return Buy(number, _WAYS[m.buy_way(number)])
    if m.MECHANIC <= number < m.CAR:
        return Mechanic(number, TRAINS[m.mechanic_train(number)], m.mechanic_gap(number) + 1)
    if m.UPGRADE <= number < m.STEP:
        return Upgrade(number, TRAINS[m.upgrade_train(number)], m.upgrade_place(number) + 1)
    if number in _words(setting):
        return _words(setting)[number]
    raise ValueError(f"{number} is no move here")


# From a text


def read(setting: Setting, text: str) -> FirstClassMove:
    """The move with this notation; raises `NotationError`."""
    words = text.split()
    verb = words[0].lower() if words else ""
    if verb in _PLAIN and len(words) == 1:
        return move(setting, _PLAIN[verb])
    if verb in ("take", "trade"):
        return move(setting, (m.take if verb == "take" else m.trade)(_place(text, words)))
    if verb == "buy":
        return move(setting, m.buy(_payment(text, words)))
    if verb == "upgrade":
        train, slot = _train_and_number(text, words, SLOTS)
        return move(setting, m.upgrade(train, slot - 1))
    if verb == "mechanic":
        train, gap = _train_and_number(text, words, 5)
        return move(setting, m.mechanic(gap - 1, train))
    listed = _listed(setting)
    if verb in listed:
        pack, values = listed[verb]
        return move(setting, pack(_one_of(text, words, values)))
    verbs = ", ".join([*_PLAIN, "take", "trade", "buy", "upgrade", "mechanic", *list(listed)[:14]])
    raise NotationError(text, f"a move starts with one of {verbs}.")


def _one_of(text: str, words: list[str], values: Sequence[str]) -> int:
    shown = ", ".join(values) if len(values) <= 21 else f"{values[0]}, {values[1]} and so on"
    if len(words) != 2:
        raise NotationError(text, f"write '{words[0]}' and one of {shown}.")
    for number, value in enumerate(values):
        if value.casefold() == words[1].casefold():
            return number
    raise NotationError(text, f"{words[1]!r} is none of {shown}.")


def _place(text: str, words: list[str]) -> int:
    row, _, column = words[1].partition(".") if len(words) == 2 else ("", "", "")
    if row not in ("1", "2", "3") or column not in ("1", "2", "3", "4", "5", "6"):
        raise NotationError(text, f"write '{words[0]} ROW.CARD', such as '{words[0]} 2.3'.")
    return (int(row) - 1) * ROW_CARDS + int(column) - 1


def _payment(text: str, words: list[str]) -> int:
    paid = [whole_number(word) for word in words[1:]]
    for way, coins in enumerate(_WAYS):
        if paid == [*coins]:
            return way
    raise NotationError(text, "write 'buy' and the coins from columns 1, 2, 3, four in all: 'buy 2 1 1'.")


def _train_and_number(text: str, words: list[str], most: int) -> tuple[int, int]:
    numbers = [str(number) for number in range(1, most + 1)]
    if len(words) != 3 or words[1].lower() not in TRAINS or words[2] not in numbers:
        raise NotationError(text, f"write '{words[0]} upper' or 'lower' and a number from 1 to {most}.")
    return TRAINS.index(words[1].lower()), int(words[2])


def expand(s: State, text: str) -> list[int]:
    """The steps a text stands for."""
    if text.strip().lower() == "discard" and s.phase == DISCARD_EVIDENCE:
        return _best_discards(s)
    return [move for step in text.split(";") for move in _repeated(s, step)]


def _repeated(s: State, text: str) -> list[int]:
    """`car upper 3`, `conductor lower 2`: the same step several times."""
    words = text.split()
    many = whole_number(words[-1]) if len(words) == 3 and words[0].lower() in ("car", "conductor") else None
    if many is None or not 1 <= many <= SLOTS:
        return [read(s.setting, text).id]
    return [read(s.setting, " ".join(words[:2])).id] * many


def _best_discards(s: State) -> list[int]:
    """F13.5: the most fingerprints that can be discarded."""
    trial = clone(s)
    found: list[int] = []
    while trial.phase == DISCARD_EVIDENCE and trial.seat == s.seat and trial.turn == s.turn:
        found.append(c.proposal(trial))
        phases.apply(trial, found[-1])
    return found
