"""What the player to move may do, as choices with texts, shapes, prices and warnings. `step_choices` has the steps of
the running action."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from msgspec.structs import replace

from branchline.core.notation import Word
from branchline.core.screen import Choice
from branchline.games.firstclass.drawing import targets
from branchline.games.firstclass.rules import (
    actions,
    contracts,
    market,
    phases,
    refusals,
    route,
    scoring,
    trains,
)
from branchline.games.firstclass.rules import moves as m
from branchline.games.firstclass.rules.modules import c, e
from branchline.games.firstclass.rules.state import (
    DISCARD_EVIDENCE,
    NOTHING,
    SCORING,
    State,
    slot,
    waiting_entry,
)
from branchline.games.firstclass.screen import effects, step_choices
from branchline.games.firstclass.screen.offers import Offer, Offers, action
from branchline.games.firstclass.text import notation
from branchline.games.firstclass.text.captions import CHOICES, GROUPS, PRICES, WARNINGS
from branchline.games.firstclass.text.notation import Mechanic, Take
from branchline.games.firstclass.text.sentences import EFFECTS, TABLE
from branchline.games.firstclass.text.telling import deck, source
from branchline.languages import counted, listed


def choices(s: State) -> list[Choice]:
    """All legal moves of the player to move, in display order."""
    if s.active < 0:
        return []
    offers = Offers(s)
    found = list(_proposed(offers))
    for move in phases.legal(s):
        played = notation.move(s.setting, move)
        offer, verb = Offer(offers, int(move), played), str(played).split()[0]
        if verb in ("car", "conductor"):
            found += offer.repeated(WORDS[verb])
        elif verb != "buy":
            found.append(replace(WORDS[verb](offer), ends=verb in ENDS))
    return sorted(found, key=_place)


def _place(choice: Choice) -> int:
    verb = choice.move.split()[0]
    return ORDER.index(verb if verb in ORDER else "")


# The market (F3)


def _take(offer: Offer) -> Choice:
    assert isinstance(offer.found, Take)
    place = (offer.found.row - 1) * int(market.ROW_CARDS) + offer.found.column - 1
    card = offer.offers.market[place]
    if offer.found.trade:
        stuck = not trains.can_upgrade(offer.s, offer.seat)
        return offer.choice(
            CHOICES["trade"].format(card=card),
            GROUPS["trade"],
            targets.card(place),
            warning=WARNINGS["no_upgrade"] if stuck else "",
            poorer=True,
        )
    number = int(offer.s.market[place])
    return offer.choice(
        CHOICES["take"].format(card=card),
        GROUPS["take"],
        targets.card(place),
        warning="" if offer.s.setting.card_place[number] != NOTHING else offer.does_nothing,
    )


def _tile(offer: Offer) -> Choice:
    """F3.4: the leftmost card of the topmost row leaves."""
    made = offer.choice(CHOICES["tile"].format(effect=offer.effect), GROUPS["tile"], targets.TILE)
    place = int(market.first_place(offer.s))
    gone = PRICES["card"].format(card=offer.offers.market[place])
    return replace(made, shows=(targets.card(place), *made.shows), price=(gone,))


# Coins (F8) and contracts (F9)


def _coin(offer: Offer) -> Choice:
    assert isinstance(offer.found, Word)
    words = CHOICES[offer.found.verb].format(column=offer.found.what, effect=offer.effect)
    return offer.choice(words, GROUPS["spend"], targets.column(int(offer.found.what)))


def _buy(offer: Offer) -> Choice:
    """F8.2: one choice, for all the ways to pay; without a question if there is only one."""
    made = offer.choice(GROUPS["buy"], GROUPS["buy"], targets.PILE)
    return replace(made, pays=effects.purchase(offer.s)[0])


def _complete(offer: Offer) -> Choice:
    assert isinstance(offer.found, Word)
    card = offer.found.what
    words = CHOICES["complete"].format(need=offer.deck.need(card), effect=offer.deck.reward(card))
    return offer.choice(words, GROUPS["complete"], targets.contract(card))


# Waiting actions (F4.2)


def _do(offer: Offer) -> Choice:
    assert isinstance(offer.found, Word)
    words = CHOICES[f"do_{source(offer.s, m.do_source(offer.move))}"].format(effect=offer.effect)
    return offer.choice(words, GROUPS["do"], targets.ticket(offer.found.what))


def _mechanic(offer: Offer) -> Choice:
    assert isinstance(offer.found, Mechanic)
    train = notation.TRAINS.index(offer.found.train)
    place = int(e.RIGHT[offer.found.gap - 1])
    level = int(slot(offer.s, offer.seat, train, place))
    value, better = offer.s.setting.car_value[level], offer.s.setting.car_value[level + 1]
    words = CHOICES[f"mechanic_{offer.found.train}"].format(
        gap=offer.found.gap, slot=place + 1, value=value, better=better
    )
    waits = int(e.waiting(offer.s, offer.seat, offer.found.gap - 1, train))
    if waits > 1:
        words += "; " + counted(TABLE[f"gap_waits_{offer.found.train}"], waits)
    return offer.choice(words, GROUPS["do"], targets.mechanic(train, offer.found.gap))


# Scoring and the end of a turn (F10)


def _clock(offer: Offer) -> Choice:
    space = int(route.next_clock(offer.s))
    key = "clock_again" if offer.s.again else "clock"
    words = CHOICES[key].format(space=space, effect=offer.effect)
    return offer.choice(words, GROUPS["clock"], targets.space(offer.seat, space), warning=offer.does_nothing)


def _end(offer: Offer) -> Choice:
    warnings = [_left_waiting(offer.s, offer.seat)]
    if offer.s.phase != SCORING:
        return offer.choice(CHOICES["end"], GROUPS["end"], warning=" ".join(filter(None, warnings)))
    if offer.s.round == scoring.ROUNDS:
        warnings.append(_left_fulfilled(offer.s))
    points = trains.points(offer.s, offer.seat, 0) + trains.points(offer.s, offer.seat, 1)
    if offer.s.setting.has_gaps:
        points += e.switch_points(offer.s, offer.seat)
    words = CHOICES["end_scoring"].format(points=counted(EFFECTS["points"], points))
    return offer.choice(words, GROUPS["end"], warning=" ".join(filter(None, warnings)))


def _left_waiting(s: State, seat: int) -> str:
    """F4.2: waiting actions that can do nothing lapse."""
    entries = [int(waiting_entry(s, place)) for place in range(s.waits)]
    left = [
        action(s, actions.waiting_box(s, seat, entry // 64 % 256), entry % 64)
        for entry in entries
        if entry // 16384 == seat
    ]
    return WARNINGS["waiting"].format(effects=listed(left)) if left else ""


def _left_fulfilled(s: State) -> str:
    """After the last scoring phase a contract no longer brings anything (F9.1)."""
    names = s.setting.names.cards
    left = [
        deck(s).need(names[card])
        for card in range(len(names))
        if contracts.why_not(s, card) == refusals.ALLOWED
    ]
    return WARNINGS["contracts"].format(cards=listed(left)) if left else ""


# What stands for several moves


def _proposed(offers: Offers) -> Iterator[Choice]:
    """Discarding as many fingerprints as possible (F13.5), which is what `discard` alone stands for; buying a game-end
    card with the coins that the player needs least (F8.2)."""
    s = offers.s
    if s.phase == DISCARD_EVIDENCE and len(notation.expand(s, "discard")) > 1:
        yield Choice("discard", CHOICES["discard_most"], GROUPS["discard"])
    if any(m.BUY <= move < m.COMPLETE for move in phases.legal(s)):
        text = " ".join(["buy", *map(str, effects.purchase(s)[1])])
        found = notation.read(s.setting, text)
        yield _buy(Offer(offers, found.id, found))


# Evidence (F13.5)


def _discard(offer: Offer) -> Choice:
    assert isinstance(offer.found, Word)
    words = CHOICES["discard"].format(token=offer.deck.token(offer.found.what))
    return Choice(str(offer.found), words, GROUPS["discard"], targets.token(offer.found.what))


def _done(offer: Offer) -> Choice:
    warning = counted(WARNINGS["evidence"], int(c.discards_left(offer.s)))
    return Choice("done", CHOICES["done"], GROUPS["discard"], warning=warning)


WORDS: Final[dict[str, Callable[[Offer], Choice]]] = {
    "take": _take,
    "trade": _take,
    "tile": _tile,
    "spend": _coin,
    "point": _coin,
    "complete": _complete,
    "do": _do,
    "mechanic": _mechanic,
    "clock": _clock,
    "end": _end,
    "discard": _discard,
    "done": _done,
    **step_choices.WORDS,
}
ENDS: Final = ("end", "done")
# Likely choices first; the end of the turn comes late, followed only by rare ones
ORDER: Final = (
    "clock",
    "do",
    "mechanic",
    "",
    "tile",
    "complete",
    "spend",
    "point",
    "end",
    "buy",
    "trade",
    "done",
)
