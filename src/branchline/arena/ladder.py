"""The ladder: claims about the bots' strength, each tested by a small event, and the table of `docs/ladder.md`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from branchline.arena.matches import event, play_all, schedule
from branchline.arena.ratings import Share, share, wins
from branchline.arena.report import percent
from branchline.bots.levels import LEVELS
from branchline.core import registry

GAMES: Final = tuple(registry.OURS)
TOP: Final = LEVELS[-1].spec
# Four times the playouts take four times as long. A number of playouts, unlike a time, is reproducible.
SHORT, LONG = "search:ms=60000,playouts=10", "search:ms=60000,playouts=40"


class Claim(NamedTuple):
    game: str
    bot: str
    others: tuple[str, ...]
    at_least: float
    deals: int  # each played from every seat

    @property
    def words(self) -> str:
        against = self.others[0] if len(self.others) == 1 else f"{len(self.others)} times {self.others[0]}"
        return f"{self.bot} against {against}"


class Answer(msgspec.Struct, frozen=True):
    game: str
    claim: str
    players: int
    at_least: float
    share: Share
    seeds: tuple[int, int]
    holds: bool  # the whole interval is above the claim


def claims(games: tuple[str, ...] = GAMES) -> Iterator[Claim]:
    for game in games:
        for lower, upper in pairwise(LEVELS):
            yield Claim(game, upper.spec, (lower.spec,), 0.65, 30 if upper.spec != TOP else 40)
        yield Claim(game, TOP, ("greedy",), 0.95, 80)
        yield Claim(game, TOP, ("greedy",) * 3, 0.6, 6)
        yield Claim(game, TOP, ("planner",) * 3, 0.4, 6)
        yield Claim(game, LONG, (SHORT,), 0.55, 30)


def answer(
    claim: Claim, seed: int, folder: Path | None, workers: int | None = None, cluster: str | None = None
) -> Answer:
    deals = claim.deals
    found = event(claim.game, len(claim.others) + 1, {})
    name = f"{claim.game}-{claim.words}.jsonl".replace(" ", "_").replace(":", "_")
    path = folder / name if folder else None
    matches = schedule((claim.bot, *claim.others), found.players, deals, seed)
    results = play_all(found, matches, path, workers=workers, cluster=cluster, quiet=True)
    won = share(sum(wins(result, claim.bot) for result in results), len(results))
    return Answer(
        claim.game, claim.words, found.players, claim.at_least, won, (seed, seed + deals - 1),
        won.low >= claim.at_least,
    )  # fmt: skip


def table(answers: list[Answer]) -> str:
    """The table in Markdown."""
    lines = [
        "| game | who against whom | players | wins | claimed | games | seeds |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for one in answers:
        holds = "" if one.holds else " (not shown)"
        lines.append(
            f"| {one.game} | {one.claim} | {one.players} | {percent(one.share)} | {one.at_least:.0%}{holds} "
            f"| {one.share.games} | {one.seeds[0]} to {one.seeds[1]} |"
        )
    return "\n".join(lines)
