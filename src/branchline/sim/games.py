"""Whole games between bots: the job that `sim`, the arena and exports hand to workers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec

from branchline import bots
from branchline.core import registry
from branchline.core.chance import Dealer
from branchline.core.protocols import CHANCE, OVER, Game
from branchline.core.table import Table


class Match(msgspec.Struct, frozen=True):
    """One game to play, as plain data. The seed settles the draws, and the bots that have no seed of their own."""

    game: str
    players: int
    options: bytes  # as JSON
    bots: tuple[str, ...]
    seed: int
    recorded: bool = False


class GameResult(msgspec.Struct, frozen=True, omit_defaults=True):
    seed: int
    scores: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    decisions: int
    record: str = ""  # where it was asked for


def play(match: Match) -> GameResult:
    if match.recorded:
        return play_recorded(match)
    game = registry.game(match.game)
    return play_game(game, _setting(match.game, match.players, match.options), match.bots, match.seed)


def play_all(matches: Sequence[Match]) -> list[GameResult]:
    """Several games in one go: handing a job over takes longer than a quick game."""
    return [play(match) for match in matches]


@lru_cache(maxsize=8)
def _setting(game: str, players: int, options: bytes) -> Any:
    return registry.game(game).setting(players, msgspec.json.decode(options))


def play_game(game: Game[Any], setting: Any, specs: Sequence[str], seed: int) -> GameResult:
    dealer = Dealer(seed)
    players = [bots.bot(spec, seed=seed * 8 + seat, programs=True) for seat, spec in enumerate(specs)]
    state = game.start(setting)
    draws = decisions = 0
    while (seat := game.to_move(state)) != OVER:
        legal = game.legal(state)
        if seat == CHANCE:
            move = legal[dealer.draw(draws, game.weights(state))]
            draws += 1
        else:
            view = game.view(state, seat) if players[seat].needs_view else None
            move = players[seat].choose(view, legal, 1.0)
            decisions += 1
        game.apply(state, move)
    bots.dismiss(players)
    return GameResult(seed, game.scores(state), game.ranking(state), decisions)


def play_recorded(match: Match) -> GameResult:
    """The same game, move by move on a table that keeps its record."""
    table = Table(
        match.game,
        players=match.players,
        seed=match.seed,
        seats=[f"{spec} {seat + 1}" for seat, spec in enumerate(match.bots)],
        play_forced=False,
        **msgspec.json.decode(match.options),
    )
    players = [
        bots.bot(spec, seed=match.seed * 8 + seat, programs=True) for seat, spec in enumerate(match.bots)
    ]
    decisions = 0
    while (seat := table.to_move) is not None:
        view = table.view(seat) if players[seat].needs_view else None
        table.push(players[seat].choose(view, table.legal_moves.ids, 1.0))
        decisions += 1
    bots.dismiss(players)
    ranking = table.game.ranking(table.state)
    return GameResult(match.seed, table.scores(), ranking, decisions, table.dumps().decode())
