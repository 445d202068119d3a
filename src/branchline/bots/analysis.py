"""Hints and analysis: what the moves of a position promise, what is likely to follow, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final

import msgspec

from branchline.bots.search import SearchBot
from branchline.bots.tree import NONE, Tree
from branchline.core.bot_support import heuristics
from branchline.core.compiled.engine import CHANCE, OVER
from branchline.core.compiled.rng import Rng
from branchline.core.play.history import Step
from branchline.core.play.table import Table
from branchline.core.setup import Setup

LONGEST_LINE: Final = 12
LASTS: Final = 3  # turns for which a turning point must last


class Candidate(msgspec.Struct, frozen=True):
    """One move: the mover's chance of winning with it, playouts that tried it, the expected line, reasons in words."""

    move: int
    text: str  #: its notation
    chance: float
    playouts: int
    moves: tuple[int, ...]  #: this one and what is likely to follow
    line: tuple[str, ...]  #: the same in notation
    told: tuple[str, ...]  #: and in sentences
    reasons: tuple[str, ...]


class Analysis(msgspec.Struct, frozen=True):
    """What search found out about a position."""

    seat: int
    chances: tuple[float, ...]  #: by seat, before the move
    playouts: int
    candidates: tuple[Candidate, ...]  #: the best first


def analyse(
    setup: Setup, view: Any, legal: Sequence[int], limit: float, names: Sequence[str] | None = None, *, seed: int = 1,
    playouts: int = 1_000_000, most: int = 3,
) -> Analysis:  # fmt: skip
    """The best moves for the player to move, by what that seat knows, after searching for `limit` seconds or that many
    playouts. Texts are in the language of the context."""
    bot = SearchBot(seed, ms=round(limit * 1000), playouts=playouts)
    tree = bot.think(setup, view, limit)
    tree.try_likeliest(most)  # in case there was no time for playouts
    seat = view.to_move
    allowed = set(legal)
    nodes = sorted(
        (node for node in tree.children(tree.root) if tree.visits[node] and tree.move[node] in allowed),
        key=lambda node: (-tree.visits[node], -tree.value(node, seat)),
    )
    called = names or [f"Player {number + 1}" for number in range(setup.players)]
    return Analysis(
        seat=seat,
        chances=tuple(round(tree.value(tree.root, one), 4) for one in range(setup.players)),
        playouts=tree.visits[tree.root],
        candidates=tuple(_candidate(setup, tree, node, seat, called) for node in nodes[:most]),
    )


def _candidate(setup: Setup, tree: Tree, node: int, seat: int, names: Sequence[str]) -> Candidate:
    moves, told, after = _line(setup, tree, node, seat, names)
    texts = tuple(str(setup.game.move(setup.setting, move)) for move in moves)
    before = tree.guesses[0]
    return Candidate(
        move=moves[0],
        text=texts[0],
        chance=round(tree.value(node, seat), 4),
        playouts=tree.visits[node],
        moves=tuple(moves),
        line=texts,
        told=tuple(told),
        reasons=tuple(setup.game.bots().reasons(before, moves[0], after, seat, names)),
    )


def _line(
    setup: Setup, tree: Tree, node: int, seat: int, names: Sequence[str]
) -> tuple[list[int], list[str], Any]:
    """The moves tried most from a node on, the same moves in sentences, and the position at the end of the
    mover's own part of them.

    Where the tree ends within the mover's turn, the heuristics continue the line."""
    state = setup.engine.clone(tree.guesses[0])
    moves: list[int] = []
    told: list[str] = []
    own: Any = None
    while len(moves) < LONGEST_LINE:
        legal = setup.engine.legal(state)
        forced = len(legal) == 1 and bool(moves)  # such steps have no node of their own
        move = (
            legal[0] if forced else int(tree.move[node]) if node != NONE else _rated_best(setup, state, seat)
        )
        if move == NONE or move not in legal:
            break
        told.append(setup.game.sentence(state, move, names, seat))
        setup.engine.apply(state, move)
        moves.append(move)
        if own is None and state.active != seat:
            own = setup.engine.clone(state)
        if state.active in (CHANCE, OVER):
            break
        if not forced and node != NONE:
            node = tree.favourite(node)
    return moves, told, own or state


def _rated_best(setup: Setup, state: Any, seat: int) -> int:
    if state.active != seat:
        return NONE
    return heuristics(setup).choose(state, list(setup.engine.legal(state)), Rng(1), 0.0)


class Moment(msgspec.Struct, frozen=True):
    """A point in a game: after that many events, each seat's chance of winning."""

    event: int
    seat: int | None  #: whose turn led here; None: a draw
    moves: tuple[str, ...]  #: of that turn, in notation
    chances: tuple[float, ...]


def course(table: Table, playouts: int = 48, seed: int = 1) -> list[Moment]:
    """How a finished game went: the chances after every turn, with all hidden information revealed."""
    return course_of(table.setup, table.steps, playouts=playouts, seed=seed)


def course_of(
    setup: Setup, steps: Sequence[Step], first: int = 0, last: int | None = None, *, playouts: int = 48,
    seed: int = 1,
) -> list[Moment]:  # fmt: skip
    """The chances after some turns, from the `first` to the one before the `last`, so that a long game can be split."""
    rng = Rng(seed + first)
    return [
        Moment(event, seat, moves, _chances(setup, state, rng, playouts))
        for event, seat, moves, state in islice(_turns(setup, steps), first, last)
    ]


def _turns(setup: Setup, steps: Sequence[Step]) -> Iterator[tuple[int, int | None, tuple[str, ...], Any]]:
    """The end of each turn: events until then, the seat (None: a draw), its moves, the position."""
    game, state = setup.game, setup.game.start(setup.setting)
    played: list[str] = []
    for event, step in enumerate(steps, start=1):
        before = game.turn(state)
        for move in step.moves:
            if step.seat != CHANCE:
                played.append(str(game.move(setup.setting, move)))
            game.apply(state, move)
        if game.turn(state) != before or game.to_move(state) == OVER:
            yield event, None if step.seat == CHANCE else step.seat, tuple(played), state
            played = []


def _chances(setup: Setup, state: Any, rng: Rng, playouts: int) -> tuple[float, ...]:
    options = setup.game.bots().search
    chances = heuristics(setup).estimate(state, rng, playouts, options.spans, options.noise)
    return tuple(round(chance, 4) for chance in list(chances)[: setup.players])


def turning_points(
    moments: Sequence[Moment], most: int = 3, least: float = 0.0
) -> list[tuple[Moment, Moment]]:
    """The turns that changed their player's chance most, by `least` or more, in the order played: the moment before
    and the moment after each."""
    turns = [place for place in range(1, len(moments)) if abs(_swing(moments, place)) >= max(least, 1e-9)]
    found = sorted(sorted(turns, key=lambda place: -abs(_swing(moments, place)))[:most])
    return [(moments[place - 1], moments[place]) for place in found]


def _swing(moments: Sequence[Moment], place: int) -> float:
    """The lasting change of a turn: a swing that the next turn reverses is not a turning point."""
    seat = moments[place].seat
    if seat is None:
        return 0.0
    before = moments[place - 1].chances[seat]
    changes = [moment.chances[seat] - before for moment in moments[place : place + LASTS]]
    return min(changes, key=abs) if min(changes) > 0 or max(changes) < 0 else 0.0
