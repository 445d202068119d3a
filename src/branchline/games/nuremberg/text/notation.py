"""Moves in words: typed records with a short notation, converted from and to the ids of `moves`.

    bid A2 4 (once written top2) · build FUE GOS · stop · pay white · rent 2b · ship yellow STE · load 1a · pass
    cede red NUS GOS · sign · keep                 and by chance: goods yellow · pawn white · seat 2 · disc red

Longer texts stand for several steps: `build NUS GOS FUE` lays two links, `build NUS GOS FUE stop` ends the line too,
`cede red NUS GOS FUE sign` cedes a whole stretch, `ship yellow GOS 1a` loads the train as well, `pay 2 0 0 1 3` pays
2 white, 1 green and 3 cubes, also behind what they are owed for: `rent 1a pay 0 0 0 0 3`. Plots are named by id or
name, even of several words: `build Barnard Castle Scotch Corner`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final, TypeAlias

from librt.vecs import vec
from mypy_extensions import i64

from branchline.core.compiled.bits import bit
from branchline.core.errors import NotationError
from branchline.core.notation import Listed, Word, words_by_id
from branchline.core.text import whole_number
from branchline.games.nuremberg.rules import moves, paying, phases, refusals
from branchline.games.nuremberg.rules.board import NOWHERE, RED, Names, Setting
from branchline.games.nuremberg.rules.shipping import trains_with_room
from branchline.games.nuremberg.rules.state import SHIPPING, State, clone
from branchline.games.nuremberg.text.sentences import box_name

COLOURS: Final = ("white", "brown", "red", "green")
UNITS: Final = (*COLOURS, "cube")
KINDS: Final = ("yellow", "grey", "red", "green")
PAWNS: Final = ("red", "green", "white")
COMPANIES: Final = ("red", "green")


@dataclass(frozen=True)
class Bid:
    id: int
    box: str
    cubes: int

    def __str__(self) -> str:
        return f"bid {box_name(self.box)} {self.cubes}"


@dataclass(frozen=True)
class Build:
    id: int
    start: str
    end: str

    def __str__(self) -> str:
        return f"build {self.start} {self.end}"


@dataclass(frozen=True)
class Cede:
    id: int
    company: str
    start: str
    end: str

    def __str__(self) -> str:
        return f"cede {self.company} {self.start} {self.end}"


@dataclass(frozen=True)
class Ship:
    id: int
    kind: str
    plot: str

    def __str__(self) -> str:
        return f"ship {self.kind} {self.plot}"


NurembergMove: TypeAlias = Bid | Build | Cede | Ship | Word

_PLAIN: Final = {"stop": moves.STOP, "pass": moves.PASS, "keep": moves.KEEP, "sign": moves.SIGN}
_PLAIN_VERBS: Final = {int(number): verb for verb, number in _PLAIN.items()}
_SEATS: Final = ("1", "2", "3", "4")


def _listed(setting: Setting) -> Listed:
    """Verbs followed by one word from a list."""
    return {
        "pay": (moves.pay, UNITS),
        "rent": (moves.rent, setting.names.trains),
        "load": (moves.load, setting.names.trains),
        "goods": (moves.goods, KINDS[:2]),
        "pawn": (moves.pawn, PAWNS),
        "seat": (moves.seat, _SEATS[: setting.players]),
        "disc": (moves.disc, COLOURS),
    }


def _listed_words(setting: Setting) -> dict[int, Word]:
    names = setting.names
    if not names.words:
        names.words = words_by_id(_listed(setting))
    return names.words


# From an id


def move(setting: Setting, number: int) -> NurembergMove:
    """The move with this id; raises `ValueError` if this setting has none."""
    board, names = setting.board, setting.names
    if number in _PLAIN_VERBS:
        return Word(number, _PLAIN_VERBS[number])
    if moves.is_bid(number):
        box, cubes = moves.bid_box(number), moves.bid_cubes(number)
        if box < setting.boxes and cubes > 0:
            return Bid(number, names.boxes[box], cubes)
    elif moves.is_build(number):
        link = moves.build_link(number)
        if moves.border_of(link) < board.borders:
            ends = moves.link_from(board, link), moves.link_to(board, link)
            return Build(number, names.plots[ends[0]], names.plots[ends[1]])
    elif moves.is_ship(number):
        kind, plot = moves.ship_kind(number), moves.ship_plot(number)
        if plot < board.plots:
            return Ship(number, KINDS[kind], names.plots[plot])
    elif moves.is_cede(number):
        company, link = moves.cede_company(number) - RED, moves.cede_link(number)
        if moves.border_of(link) < board.borders:
            ends = moves.link_from(board, link), moves.link_to(board, link)
            return Cede(number, COMPANIES[company], names.plots[ends[0]], names.plots[ends[1]])
    if number in _listed_words(setting):
        return _listed_words(setting)[number]
    raise ValueError(f"{number} is no move here")


# From a text


def read(setting: Setting, text: str) -> NurembergMove:
    """The move with this notation; raises `NotationError`."""
    words = _words(setting, text)
    verb = words[0].lower() if words else ""
    if verb in _PLAIN and len(words) == 1:
        return move(setting, _PLAIN[verb])
    readers: dict[str, tuple[int, str, Callable[[Setting, str, list[str]], int]]] = {
        "bid": (3, "bid BOX CUBES, such as 'bid A2 4'", _read_bid),
        "build": (3, "build FROM TO, such as 'build FUE GOS'", _read_build),
        "ship": (3, "ship KIND PLOT, such as 'ship yellow STE'", _read_ship),
        "cede": (4, "cede COMPANY FROM TO, such as 'cede red NUS GOS'", _read_cede),
    }
    if verb in readers:
        count, form, reader = readers[verb]
        if len(words) != count:
            raise NotationError(text, f"write {form}.")
        return move(setting, reader(setting, text, words))
    listed = _listed(setting)
    if verb in listed:
        pack, values = listed[verb]
        if len(words) != 2:
            raise NotationError(text, f"write '{verb}' and one of {', '.join(values)}.")
        return move(setting, pack(_one_of(text, words[1].lower(), values)))
    verbs = ", ".join([*_PLAIN, *readers, *list(listed)[:3]])
    raise NotationError(text, f"a move starts with one of {verbs}.")


def _words(setting: Setting, text: str) -> list[str]:
    """The words of a text; plot names of several words become the plot's id."""
    words = text.split()
    folded = [word.casefold() for word in words]
    for name, plot in _long_names(setting.names):
        for place in range(len(words) - len(name), 0, -1):
            if folded[place : place + len(name)] == name:
                words[place : place + len(name)] = folded[place : place + len(name)] = [plot]
    return words


