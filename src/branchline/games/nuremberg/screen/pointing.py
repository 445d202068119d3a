"""What a click on a shape could mean, and which shapes a move involves."""

from __future__ import annotations

from itertools import chain

from branchline.core.notation import Word
from branchline.games.nuremberg.drawing import targets
from branchline.games.nuremberg.rules import moves, phases, ways
from branchline.games.nuremberg.rules.board import GREEN, NOWHERE, RED
from branchline.games.nuremberg.rules.state import (
    AUCTION,
    BID_CUBES,
    DRAW_GOODS,
    DRAW_PAWNS,
    SHIPPING,
    TAKEOVER,
    State,
)
from branchline.games.nuremberg.text import notation
from branchline.games.nuremberg.text.notation import KINDS, UNITS, Bid, Build, Cede, Ship


def meant(s: State, target: str) -> list[int]:
    """Moves by target: legal ones first, then the likelier ones."""
    kind, _, name = target.partition(":")
    found = _meant(s, kind, name)
    legal = set(map(int, phases.legal(s)))
    return sorted(dict.fromkeys(found), key=lambda move: move not in legal)


def _meant(s: State, kind: str, name: str) -> list[int]:
    names = s.setting.names
    if kind in ("border", "link"):
        a, _, b = name.partition("-")
        if a in names.plot_number and b in names.plot_number:
            return _over_border(s, names.plot_number[a], names.plot_number[b])
    elif kind in ("plot", "station") and name in names.plot_number:
        return _at_plot(s, names.plot_number[name])
    elif kind == "item":
        plot, _, item = name.partition(":")
        if plot in names.plot_number and item in KINDS:
            return [moves.ship(KINDS.index(item), names.plot_number[plot])]
    elif kind == "box" and name in names.boxes:
        return _on_box(s, names.boxes.index(name))
    elif kind == "train" and name in names.trains:
        train = names.trains.index(name)
        wanted = [moves.rent(train), moves.load(train)]
        return wanted if s.loading == NOWHERE else wanted[::-1]
    elif kind == "track" and name in UNITS:
        return [moves.pay(UNITS.index(name))]
    elif kind == "player":
        return [moves.pay(moves.CUBE)] if s.owed and name == str(s.active) else []
    return []


def _over_border(s: State, a: int, b: int) -> list[int]:
    board = s.setting.board
    border = board.border_between(a, b)
    if border == NOWHERE:
        return []
    # From the end of the line, or from the player's track, if that is one of the ends
    starts = sorted((a, b), key=lambda plot: (plot != s.head, not _may_start(s, plot)))
    links = [int(moves.directed(board, border, start)) for start in starts]
    if s.phase == TAKEOVER:
        companies = sorted((int(RED), int(GREEN)), key=lambda company: company != s.ceding)
        return [int(moves.cede(company, link)) for company in companies for link in links]
    return [moves.build(link) for link in links]


def _may_start(s: State, plot: int) -> bool:
    here = 1 << plot
    return bool((s.touched[s.active] | s.stations[0] | s.stations[1]) & here) if s.active >= 0 else False


def _at_plot(s: State, plot: int) -> list[int]:
    """Something that lies there, a link to it, or a stretch from it."""
    board = s.setting.board
    around = [border for border in range(board.borders) if plot in (board.end_a[border], board.end_b[border])]
    if s.phase == SHIPPING:
        return [
            moves.ship(kind, plot) for kind in _kinds_at(s, plot) or (0,)
        ]  # nothing there: the refusal says so
    found = chain.from_iterable(
        _over_border(s, int(board.end_a[border]), int(board.end_b[border])) for border in around
    )
    if s.head == NOWHERE or s.head == plot:
        return [move for move in found if _start_of(s, move) == plot]
    ahead = [move for move in found if _start_of(s, move) != plot]
    return sorted(ahead, key=lambda move: _start_of(s, move) != s.head)


def _kinds_at(s: State, plot: int) -> list[int]:
    kinds = [2 + colour for colour in range(2) if s.pawns[plot * 3 + colour]]
    if s.goods[plot]:
        kinds.append(int(s.setting.board.goods[plot]))
    return kinds


def _start_of(s: State, move: int) -> int:
    link = moves.cede_link(move) if moves.is_cede(move) else moves.build_link(move)
    return int(moves.link_from(s.setting.board, link))


def _on_box(s: State, box: int) -> list[int]:
    """A bid of one cube more than the standing bid; or the lowest legal bid, if that explains more."""
    if s.phase != AUCTION:
        return [moves.bid(box, 1)]
    least = max(int(s.setting.box_minimum[box]), int(s.boxes[BID_CUBES + box]) + 1)
    return [moves.bid(box, cubes) for cubes in range(min(least, 15), 16)]


# Shapes of a move


def touched(s: State, number: int) -> list[str]:
    found = notation.move(s.setting, number)
    setting, plots = s.setting, s.setting.names.plot_number
    match found:
        case Bid():
            return [targets.box(found.box)]
        case Build():
            link = moves.build_link(number)
            return [
                targets.border_of(setting, moves.border_of(link)),
                targets.plot_of(setting, plots[found.end]),
            ]
        case Cede():
            link = moves.cede_link(number)
            return [targets.border_of(setting, moves.border_of(link))]
        case Ship():
            way = ways.way_of_item(s, KINDS.index(found.kind), plots[found.plot])
            over = targets.borders_of(setting, way.borders) if way else ()
            return [targets.item(found.plot, found.kind), targets.plot_of(setting, plots[found.plot]), *over]
        case Word():
            return _about(s, found)


def _about(s: State, found: Word) -> list[str]:
    setting = s.setting
    match found.verb:
        case "rent" | "load":
            return [targets.train(found.what)]
        case "pay":
            return [targets.player(s.active) if found.what == "cube" else targets.track(found.what)]
        case "sign" | "stop":
            return [*targets.borders_of(setting, map(int, s.way[: s.way_length])), targets.player(s.active)]
        case "seat":
            return [targets.player(int(found.what) - 1)]
        case "disc":
            return [targets.box(setting.names.boxes[s.cursor])]
        case "goods" | "pawn":
            return [targets.plot_of(setting, _drawn_for(s))]
        case _:
            return [targets.player(s.active)]


def _drawn_for(s: State) -> int:
    board = s.setting.board
    if s.phase == DRAW_GOODS:
        return int(board.goods_plots[s.cursor // 2])
    assert s.phase == DRAW_PAWNS
    return int(board.pawn_draws[s.cursor])
