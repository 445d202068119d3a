"""The slots of a train and the gaps between them, in words and signs, for large boards and small ones."""

from __future__ import annotations

from typing import Final

from branchline.games.firstclass.drawing.cards import card as cards
from branchline.games.firstclass.drawing.cards import needs
from branchline.games.firstclass.drawing.cards.card import card_title
from branchline.games.firstclass.drawing.cards.decks import Deck
from branchline.games.firstclass.drawing.cards.effects import seal, short
from branchline.games.firstclass.drawing.cards.glyphs import Glyph, beside, figure, icon, scaled, stacked
from branchline.games.firstclass.text import card_text
from branchline.games.firstclass.text.picture_words import TITLES, WORDS, tell
from branchline.games.firstclass.views.view import TRAINS, Gap, Slot
from branchline.languages import counted

SLOTS: Final = 10
MAIL_SLOT: Final = 6  # F5.1
TILE_SLOT: Final = 10
TICK: Final = figure("✓", 38, "good")


def told(deck: Deck, train: int, number: int, slot: Slot, reached: bool) -> str:
    where = WORDS[TRAINS[train]]
    if slot.mail_car is not None:
        effect = card_text.action(deck.mail[slot.mail_car])
        said = tell("slot_mail", train=where, slot=number, effect=effect)
    elif slot.tile is not None:
        said = tell("slot_tile", train=where, slot=number, number=slot.tile)
    else:
        said = tell("slot_car", train=where, slot=number, value=slot.value)
    return f"{said}, {TITLES['slot_reached']}" if reached else said


def under_told(deck: Deck, card: str, boarded: bool) -> str:
    said = card_title(deck.faces[card], deck.values)
    if deck.faces[card].card.guest is None:
        return said
    return f"{said}; {TITLES['boarded' if boarded else 'not_boarded']}"


def gap_told(deck: Deck, number: int, gap: Gap) -> str:
    said = [tell("gap", gap=number, card=card_title(deck.faces[gap.card], deck.values))]
    for train, done, waits in zip(TRAINS, gap.done, gap.owed, strict=True):
        said += [tell(f"gap_done_{train}")] if done else []
        said += [counted(TITLES[f"gap_waits_{train}"], waits)] if waits else []
    return "; ".join(said)


def gap_glyph(deck: Deck, gap: Gap) -> Glyph:
    found = deck.faces[gap.card].card
    car = short(found.need, deck.values[found.need])
    if found.placed == cards.SWITCH:
        arrows = stacked(scaled(seal(found.arrows[0]), 0.8), scaled(seal(found.arrows[1]), 0.8), gap=1)
        return beside(car, arrows, *([stacked(*_states(gap), gap=2)] if any(gap.owed) else []))
    return beside(scaled(icon("mechanic", 38), 0.8), scaled(car, 0.9), stacked(*_states(gap), gap=2), gap=2)


def _states(gap: Gap) -> list[Glyph]:
    return [beside(needs.train(t), scaled(work(gap, t), 0.6), gap=2) for t in range(2)]


def work(gap: Gap, train: int) -> Glyph:
    """F15.3: the mechanics' work in a train: the number of waiting upgrades, the one to come, or none left."""
    if gap.owed[train] > 1:
        return beside(icon("upgrade", 34), figure(f"×{gap.owed[train]}", 30), gap=2)
    return TICK if gap.done[train] and not gap.owed[train] else icon("upgrade", 34)
