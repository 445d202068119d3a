"""F17: the options of a match, and the setting they make."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from branchline.core.data_file import embedded_file, refuse_faulty
from branchline.core.errors import OptionError
from branchline.core.options import OptionFile, read_options, wrong_value
from branchline.games.firstclass import checking
from branchline.games.firstclass.data import deck_file
from branchline.games.firstclass.data.code_reader import Reader
from branchline.games.firstclass.data.codes import Box, Card, Measure, Requirement, write_box
from branchline.games.firstclass.data.deck_file import BUILT_IN, MINI, CardRow, DeckFile
from branchline.games.firstclass.data.opcodes import COIN, GUEST, MECHANIC, NONE, POINTS, SWITCH
from branchline.games.firstclass.rules.cards import Names, Setting

Modules = Literal["AB", "AC", "AD", "AE", "BC", "BD", "BE", "CD", "CE", "DE"]
DECK_KEY: Final = "cards"  # a deck that is not built in, as a record keeps it
DECKS: Final = (BUILT_IN, MINI)


def read_deck(path: Path) -> DeckFile:
    """A deck that can be played; raises `DataError`."""
    source = deck_file.read(path)
    refuse_faulty(path, checking.check_deck(source))
    return source


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    modules: Modules = "AB"
    unclaimed_start: Literal["clockwise", "stays"] = "clockwise"
    arrest: Literal["out", "fine"] = "out"
    deck: Annotated[
        deck_file.Name, Meta(description=", ".join(DECKS)), OptionFile("deck", DECKS, DECK_KEY, read_deck)
    ] = BUILT_IN


def setting(players: int, given: Mapping[str, object], rules: int = 3) -> Setting:
    """The setting for the options given under a version of the rules; raises `OptionError`, or `DataError` for a bad
    deck among them."""
    plain = {name: value for name, value in given.items() if name != DECK_KEY}
    modules = plain.get("modules")
    if isinstance(modules, str):
        plain["modules"] = "".join(sorted(letter for letter in modules.upper() if letter not in " ,+"))
    options = read_options(Options, plain)
    source = _deck(options, given.get(DECK_KEY), rules)
    if source is deck_file.built_in(rules):
        return _built_in(players, options, rules)
    options = msgspec.structs.replace(options, deck=source.name)  # keep local paths private
    return build(players, options, source, rules)


@lru_cache
def _built_in(players: int, options: Options, rules: int) -> Setting:
    """Settings never change, so equal ones are shared."""
    return build(players, options, deck_file.built_in(rules), rules)


def stored_options(made: Setting) -> dict[str, object]:
    """Every option, and the deck itself if it came from a file."""
    options, source = made.names.options, made.names.source
    assert isinstance(options, Options)
    assert isinstance(source, DeckFile)
    stored: dict[str, object] = msgspec.to_builtins(options)
    if source is not deck_file.built_in(made.rules):
        stored[DECK_KEY] = msgspec.to_builtins(source)
    return stored


def _deck(options: Options, embedded: object, rules: int) -> DeckFile:
    if embedded is not None:
        source = embedded_file(embedded, DeckFile, "deck")
        refuse_faulty(f"{options.deck} (deck in the record)", checking.check_deck(source))
    elif options.deck == BUILT_IN:
        return deck_file.built_in(rules)
    elif options.deck == MINI:
        source = deck_file.mini()
    else:
        raise wrong_value(Options, "deck", options.deck)
    for letter in options.modules:
        if letter not in source.modules:
            raise OptionError(
                f"The deck {source.title} has no module {letter}. It has {', '.join(source.modules)}."
            )
    return source


def cards_in_play(options: Options, source: DeckFile) -> list[CardRow]:
    """F1.2: by stage, base cards first, then the modules."""
    rows = [*source.base, *(row for letter in options.modules for row in source.modules[letter])]  # type: ignore[index]
    return sorted(rows, key=lambda row: row.stage)


def build(players: int, options: Options, source: DeckFile, rules: int = 3) -> Setting:
    rows = cards_in_play(options, source)
    names = Names(
        cards=[row.id for row in rows],
        mail_cars=[row.id for row in source.mail_cars],
        game_ends=[row.id for row in source.game_end],
        tokens=[row.id for row in source.evidence],
        source=source,
        options=options,
    )
    made = Setting(names, players)
    made.rules = rules
    layout = _Layout(made, Reader(source.car_values))
    made.print_numbers(
        list(source.car_values), list(source.locomotive_tiles.numbers), list(source.constantinople.points)
    )
    for number, row in enumerate(rows):
        layout.card(number, layout.reader.card(row.effect))
    layout.parts(source)
    layout.game_ends(source)
    layout.tokens(source)
    made.has_evidence = any(made.evidence_self) or any(made.evidence_others) or any(made.destroys)
    made.has_guests = GUEST in made.card_place
    made.has_gaps = SWITCH in made.card_place or MECHANIC in made.card_place
    made.stays = options.unclaimed_start == "stays"
    made.arrest_fines = options.arrest == "fine"
    return made


class _Layout:
    """Lays out the records of `codes` as flat numbers."""

    def __init__(self, made: Setting, reader: Reader) -> None:
        self.made = made
        self.reader = reader
        self.box_numbers: dict[Box, int] = {}

    def box(self, box: Box) -> int:
        """The number of a box; equal boxes share one."""
        if box not in self.box_numbers:
            self.box_numbers[box] = self.made.add_box(list(box.amounts), box.which)
            self.made.names.boxes.append(write_box(box))
        return self.box_numbers[box]

    def code(self, text: str | None) -> int:
        return NONE if text is None else self.box(self.reader.box(text))

    def card(self, number: int, card: Card) -> None:
        made = self.made
        made.card_box[number] = self.box(card.box)
        made.card_place[number] = card.placed
        made.rail_points[number] = card.points
        made.clock_box[number] = NONE if card.clock is None else self.box(card.clock)
        made.need_level[number] = card.need
        made.upper_points[number], made.lower_points[number] = card.arrows
        made.evidence_self[number] = card.evidence_self
        made.evidence_others[number] = card.evidence_others
        made.destroys[number] = int(card.destroys)
        for half, box in enumerate(card.guest or ()):
            self._guest(number * 2 + half, box)
        if card.contract is not None:
            made.contract_need[number] = self.requirement(card.contract.requirement)
            made.contract_reward[number] = self.box(card.contract.reward)
            for place, value in enumerate(_flat(card.contract.times or Measure(0))):
                made.reward_times[number * 4 + place] = value

    def _guest(self, half: int, box: Box) -> None:
        """F14.2: coins and points come at once, the rest becomes a waiting action."""
        made = self.made
        made.guest_coins[half] = box.amounts[COIN]
        made.guest_points[half] = box.amounts[POINTS]
        rest = Box(tuple(0 if part in (COIN, POINTS) else n for part, n in enumerate(box.amounts)), box.which)
        made.guest_box[half] = NONE if rest.empty else self.box(rest)

    def requirement(self, requirement: Requirement) -> int:
        return self.made.add_requirement(
            [
                number
                for group, atoms in enumerate(requirement)
                for atom in atoms
                for number in (group, *_flat(atom.measure), atom.least)
            ]
        )

    def parts(self, source: DeckFile) -> None:
        """Everything besides cards and tokens."""
        made = self.made
        for place, mail_car in enumerate(source.mail_cars):
            made.mail_box[place] = self.code(mail_car.effect)
        for place, row in enumerate(source.stations):
            station = self.reader.station(row.effect)
            made.station_points[place] = station.points
            made.station_clock[place] = NONE if station.clock is None else self.box(station.clock)
        for place, column in enumerate(source.coin_columns):
            made.column_box[place] = self.code(column.effect)
        for place, share in enumerate(source.start_tile):
            made.tile_box[place] = self.code(share.effect)
        made.any_coin_box = self.code(source.any_coin.effect)
        made.four_coins_box = self.code(source.four_coins.effect)
        made.trade_box = self.code("upgrade(1)")

    def game_ends(self, source: DeckFile) -> None:
        for row in source.game_end:
            terms: list[int] = []
            for term in self.reader.end(row.end):
                condition = self.requirement(term.condition) if term.condition else NONE
                terms += (
                    term.points,
                    *_flat(term.measure),
                    term.divisor,
                    term.most,
                    condition,
                    term.otherwise,
                )
            self.made.add_game_end(self.code(row.now), terms)

    def tokens(self, source: DeckFile) -> None:
        for row in source.evidence:
            self.made.add_token(*self.reader.token(row.effect), row.count)
        self.made.roles = len(source.roles.cards)
        self.made.murderers = source.roles.cards.count("murderer")


def _flat(measure: Measure) -> Sequence[int]:
    return (measure.what, measure.a, measure.b, measure.c)
