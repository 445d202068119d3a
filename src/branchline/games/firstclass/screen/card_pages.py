"""All cards of First Class, and a page about each: its picture, its text, its source, similar cards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

import msgspec
from markupsafe import Markup

from branchline.core.presentation import ReferencePage
from branchline.core.protocols import Theme
from branchline.games.firstclass.data import deck_file
from branchline.games.firstclass.data.deck_file import CardRow, GameEndRow
from branchline.games.firstclass.drawing.cards import card as printed_card
from branchline.games.firstclass.drawing.cards import frames, icons
from branchline.games.firstclass.drawing.palette import style
from branchline.games.firstclass.text.card_text import Deck
from branchline.games.firstclass.text.sentences import CARDS
from branchline.languages import Words, _, language, n_

GAME_END: Final = "end"  # used as the stage of game-end cards
BASE: Final = "base"
STAGES: Final = ("1", "2", "3", GAME_END)
STAGE_NAMES: Final = Words({"1": "Stage I", "2": "Stage II", "3": "Stage III", GAME_END: "Game-end cards"})
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
    """What a card does, in words."""
    return _deck().game_end(card.id) if isinstance(card.row, GameEndRow) else _deck().does(card.id)


def heading(card: Card) -> str:
    if isinstance(card.row, GameEndRow):
        return _("Game-end card {card}", card=card.id)
    kind = _deck().kind(card.id)
    named = CARDS["named"].format(kind=kind, card=card.id) if kind else card.id
    return named[0].upper() + named[1:]


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
    """cards.html: `groups` (stage name, module name, cards), `chosen` (stage, module, kind, q)."""
    asked = {name: query.get(name, "") for name in ("stage", "module", "kind")}
    search = query.get("q", "")[:LONGEST_SEARCH].strip()
    shown = [card for card in all_cards().values() if _wanted(card, asked, search)]
    groups: dict[tuple[str, str], list[Card]] = {}
    for card in shown:
        groups.setdefault((card.stage, card.module), []).append(card)
    values = {
        "groups": groups,
        "words": {card.id: told(card) for card in shown},
        "faces": _faces(dark, language()),
        "shapes": _shapes(dark),
        "chosen": {**asked, "q": search},
        "stages": dict(STAGE_NAMES),
        "modules": dict(MODULE_NAMES),
        "kinds": dict(KIND_NAMES),
        "status": STATUS,
        "count": n_("{count} card", "{count} cards", len(shown)),
        "provenance": _(deck_file.built_in().provenance),
    }
    return ReferencePage("cards.html", values)


def _wanted(card: Card, asked: dict[str, str], search: str) -> bool:
    if any(wish and wish != getattr(card, name) for name, wish in asked.items()):
        return False
    text = f"{card.id} {heading(card)} {told(card)}".casefold()
    return all(word in text for word in search.casefold().split())


def card(name: str, dark: bool) -> ReferencePage:
    """card.html: `card`, `heading`, `words`, `faces`, `same` (as this one), `alike`, `before`, `after`.
    Raises `LookupError`."""
    found = all_cards().get(name.upper())
    if found is None:
        raise LookupError(_("Card not found. Look for it in the list of all cards."))
    names = list(all_cards())
    place = names.index(found.id)
    same = [other for other in all_cards().values() if other.code == found.code and other is not found]
    alike = [other for other in all_cards().values() if _alike(found, other) and other not in same]
    values = {
        "card": found,
        "heading": heading(found),
        "words": told(found),
        "note": _(found.row.note) if found.row.note else "",
        "faces": _faces(dark, language()),
        "shapes": _shapes(dark),
        "same": same,
        "alike": alike[:12],
        "told": {other.id: told(other) for other in (*same, *alike[:12])},
        "before": names[place - 1] if place else None,
        "after": names[place + 1] if place + 1 < len(names) else None,
        "stage": STAGE_NAMES[found.stage],
        "module": MODULE_NAMES[found.module],
        "kind": KIND_NAMES[found.kind],
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