@lru_cache(maxsize=32)  # boards in use
def _long_names(names: Names) -> list[tuple[list[str], str]]:
    """Plot names of several words, and the plots' ids."""
    found = ((plot.name.casefold().split(), plot.id) for plot in names.source.plots)
    return [(name, plot) for name, plot in found if len(name) > 1]


def _one_of(text: str, word: str, words: Sequence[str]) -> int:
    if word not in words:
        raise NotationError(text, f"{word!r} is none of {', '.join(words)}.")
    return words.index(word)


def _plot(setting: Setting, text: str, word: str) -> int:
    """A plot by its id or its name."""
    numbers = setting.names.plot_number
    if word.upper() in numbers:
        return numbers[word.upper()]
    for plot in setting.names.source.plots:
        if plot.name.casefold() == word.casefold():
            return numbers[plot.id]
    raise NotationError(text, f"there is no plot {word!r} on this board.")


def _link(setting: Setting, text: str, start: str, end: str) -> int:
    board = setting.board
    a, b = _plot(setting, text, start), _plot(setting, text, end)
    border = board.border_between(a, b)
    if border == NOWHERE:
        names = setting.names.plots
        raise NotationError(text, f"{names[a]} and {names[b]} share no border (N7.2).")
    return moves.directed(board, border, a)


