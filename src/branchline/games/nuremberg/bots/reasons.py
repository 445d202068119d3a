"""Why a move is good, in words: what the mover's turn brings, from the positions before and after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from branchline.core.compiled.bits import bit
from branchline.games.nuremberg.bots.worth import Items
from branchline.games.nuremberg.rules.auction import points
from branchline.games.nuremberg.rules.board import GREY, RED_PASSENGER, WHITE, YELLOW
from branchline.games.nuremberg.rules.moves import (
    CEDE,
    CUBE,
    KEEP,
    LOAD,
    PASS,
    RENT,
    SHIP,
    STOP,
    UNITS,
    bid_box,
    bid_cubes,
    build_link,
    link_to,
    load_train,
    pay_unit,
    rent_train,
    ship_kind,
    ship_plot,
)
from branchline.games.nuremberg.rules.paying import has
from branchline.games.nuremberg.rules.shipping import networks, shippable
from branchline.games.nuremberg.rules.state import (
    AUCTION,
    BUILDING,
    KEPT,
    SHIPPING,
    TAKEOVER,
    TRAIN_GOODS,
    TRAIN_PASSENGERS,
    State,
)
from branchline.games.nuremberg.text.screen_words import things
from branchline.games.nuremberg.text.sentences import COUNTS
from branchline.games.nuremberg.text.telling import plot_name
from branchline.languages import Words, counted, listed

# Translators: reasons for a move, each a piece of a list: "reaches Fürth before anybody else, can then ship 2 beer"
REASONS: Final = Words({
    "bid": "gains {gain} for {cubes}",
    "outbids": "takes the box from {name}",
    "first_builder": "builds first, as things stand",
    "first_train": "chooses trains first, as things stand",
    "reaches": "reaches {plots}",
    "alone": "reaches {plots} before anybody else",
    "ships": "can then ship {items}",
    # Translators: said of a link that begins or continues a line, about what its further links reach
    "leads": "leads on to {plots}",
    "leads_alone": "leads on to {plots} before anybody else",
    "will_ship": "can ship {items} once the line is built",
    "joins": "joins Fürth and Nürnberg",
    "goes_on": "a later line can start from {plot}",
    "closes": "nobody else can build there",
    "no_line": "saves the cost and upkeep of a line",
    "enough": "saves the cost and upkeep of another link",
    "leaves": "leaves {rest}",
    "most": "uses what is most plentiful",
    "useless": "it has no other use now",
    "seats": "has room for {passengers} at {fare} and {goods}",
    "earns": "earns {points} and {steps} of profit",
    "space": "a space that pays {points}",
    "contested": "{name} could ship it too",
    "set": "goes towards a set",
    "rest": "nothing else would pay off",
    "cedes": "removes {links} that would cost {points} by the end of the game",
    "keeps": "the track can go on earning",
})  # fmt: skip
AMOUNTS: Final = Words({
    "points": "{count} point|{count} points",
    "steps": "{count} step|{count} steps",
    "passengers": "{count} passenger|{count} passengers",
    "fare": "{count} point each|{count} points each",
    "goods": "{count} goods cube|{count} goods cubes",
})  # fmt: skip

COLOURS: Final = ("white", "brown", "red", "green")
_UNITS: Final = (*COLOURS, "cubes")


def reasons(before: State, move: int, after: State, seat: int, names: Sequence[str]) -> list[str]:
    """Parts of a sentence, the most important first."""
    if before.owed > 0:
        return _payment(before, pay_unit(move), seat)
    if before.phase == AUCTION:
        return _bid(before, move, seat, names)
    if before.phase == BUILDING:
        return _line(before, move, after, seat)
    if before.phase == SHIPPING:
        return _train(before, move, seat, names)
    return _stretch(before, move, after, seat) if before.phase == TAKEOVER else []


def _bid(s: State, move: int, seat: int, names: Sequence[str]) -> list[str]:
    box, cubes = bid_box(move), bid_cubes(move)
    gains = [(colour, points(s, box, number)) for number, colour in enumerate(COLOURS)]
    gain = listed(counted(COUNTS[colour], count) for colour, count in gains if count)
    found = [REASONS["bid"].format(gain=gain, cubes=counted(COUNTS["cubes"], cubes))]
    if s.boxes[box] >= 0:
        found.append(REASONS["outbids"].format(name=names[s.boxes[box]]))
    for colour, key in ((0, "first_builder"), (1, "first_train")):
        if points(s, box, colour) and _leads_with(s, seat, colour, points(s, box, colour)):
            found.append(REASONS[key])
    return found


def _leads_with(s: State, seat: int, colour: int, more: int) -> bool:
    """Whether the points would give the seat the lead on a track, with the standing bids."""

    def total(player: int) -> int:
        bids = sum(points(s, box, colour) for box in range(s.setting.boxes) if s.boxes[box] == player)
        return s.influence[player * 4 + colour] + bids

    return total(seat) + more > max(total(other) for other in range(s.setting.players) if other != seat)


def _line(before: State, move: int, after: State, seat: int) -> list[str]:
    if move == STOP:
        return [REASONS["no_line" if before.way_length == 0 else "enough"]]
    found = []
    whole = after.links[seat] - before.links[seat] > 1  # the line as it is likely to go on
    reaches, ships = (("leads", "leads_alone"), "will_ship") if whole else (("reaches", "alone"), "ships")
    new = after.touched[seat] & ~before.touched[seat] & after.setting.board.stations
    stations = [plot for plot in range(after.setting.board.plots) if new & bit(plot)]
    if stations:
        others = 0
        for other in range(after.setting.players):
            others |= after.touched[other] if other != seat else 0
        alone = [plot for plot in stations if not others & bit(plot)]
        plots = listed(plot_name(after, plot) for plot in (alone or stations)[:3])
        found.append(REASONS[reaches[bool(alone)]].format(plots=plots))
    items = _more_items(before, after, seat)
    if items:
        found.append(REASONS[ships].format(items=items))
    if after.joined and not before.joined:
        found.append(REASONS["joins"])
    return found or [_at_least(before, link_to(before.setting.board, build_link(move)), seat)]


def _at_least(s: State, plot: int, seat: int) -> str:
    """N7.3, N7.2: what every link does."""
    if s.touched[seat] & bit(plot):
        return REASONS["closes"]
    return REASONS["goes_on"].format(plot=plot_name(s, plot))


def _more_items(before: State, after: State, seat: int) -> str:
    """What can be shipped now that could not before."""
    counts = []
    for s in (before, after):
        items = Items()
        for net in networks(s, seat):
            items.add(s, net)
        counts.append((items.yellow, items.grey, items.red, items.green))
    goods = before.setting.names.source.goods
    kinds = (f"yellow_{goods.yellow}", f"grey_{goods.grey}", "red_passengers", "green_passengers")
    return listed(
        things(kind, now - then) for kind, then, now in zip(kinds, *counts, strict=True) if now > then
    )


def _payment(s: State, unit: int, seat: int) -> list[str]:
    """N7.12, N9.3: one unit of what is owed."""
    held = {one: has(s, one) for one in range(UNITS)}
    left = {**held, unit: held[unit] - 1}
    rest = listed(counted(COUNTS[_UNITS[one]], count) for one, count in left.items() if count)
    found = [REASONS["leaves"].format(rest=rest)]
    if all(held[unit] > count for one, count in held.items() if one != unit):
        found.append(REASONS["most"])
    # In the last round only takeovers are left, which are paid in the company's own colour.
    if s.phase == SHIPPING and s.round == s.setting.rounds and unit in (WHITE, CUBE):
        found.append(REASONS["useless"])
    return found


def _train(s: State, move: int, seat: int, names: Sequence[str]) -> list[str]:
    setting = s.setting
    if move == PASS:
        return [REASONS["rest"]]
    if RENT <= move < SHIP:
        train = rent_train(move)
        passengers = setting.train_passengers[train]
        return [
            REASONS["seats"].format(
                passengers=counted(AMOUNTS["passengers"], passengers),
                fare=counted(
                    AMOUNTS["fare" if passengers > 1 else "points"], setting.passenger_points[train]
                ),
                goods=counted(AMOUNTS["goods"], setting.train_goods[train]),
            )
        ]
    if LOAD <= move < CEDE:
        fare = setting.passenger_points if s.loading >= RED_PASSENGER else setting.goods_points
        return [REASONS["space"].format(points=counted(AMOUNTS["points"], fare[load_train(move)]))]
    if not SHIP <= move < LOAD:
        return []
    kind, plot = ship_kind(move), ship_plot(move)
    return [_earned(s, seat, kind), *_rivals(s, seat, kind, plot, names), *_set(s, seat, kind)]


def _earned(s: State, seat: int, kind: int) -> str:
    passenger = kind >= RED_PASSENGER
    spaces = [
        (s.setting.passenger_points if passenger else s.setting.goods_points)[train]
        for train in range(s.setting.trains)
        if s.trains[train] == seat
        and (
            s.trains[TRAIN_PASSENGERS + train] < s.setting.train_passengers[train]
            if passenger
            else s.trains[TRAIN_GOODS + train] < s.setting.train_goods[train]
        )
    ]
    earned = counted(AMOUNTS["points"], max(spaces, default=0))
    steps = counted(AMOUNTS["steps"], 2 if kind == GREY else 1)
    return REASONS["earns"].format(points=earned, steps=steps)


def _rivals(s: State, seat: int, kind: int, plot: int, names: Sequence[str]) -> list[str]:
    return [
        REASONS["contested"].format(name=names[other])
        for other in range(s.setting.players)
        if other != seat and not s.passed & bit(other) and shippable(s, networks(s, other), kind) & bit(plot)
    ][:1]


def _set(s: State, seat: int, kind: int) -> list[str]:
    """N14.1: of the kinds a set needs, one that the player has fewest of."""
    have = [
        s.shipped[KEPT + seat * 4 + one] + s.shipped[seat * 4 + one]
        for one in range(YELLOW, RED_PASSENGER + 2)
    ]
    return [REASONS["set"]] if have[kind] == min(have) else []


def _stretch(before: State, move: int, after: State, seat: int) -> list[str]:
    if move == KEEP:
        return [REASONS["keeps"]]
    links = (
        before.links[seat] - after.links[seat] or after.way_length
    )  # or the expected line ends before it is signed
    rounds = before.setting.rounds - before.round
    return [
        REASONS["cedes"].format(
            links=counted(COUNTS["links"], links), points=counted(AMOUNTS["points"], links * (rounds + 1))
        )
    ]
