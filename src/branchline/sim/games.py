"""Whole games between bots: the job that `sim`, the arena and exports hand to workers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from branchline import bots
from branchline.core.play.match import play_match
from branchline.core.play.table import Table
from branchline.core.setup import Setup


class Match(msgspec.Struct, frozen=True):
    """One game to play, as plain data. The seed determines the draws, and the bots that have no seed of their own."""

    setup: Setup
    bots: tuple[str, ...]
    seed: int
    recorded: bool = False


class GameResult(msgspec.Struct, frozen=True, omit_defaults=True):
    seed: int
    scores: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    decisions: int
    record: str = ""  # if requested


def play(match: Match) -> GameResult:
    if match.recorded:
        return play_recorded(match)
    return play_game(match.setup, match.bots, match.seed)


def play_all(matches: Sequence[Match]) -> list[GameResult]:
    """Play several games in one job: handing over a job takes longer than a quick game."""
    return [play(match) for match in matches]


def play_game(setup: Setup, specs: Sequence[str], seed: int) -> GameResult:
    game = setup.game
    players = [bots.bot(spec, seed=seed * 8 + seat, programs=True) for seat, spec in enumerate(specs)]
    decisions = 0

    def choose(state: Any, seat: int, legal: Sequence[int]) -> int:
        nonlocal decisions
        decisions += 1
        view = game.view(state, seat) if players[seat].needs_view else None
        return players[seat].choose(setup, view, legal, 1.0)

    state = play_match(game, setup.setting, seed, choose)
    bots.dismiss(players)
    return GameResult(seed, game.scores(state), game.ranking(state), decisions)


def play_recorded(match: Match) -> GameResult:
    """Play the same game move by move on a table, which keeps its record."""
    options: dict[str, Any] = match.setup.options
    table = Table(
        match.setup.name,
        rules=match.setup.rules,
        players=match.setup.players,
        seed=match.seed,
        seats=[f"{spec} {seat + 1}" for seat, spec in enumerate(match.bots)],
        play_forced=False,
        **options,
    )
    players = [
        bots.bot(spec, seed=match.seed * 8 + seat, programs=True) for seat, spec in enumerate(match.bots)
    ]
    decisions = 0
    while (seat := table.to_move) is not None:
        view = table.view(seat) if players[seat].needs_view else None
        table.push(players[seat].choose(table.setup, view, table.legal_moves.ids, 1.0))
        decisions += 1
    bots.dismiss(players)
    ranking = table.game.ranking(table.state)
    return GameResult(match.seed, table.scores(), ranking, decisions, table.dumps().decode())
