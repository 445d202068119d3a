"""Everything the player to move may do, each choice with its text, the shape that stands for it, and its price."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from branchline.core.screen import Choice
from branchline.games.nuremberg.drawing import targets
from branchline.games.nuremberg.rules import auction, moves, phases, ways
from branchline.games.nuremberg.rules.board import NOWHERE, RED, RED_PASSENGER
from branchline.games.nuremberg.rules.state import BID_CUBES, NOBODY, TRAIN_GOODS, TRAIN_PASSENGERS, State
from branchline.games.nuremberg.screen import effects, prices
from branchline.games.nuremberg.screen.effects import tried
from branchline.games.nuremberg.text import sentences
from branchline.games.nuremberg.text.notation import COMPANIES, KINDS, expand, move
from branchline.games.nuremberg.text.screen_words import (
    BUTTONS,
    GROUPS,
    PRICES,
    WARNINGS,
    fill,
    things,
    tokens,
)
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
            return [_pay(s)]
        case "load":
            return [_load(s, moves.load_train(found)) for found in legal]
        case "cede":
            return _takeover(s, legal)
        case _:
            return _ordered(_actions(s, legal))


def midway(s: State) -> bool:
    """A payment belongs to its link or train, a train to the shipment."""
    return decision(s) in ("pay", "load")


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
    return Choice(
        move=str(move(s.setting, number)),
        words=counted(BUTTONS["bid"], cubes),
        group=box_heading(s, box),
        many=cubes,
        target=targets.box(name),
        effects=(("cube", -cubes, int(s.cubes[s.active]) - cubes),),
        price=tuple(price),
    )


def box_heading(s: State, box: int) -> str:
    """`A2: 2 :brown:, 1 :green:, 1 :red:`, the disc included (N4.1)."""
    name = s.setting.names.boxes[box]
    given = [(colour, int(auction.points(s, box, number))) for number, colour in enumerate(COLOURS)]
    points = ", ".join(tokens(colour, count) for colour, count in given if count)
    return fill(GROUPS, "box", box=sentences.box_name(name), points=points)


# N7


def _build(s: State, number: int) -> Choice:
    link = moves.build_link(number)
    board = s.setting.board
    start, end = int(moves.link_from(board, link)), int(moves.link_to(board, link))
    first = s.head == NOWHERE
    values = {"start": plot_name(s, start), "end": plot_name(s, end), "head": plot_name(s, start)}
    trial = tried(s, str(move(s.setting, number)), number)
    return Choice(
        move=trial.move,
        words=fill(BUTTONS, "begin" if first else "build", **values),
        group=fill(GROUPS, "begin" if first else "build", **values),
        target=targets.border_of(s.setting, moves.border_of(link)),
        shows=(targets.border_of(s.setting, moves.border_of(link)), targets.plot_of(s.setting, end)),
        effects=effects.changes(s, trial.after, effects.LINK),
        pays=trial.pays,
        price=prices.of_link(s, link),
        note=effects.note_on_account(s, trial.after),
    )


def _stop(s: State) -> Choice:
    return Choice("stop", BUTTONS["stop" if s.way_length else "no_line"], GROUPS["stop"], ends=True)


def _pay(s: State) -> Choice:
    """N7.12, N9.3: what is still owed, if somebody paid unit by unit."""
    trial = tried(s, "")
    return Choice(
        move=trial.move,
        words=BUTTONS["pay"],
        group=fill(GROUPS, "pay", owed=s.owed),
        effects=effects.changes(s, trial.after, effects.TRAIN),
        pays=trial.pays,
    )


# N9


def _actions(s: State, legal: Sequence[int]) -> list[Choice]:
    trains = [moves.rent_train(found) for found in legal if moves.is_rent(found)]
    items = [(moves.ship_kind(found), moves.ship_plot(found)) for found in legal if moves.is_ship(found)]
    by_train = [
        _ship(s, kind, plot, train)
        for train in range(s.setting.trains)
        for kind, plot in items
        if _has_room(s, kind, train)
    ]
    return [*by_train, *(_rent(s, train) for train in trains), _pass(s, len(items), bool(trains))]


def _pass(s: State, items: int, may_rent: bool) -> Choice:
    return Choice(
        move="pass",
        words=BUTTONS["pass"],
        group=GROUPS["pass"],
        effects=effects.of_passing(s),
        note=effects.notes_on_passing(s, may_rent),
        warning=counted(WARNINGS["pass"], items) if items else "",
        ends=True,
    )


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
    trial = tried(s, f"rent {name}", moves.rent(train))
    return Choice(
        move=trial.move,
        words=fill(BUTTONS, "rent", train=name),
        group=GROUPS["rent"],
        target=targets.train(name),
        effects=effects.changes(s, trial.after, effects.TRAIN),
        pays=trial.pays,
        price=(listed(spaces),),
    )


def _ship(s: State, kind: int, plot: int, train: int) -> Choice:
    """N9.4: one choice for each train with room."""
    ids, name = s.setting.names.plots, s.setting.names.trains[train]
    way = ways.way_of_item(s, kind, plot)
    shows: tuple[str, ...] = ()
    price: tuple[str, ...] = ()
    if way is not None:
        shows = (*targets.borders_of(s.setting, way.borders), targets.plot_of(s.setting, way.end))
        price = (fill(PRICES, "to", plot=plot_name(s, way.end)),)
    text = f"ship {KINDS[kind]} {ids[plot]} {name}"
    after = tried(s, text, *expand(s, text)).after
    return Choice(
        move=text,
        words=fill(BUTTONS, "ship", item=item_name(s, kind), plot=plot_name(s, plot)),
        group=fill(GROUPS, "ship", train=name),
        target=targets.item(ids[plot], KINDS[kind]),
        shows=shows,
        effects=effects.changes(s, after, effects.TRAIN),
        price=price,
        note=effects.note_on_account(s, after),
    )


def item_name(s: State, kind: int) -> str:
    if kind >= RED_PASSENGER:
        return sentences.ITEMS[KINDS[kind]]
    return sentences.GOODS[getattr(s.setting.names.source.goods, KINDS[kind])]


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
        effects=effects.changes(s, tried(s, "", moves.load(train)).after, effects.TRAIN),
    )


# N12


def _takeover(s: State, legal: Sequence[int]) -> list[Choice]:
    found: list[Choice] = []
    if moves.SIGN in legal:
        found.append(_sign(s))
    onward = [stretch for stretch in ways.stretches(s) if len(stretch.borders) > s.way_length]
    if len(onward) > MOST_STRETCHES:
        found += [_step(s, number) for number in legal if moves.is_cede(number)]
    else:
        found += [_stretch(s, stretch) for stretch in onward]
    if moves.KEEP in legal:
        found.append(
            Choice("keep", BUTTONS["keep"], GROUPS["keep"], note=effects.note_on_keeping(s), ends=True)
        )
    return found


def _company(s: State, company: int) -> str:
    return sentences.company_name(getattr(s.setting.names.source.companies, COMPANIES[company - int(RED)]))


def _stretch(s: State, stretch: ways.Stretch) -> Choice:
    ids = s.setting.names.plots
    steps = stretch.plots[s.way_length :]
    text = f"cede {COMPANIES[stretch.company - int(RED)]} {' '.join(ids[plot] for plot in steps)} sign"
    return Choice(
        move=text,
        words=fill(
            BUTTONS, "cede", start=plot_name(s, stretch.plots[0]), end=plot_name(s, stretch.plots[-1]),
            links=things("links", len(stretch.borders)),
        ),
        group=fill(GROUPS, "cede", company=_company(s, stretch.company)),
        target=targets.plot_of(s.setting, stretch.plots[-1 if s.way_length else 0]),
        shows=(*targets.borders_of(s.setting, stretch.borders), targets.plot_of(s.setting, stretch.plots[-1])),
        effects=effects.changes(s, tried(s, text, *expand(s, text)).after, effects.STRETCH),
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
        effects=effects.changes(s, tried(s, "", moves.SIGN).after, effects.STRETCH),
        price=prices.of_stretch(s, begun),
        ends=True,
    )
