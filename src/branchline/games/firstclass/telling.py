"""Refusals and moves as sentences: fills the words of `sentences` with what a position holds."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.core.errors import Refusal
from branchline.core.protocols import ALL
from branchline.games.firstclass import (
    actions,
    moves,
    notation,
    phases,
    reasons,
    route,
    sentences,
    setup,
    trains,
)
from branchline.games.firstclass.cards import FROM_GAME_END
from branchline.games.firstclass.deck_file import DeckFile
from branchline.games.firstclass.modules import e
from branchline.games.firstclass.notation import Buy, Mechanic, Take, Upgrade, Word
from branchline.games.firstclass.state import NOTHING, SCORING, State, actor, is_car
from branchline.games.firstclass.view import PARTS, view


def refusal(s: State, move: int) -> Refusal | None:
    """Why a move is not legal, in words; None if it is."""
    reason = phases.why_not(s, move)
    if reason == reasons.ALLOWED:
        return None
    clause, sentence = sentences.REFUSALS[reason]
    return Refusal(clause, sentence, _refused(s, move) if "{" in sentence else {})


def _refused(s: State, move: int) -> dict[str, object]:
    values: dict[str, object] = {"now": sentences.DECISION_NOW[view(s, None).decision]}
    values["effect"] = "nothing" if s.box == NOTHING else s.setting.names.boxes[s.box] or "placing the card"
    values["part"] = "nothing" if s.part == NOTHING else f"{PARTS[s.part]}, {s.left} left"
    try:
        found = notation.move(s.setting, move)
    except ValueError:
        return values | {"what": "that", "card": ""}
    values.update(_named(s, found))
    if isinstance(found, Word) and found.verb == "complete":
        values["card"] = card_effect(s, found.what)
    return values


# What a seat may know


def told(s: State, move: int, seat: int | None) -> str:
    """The notation of a move about to be played; a secret is a question mark for who may not know it."""
    found = notation.move(s.setting, move)
    if isinstance(found, Word) and _is_secret(s, move, seat):
        return f"{found.verb} ?"
    return str(found)


def _is_secret(s: State, move: int, seat: int | None) -> bool:
    if seat == ALL:
        return False
    if moves.ROLE <= move < moves.DEAL:
        return seat != s.cursor  # F2.5
    if moves.DEAL <= move < moves.OPEN:
        return seat != setup.drafter(s)  # F2.2
    if moves.KEEP <= move < moves.DISCARD:
        return seat != s.seat
    if moves.DRAW <= move < moves.SHOW or moves.DO + FROM_GAME_END <= move < moves.MECHANIC:
        return seat != actor(s)  # F10.5
    return False


# Sentences


def sentence(s: State, move: int, names: Sequence[str], seat: int | None = ALL) -> str:
    """What a move about to be played does, as far as a seat may know."""
    found = notation.move(s.setting, move)
    verb = found.verb if isinstance(found, Word) else str(found).split()[0]
    values = _named(s, found)
    values["name"] = names[_subject(s, found)]
    if isinstance(found, Word):
        values.update(_done(s, found, move))
    if verb == "end" and s.phase == SCORING:
        verb = "end_scoring"
    elif f"{verb}_hidden" in sentences.MOVES and _is_secret(s, move, seat):
        verb = f"{verb}_hidden"
    return sentences.MOVES[verb].format_map(values)


def _subject(s: State, found: notation.FirstClassMove) -> int:
    """Whom a move is about."""
    if isinstance(found, Word):
        if found.verb == "seat":
            return int(found.what) - 1
        if found.verb == "role":
            return s.cursor
    return actor(s) if s.seat >= 0 else 0


def _named(s: State, found: notation.FirstClassMove) -> dict[str, object]:
    """Places and things of a move by the names that people know."""
    match found:
        case Take():
            card = s.market[(found.row - 1) * 6 + found.column - 1]
            name = "" if card == NOTHING else s.setting.names.cards[card]
            return {"card": name, "effect": card_effect(s, name), "what": name}
        case Upgrade():
            level = (
                s.slots[actor(s) * 20 + notation.TRAINS.index(found.train) * 10 + found.slot - 1]
                if s.seat >= 0
                else 0
            )
            value = s.setting.car_value[level + 1] if is_car(level) and level < 5 else "?"
            return {"train": found.train, "slot": found.slot, "value": value, "what": found.train}
        case Mechanic():
            return {"train": found.train, "gap": found.gap, "what": f"gap {found.gap}"}
        case Buy():
            return {"what": "four coins"}
        case Word():
            return {"what": found.what or found.verb}


def _done(s: State, found: Word, move: int) -> dict[str, object]:
    """What a move of one word does."""
    setting = s.setting
    boxes = setting.names.boxes
    match found.verb:
        case "spend":
            return {"effect": boxes[setting.column_box[move - moves.SPEND]]}
        case "do":
            return {"effect": boxes[actions.waiting_box(s, actor(s), move - moves.DO)]}
        case "clock":
            space = route.next_clock(s)
            return {"space": space, "effect": boxes[route.clock_box(s, s.seat, space)]}
        case "show":
            return {"effect": card_effect(s, found.what)}
        case "end" if s.phase == SCORING:
            points = trains.points(s, s.seat, 0) + trains.points(s, s.seat, 1)
            return {"points": points + (e.switch_points(s, s.seat) if setting.has_gaps else 0)}
        case _:
            return {}


def card_effect(s: State, card: str) -> str:
    """The code of a card in play."""
    source = s.setting.names.source
    assert isinstance(source, DeckFile)
    rows = (*source.base, *(row for rows in source.modules.values() for row in rows))
    return next((row.effect for row in rows if row.id == card), "")
