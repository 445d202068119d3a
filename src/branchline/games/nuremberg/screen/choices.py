"""Everything the player to move may do, each choice with its text, the shape that stands for it, and its price."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from branchline.core.screen import Choice
from branchline.games.nuremberg.drawing import targets
from branchline.games.nuremberg.rules import auction, moves, phases, ways
from branchline.games.nuremberg.rules.board import NOWHERE, RED, RED_PASSENGER
from branchline.games.nuremberg.rules.state import BID_CUBES, NOBODY, TRAIN_GOODS, TRAIN_PASSENGERS, State
from branchline.games.nuremberg.screen import prices
from branchline.games.nuremberg.text import sentences
from branchline.games.nuremberg.text.notation import COMPANIES, KINDS, UNITS, move
from branchline.games.nuremberg.text.screen_words import BUTTONS, GROUPS, PRICES, WARNINGS, fill, things
from branchline.games.nuremberg.text.telling import plot_name
from branchline.games.nuremberg.views.show import decision
from branchline.games.nuremberg.views.view import COLOURS
from branchline.languages import counted, listed

MOST_STRETCHES: Final = 80  # if there are more, a stretch is chosen link by link


def choices(s: State, names: Sequence[str]) -> list[Choice]:
    if s.active < 0:
        return []
    legal = [int(found) for found in phases.legal(s)]
    match decision(s):
        case "bid":
            return [_bid(s, names, found) for found in legal]
        case "build":
            return _ordered([_stop(s) if found == moves.STOP else _build(s, found) for found in legal])
        case "pay":
            return [_pay(s, moves.pay_unit(found)) for found in legal]
        case "load":
            return [_load(s, moves.load_train(found)) for found in legal]
        case "cede":
            return _takeover(s, legal)
        case _:
            return _ordered([_act(s, found, legal) for found in legal])


def _ordered(found: list[Choice]) -> list[Choice]:
    """Choices grouped together; the one that ends the turn comes last."""
    groups = list(dict.fromkeys(choice.group for choice in found))
    last = {GROUPS["stop"], GROUPS["pass"], GROUPS["keep"]}
    groups.sort(key=lambda group: group in last)
    return sorted(found, key=lambda choice: groups.index(choice.group))


# N5


def _bid(s: State, names: Sequence[str], number: int) -> Choice:
    box, cubes = moves.bid_box(number), moves.bid_cubes(number)
    name = s.setting.names.boxes[box]
    price = []
    if s.boxes[box] != NOBODY:
        price.append(fill(PRICES, "outbids", name=names[s.boxes[box]], cubes=s.boxes[BID_CUBES + box]))
    rest = int(s.cubes[s.active]) - cubes
    price.append(fill(PRICES, "left", things=things("cubes", rest)))
    return Choice(
        move=str(move(s.setting, number)),
        words=counted(BUTTONS["bid"], cubes),
        group=box_heading(s, box),
        target=targets.box(name),
        price=tuple(price),
    )


def box_heading(s: State, box: int) -> str:
    """`Top 2: 2 brown, 1 green, 1 red`, the disc included (N4.1)."""
    name = s.setting.names.boxes[box]
    given = [(colour, int(auction.points(s, box, number))) for number, colour in enumerate(COLOURS)]
    points = ", ".join(things(colour, count) for colour, count in given if count)
    return fill(GROUPS, f"box_{name.rstrip('0123456789')}", number=name[-1], points=points)


# N7


def _build(s: State, number: int) -> Choice:
    link = moves.build_link(number)
    board = s.setting.board
    start, end = int(moves.link_from(board, link)), int(moves.link_to(board, link))
    first = s.head == NOWHERE
    values = {"start": plot_name(s, start), "end": plot_name(s, end), "head": plot_name(s, start)}
    return Choice(
        move=str(move(s.setting, number)),
        words=fill(BUTTONS, "begin" if first else "build", **values),
        group=fill(GROUPS, "begin" if first else "build", **values),
        target=targets.border_of(s.setting, moves.border_of(link)),
        shows=(targets.border_of(s.setting, moves.border_of(link)), targets.plot_of(s.setting, end)),
        price=prices.of_link(s, link),
    )


def _stop(s: State) -> Choice:
    return Choice("stop", BUTTONS["stop" if s.way_length else "no_line"], GROUPS["stop"])


def _pay(s: State, unit: int) -> Choice:
    """N7.12, N9.3: one unit of what is owed."""
    colour = UNITS[unit]
    cubes, influence = prices.held(s)
    is_cube = unit == moves.CUBE
    rest = things("cubes", cubes - 1) if is_cube else things(colour, influence[unit] - 1)
    return Choice(
        move=f"pay {colour}",
        words=BUTTONS[f"pay_{colour}"],
        group=fill(GROUPS, "pay", owed=s.owed),
        target=targets.player(s.active) if is_cube else targets.track(colour),
        price=(fill(PRICES, "left", things=rest),),
    )


# N9


def _act(s: State, number: int, legal: Sequence[int]) -> Choice:
    if number == moves.PASS:
        items = sum(moves.SHIP <= found < moves.LOAD for found in legal)
        warning = counted(WARNINGS["pass"], items) if items else ""
        return Choice("pass", BUTTONS["pass"], GROUPS["pass"], warning=warning)
    if number < moves.SHIP:
        return _rent(s, moves.rent_train(number))
    return _ship(s, moves.ship_kind(number), moves.ship_plot(number))


def _rent(s: State, train: int) -> Choice:
    setting = s.setting
    name = setting.names.trains[train]
    spaces = [
        things(f"{sort}_spaces", int(count), points=int(points))
        for sort, count, points in (
            ("passenger", setting.train_passengers[train], setting.passenger_points[train]),
            ("goods", setting.train_goods[train], setting.goods_points[train]),
        )
        if count
    ]
    return Choice(
        move=f"rent {name}",
        words=fill(BUTTONS, "rent", train=name),
        group=GROUPS["rent"],
        target=targets.train(name),
        price=(listed(spaces), *prices.of_train(s, train)),
    )


def _ship(s: State, kind: int, plot: int) -> Choice:
    ids = s.setting.names.plots
    way = ways.way_of_item(s, kind, plot)
    shows: tuple[str, ...] = ()
    price = [_points(s, kind)]
    if way is not None:
        shows = (*targets.borders_of(s.setting, way.borders), targets.plot_of(s.setting, way.end))
        price.insert(0, fill(PRICES, "to", plot=plot_name(s, way.end)))
    return Choice(
        move=f"ship {KINDS[kind]} {ids[plot]}",
        words=fill(BUTTONS, "ship", item=item_name(s, kind), plot=plot_name(s, plot)),
        group=GROUPS["ship"],
        target=targets.item(ids[plot], KINDS[kind]),
        shows=shows,
        price=tuple(price),
    )


def item_name(s: State, kind: int) -> str:
    if kind >= RED_PASSENGER:
        return sentences.ITEMS[KINDS[kind]]
    return sentences.GOODS[getattr(s.setting.names.source.goods, KINDS[kind])]


def _points(s: State, kind: int) -> str:
    """N10.1: the points of the spaces into which the item could go."""
    points = [points_on(s, kind, train) for train in range(s.setting.trains) if _has_room(s, kind, train)]
    if min(points) == max(points):
        return counted(PRICES["points"], points[0])
    return fill(PRICES, "points_between", low=min(points), high=max(points))


def points_on(s: State, kind: int, train: int) -> int:
    passenger = kind >= RED_PASSENGER
    return int(s.setting.passenger_points[train] if passenger else s.setting.goods_points[train])


def _has_room(s: State, kind: int, train: int) -> bool:
    if s.trains[train] != s.active:
        return False
    if kind >= RED_PASSENGER:
        return bool(s.trains[TRAIN_PASSENGERS + train] < s.setting.train_passengers[train])
    return bool(s.trains[TRAIN_GOODS + train] < s.setting.train_goods[train])


def _load(s: State, train: int) -> Choice:
    name = s.setting.names.trains[train]
    return Choice(
        move=f"load {name}",
        words=fill(BUTTONS, "load", train=name),
        group=GROUPS["load"],
        target=targets.train(name),
        price=(counted(PRICES["points"], points_on(s, int(s.loading), train)),),
    )


# N12


def _takeover(s: State, legal: Sequence[int]) -> list[Choice]:
    found: list[Choice] = []
    if moves.SIGN in legal:
        found.append(_sign(s))
    onward = [stretch for stretch in ways.stretches(s) if len(stretch.borders) > s.way_length]
    if len(onward) > MOST_STRETCHES:
        found += [_step(s, number) for number in legal if number >= moves.CEDE]
    else:
        found += [_stretch(s, stretch) for stretch in onward]
    if moves.KEEP in legal:
        found.append(Choice("keep", BUTTONS["keep"], GROUPS["keep"]))
    return found


def _company(s: State, company: int) -> str:
    return sentences.called(getattr(s.setting.names.source.companies, COMPANIES[company - int(RED)]))


def _stretch(s: State, stretch: ways.Stretch) -> Choice:
    ids = s.setting.names.plots
    steps = stretch.plots[s.way_length :]
    return Choice(
        move=f"cede {COMPANIES[stretch.company - int(RED)]} {' '.join(ids[plot] for plot in steps)} sign",
        words=fill(
            BUTTONS, "cede", start=plot_name(s, stretch.plots[0]), end=plot_name(s, stretch.plots[-1]),
            links=things("links", len(stretch.borders)),
        ),
        group=fill(GROUPS, "cede", company=_company(s, stretch.company)),
        target=targets.plot_of(s.setting, stretch.plots[-1 if s.way_length else 0]),
        shows=(*targets.borders_of(s.setting, stretch.borders), targets.plot_of(s.setting, stretch.plots[-1])),
        price=prices.of_stretch(s, stretch),
    )  # fmt: skip


def _step(s: State, number: int) -> Choice:
    link = moves.cede_link(number)
    board = s.setting.board
    start, end = int(moves.link_from(board, link)), int(moves.link_to(board, link))
    key = "begin" if s.ceding == NOWHERE else "cede_step"
    return Choice(
        move=str(move(s.setting, number)),
        words=fill(BUTTONS, key, start=plot_name(s, start), end=plot_name(s, end)),
        group=fill(GROUPS, "cede", company=_company(s, moves.cede_company(number))),
        target=targets.border_of(s.setting, moves.border_of(link)),
    )


def _sign(s: State) -> Choice:
    begun = next(found for found in ways.stretches(s) if len(found.borders) == s.way_length)
    return Choice(
        move="sign",
        words=BUTTONS["sign"],
        group=fill(GROUPS, "cede", company=_company(s, int(s.ceding))),
        shows=targets.borders_of(s.setting, begun.borders),
        price=prices.of_stretch(s, begun),
    )
