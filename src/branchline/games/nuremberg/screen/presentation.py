"""What pages around the table say about First Train to Nuremberg."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal

from branchline.core.awards import Award
from branchline.core.coaching import Coaching
from branchline.core.presentation import Box, Ending, Field, Presentation, ReferencePage, Variant
from branchline.core.protocols import Theme
from branchline.core.screen import Panel
from branchline.games.nuremberg.text import option_words
from branchline.languages import _

HERE: Final = Path(__file__).parent


class NurembergPresentation(Presentation):
    sign: Literal["red", "green", "plain"] = "red"
    assets: Path | None = HERE / "assets"
    templates: Path | None = HERE / "pages"
    tutorial: Path | None = HERE / "tutorial.json"
    examples: Path | None = HERE / "rulebook_examples.json"
    illustrated: Path | None = HERE / "illustrated_rules.json"
    strategy: Path | None = HERE / "strategy.json"
    problems: Path | None = HERE.parent / "data/problems.json"
    problem_options: Sequence[Mapping[str, object]] = ({"board": "nuremberg"}, {"board": "wensleydale"})
    addresses: Sequence[str] = ("/boards/{name}",)
    souvenirs: bool = True

    def sentence(self) -> str:
        return _(
            "Bid for influence, lay track between the towns, ship post, beer and passengers, and sell your lines "
            "before they ruin you."
        )

    def option_fields(self) -> list[Field]:
        return option_words.option_fields()

    def variant(self) -> Variant:
        return Variant("board", _("Board"))

    def variant_words(self, value: str) -> str:
        return option_words.board_words(value)

    def reference_links(self) -> list[tuple[str, str]]:
        from branchline.games.nuremberg.screen import board_pages

        return [
            (f"/boards/{name}", _("The {board} board", board=title))
            for name, title in board_pages.titles().items()
        ]

    def reference_page(
        self, address: str, path: Mapping[str, str], query: Mapping[str, str], dark: bool
    ) -> ReferencePage:
        from branchline.games.nuremberg.screen import board_pages

        return board_pages.board(path["name"], query)

    def around(self, view: Any, names: Sequence[str]) -> Box:
        from branchline.games.nuremberg.screen import map_places

        return map_places.around(view.map, names)

    def spot(self, view: Any, name: str) -> tuple[float, float]:
        from branchline.games.nuremberg.screen import map_places

        return map_places.spot(view.map, name)

    def coaching(self) -> Coaching:
        from branchline.games.nuremberg.screen import coach

        return coach.COACHING

    def awards(self) -> Sequence[Award]:
        from branchline.games.nuremberg.screen import awards

        return awards.awards()

    def celebration(self, names: Sequence[str], winners: Sequence[int], theme: Theme) -> str:
        from branchline.games.nuremberg.drawing import celebration

        return celebration.celebration(names, winners, theme)

    def poster(self, view: Any, ending: Ending) -> str:
        from branchline.games.nuremberg.drawing import poster

        return poster.poster(view, ending, HERE / "assets" / "poster.svg")

    def replay_panel(self, view: Any, names: Sequence[str]) -> Panel:
        from branchline.games.nuremberg.drawing import poster

        return poster.map_panel(view, names)


PRESENTATION: Final = NurembergPresentation()
