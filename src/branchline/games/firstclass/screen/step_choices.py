"""The steps of the running action and of the draft, as choices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from branchline.core.notation import Word
from branchline.core.screen import Choice
from branchline.games.firstclass.data.codes import PARTS
from branchline.games.firstclass.data.opcodes import CONDUCTOR
from branchline.games.firstclass.drawing import targets
from branchline.games.firstclass.rules.cards import STATIONS
from branchline.games.firstclass.rules.modules import b, e
from branchline.games.firstclass.rules.state import CONDUCTORS, MAIL_PLACE, NOTHING, SLOTS, TILE_PLACE, slot
from branchline.games.firstclass.screen.offers import Offer
from branchline.games.firstclass.text import card_text, notation
from branchline.games.firstclass.text.captions import CHOICES, GROUPS, WARNINGS
from branchline.games.firstclass.text.notation import Upgrade
from branchline.languages import counted


def _left(offer: Offer, part: int) -> int:
    """How much of a part is left, started or not."""
    s = offer.s
    return int(s.left if s.part == part else s.setting.amount(s.box, part) * s.times)


def _group(offer: Offer, name: str) -> str:
    return counted(GROUPS[name], _left(offer, PARTS.index(name)))


def _train(offer: Offer) -> tuple[int, str]:
    """The train that a move names."""
    assert isinstance(offer.found, Word)
    return notation.TRAINS.index(offer.found.what), offer.found.what


# Trains (F5)


def _car(offer: Offer) -> Choice:
    train, name = _train(offer)
    place = int(offer.s.length[offer.seat * 2 + train])
    thing = {MAIL_PLACE: "mail", TILE_PLACE: "tile"}.get(place, "car")
    room = 2 * int(SLOTS) - sum(offer.s.length[offer.seat * 2 + t] for t in range(2))
    lost = _left(offer, PARTS.index("car")) - room
    made = offer.choice(
        counted(CHOICES[f"{'car' if offer.many > 1 else thing}_{name}"], offer.many),
        _group(offer, "car"),
        targets.slot(offer.seat, train, place + offer.many),
        warning=counted(WARNINGS["cars"], lost) if lost > 0 else "",
    )
    return replace(made, many=offer.many)


def _mail(offer: Offer) -> Choice:
    assert isinstance(offer.found, Word)
    car = offer.found.what
    words = CHOICES["mail"].format(effect=offer.deck.mail_car(car))
    return offer.choice(words, GROUPS["mail"], targets.mail(car))


def _upgrade(offer: Offer) -> Choice:
    assert isinstance(offer.found, Upgrade)
    train, place = notation.TRAINS.index(offer.found.train), offer.found.slot - 1
    level = int(slot(offer.s, offer.seat, train, place))
    values = offer.s.setting.car_value
    words = CHOICES[f"upgrade_{offer.found.train}"].format(
        slot=place + 1, value=values[level], better=values[level + 1]
    )
    return offer.choice(words, _group(offer, "upgrade"), targets.slot(offer.seat, train, place + 1))


def _conductor(offer: Offer) -> Choice:
    train, name = _train(offer)
    to = int(offer.s.length[CONDUCTORS + offer.seat * 2 + train]) + offer.many
    words = CHOICES[f"conductor_{name}"].format(slot=to)
    made = offer.choice(words, _group(offer, "conductor"), targets.slot(offer.seat, train, to))
    return replace(made, many=offer.many)


def _walk(offer: Offer) -> Choice:
    s, after = offer.s, offer.outcome.trial.after
    which = int(s.setting.box_which[s.box])
    words = CHOICES["walk"].format(effect=card_text.part("conductor", _left(offer, CONDUCTOR), which))
    ends = [
        targets.slot(offer.seat, train, int(after.length[CONDUCTORS + offer.seat * 2 + train]))
        for train in range(2)
        if s.length[CONDUCTORS + offer.seat * 2 + train] < after.length[CONDUCTORS + offer.seat * 2 + train]
    ]
    return offer.choice(words, _group(offer, "conductor"), ends[0])


# Game-end cards (F10.5)


def _choose(offer: Offer) -> Choice:
    return offer.choice(CHOICES["choose"], _group(offer, "gameEnd"), targets.PILE)


def _pick(offer: Offer) -> Choice:
    assert isinstance(offer.found, Word)
    card = offer.found.what
    words = CHOICES["pick"].format(words=offer.deck.game_end(card))
    return offer.choice(words, _group(offer, "gameEnd"), targets.game_end(card))


def _blind(offer: Offer) -> Choice:
    return offer.choice(CHOICES["blind"], _group(offer, "gameEnd"), targets.PILE)


def _keep(offer: Offer) -> Choice:
    assert isinstance(offer.found, Word)
    card = offer.found.what
    words = CHOICES["keep"].format(words=offer.deck.at_the_end(card))
    return Choice(str(offer.found), words, GROUPS["keep"], targets.game_end(card))


# Cards to place (F12, F14, F15)


def _celebrity(offer: Offer) -> Choice:
    train, name = _train(offer)
    place = int(b.free_car(offer.s, offer.seat, train)) + 1
    return offer.choice(
        CHOICES[f"celebrity_{name}"].format(slot=place),
        GROUPS["place"],
        targets.slot(offer.seat, train, place),
    )


def _postcard(offer: Offer) -> Choice:
    assert isinstance(offer.found, Word)
    rail = int(offer.found.what)
    words = CHOICES["postcard"].format(rail=rail)
    clock = int(STATIONS) + 2 * rail
    return offer.choice(words, GROUPS["place"], targets.space(offer.seat, clock))


def _guest(offer: Offer) -> Choice:
    assert isinstance(offer.found, Word)
    train = notation.HALVES.index(offer.found.what)
    place = int(b.free_car(offer.s, offer.seat, train)) + 1
    guest = offer.deck.read(offer.s.setting.names.cards[offer.s.card]).guest
    assert guest is not None
    words = CHOICES[offer.found.what].format(slot=place, effect=card_text.action(guest[train]))
    return offer.choice(words, GROUPS["place"], targets.slot(offer.seat, train, place))


def _gap(offer: Offer) -> Choice:
    """F15.1: a covered mechanic earns nothing more."""
    assert isinstance(offer.found, Word)
    gap = int(offer.found.what)
    covered = int(e.top(offer.s, offer.seat, gap - 1))
    if covered == NOTHING:
        words = CHOICES["gap"].format(gap=gap)
    else:
        card = offer.deck.kind(offer.s.setting.names.cards[covered])
        words = CHOICES["gap_over"].format(gap=gap, card=card)
    ends = any(e.loses_work(offer.s, offer.seat, gap - 1, train) for train in range(2))
    return offer.choice(
        words,
        GROUPS["place"],
        targets.gap(offer.seat, gap),
        warning=WARNINGS["mechanic"] if ends else "",
    )


WORDS: Final[dict[str, Callable[[Offer], Choice]]] = {
    "car": _car,
    "mail": _mail,
    "upgrade": _upgrade,
    "conductor": _conductor,
    "walk": _walk,
    "choose": _choose,
    "pick": _pick,
    "blind": _blind,
    "keep": _keep,
    "celebrity": _celebrity,
    "postcard": _postcard,
    "guest": _guest,
    "gap": _gap,
}
