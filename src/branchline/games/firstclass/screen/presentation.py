"""What pages around the table say about First Class."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, Final, Literal

from branchline.core.awards import Award
from branchline.core.coaching import Coaching
from branchline.core.presentation import Ending, Field, Presentation, ReferencePage, Variant
from branchline.core.protocols import Theme
from branchline.core.screen import Panel
from branchline.games.firstclass.text import option_words
from branchline.languages import _

HERE: Final = Path(__file__).parent


class FirstClassPresentation(Presentation):
    sign: Literal["red", "green", "plain"] = "green"
    assets: Path | None = HERE / "assets"
    templates: Path | None = HERE / "pages"
    tutorial: Path | None = HERE / "tutorial.json"
    examples: Path | None = HERE / "rulebook_examples.json"
    illustrated: Path | None = HERE / "illustrated_rules.json"
    strategy: Path | None = HERE / "strategy.json"
    problems: Path | None = HERE.parent / "data/problems.json"
    problem_options: Sequence[Mapping[str, object]] = tuple(
        {"modules": first + second} for first, second in combinations("ABCDE", 2)
    )
    addresses: Sequence[str] = ("/cards", "/cards/{card}")
    souvenirs: bool = True

    def sentence(self) -> str:
        return _(
            "Draft cards to build two trains and the line to Constantinople, and set off long chains of actions."
        )

    def option_fields(self) -> list[Field]:
        return option_words.option_fields()

    def variant(self) -> Variant:
        return Variant("modules", _("Modules"))

    def variant_words(self, value: str) -> str:
        return option_words.modules_words(value)

    def reference_links(self) -> list[tuple[str, str]]:
        return [("/cards", _("All cards"))]

    def reference_page(
        self, address: str, path: Mapping[str, str], query: Mapping[str, str], dark: bool
    ) -> ReferencePage:
        from branchline.games.firstclass.screen import card_pages

        return card_pages.card(path["card"], dark) if path else card_pages.cards(query, dark)

    def coaching(self) -> Coaching:
        from branchline.games.firstclass.screen import coach

        return coach.COACHING

    def awards(self) -> Sequence[Award]:
        from branchline.games.firstclass.screen import awards

        return awards.awards()

    def celebration(self, names: Sequence[str], winners: Sequence[int], theme: Theme) -> str:
        from branchline.games.firstclass.drawing import celebration

        return celebration.celebration(names, winners, theme)

    def poster(self, view: Any, ending: Ending) -> str:
        from branchline.games.firstclass.drawing import poster

        return poster.poster(view, ending, HERE / "assets" / "poster.svg")

    def replay_panel(self, view: Any, names: Sequence[str]) -> Panel:
        from branchline.games.firstclass.drawing import lanes

        return lanes.replay_panel(view, names)

    def moment_panel(self, view: Any, names: Sequence[str]) -> Panel:
        from branchline.games.firstclass.drawing import lanes

        return lanes.moment_panel(view, names)


PRESENTATION: Final = FirstClassPresentation()
