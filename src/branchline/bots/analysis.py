"""Hints and analysis: what the moves of a position promise, what is likely to follow, and why."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

import msgspec
from librt.vecs import vec

from branchline.bots.behind import Behind, behind
from branchline.bots.crafts import REASONS, SEARCH, craft
from branchline.bots.search import SearchBot
from branchline.bots.tree import NONE, Tree
from branchline.core.engine import CHANCE, OVER
from branchline.core.rng import Rng
from branchline.core.table import Table

LONGEST_LINE: Final = 12


class Candidate(msgspec.Struct, frozen=True):
    """One move: the mover's chance to win with it, playouts that tried it, the expected line, reasons in words."""

    move: int
    text: str  # the move's notation
    chance: float
    playouts: int
    line: tuple[str, ...]  # this move and what is likely to follow, in notation
    reasons: tuple[str, ...]


class Analysis(msgspec.Struct, frozen=True):
    seat: int
    chances: tuple[float, ...]  # by seat, before the move
    playouts: int
    candidates: tuple[Candidate, ...]  # the best first


def analyse(
    view: Any, legal: Sequence[int], limit: float, names: Sequence[str] | None = None, *, seed: int = 1,
    playouts: int = 1_000_000, most: int = 3,
) -> Analysis:  # fmt: skip
    """The best moves for whoever has to move, from what that seat knows. Words in the language of the context."""
    match = behind(view)
    bot = SearchBot(seed, ms=round(limit * 1000), playouts=playouts)
    tree = bot.think(view, limit)
    seat = view.to_move
    allowed = set(legal)
    nodes = sorted(
        (node for node in tree.children(tree.root) if tree.visits[node] and tree.move[node] in allowed),
        key=lambda node: (-tree.visits[node], -tree.value(node, seat)),
    )
    called = names or [f"Player {number + 1}" for number in range(len(view.players))]
    return Analysis(
        seat=seat,
        chances=tuple(round(tree.value(tree.root, one), 4) for one in range(len(view.players))),
        playouts=tree.visits[tree.root],
        candidates=tuple(_candidate(match, tree, node, seat, called) for node in nodes[:most]),
    )


def _candidate(match: Behind, tree: Tree, node: int, seat: int, names: Sequence[str]) -> Candidate:
    moves, after = _line(match, tree, node, seat)
    texts = tuple(str(match.game.move(match.setting, move)) for move in moves)
    before = tree.guesses[0]
    return Candidate(
        move=moves[0],
        text=texts[0],
        chance=round(tree.value(node, seat), 4),
        playouts=tree.visits[node],
        line=texts,
        reasons=tuple(REASONS[match.game.name](before, moves[0], after, seat, names)),
    )


def _line(match: Behind, tree: Tree, node: int, seat: int) -> tuple[list[int], Any]:
    """The moves tried most from a node on, and the position at the end of the mover's own part of them.

    Where the tree ends within the mover's turn, the craft says how it goes on."""
    state = match.engine.clone(tree.guesses[0])
    moves: list[int] = []
    own: Any = None
    while len(moves) < LONGEST_LINE:
        move = int(tree.move[node]) if node != NONE else _crafty(match, state, seat)
        if move == NONE or move not in match.engine.legal(state):
            break
        match.engine.apply(state, move)
        moves.append(move)
        if own is None and state.active != seat:
            own = match.engine.clone(state)
        if state.active in (CHANCE, OVER):
            break
        node = tree.favourite(node) if node != NONE else NONE
    return moves, own or state


def _crafty(match: Behind, state: Any, seat: int) -> int:
    if state.active != seat:
        return NONE
    return craft(match).pick(state, match.engine.legal(state), Rng(1), 0.0)


class Moment(msgspec.Struct, frozen=True):
    """A point of a game: after so many events, each seat's chance to win."""

    event: int
    seat: int | None  # whose turn led here; None: a draw
    moves: tuple[str, ...]  # of that turn, in notation
    chances: tuple[float, ...]


def course(table: Table, playouts: int = 48, seed: int = 1) -> list[Moment]:
    """How a finished game went: the chances after every turn. All that was hidden is known by then."""
    match = Behind(table.game, table.setting)
    rng = Rng(seed)
    found: list[Moment] = []
    state = table.game.start(table.setting)
    played: list[str] = []
    for event, step in enumerate(table.steps, start=1):
        before = table.game.turn(state)
        for move in step.moves:
            if step.seat != CHANCE:
                played.append(str(table.game.move(table.setting, move)))
            table.game.apply(state, move)
        if table.game.turn(state) != before or table.game.to_move(state) == OVER:
            seat = None if step.seat == CHANCE else step.seat
            found.append(Moment(event, seat, tuple(played), _chances(match, state, rng, playouts)))
            played = []
    return found


def _chances(match: Behind, state: Any, rng: Rng, playouts: int) -> tuple[float, ...]:
    options = SEARCH[match.game.name]
    out = vec[float]([0.0] * 4)
    craft(match).estimate(state, rng, playouts, options.spans, options.noise, out)
    return tuple(round(chance, 4) for chance in out[: match.engine.players])


def turning_points(moments: Sequence[Moment], most: int = 3) -> list[tuple[Moment, Moment]]:
    """The moves that changed most, in the order played: the moment before and the moment after each."""
    pairs = [(before, after) for before, after in pairwise(moments) if after.seat is not None]

    def swing(pair: tuple[Moment, Moment]) -> float:
        before, after = pair
        assert after.seat is not None
        return abs(after.chances[after.seat] - before.chances[after.seat])

    return sorted(sorted(pairs, key=swing, reverse=True)[:most], key=lambda pair: pair[1].event)
