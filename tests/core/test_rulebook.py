"""The rulebook: how its text becomes clauses, and how they are found."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from branchline.core import registry
from branchline.core.errors import UnknownGame
from branchline.core.rulebook import MARKS, NoRulebook, UnknownClause, parse, rulebook, rulebooks

BOOK = """# A small game

Its intro
goes on.

## X1 Frame
- X1.1 Two players **(D)**, see X2.
- X1.2 Track never **runs** out **(R)**;
  a second line.

## X2 Tables (R unless marked)
The numbers:

| a | b |
|---|---|
| 1 | 2 |

## Readings
- (X1.1, X2) Read like this,
  and so on.
"""


def test_parts_of_a_book() -> None:
    book = parse("small", BOOK)
    assert book.title == "A small game"
    assert book.intro == "Its intro\ngoes on."
    assert [(section.id, section.title) for section in book.sections] == [
        ("X1", "Frame"),
        ("X2", "Tables (R unless marked)"),
        ("", "Readings"),
    ]
    assert list(book.clauses) == ["X1.1", "X1.2", "X2"]


def test_a_clause_may_span_several_lines() -> None:
    assert parse("small", BOOK).find("X1.2").text == "Track never **runs** out **(R)**; a second line."


def test_marks_come_from_text_and_heading() -> None:
    clauses = parse("small", BOOK).clauses
    assert [clause.marks for clause in clauses.values()] == [("D",), ("R",), ("R",)]


def test_section_without_clauses_is_one_and_keeps_its_table() -> None:
    book = parse("small", BOOK)
    assert book.find("X2").text == "The numbers:\n\n| a | b |\n|---|---|\n| 1 | 2 |"
    assert book.sections[1].text == book.find("X2").text


def test_readings_belong_to_their_clauses() -> None:
    clauses = parse("small", BOOK).clauses
    assert clauses["X1.1"].readings == ("Read like this, and so on.",)
    assert clauses["X2"].readings == clauses["X1.1"].readings
    assert clauses["X1.2"].readings == ()


def test_find_in_any_case() -> None:
    book = parse("small", BOOK)
    assert book.find("x1.1") is book.clauses["X1.1"]
    assert book.section("x1") is book.sections[0]
    assert book.section("") is None


@pytest.mark.parametrize(("name", "hint"), [("X1.3", "Did you mean X1"), ("9", "They go from X1.1 to X2.")])
def test_unknown_clause_gets_a_hint(name: str, hint: str) -> None:
    with pytest.raises(UnknownClause, match=f"A small game has no clause '{name}'.*{hint}"):
        parse("small", BOOK).find(name)


def test_search_wants_every_word_in_clause_or_heading() -> None:
    book = parse("small", BOOK)
    assert [clause.id for clause in book.search("TRACK frame")] == ["X1.2"]
    assert [clause.id for clause in book.search("frame")] == ["X1.1", "X1.2"]
    assert book.search("track landlord") == []


def test_our_rulebooks() -> None:
    assert "nuremberg" in rulebooks()
    book = rulebook("nuremberg")
    assert book is rulebook("nuremberg")
    assert book.find("N7.10").text.startswith("Each company plot that the new line touches costs 1 influence")
    assert {"N15", "N16"} <= set(book.clauses)


@pytest.mark.parametrize("game", rulebooks())
def test_every_reference_in_a_book_exists(game: str) -> None:
    book = rulebook(game)
    ids = {section.id for section in book.sections} | set(book.clauses)
    texts = [book.intro, *(section.text for section in book.sections)]
    texts += [text for clause in book.clauses.values() for text in (clause.text, *clause.readings)]
    letter = next(iter(book.clauses))[0]
    cited = {name for text in texts for name in re.findall(rf"\b{letter}\d+(?:\.\d+)?\b", text)}
    assert cited <= ids


@pytest.mark.parametrize("game", rulebooks())
def test_every_bullet_of_a_section_is_a_clause(game: str) -> None:
    for section in rulebook(game).sections:
        if section.id:
            assert not section.text.startswith("- ")
            assert "\n- " not in section.text
            assert all(clause.id.partition(".")[0] == section.id for clause in section.clauses)
        for clause in section.clauses:
            assert clause.text
            assert set(clause.marks) <= set(MARKS)


def test_unknown_game_is_named() -> None:
    with pytest.raises(UnknownGame, match="There is no game 'chess'"):
        rulebook("chess")


def test_game_without_rulebook(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "games", lambda: ["nuremberg", "bare"])
    with pytest.raises(NoRulebook, match=r"bare has no rulebook\. These have one: nuremberg"):
        rulebook("bare")


def test_the_wheel_contains_the_rulebooks() -> None:
    root = Path(__file__).parents[2]
    assert '"docs/rules" = "branchline/rulebook"' in (root / "pyproject.toml").read_text(encoding="utf-8")
