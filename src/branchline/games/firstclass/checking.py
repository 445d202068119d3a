"""`branchline check` for this game: faults in a deck file, in words its author can act on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

from branchline.core.data_file import check_texts
from branchline.core.protocols import Finding
from branchline.games.firstclass.data import deck_file
from branchline.games.firstclass.data import opcodes as w
from branchline.games.firstclass.data.code_reader import Reader
from branchline.games.firstclass.data.code_words import CodeError
from branchline.games.firstclass.data.codes import Atom, Card, Requirement
from branchline.games.firstclass.data.deck_file import CardRow, DeckFile
from branchline.games.firstclass.rules.cards import MAX_GAME_END, MAX_TOKENS

BASE_CARDS: Final = 24  # of a stage (F1.2)
MODULE_CARDS: Final = 8
FEWEST_GAME_END: Final = 9  # five for the draft of four players, and four face up (F2.2)


def check(path: Path) -> Iterable[Finding]:
    """Faults of a deck file; raises `DataError` if it can't even be read."""
    return check_deck(deck_file.read(path))


def check_deck(source: DeckFile) -> list[Finding]:
    """Everything that is wrong with a deck; empty if it can be played."""
    found = [
        *check_texts(source),
        *_check_counts(source),
        *_check_ids(source),
        *_check_car_values(source),
        *_check_supplies(source),
    ]
    if sorted(set(source.car_values)) != source.car_values or not source.car_values:
        return found
    reader = Reader(source.car_values)
    found.extend(_check_codes(source, reader))
    if found:
        return found
    return [*_check_purchases(source, reader), *_check_requirements(source, reader)]


# Counts and names


def _check_counts(source: DeckFile) -> Iterator[Finding]:
    """F1.2: 24 base cards per stage, and 8 of each module present."""
    yield from _check_stages("base", source.base, BASE_CARDS)
    for letter, rows in source.modules.items():
        yield from _check_stages(f"module {letter}", rows, MODULE_CARDS)
    if len(source.modules) < 2:
        yield Finding("modules", f"There are {len(source.modules)}.", "A game needs two modules (F1.1).")


def _check_stages(where: str, rows: list[CardRow], expected: int) -> Iterator[Finding]:
    stages = Counter(row.stage for row in rows)
    for stage in (1, 2, 3):
        if stages[stage] != expected:
            yield Finding(
                f"{where}, stage {stage}",
                f"There are {stages[stage]} cards.",
                f"Make it {expected}: 36 of 40 cards per stage are shown (F1.2).",
            )


def _check_ids(source: DeckFile) -> Iterator[Finding]:
    ids = [row.id for row in all_cards(source)]
    ids += [row.id for row in source.mail_cars] + [row.id for row in source.game_end]
    tokens = [row.id for row in source.evidence]
    for names in (ids, tokens):
        for name, number in Counter(names).items():
            if number > 1:
                yield Finding(name, f"{number} rows have this id.", "Give every row an id of its own.")


def all_cards(source: DeckFile) -> list[CardRow]:
    return [*source.base, *(row for rows in source.modules.values() for row in rows)]


def _check_car_values(source: DeckFile) -> Iterator[Finding]:
    values = source.car_values
    if len(values) != 6 or values != sorted(set(values)) or values[0] != 0:
        yield Finding("car_values", f"They are {values}.", "Six rising values, the first 0 (F5.2).")


def _check_supplies(source: DeckFile) -> Iterator[Finding]:
    """Everything that exists in a fixed number."""
    rows: list[tuple[str, int, int, int, str]] = [
        ("mail_cars", len(source.mail_cars), 4, 4, "F1.3"),
        ("locomotive_tiles", len(source.locomotive_tiles.numbers), 8, 8, "F2.4"),
        ("constantinople", len(source.constantinople.points), 0, 4, "F6.3"),
        ("stations", len(source.stations), 3, 3, "F6.1"),
        ("coin_columns", len(source.coin_columns), 3, 3, "F8.1"),
        ("start_tile", len(source.start_tile), 4, 4, "F3.4"),
        ("game_end", len(source.game_end), FEWEST_GAME_END, int(MAX_GAME_END), "F2.2"),
        ("evidence", len(source.evidence), 1, int(MAX_TOKENS), "F13.2"),
        ("roles", len(source.roles.cards), 4, 20, "F2.5"),
    ]
    for where, number, least, most, clause in rows:
        if not least <= number <= most:
            wanted = str(least) if least == most else f"{least} to {most}"
            yield Finding(where, f"There are {number}.", f"There should be {wanted} ({clause}).")
    if len(set(source.locomotive_tiles.numbers)) != len(source.locomotive_tiles.numbers):
        yield Finding("locomotive_tiles", "A number stands twice.", "Give each tile its own (F2.4).")
    for place, column in enumerate(source.coin_columns, start=1):
        if column.size != 4:
            yield Finding(f"coin column {place}", f"It has {column.size} spaces.", "It should have 4 (F8.1).")
    for where, row in (("any_coin", source.any_coin), ("four_coins", source.four_coins)):
        if row.effect is None:
            yield Finding(where, "It has no effect.", "Write what coins buy (F8.2).")


