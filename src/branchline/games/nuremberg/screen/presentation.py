"""What pages around the table say about First Train to Nuremberg."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal

from branchline.core.presentation import Box, Field, Presentation, ReferencePage, Variant
from branchline.games.nuremberg.text import option_words
from branchline.languages import _

HERE: Final = Path(__file__).parent


class NurembergPresentation(Presentation):
    sign: Literal["red", "green", "plain"] = "red"
    assets: Path | None = HERE / "assets"
    templates: Path | None = HERE / "pages"
    tutorial: Path | None = HERE / "tutorial.json"
    examples: Path | None = HERE / "rulebook_examples.json"
    addresses: Sequence[str] = ("/boards/{name}",)

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

        return board_pages.board(path["name"])

    def around(self, view: Any, names: Sequence[str]) -> Box:
        from branchline.games.nuremberg.screen import map_places

        return map_places.around(view.map, names)

    def spot(self, view: Any, name: str) -> tuple[float, float]:
        from branchline.games.nuremberg.screen import map_places

        return map_places.spot(view.map, name)


PRESENTATION: Final = NurembergPresentation()
