"""Which matches a report needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, Final

import msgspec

from branchline import bots
from branchline.arena.matches import rotations
from branchline.balance.matches import Match
from branchline.core.errors import OptionError
from branchline.core.protocols import Game
from branchline.core.setup import Setup


class Plan(msgspec.Struct, frozen=True):
    """How much is played, and by whom. Bots with a fixed number of playouts play the same on any machine."""

    bot: str  # in every seat
    games: int  # per number of players and variant
    deals: int  # per pairing of strategies, each played from both seats
    seed: int = 1


QUICK: Final = Plan("search:ms=60000,playouts=6", games=12, deals=10)  # minutes on two cores
FULL: Final = Plan("search:ms=60000,playouts=40", games=400, deals=200)  # for many cores


class Pairing(msgspec.Struct, frozen=True):
    """A strategy against another, two players."""

    one: str
    other: str


def matches(game: Game[Any], plan: Plan, options: Mapping[str, object]) -> list[Match]:
    """The same bot in every seat, for each number of players and each variant. Variants have seeds of their own: the
    same seed would draw the same start player in all of them."""
    _check(plan)
    return [
        Match(setup, variant, (plan.bot,) * players, plan.seed + place * plan.games + number)
        for players in game.players
        for place, (variant, setup) in enumerate(setups(game, players, options).items())
        for number in range(plan.games)
    ]


def setups(game: Game[Any], players: int, options: Mapping[str, object]) -> dict[str, Setup]:
    """By variant; an option given by name leaves out the variants that differ in it."""
    variants = game.balance().variants
    asked = {name: one for name, one in variants.items() if not set(one) & set(options)}
    return {name: Setup.make(game, players, {**one, **options}) for name, one in (asked or {"": {}}).items()}


def duels(
    game: Game[Any], plan: Plan, options: Mapping[str, object], pairings: Sequence[Pairing]
) -> list[Match]:
    """Deals of all variants in turn, each played from both seats; empty for a game that can't be played by two."""
    if 2 not in game.players:
        return []
    by_variant = list(setups(game, 2, options).items())
    return [
        Match(setup, variant, seats, plan.seed + deal)
        for pairing in pairings
        for deal in range(plan.deals)
        for variant, setup in [by_variant[deal % len(by_variant)]]
        for seats in rotations((pairing.one, pairing.other))
    ]


def pairings(game: Game[Any], plan: Plan) -> list[Pairing]:
    """Styles against each other; each style, and each bot that favours one part, against the plain bot; and what doing
    nothing achieves (always the first legal move)."""
    support = game.bots()
    if plan.bot.partition(":")[0] not in ("planner", "search", "level"):
        return [Pairing("first", plan.bot)]  # a bot without styles
    styles = [
        Pairing(styled(plan.bot, one), styled(plan.bot, other))
        for one, other in combinations(support.styles, 2)
    ]
    against = [Pairing(styled(plan.bot, one), plan.bot) for one in (*support.styles, *support.favours)]
    return [*styles, *against, Pairing("first", plan.bot), Pairing("first", "random")]


def styled(bot: str, style: str) -> str:
    return f"{bot}{',' if ':' in bot else ':'}style={style}"


def _check(plan: Plan) -> None:
    bots.bot(plan.bot)  # raises `UnknownBot` before anything is played
    if plan.games < 1 or plan.deals < 0:
        raise OptionError("A report needs at least 1 game per table.")
