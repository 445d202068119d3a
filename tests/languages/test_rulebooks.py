"""The rulebooks in four languages say the same: the same clauses, marks and readings, in the same order."""

from __future__ import annotations

import re

import pytest

from branchline.core.rulebook import Rulebook, rulebook, rulebooks
from branchline.languages import LANGUAGES
from tests.languages.glossary import TERMS

OTHERS = [name for name in LANGUAGES if name != "en"]


def shape(book: Rulebook) -> list[tuple[str, tuple[str, ...], int]]:
    """Of each clause its id, its marks, and how many readings it has."""
    return [(clause.id, clause.marks, len(clause.readings)) for clause in book.clauses.values()]


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", rulebooks())
class TestARulebook:
    def test_has_the_same_clauses(self, game: str, language: str) -> None:
        told = rulebook(game, language)
        assert told.language == language
        assert shape(told) == shape(rulebook(game))
        assert [section.id for section in told.sections] == [
            section.id for section in rulebook(game).sections
        ]

    def test_is_translated(self, game: str, language: str) -> None:
        english = rulebook(game).clauses
        for name, clause in rulebook(game, language).clauses.items():
            assert clause.text != english[name].text, name
        for told, section in zip(rulebook(game, language).sections, rulebook(game).sections, strict=True):
            assert told.title != section.title

    def test_cites_and_counts_the_same(self, game: str, language: str) -> None:
        """Clauses cited, numbers, options and codes are the same in every language."""
        english = rulebook(game).clauses
        for name, clause in rulebook(game, language).clauses.items():
            assert facts(clause.text) == facts(english[name].text), name


def facts(text: str) -> list[str]:
    return sorted([*re.findall(r"[NF]\d+(?:\.\d+)?", text), *re.findall(r"`[^`]+`", text)])


def test_a_language_without_a_rulebook_reads_english() -> None:
    assert rulebook("nuremberg", "fr").language == "en"


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", rulebooks())
def test_a_rulebook_says_it_in_the_words_that_players_know(game: str, language: str) -> None:
    translated = rulebook(game, language).clauses
    others = [
        (name, term)
        for name, clause in rulebook(game).clauses.items()
        for term, stems in TERMS.items()
        if re.search(rf"\b(?:{term})", re.sub(r"`[^`]*`", "", clause.text), re.I)
        and not re.search(stems[language], translated[name].text, re.I)
    ]
    assert others == []
