"""Refusals and moves as sentences: fills the texts of `sentences` with values from a position."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.core.errors import Refusal
from branchline.core.notation import Word
from branchline.games.nuremberg.rules import building, moves, phases, refusals
from branchline.games.nuremberg.rules.board import GREEN, NOWHERE, RED, WHITE
from branchline.games.nuremberg.rules.state import BID_CUBES, State
from branchline.games.nuremberg.text import nearly_shippable, notation, sentences
from branchline.games.nuremberg.text.notation import Bid, Build, Cede, Ship
from branchline.games.nuremberg.text.sentences import COUNTS, called
from branchline.games.nuremberg.views.view import COMPANIES
from branchline.languages import counted, listed


def refusal(s: State, move: int) -> Refusal | None:
    """Why a move is not legal, in words; None if it is."""
    try:
        notation.move(s.setting, move)
    except ValueError:
        return Refusal(*sentences.REFUSALS[refusals.NO_SUCH_MOVE])
    reason = phases.why_not(s, move)
    if reason == refusals.ALLOWED:
        return None
    better = nearly_shippable.refusal(s, move, reason)
    if better is not None:
        return better
    clause, sentence = sentences.REFUSALS[reason]
    return Refusal(clause, sentence, _values(s, move, sentence))


def _values(s: State, move: int, sentence: str) -> dict[str, object]:
    values: dict[str, object] = {}
    if "{" not in sentence:
        return values
    values["owed"] = s.owed
    values["head"] = plot_name(s, s.head)
    found = notation.move(s.setting, move)
    values.update(_named(s, found))
    if isinstance(found, Bid):
        box = s.setting.names.boxes.index(found.box)
        values["minimum"] = s.setting.box_minimum[box]
        values["standing"] = s.boxes[BID_CUBES + box]
        values["held"] = s.cubes[s.active]
    elif isinstance(found, Build):
        values.update(_price(s, moves.build_link(move)))
    elif isinstance(found, Cede):
        values["influence"] = s.influence[s.active * 4 + RED + COMPANIES.index(found.company)]
    elif isinstance(found, Word) and found.verb == "rent":
        values["cost"] = s.setting.train_cost[moves.rent_train(move)]
    return values


def _price(s: State, link: int) -> dict[str, object]:
    """What a link costs, itemised."""
    red, green = (building.company_toll(s, link, company) for company in (RED, GREEN))
    landlords = building.landlord_toll(s, link)
    left = s.cubes[s.active] + sum(s.influence[s.active * 4 : s.active * 4 + 4]) - red - green - landlords
    tolls = [counted(COUNTS[colour], count) for count, colour in ((red, "red"), (green, "green")) if count]
    return {
        "tolls": listed(tolls),
        "landlords": landlords,
        "white": s.influence[s.active * 4 + WHITE],
        "cost": s.setting.board.cost[moves.border_of(link)],
        "left": left,
    }


def _named(s: State, found: notation.NurembergMove) -> dict[str, object]:
    """Places and things of a move, by the names people use."""
    source = s.setting.names.source
    match found:
        case Bid():
            return {"box": sentences.box_name(found.box), "cubes": counted(COUNTS["cubes"], found.cubes)}
        case Build():
            return {"start": plot_name(s, found.start), "end": plot_name(s, found.end)}
        case Cede():
            return {
                "company": called(getattr(source.companies, found.company)),
                "start": plot_name(s, found.start),
                "end": plot_name(s, found.end),
            }
        case Ship():
            goods = {"yellow": source.goods.yellow, "grey": source.goods.grey}
            item = sentences.ITEMS.get(found.kind) or sentences.GOODS[goods[found.kind]]
            return {"item": item, "plot": plot_name(s, found.plot)}
        case Word():
            values: dict[str, object] = {"train": found.what}
            if found.verb == "pay":
                values |= {"unit": sentences.UNITS[found.what], "paid": counted(COUNTS[found.what], 1)}
            return values


def plot_name(s: State, plot: int | str) -> str:
    """The name of a plot, by number or id."""
    if plot == NOWHERE:
        return ""
    number = plot if isinstance(plot, int) else s.setting.names.plot_number[plot]
    return called(s.setting.names.source.plots[number].name)


def sentence(s: State, move: int, names: Sequence[str]) -> str:
    """What a move about to be played does."""
    found = notation.move(s.setting, move)
    verb = found.verb if isinstance(found, Word) else type(found).__name__.lower()
    values = _named(s, found)
    values["name"] = names[s.active] if s.active >= 0 else ""
    if verb == "stop" and s.way_length == 0:
        verb = "no_line"
    elif verb == "sign":
        company = COMPANIES[s.ceding - RED]
        values["company"] = called(getattr(s.setting.names.source.companies, company))
        values["links"] = counted(COUNTS["links"], s.way_length)
        values["price"] = counted(COUNTS[company], (s.way_length + 1) // 2)
    elif isinstance(found, Word) and s.active < 0:
        values.update(_drawn(s, found, names))
    return sentences.MOVES[verb].format_map(values)


def _drawn(s: State, found: Word, names: Sequence[str]) -> dict[str, object]:
    """What a draw is for."""
    board, source = s.setting.board, s.setting.names.source
    match found.verb:
        case "goods":
            goods = getattr(source.goods, found.what)
            return {"goods": sentences.GOODS[goods], "plot": plot_name(s, board.goods_plots[s.cursor // 2])}
        case "pawn":
            return {"pawn": sentences.PAWNS[found.what], "plot": plot_name(s, board.pawn_draws[s.cursor])}
        case "seat":
            return {"name": names[int(found.what) - 1], "place": sentences.PLACES[s.cursor]}
        case _:
            box = sentences.box_name(s.setting.names.boxes[s.cursor])
            return {"colour": sentences.COLOURS[found.what], "box": box}
