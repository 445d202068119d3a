"""All cards of First Class, to be browsed by what they do, and a page about each: its picture, its text, its source,
similar cards."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

import msgspec
from markupsafe import Markup

from branchline.core.presentation import ReferencePage, filter_links
from branchline.core.protocols import Theme
from branchline.games.firstclass.data import deck_file
from branchline.games.firstclass.data.deck_file import CardRow, GameEndRow
from branchline.games.firstclass.drawing.cards import card as printed_card
from branchline.games.firstclass.drawing.cards import frames, icons
from branchline.games.firstclass.drawing.palette import style
from branchline.games.firstclass.text.captions import NUMBERED
from branchline.games.firstclass.text.card_text import Deck, headed
from branchline.languages import Words, _, language, n_

GAME_END: Final = "end"  # used as the stage of game-end cards
BASE: Final = "base"
STAGES: Final = ("1", "2", "3", GAME_END)
STAGE_NAMES: Final = Words({"1": "Stage I", "2": "Stage II", "3": "Stage III", GAME_END: "Game-end cards"})
ROUND_NAMES: Final = Words({"1": "rounds 1 and 2", "2": "rounds 3 and 4", "3": "rounds 5 and 6"})
# What cards do, by a word for the address; the codes that do it
# Translators: kinds of cards by what they do, in a row of links
DOES_NAMES: Final = Words({
    "cars": "Cars", "upgrades": "Upgrades", "conductors": "Conductors", "locomotive": "Locomotive",
    "rails": "Rail cards", "coins": "Coins", "contracts": "Contracts", "celebrities": "Celebrities and postcards",
    "game-end": "Game-end cards", "guests": "Passengers and luggage", "gaps": "Switches and mechanics",
    "evidence": "Evidence", "points": "Points",
})  # fmt: skip
DOES: Final = {
    "cars": r"car\(", "upgrades": r"upgrade\(", "conductors": r"conductor\(", "locomotive": r"loco\(",
    "rails": r"rail\(", "coins": r"coin\(", "contracts": r"contract\(", "celebrities": "celebrity|postcard",
    "game-end": r"gameEnd\(", "guests": r"guest\(", "gaps": r"switch\(|mechanic\(",
    "evidence": r"evidence\w+\(|destroyEvidence", "points": r"points\(|pts=|switch\(",
}  # fmt: skip
MODULE_NAMES: Final = Words({
    BASE: "Base cards", "A": "Module A: contracts", "B": "Module B: celebrities and postcards",
    "C": "Module C: who is the murderer?", "D": "Module D: passengers and luggage",
    "E": "Module E: switches and mechanics", GAME_END: "Game-end cards",
})  # fmt: skip
KIND_NAMES: Final = Words({
    "car": "Cars", "upgrade": "Upgrades", "conductor": "Conductors", "locomotive": "Locomotive", "rail": "Rail cards",
    "contract": "Contracts", "money": "Coins", "gameEnd": "Game-end cards", "celebrity": "Celebrities",
    "postcard": "Postcards", "guest": "Guests", "switch": "Switches", "mechanic": "Mechanics",
    "suspectSelf": "Suspect yourself", "suspectOthers": "Suspect the others", "destroy": "Destroy evidence",
})  # fmt: skip
STATUS: Final = Words({
    "documented": "documented", "partly": "partly documented", "reconstructed": "reconstructed",
})  # fmt: skip
LONGEST_SEARCH: Final = 80


class Card(msgspec.Struct, frozen=True):
    """A card as shown on its page."""

    row: CardRow | GameEndRow
    module: str

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def stage(self) -> str:
        return GAME_END if isinstance(self.row, GameEndRow) else str(self.row.stage)

    @property
    def kind(self) -> str:
        return "gameEnd" if isinstance(self.row, GameEndRow) else self.row.kind

    @property
    def code(self) -> str:
        row = self.row
        return f"{row.now} => {row.end}" if isinstance(row, GameEndRow) else row.effect

    @property
    def does(self) -> list[str]:
        """What it does or brings, as keys of `DOES`, without what a contract asks for."""
        code = re.sub(r"contract\(.*?=> ", "contract(", self.code)
        found = [name for name, pattern in DOES.items() if re.search(rf"\b(?:{pattern})", code)]
        return [*found, "game-end"] if self.kind == "gameEnd" and "game-end" not in found else found

    @property
    def clause(self) -> str:
        """The clause of the rulebook about such cards."""
        module = {"A": "F11", "B": "F12", "C": "F13", "D": "F14", "E": "F15"}.get(self.module)
        kinds = {"rail": "F6.1", "contract": "F9.1", "gameEnd": "F10.5"}
        return kinds.get(self.kind) or (f"{module}.1" if module else "F4.1")


@cache
def all_cards() -> dict[str, Card]:
    """By id: stage by stage, base cards first, then the modules; game-end cards last."""
    source = deck_file.built_in()
    found = [Card(row, BASE) for row in source.base]
    found += [Card(row, letter) for letter, rows in source.modules.items() for row in rows]
    found.sort(key=lambda card: STAGES.index(card.stage))
    return {card.id: card for card in (*found, *(Card(row, GAME_END) for row in source.game_end))}


@cache
def _deck() -> Deck:
    return Deck(deck_file.built_in())


def told(card: Card) -> str:
    """What a card is and does, in words: its name."""
    deck = _deck()
    words = (
        deck.card(card.id) if isinstance(card.row, CardRow) else headed("game_end", deck.game_end(card.id))
    )
    return words[0].upper() + words[1:]


def heading(card: Card) -> str:
    """Its name, with a small number where several are alike."""
    alike = [
        other.id for other in all_cards().values() if (other.stage, other.code) == (card.stage, card.code)
    ]
    if len(alike) == 1:
        return told(card)
    return _(NUMBERED, card=told(card), number=alike.index(card.id) + 1)


@cache
def _faces(dark: bool, spoken: str) -> dict[str, Markup]:
    """The pictures of all cards; they use the shapes of `_shapes`. `spoken` is the language of their titles."""
    look, values = style(Theme(dark=dark)), deck_file.built_in().car_values
    return {card.id: Markup(printed_card.titled(look, card.row, values)) for card in all_cards().values()}


@cache
def _shapes(dark: bool) -> Markup:
    look = style(Theme(dark=dark))
    return Markup(icons.definitions(look) + frames.definitions(look))


def cards(query: Mapping[str, str], dark: bool) -> ReferencePage:
    """cards.html: `groups` (stage, module: cards), `filters`, `chosen` (does, stage, module, q)."""
    asked = {name: query.get(name, "") for name in ("does", "stage", "module")}
    asked["q"] = query.get("q", "")[:LONGEST_SEARCH].strip()
    shown = _wanted(asked)
    groups: dict[tuple[str, str], list[Card]] = {}
    for card in shown:
        groups.setdefault((card.stage, card.module), []).append(card)
    rounds = {stage: f"{STAGE_NAMES[stage]}, {ROUND_NAMES[stage]}" for stage in ROUND_NAMES}
    stages = {**rounds, GAME_END: STAGE_NAMES[GAME_END]}
    values = {
        "groups": groups,
        "names": {card.id: heading(card) for card in shown},
        "faces": _faces(dark, language()),
        "shapes": _shapes(dark),
        "chosen": asked,
        "filters": [
            filter_links("/cards", asked, name, label, words, lambda asked: len(_wanted(asked)))
            for name, label, words in (
                ("does", _("What it does"), dict(DOES_NAMES)),
                ("stage", _("Stage"), stages),
                ("module", _("Module"), dict(MODULE_NAMES)),
            )
        ],
        "stages": stages,
        "modules": dict(MODULE_NAMES),
        "status": STATUS,
        "count": n_("{count} card", "{count} cards", len(shown)),
        "provenance": _(deck_file.built_in().provenance),
    }
    return ReferencePage("cards.html", values)


def _wanted(asked: Mapping[str, str]) -> list[Card]:
    return [card for card in all_cards().values() if _fits(card, asked)]


def _fits(card: Card, asked: Mapping[str, str]) -> bool:
    if asked["does"] and asked["does"] not in card.does:
        return False
    if any(asked[name] not in ("", getattr(card, name)) for name in ("stage", "module")):
        return False
    if not asked["q"]:
        return True
    text = f"{card.id} {KIND_NAMES[card.kind]} {told(card)}".casefold()
    return all(word in text for word in asked["q"].casefold().split())


def card(name: str, dark: bool) -> ReferencePage:
    """card.html: `card`, `heading`, `faces`, `same` (as this one), `alike`, `before`, `after`, `names` of all of them.
    Raises `LookupError`."""
    found = all_cards().get(name.upper())
    if found is None:
        raise LookupError(_("Card not found. Look for it in the list of all cards."))
    around = list(all_cards().values())
    place = around.index(found)
    before, after = around[place - 1 : place], around[place + 1 : place + 2]
    same = [other for other in all_cards().values() if other.code == found.code and other is not found]
    alike = [other for other in all_cards().values() if _alike(found, other) and other not in same]
    values = {
        "card": found,
        "heading": heading(found),
        "note": _(found.row.note) if found.row.note else "",
        "faces": _faces(dark, language()),
        "shapes": _shapes(dark),
        "same": same,
        "alike": alike[:12],
        "names": {other.id: heading(other) for other in (*same, *alike[:12], *before, *after)},
        "before": before[0] if before else None,
        "after": after[0] if after else None,
        "stage": STAGE_NAMES[found.stage],
        "module": MODULE_NAMES[found.module],
        "kind": KIND_NAMES[found.kind],
        "does": {name: DOES_NAMES[name] for name in found.does},
        "status": STATUS[found.row.status],
    }
    return ReferencePage("card.html", values)


def _alike(card: Card, other: Card) -> bool:
    """Cards of the same kind: of the same stage, or game-end cards that count the same thing."""
    if other is card or other.kind != card.kind:
        return False
    return card.kind != "gameEnd" or bool(_asked(card) & _asked(other))


def _asked(card: Card) -> set[str]:
    letters = "".join(letter if letter.isalpha() else " " for letter in card.code.partition("=>")[2])
    return set(letters.split()) - {"points", "value", "slot", "if", "else"}