def _read_bid(setting: Setting, text: str, words: list[str]) -> int:
    written = words[1].lower()
    row = {"a": "top", "b": "bottom"}.get(written[0])  # older records have top2 for A2
    box, boxes = f"{row}{written[1:]}" if row and len(written) == 2 else written, setting.names.boxes
    if box not in boxes:
        raise NotationError(text, f"there is no box {words[1]!r}, only {', '.join(map(box_name, boxes))}.")
    cubes = whole_number(words[2])
    if cubes is None or not 1 <= cubes <= 15:
        raise NotationError(text, "a bid is 1 to 15 cubes.")
    return moves.bid(boxes.index(box), cubes)


def _read_build(setting: Setting, text: str, words: list[str]) -> int:
    return moves.build(_link(setting, text, words[1], words[2]))


def _read_ship(setting: Setting, text: str, words: list[str]) -> int:
    return moves.ship(_one_of(text, words[1].lower(), KINDS), _plot(setting, text, words[2]))


def _read_cede(setting: Setting, text: str, words: list[str]) -> int:
    company = _one_of(text, words[1].lower(), COMPANIES)
    return moves.cede(RED + company, _link(setting, text, words[2], words[3]))


def expand(s: State, text: str) -> list[int]:
    """The steps a text stands for."""
    words = _words(s.setting, text)
    verb = words[0].lower() if words else ""
    paid = len(words) - len(UNITS) - 1  # where a whole payment begins
    if paid >= 0 and words[paid].lower() == "pay":
        return _with_payment(s, text, words[:paid], words[paid + 1 :])
    if verb == "ship" and len(words) == 4:
        return _ship_by(s, text, words)
    last = {"build": "stop", "cede": "sign"}.get(verb, "")
    ends = len(words) > 1 and words[-1].lower() == last
    body = words[: len(words) - ends]
    if verb == "build" and len(body) >= 3:
        steps = [f"build {a} {b}" for a, b in pairwise(body[1:])]
    elif verb == "cede" and len(body) >= 4:
        plots = _from_first_end(s, text, body[1], body[2:]) if ends else body[2:]
        steps = [f"cede {body[1]} {a} {b}" for a, b in pairwise(plots)]
    else:
        return [read(s.setting, text).id]
    return [read(s.setting, step).id for step in (*steps, *[last] * ends)]


def _with_payment(s: State, text: str, owing: list[str], paid: list[str]) -> list[int]:
    """Steps that leave something owed, and its whole payment. Where no choice is left, the rules pay the rest."""
    counts = [count for word in paid if (count := whole_number(word)) is not None]
    if len(counts) < len(UNITS):
        raise NotationError(text, "write how much of each is paid: white, brown, red, green, cubes.")
    steps = expand(s, " ".join(owing)) if owing else []
    trial = clone(s)
    for step in steps:
        if phases.why_not(trial, step) != refusals.ALLOWED:
            return steps
        phases.apply(trial, step)
    if sum(counts) != trial.owed:
        raise NotationError(text, f"pay {trial.owed} in all.")
    for unit, count in enumerate(counts):
        if trial.owed and count > paying.has(trial, unit):
            raise NotationError(text, f"there is less {UNITS[unit]} than that.")
        for _ in range(count):
            if trial.owed:
                steps.append(int(moves.pay(unit)))
                phases.apply(trial, steps[-1])
    return steps


def _ship_by(s: State, text: str, words: list[str]) -> list[int]:
    """N9.4: if only one train has room, it is loaded automatically; otherwise choosing the train is a step of its
    own."""
    kind = _one_of(text, words[1].lower(), KINDS)
    ship, load = _read_ship(s.setting, text, words), read(s.setting, f"load {words[3]}").id
    by_itself = s.phase == SHIPPING and list(trains_with_room(s, kind, vec[i64]())) == [load]
    return [ship] if by_itself else [ship, load]


def _from_first_end(s: State, text: str, company: str, plots: list[str]) -> list[str]:
    """N12.5: between two stations of the company a stretch may be named from either end."""
    first, last = _plot(s.setting, text, plots[0]), _plot(s.setting, text, plots[-1])
    both = bit(first) | bit(last)
    theirs = s.stations[_one_of(text, company.lower(), COMPANIES)] & both == both
    return plots[::-1] if theirs and s.ceding == NOWHERE and first > last else plots
