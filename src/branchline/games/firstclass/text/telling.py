"""Refusals and moves as sentences: fills the texts of `sentences` with values from a position."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from branchline.core.errors import Refusal
from branchline.core.notation import Word
from branchline.core.protocols import ALL
from branchline.games.firstclass.data.codes import PARTS, Box
from branchline.games.firstclass.data.deck_file import DeckFile
from branchline.games.firstclass.data.opcodes import CONDUCTOR
from branchline.games.firstclass.rules import actions, moves, phases, refusals, route, setup, trains
from branchline.games.firstclass.rules.cards import FROM_GAME_END, FROM_MAIL
from branchline.games.firstclass.rules.modules import e
from branchline.games.firstclass.rules.state import (
    CONDUCTORS,
    MAIL_PLACE,
    NOTHING,
    SCORING,
    TILE_PLACE,
    State,
    actor,
    is_car,
    slot,
    waiting_entry,
    waiting_place,
)
from branchline.games.firstclass.text import card_text, notation, sentences
from branchline.games.firstclass.text.notation import Buy, Mechanic, Take, Upgrade
from branchline.games.firstclass.text.sentences import LINKS
from branchline.games.firstclass.views.show import view
from branchline.languages import counted


def refusal(s: State, move: int) -> Refusal | None:
    """Why a move is not legal, in words; None if it is."""
    reason = phases.why_not(s, move)
    if reason == refusals.ALLOWED:
        return None
    clause, sentence = sentences.REFUSALS[reason]
    return Refusal(clause, sentence, _refused(s, move) if "{" in sentence else {})


def _refused(s: State, move: int) -> dict[str, object]:
    values: dict[str, object] = {"now": sentences.DECISION_NOW[view(s, None).decision]}
    values["effect"] = LINKS["nothing"] if s.box == NOTHING else action(s, s.box) or LINKS["placing"]
    values["part"] = LINKS["nothing"] if s.part == NOTHING else _part(s)
    try:
        found = notation.move(s.setting, move)
    except ValueError:
        return values | {"what": LINKS["that"]}
    values.update(_named(s, found))
    if isinstance(found, Word) and found.verb == "complete":
        values["need"] = deck(s).need(found.what)
    return values


# What a seat may know


def told(s: State, move: int, seat: int | None) -> str:
    """The notation of a move about to be played; a secret is a question mark for seats that may not know it."""
    found = notation.move(s.setting, move)
    if isinstance(found, Word) and is_secret(s, move, seat):
        return f"{found.verb} ?"
    return str(found)


def is_secret(s: State, move: int, seat: int | None) -> bool:
    if seat == ALL:
        return False
    if moves.is_role(move):
        return seat != s.cursor  # F2.5
    if moves.is_deal(move):
        return seat != setup.drafter(s)  # F2.2
    if moves.is_keep(move):
        return seat != s.seat
    if moves.is_draw(move) or (moves.is_do(move) and moves.do_source(move) >= FROM_GAME_END):
        return seat != actor(s)  # F10.5
    return False


# Sentences


def sentence(s: State, move: int, names: Sequence[str], seat: int | None = ALL) -> str:
    """What a move about to be played does, as far as a seat may know."""
    found = notation.move(s.setting, move)
    verb = found.verb if isinstance(found, Word) else str(found).split()[0]
    values = _named(s, found)
    if isinstance(found, Buy):
        values["effect"] = action(s, s.setting.four_coins_box)
    values["name"] = names[_subject(s, found)]
    if isinstance(found, Word):
        values.update(_done(s, found, move))
    if verb == "end" and s.phase == SCORING:
        verb = "end_scoring"
    elif f"{verb}_hidden" in sentences.MOVES and is_secret(s, move, seat):
        verb = f"{verb}_hidden"
    elif verb in ("conductor", "guest"):
        verb = f"{verb}_{values['what']}"
    elif verb == "do":
        verb = f"do_{source(s, moves.do_source(move))}"
    return sentences.MOVES[verb].format_map(values)


def _subject(s: State, found: notation.FirstClassMove) -> int:
    """The player a move is about."""
    if isinstance(found, Word):
        if found.verb == "seat":
            return int(found.what) - 1
        if found.verb == "role":
            return s.cursor
    return actor(s) if s.seat >= 0 else 0


def _named(s: State, found: notation.FirstClassMove) -> dict[str, object]:
    """Places and things of a move, by the names people use."""
    match found:
        case Take():
            card = s.market[(found.row - 1) * 6 + found.column - 1]
            name = "" if card == NOTHING else s.setting.names.cards[card]
            words = deck(s).briefly if found.trade else deck(s).called
            return {"card": words(name) if name else ""}
        case Upgrade():
            train = notation.TRAINS.index(found.train)
            level = slot(s, actor(s), train, found.slot - 1) if s.seat >= 0 else 0
            value = s.setting.car_value[level + 1] if is_car(level) and level < 5 else "?"
            return {"slot": found.slot, "value": value} | _train(found.train)
        case Mechanic():
            return {"gap": found.gap, "what": LINKS["gap"].format(gap=found.gap)} | _train(found.train)
        case Buy():
            return {"what": LINKS["four_coins"]}
        case Word():
            trains = _train(found.what) if found.what in notation.TRAINS else {}
            return {"what": found.what or found.verb} | trains


def _train(name: str) -> dict[str, object]:
    """The upper or lower train, as sentences name it."""
    return {f"{link}_train": LINKS[f"{link}_{name}"] for link in ("the", "of", "in", "to")}


def _done(s: State, found: Word, move: int) -> dict[str, object]:
    """What a move of one word does."""
    what = found.what
    match found.verb:
        case "spend" | "point" | "tile":
            return {"effect": action(s, _bought(s, found.verb, move)) or LINKS["nothing"]}
        case "do":
            return {"effect": _waiting(s, moves.do_source(move))}
        case "complete":
            return {"effect": deck(s).reward(what)}
        case "clock":
            space = route.next_clock(s)
            return {"space": space, "effect": action(s, route.clock_box(s, s.seat, space))}
        case "show":
            return {"card": deck(s).card(what)}
        case "keep" | "deal":  # F2.2: no action
            return {"effect": deck(s).at_the_end(what)}
        case "pick" | "open" | "draw":
            return {"effect": deck(s).game_end(what)}
        case "mail":
            return {"effect": deck(s).mail_car(what)}
        case "token" | "discard":
            return {"effect": deck(s).token(what)}
        case "role":
            return {"role": sentences.ROLES[what]}
        case "end" if s.phase == SCORING:
            return {"points": counted(sentences.EFFECTS["points"], _scored(s))}
        case _:
            return _step(s, found)


def source(s: State, number: int) -> str:
    """What brings a waiting action."""
    if number >= FROM_GAME_END:
        return "game_end"
    if number >= FROM_MAIL:
        return "mail"
    return "contract" if s.setting.contract_need[number] != NOTHING else "guest"


def _bought(s: State, verb: str, move: int) -> int:
    """The action that a coin or the start player tile brings."""
    if verb == "tile":
        return s.setting.tile_box[0]
    return s.setting.any_coin_box if verb == "point" else s.setting.column_box[moves.coin_column(move)]


def _scored(s: State) -> int:
    points = trains.points(s, s.seat, 0) + trains.points(s, s.seat, 1)
    return points + (e.switch_points(s, s.seat) if s.setting.has_gaps else 0)


def _step(s: State, found: Word) -> dict[str, object]:
    """What a step of the running action does."""
    match found.verb:
        case "walk":
            box = _box(s, s.box)
            return {"effect": card_text.part("conductor", box.amounts[CONDUCTOR] * s.times, box.which)}
        case "conductor":
            return {"slot": s.length[CONDUCTORS + actor(s) * 2 + notation.TRAINS.index(found.what)] + 1}
        case "car":
            place = s.length[actor(s) * 2 + notation.TRAINS.index(found.what)]
            return {"thing": sentences.ADDED[{MAIL_PLACE: "mail", TILE_PLACE: "tile"}.get(place, "car")]}
        case _:
            return {}


# Cards and actions


def deck(s: State) -> card_text.Deck:
    source = s.setting.names.source
    assert isinstance(source, DeckFile)
    return card_text.deck_of(source)


def _box(s: State, box: int) -> Box:
    first = box * len(PARTS)
    return Box(tuple(s.setting.box_amount[first : first + len(PARTS)]), s.setting.box_which[box])


def action(s: State, box: int) -> str:
    """What an action brings, in words."""
    return "" if box == NOTHING else card_text.action(_box(s, box))


def _part(s: State) -> str:
    """What is left of the part in progress."""
    return card_text.part(PARTS[s.part], s.left, s.setting.box_which[s.box])


def _waiting(s: State, source: int) -> str:
    place = waiting_place(s, actor(s), source)
    times = 1 if place == NOTHING else waiting_entry(s, place) % 64
    effect = action(s, actions.waiting_box(s, actor(s), source))
    return counted(sentences.TIMES, times, effect=effect)


def evidence(s: State, kinds: Iterable[int]) -> str:
    """Evidence tokens together, in words."""
    return deck(s).evidence(s.setting.names.tokens[kind] for kind in kinds)
