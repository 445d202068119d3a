"""Every catalogue has every text, translated, and no other; `make words` adds new ones."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Message

from branchline.languages import CATALOGUES
from branchline.languages.braces import BRACES
from branchline.languages.compiling import compile_catalogues
from branchline.languages.extract import braces
from tests.languages.arrange import OTHERS, catalogue, forms, template
from tests.languages.glossary import TERMS

# Texts with letters that are right as they are: names, and words that languages share
SHARED = {
    "First Train to Nuremberg", "First Class", "N", "Auto", "Chat", "Bot: {level}", "bot", "Normal", "neutral", "Name",
    "Land", "gap {gap}", "  gap {number}: {card}", "Gap {gap}: {card}", "round", "Round", "Round {number}", "Replay",
    "Total", "Box", "boxes", "Minimum", "minimum", "Rating", "Password", "Club", "Email", "{hours} h {minutes} min",
    "{count} round.", "Round {round}", "Round 2", "Coach", "April", "August", "September", "November",
}  # fmt: skip


def messages(language: str) -> list[Message]:
    return [message for message in catalogue(language) if message.id]


@pytest.mark.parametrize("language", OTHERS)
class TestACatalogue:
    def test_has_every_text_and_no_other(self, language: str) -> None:
        wanted = {(message.id, message.context) for message in template()}
        there = {(message.id, message.context) for message in messages(language)}
        assert sorted(map(str, wanted - there)) == [], "missing: run `make words` and translate them"
        assert sorted(map(str, there - wanted)) == [], "not used any more: run `make words`"
        assert not catalogue(language).obsolete

    def test_is_completely_translated(self, language: str) -> None:
        for message in messages(language):
            assert not message.fuzzy, f"{message.id}: look at it, then take the mark away"
            for english, translated in forms(message):
                assert translated, f"{english}: not translated"

    def test_keeps_the_names_in_braces(self, language: str) -> None:
        for message in messages(language):
            for english, translated in forms(message):
                assert set(braces(translated)) == set(braces(english)), f"{english}: {translated}"

    def test_keeps_spaces_at_the_ends(self, language: str) -> None:
        for message in messages(language):
            for english, translated in forms(message):
                assert _spaces(english) == _spaces(translated), english

    def test_is_not_english(self, language: str) -> None:
        same = {
            english
            for message in messages(language)
            for english, translated in forms(message)
            if english == translated and re.search(r"[A-Za-z]", re.sub(r"{[^}]*}", "", english))
        }
        assert same - SHARED == set()

    def test_has_the_plural_of_the_language(self, language: str) -> None:
        rule = catalogue(language).num_plurals, catalogue(language).plural_expr
        assert rule == (2, "(n != 1)")
        for message in messages(language):
            if not isinstance(message.id, str):
                assert len(forms(message)) == 2, message.id

    def test_counts_first_what_english_counts_first(self, language: str) -> None:
        """First Class sometimes leaves out the 1: `1 car` for each `car`."""
        for message in messages(language):
            if "games/firstclass/sentences.py" in [place for place, _ in message.locations]:
                for english, translated in forms(message):
                    if english.startswith("{count} "):
                        assert translated.startswith("{count} "), english

    def test_says_it_in_the_words_that_players_know(self, language: str) -> None:
        others = [
            (term, english, translated)
            for message in messages(language)
            for english, translated in forms(message)
            for term, stems in TERMS.items()
            if re.search(rf"\b(?:{term})", re.sub(r"{[^}]*}", "", english), re.I)
            and not re.search(stems[language], translated, re.I)
        ]
        assert others == []

    def test_is_what_the_program_reads(self, language: str, tmp_path: Path) -> None:
        compile_catalogues(CATALOGUES, tmp_path)
        compiled = Path(language) / "LC_MESSAGES" / "branchline.mo"
        there = CATALOGUES / compiled
        assert there.exists(), "not compiled: `make words` does it"
        assert there.read_bytes() == (tmp_path / compiled).read_bytes(), "older than its .po: `make words`"


def _spaces(text: str) -> tuple[str, str]:
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


def test_translators_are_told_what_the_names_in_braces_mean() -> None:
    used = set()
    for message in template():
        for text in [message.id] if isinstance(message.id, str) else message.id:
            used.update(braces(text))
    assert used - set(BRACES) == set(), "say in languages/braces.py what these stand for"
    assert set(BRACES) - used == set(), "no text has these any more"
