"""The illustrated pages that a rulebook begins with, and those about strategy: consistent with the clauses, drawn,
translated, and written for players."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import unescape

import pytest

from branchline.core import registry
from branchline.core.presentation import Presentation
from branchline.core.rulebook import rulebook, rulebooks
from branchline.languages import LANGUAGES, _, speaking
from branchline.server.pages.rules import illustrated_rules
from branchline.server.pages.rules.illustrated_rules import Frame, Leaf, leaves, strategy
from branchline.server.workers import rulebook_examples

from .arrange import Browser, Server

GAMES = rulebooks()
OTHERS = [language for language in LANGUAGES if language != "en"]


def frames(pages: Iterable[Leaf]) -> Iterator[Frame]:
    return (frame for leaf in pages for part in leaf.parts for frame in part.frames)


def every_leaf(game: str) -> tuple[Leaf, ...]:
    return *leaves(game), *strategy(game)


def texts(game: str) -> list[str]:
    """Everything that the pages say."""
    shown = rulebook_examples.drawings(game)
    said = [text for leaf in every_leaf(game) for text in (leaf.title, leaf.say)]
    said += [part.title for leaf in every_leaf(game) for part in leaf.parts if part.title]
    for frame in frames(every_leaf(game)):
        said += [frame.title, frame.say, *(shown[name].say for name in frame.pictures)]
    return said


@pytest.mark.parametrize("game", GAMES)
class TestTheIllustratedPages:
    def test_are_two_with_steps_points_hints_and_a_start(self, game: str) -> None:
        assert [leaf.name for leaf in leaves(game)] == ["in-pictures", "points"]
        kinds = [part.kind for leaf in leaves(game) for part in leaf.parts]
        assert kinds == ["points", "steps", "points", "hints", "start"]

    def test_about_strategy_go_round_by_round_and_say_what_wins(self, game: str) -> None:
        assert [leaf.name for leaf in strategy(game)] == ["rounds", "what-wins"]
        kinds = [part.kind for leaf in strategy(game) for part in leaf.parts]
        assert kinds == ["steps", "hints"]

    def test_cite_clauses_that_are_there(self, game: str) -> None:
        for frame in frames(every_leaf(game)):
            assert frame.clauses, frame.title
            assert set(frame.clauses) <= set(rulebook(game).clauses), frame.title

    def test_have_a_picture_for_every_step(self, game: str) -> None:
        shown = rulebook_examples.drawings(game)
        for leaf in every_leaf(game):
            for part in leaf.parts:
                for frame in part.frames:
                    assert set(frame.pictures) <= set(shown)
                    assert frame.pictures or part.kind in ("hints", "start"), frame.title

    def test_show_legal_positions_with_the_highlights_asked_for(self, game: str) -> None:
        for name in {name for frame in frames(every_leaf(game)) for name in frame.pictures}:
            example = rulebook_examples.drawings(game)[name]
            drawn = rulebook_examples.picture(game, name, "en", dark=False)  # plays or arranges its story
            assert drawn.startswith("<svg")
            assert ("filter=" in drawn) == bool(example.lit), name
            assert drawn.count('fill="#23426f" stroke="#fffaf0"') == len(example.numbers) + len(
                example.plates
            )

    @pytest.mark.parametrize("language", OTHERS)
    def test_speak_every_language(self, game: str, language: str) -> None:
        with speaking(language):
            assert [text for text in texts(game) if _(text) == text] == []

    def test_keep_bold_words_bold(self, game: str) -> None:
        for text in texts(game):
            for language in OTHERS:
                with speaking(language):
                    assert _(text).count("**") == text.count("**"), text

    def test_come_before_the_clauses(self, game: str, ann: Browser) -> None:
        html = unescape(ann.get(f"/rules/{game}").text)
        assert html.index('id="in-pictures"') < html.index('id="points"') < html.index('id="reference"')
        for frame in frames(leaves(game)):
            assert frame.title in html
            for name in frame.pictures:
                assert f"/pictures/en/light/{game}/{name}.svg" in html
            for clause in frame.clauses:
                assert f'href="#{clause}"' in html

    def test_make_room_for_a_search(self, game: str, ann: Browser) -> None:
        assert re.search(r'class="illustrated"[^>]* hidden', ann.get(f"/rules/{game}?q=score").text)

    def test_about_strategy_are_linked_from_the_rulebook(self, game: str, ann: Browser) -> None:
        for path in ("/rules", f"/rules/{game}"):
            assert f'href="/rules/{game}/strategy"' in ann.get(path).text
        html = unescape(ann.get(f"/rules/{game}/strategy").text)
        for frame in frames(strategy(game)):
            assert frame.title in html
            for name in frame.pictures:
                assert f"/pictures/en/light/{game}/{name}.svg" in html
            for clause in frame.clauses:
                assert f'href="/rules/{game}#{clause}"' in html

    @pytest.mark.parametrize("page", ["paper", "strategy/paper"])
    def test_print_on_light_paper_without_navigation(self, game: str, page: str, server: Server) -> None:
        with Browser(server.host, "de") as reader:
            html = reader.get(f"/rules/{game}/{page}").text
        assert 'data-theme="light"' in html
        assert f"/pictures/de/light/{game}/" in html
        assert "/dark/" not in html
        assert "site-head" not in html
        assert f'href="/rules/{game}#' in html, "clauses are on the page of the rulebook"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_no_rules_page_speaks_to_developers(server: Server, game: str, language: str) -> None:
    with Browser(server.host, language) as reader:
        for path in ("/rules", f"/rules/{game}", f"/rules/{game}/paper", f"/rules/{game}/strategy"):
            main = reader.get(path).text.split("<main")[1].split("</main>")[0]
            shown = unescape(re.sub(r"<[^>]+>", " ", main))
            assert not re.search(
                r"src/|docs/|\.(?:json|py|md)\b|branchline (?:rules|check|play)|--\w", shown
            ), path


def test_a_game_need_not_have_illustrated_pages(ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Presentation.illustrated is None
    monkeypatch.setattr(illustrated_rules, "leaves", lambda game: ())
    html = ann.get("/rules/nuremberg").text
    assert 'class="illustrated"' not in html
    assert 'id="N1.1"' in html
    answer = ann.get("/rules/nuremberg/paper")
    assert answer.status_code == 404
    assert "no illustrated pages" in answer.text


def test_a_game_need_not_have_pages_about_strategy(ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Presentation.strategy is None
    monkeypatch.setattr(type(registry.game("nuremberg").presentation()), "strategy", None)
    assert "/rules/nuremberg/strategy" not in ann.get("/rules").text
    assert ann.get("/rules/nuremberg/strategy").status_code == 404
