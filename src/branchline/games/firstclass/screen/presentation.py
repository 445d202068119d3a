"""What pages around the table say about First Class."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, Literal

from branchline.core.presentation import Field, Presentation, ReferencePage, Variant
from branchline.games.firstclass.text import option_words
from branchline.languages import _

HERE: Final = Path(__file__).parent


class FirstClassPresentation(Presentation):
    sign: Literal["red", "green", "plain"] = "green"
    assets: Path | None = HERE / "assets"
    templates: Path | None = HERE / "pages"
    tutorial: Path | None = HERE / "tutorial.json"
    examples: Path | None = HERE / "rulebook_examples.json"
    addresses: Sequence[str] = ("/cards", "/cards/{card}")

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


PRESENTATION: Final = FirstClassPresentation()
