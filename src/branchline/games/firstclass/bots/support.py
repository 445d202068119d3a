"""What bots know about First Class beyond its rules: heuristics with their styles, certain points, reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import msgspec

from branchline.core.bot_support import BotSupport, NetworkMap, Pointer, SearchOptions, scaled
from branchline.core.compiled.engine import Engine
from branchline.core.compiled.heuristics import Heuristics
from branchline.core.setup import Setup
from branchline.games.firstclass.bots import reasons
from branchline.games.firstclass.bots.heuristics import FirstClassHeuristics
from branchline.games.firstclass.bots.network_map import network_map
from branchline.games.firstclass.bots.tuned_weights import TUNED
from branchline.games.firstclass.data.opcodes import LOWER, UPPER
from branchline.games.firstclass.rules import scoring, trains
from branchline.games.firstclass.rules.cards import CARDS
from branchline.games.firstclass.rules.coins import total
from branchline.games.firstclass.rules.engine import FirstClassEngine
from branchline.games.firstclass.rules.features import PIECES
from branchline.games.firstclass.rules.modules import e
from branchline.games.firstclass.rules.moves import take, trade
from branchline.games.firstclass.rules.state import END_CARDS, State
from branchline.languages import Words

# Before rules version 3 a coin bought less (F8.1), which made game-end cards dearer
RULES_2: Final = {
    "coin": 1.05, "coin_early": 0.5, "game_end": 2.0, "guest": 0.7, "do_game_end": 5.46, "arrest": 35.0,
    "contract_near": 0.0, "contract_time": 0.0,
}  # fmt: skip
# The weights that make a style
STYLES: Final[dict[str, dict[str, float]]] = {
    "engineer": {**scaled(TUNED, car=1.2, loco=0.6, rail=0.6, do_loco=0.8), "like_cars": 5.0},
    "traveller": {**scaled(TUNED, loco=1.75, rail=1.75, do_loco=1.4), "like_route": 1.0},
}
# One part is favoured far too much, to measure what it is worth
FAVOURS: Final[dict[str, dict[str, float]]] = {
    "route": {"rail": 3.0, "loco": 1.0, "do_loco": 2.0, "like_route": 3.0},
    "trains_alone": {"rail": 0.0, "loco": 0.0, "do_loco": 0.3, "like_route": -3.0},
    "coins": {"coin": 1.8, "coin_early": 1.4},
    "tile": {"next_start": 6.0},
    "contracts": {"contract": 1.0, "contract_late": 0.6},
    "game_end_cards": {"game_end": 7.0, "do_game_end": 13.0},
}
# Translators: how a bot likes to play, after "Bot: Engine driver"
STYLE_WORDS: Final = Words({
    "engineer": "Likes long trains",
    "traveller": "Likes a long route",
})  # fmt: skip

WEIGHTS: Final = Path(__file__).with_name("forecast_weights.json")

_NAMES: Final = [name for name, _ in PIECES]
PLACES: Final = 18  # of the market
MARKET: Final = sum(size for _, size in PIECES[: _NAMES.index("market")])


@cache
def forecast_weights(rules: int) -> list[float]:
    """[(round - 2) * features + feature], fitted by `bench/forecast.py` to games under these rules."""
    by_rules = msgspec.json.decode(WEIGHTS.read_bytes(), type=dict[int, list[list[float]]])
    return [weight for row in by_rules[rules] for weight in row]


class FirstClassBots(BotSupport):
    search: SearchOptions = SearchOptions(spans=1, explore=2.0, sharpness=1.5, noise=0.5)
    styles: Mapping[str, str] = STYLE_WORDS
    favours: Sequence[str] = tuple(FAVOURS)
    pointers: Sequence[Pointer] = tuple(
        Pointer(int(first(0)), MARKET, int(CARDS), PLACES) for first in (take, trade)
    )

    def network_map(self, setup: Setup) -> NetworkMap | None:
        return network_map(setup.setting)

    def practice(self) -> Sequence[Mapping[str, object]]:
        return [{"modules": first + second} for first, second in combinations("ABCDE", 2)]

    def heuristics(self, engine: Engine, style: str) -> Heuristics:
        assert isinstance(engine, FirstClassEngine)
        tuned = TUNED if engine.setting.rules > 2 else {**TUNED, **RULES_2}
        weights = {**tuned, **{**STYLES, **FAVOURS}.get(style, {})}
        return FirstClassHeuristics(
            engine, list(weights.values()), forecast_weights(max(engine.setting.rules, 2))
        )

    def certain_points(self, engine: Engine, state: State, seat: int) -> int:
        """F10.2, F10.3: both trains once, switches, game-end cards, a point per coin."""
        points: int = state.score[seat]
        if state.phase > END_CARDS:
            return points
        points += trains.points(state, seat, UPPER) + trains.points(state, seat, LOWER)
        if state.setting.has_gaps:
            points += e.switch_points(state, seat)
        return points + scoring.card_points(state, seat) + total(state, seat)

    def reasons(self, before: Any, move: int, after: Any, seat: int, names: Sequence[str]) -> list[str]:
        return reasons.reasons(before, move, after, seat, names)


BOTS: Final = FirstClassBots()