# Codes


def _check_codes(source: DeckFile, reader: Reader) -> Iterator[Finding]:
    """F16: every code can be read."""
    codes: list[tuple[str, str | None, Callable[[str], object]]] = []
    codes += [(row.id, row.effect, reader.card) for row in all_cards(source)]
    codes += [(row.id, row.effect, reader.box) for row in source.mail_cars]
    codes += [(row.id, row.effect, reader.station) for row in source.stations]
    codes += [
        (f"coin column {n}", row.effect, reader.box) for n, row in enumerate(source.coin_columns, start=1)
    ]
    codes += [
        (f"start tile, place {n}", row.effect, reader.box) for n, row in enumerate(source.start_tile, start=1)
    ]
    codes += [
        ("any_coin", source.any_coin.effect, reader.box),
        ("four_coins", source.four_coins.effect, reader.box),
    ]
    codes += [(f"{row.id}, now", row.now, reader.box) for row in source.game_end]
    codes += [(f"{row.id}, end", row.end, reader.end) for row in source.game_end]
    codes += [(row.id, row.effect, reader.token) for row in source.evidence]
    for where, code, read in codes:
        try:
            if code is not None:
                read(code)
        except CodeError as error:
            yield Finding(where, f"The code {code!r} can't be read: {error}.", "F16 lists the words.")


def _check_purchases(source: DeckFile, reader: Reader) -> Iterator[Finding]:
    """F8.2 sets no limit, so coins must not buy coins: a turn might never end."""
    for where, row in (("any_coin", source.any_coin), ("four_coins", source.four_coins)):
        if row.effect is not None and reader.box(row.effect).amounts[w.COIN]:
            yield Finding(where, f"{row.effect!r} buys coins for coins.", "Let it buy something else (F8.2).")


# Requirements


def _check_requirements(source: DeckFile, reader: Reader) -> Iterator[Finding]:
    """Every contract can be completed with base cards and cards of its own module."""
    base = [reader.card(row.effect) for row in source.base]
    groups = [("base", source.base), *source.modules.items()]
    for letter, rows in groups:
        cards = [reader.card(row.effect) for row in rows]
        limits = _limits(cards if letter == "base" else base + cards)
        for row, card in zip(rows, cards, strict=True):
            if card.contract is not None and not _reachable(card.contract.requirement, limits):
                yield Finding(
                    row.id,
                    f"Nobody can fulfil {row.effect!r}.",
                    "Ask for less, or put the cards it needs into the same module.",
                )


def _limits(cards: list[Card]) -> dict[int, int]:
    """The maximum a player can have of each thing counted, with these cards."""
    placed = Counter(card.placed for card in cards)
    rails = min(5, placed[w.RAIL])
    return {
        w.FILLED: 20,
        w.RUN: 1,
        w.CONDUCTOR_AT: 10,
        w.CONDUCTORS: 2,
        w.CONDUCTORS_LAST: 2,
        w.MAIL_PLACED: 2,
        w.MAIL_REACHED: 2,
        w.LOCO_POS: 3 + 2 * rails + (rails == 5),
        w.RAIL_CARDS: rails,
        w.CONSTANTINOPLE: int(rails == 5),
        w.TILES: 2,
        w.ON_TILE: 2,
        w.COMPLETED: sum(card.contract is not None for card in cards) - 1,
        w.STARS_AND_CARDS: min(16, placed[w.CELEBRITY]) + min(rails, placed[w.POSTCARD]),
        w.PASSENGERS: min(8, placed[w.GUEST]),
        w.LUGGAGE: min(8, placed[w.GUEST]),
        w.SUSPECT_SELF: sum(card.evidence_self > 0 for card in cards),
        w.SUSPECT_OTHERS: sum(card.evidence_others > 0 for card in cards),
        w.DESTROY: sum(card.destroys for card in cards),
        w.COINS: 12,
    }


def _reachable(requirement: Requirement, limits: dict[int, int]) -> bool:
    return any(all(_can_be(atom, limits) for atom in group) for group in requirement)


def _can_be(atom: Atom, limits: dict[int, int]) -> bool:
    what = atom.measure.what
    if what == w.CARS:
        return atom.least <= (16 if atom.measure.b == 3 else 8)
    return atom.least <= limits.get(what, 99)
