"""What bots know about First Train to Nuremberg beyond its rules: heuristics, styles, certain points, reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from branchline.core.bot_support import BotSupport, NetworkMap, SearchOptions, scaled
from branchline.core.compiled.engine import Engine
from branchline.core.compiled.heuristics import Heuristics
from branchline.core.setup import Setup
from branchline.games.nuremberg.bots import reasons
from branchline.games.nuremberg.bots.heuristics import NurembergHeuristics
from branchline.games.nuremberg.bots.network_map import network_map
from branchline.games.nuremberg.bots.tuned_weights import TUNED
from branchline.games.nuremberg.data.map_file import BOARDS
from branchline.games.nuremberg.rules import profit, scoring
from branchline.games.nuremberg.rules.state import EARNED, GAME_END, TAKEOVER, State
from branchline.languages import Words

# The weights that make a style
STYLES: Final[dict[str, dict[str, float]]] = {
    "seller": scaled(
        TUNED, cede_round=1.3, cede_end=1.3, cede_influence=0.6, cede_item=0.6, company_first=1.25,
        company_second=1.25, hold_company=1.3, hold_link=1.3,
    ),
    "builder": scaled(
        TUNED, link=0.925, later=1.25, cede_round=0.875, cede_item=1.4, cede_influence=1.2, hold_item=1.3,
        hold_link=0.9, cube_few=1.075, white_first=1.1,
    ),
}  # fmt: skip
# One part is favoured far too much, to measure what it is worth
FAVOURS: Final[dict[str, dict[str, float]]] = {
    "first_to_build": scaled(TUNED, white_first=2.5, white_more=2.0, hold_white=2.0),
    "trains": scaled(TUNED, brown_first=1.5, brown_second=1.5, brown_more=2.0, rent_brown=0.5, rent_unit=0.6),
    "profit": scaled(TUNED, profit=1.8),
    "sets": scaled(TUNED, set_item=3.0),
    "cubes": scaled(TUNED, cube_few=1.6, cube_many=2.0, hold_cube=1.8),
}
# Both boards: usually as they are, occasionally with an option
PRACTICE: Final[Sequence[Mapping[str, object]]] = (
    *({"board": board} for board in BOARDS for _ in range(12)),
    *(
        {"board": board, name: value}
        for board in BOARDS
        for name, value in (
            ("sets", "three"), ("pass_returns_trains", True), ("goods_destination", False),
            ("stone_from", "neighbours"), ("company_track", 35), ("rounds", 3), ("rounds", 5),
        )
    ),
    {"board": "nuremberg", "furth": "own"}, {"board": "nuremberg", "swap_passengers": True},
    {"board": "wensleydale", "south": "start"}, {"board": "wensleydale", "wide_south": True},
)  # fmt: skip
# Translators: how a bot likes to play, after "Bot: Engine driver"
STYLE_WORDS: Final = Words({
    "seller": "Sells its track to the companies",
    "builder": "Builds long lines and keeps them",
})  # fmt: skip


class NurembergBots(BotSupport):
    search: SearchOptions = SearchOptions(spans=1, explore=2.0, sharpness=1.2, noise=0.4)
    styles: Mapping[str, str] = STYLE_WORDS
    favours: Sequence[str] = tuple(FAVOURS)

    def network_map(self, setup: Setup) -> NetworkMap | None:
        return network_map(str(setup.options["board"]))

    def practice(self) -> Sequence[Mapping[str, object]]:
        return PRACTICE

    def heuristics(self, engine: Engine, style: str) -> Heuristics:
        return NurembergHeuristics(engine, list({**TUNED, **{**STYLES, **FAVOURS}.get(style, {})}.values()))

    def certain_points(self, engine: Engine, state: State, seat: int) -> int:
        """N10, N14: shipments not yet scored, the round's result, sets, profit and loss, links."""
        points: int = state.score[seat]
        if state.phase == GAME_END:
            return points
        result = state.profit[seat] + (profit.result(state, seat) if state.phase < TAKEOVER else 0)
        settled = min(max(result, profit.LOWEST), profit.HIGHEST)
        points += state.profit[EARNED + seat] + scoring.set_points(state, seat)
        return points + settled - state.links[seat]

    def reasons(self, before: Any, move: int, after: Any, seat: int, names: Sequence[str]) -> list[str]:
        return reasons.reasons(before, move, after, seat, names)


BOTS: Final = NurembergBots()
