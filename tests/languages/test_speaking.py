"""The language of the context, and tables that follow it."""

from __future__ import annotations

from pathlib import Path

import pytest

from branchline import languages
from branchline.languages import Words, _, counted, language, listed, n_, preferred, speaking


def test_words_come_in_the_language_of_the_context() -> None:
    assert _("Play now") == "Play now"
    with speaking("de"):
        assert _("Play now") == "Jetzt spielen"
        with speaking("it"):
            assert _("Play now") == "Gioca ora"
        assert _("Play now") == "Jetzt spielen"
    assert language() == "en"


def test_names_in_braces_are_filled_in() -> None:
    with speaking("pt"):
        assert _("{name} to move", name="Ann {x}") == "vez de Ann {x}"


@pytest.mark.parametrize(
    ("name", "one", "two"),
    [("en", "1 coin", "2 coins"), ("de", "1 Münze", "2 Münzen"), ("pt", "1 moeda", "2 moedas")],
)
def test_the_number_decides(name: str, one: str, two: str) -> None:
    with speaking(name):
        assert n_("{count} coin", "{count} coins", 1) == one
        assert counted("{count} coin|{count} coins", 2) == two


def test_a_table_gives_what_is_looked_up_in_the_language() -> None:
    table = Words({"beer": "beer", "coin": "{count} coin|{count} coins"})
    with speaking("de"):
        assert table["beer"] == table.get("beer") == "Bier"
        assert next(iter(table.values())) == "Bier"
        assert counted(table["coin"], 3) == "3 Münzen"
        assert table.english["beer"] == "beer"
    assert table["beer"] == "beer"


def test_lists_are_joined_as_the_language_does() -> None:
    assert listed([]) == ""
    assert listed(["a"]) == "a"
    with speaking("it"):
        assert listed(["a", "b", "c"]) == "a, b e c"
        assert listed(["a", "b"], "or") == "a o b"


def test_an_unknown_language_means_english() -> None:
    with speaking("tlh"):
        assert language() == "en"


def test_without_compiled_catalogues_everything_is_english(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(languages, "CATALOGUES", tmp_path)
    languages.catalogue.cache_clear()
    languages._found.cache_clear()
    try:
        with speaking("de"):
            assert _("Play now") == "Play now"
    finally:
        languages.catalogue.cache_clear()
        languages._found.cache_clear()


@pytest.mark.parametrize(
    ("accepted", "chosen"),
    [
        ("", "en"),
        ("de-AT,de;q=0.9,en;q=0.5", "de"),
        ("fr-FR,fr;q=0.9,it;q=0.4,en;q=0.3", "it"),
        ("pt-BR", "pt"),
        ("en;q=0.2,IT;q=0.8", "it"),
        ("de;q=0,en;q=0.5", "en"),
        ("fr,ja;q=0.8", "en"),
        (";;;q=x,,=", "en"),
        ("de;q=7.5e9", "en"),
    ],
)
def test_the_browser_says_which_language_it_prefers(accepted: str, chosen: str) -> None:
    assert preferred(accepted) == chosen
