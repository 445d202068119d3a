"""The rulebook, the boards and the cards in the browser."""

from __future__ import annotations

import re
from html import unescape
from xml.etree import ElementTree

import pytest

from branchline.core.rulebook import rulebook, rulebooks
from branchline.games.firstclass.screen import card_pages
from branchline.games.nuremberg.data.map_file import BOARDS, built_in
from branchline.languages import LANGUAGES, speaking
from branchline.server.pages.rules.rule_text import Words
from branchline.server.workers import rulebook_examples

from .arrange import Browser, Server

GAMES = ["nuremberg", "firstclass"]
EVERY_PICTURE = [(game, example.name) for game in GAMES for example in rulebook_examples.album(game).pictures]


def shown_clauses(html: str) -> list[str]:
    """The clauses that a page shows; the search hides the others."""
    found = re.findall(r'data-clause="([^"]+)"( hidden)?', html)
    return [name for name, hidden in found if not hidden]


# The text


def test_marks_links_and_tables_of_the_text() -> None:
    words = Words({"N7.8", "N16"})
    assert words.inline("See N7.8 and N99.") == 'See <a href="#N7.8">N7.8</a> and N99.'
    assert "sources differ</abbr>" in words.inline("4 rounds **(D)**.")
    assert "reconstructed</abbr>" in words.inline("Never **(R)**; option N16.")
    assert '<div class="wide" tabindex="0"><table>' in words.blocks("| a |\n|---|\n| 1 |")


def test_found_words_are_highlighted_and_markup_stays_text() -> None:
    assert Words((), ["river"]).inline("Across a RIVER.") == "Across a <mark>RIVER</mark>."
    written = Words((), ["<b>"]).inline("<script>x</script> <b>")
    assert "<script>" not in written
    assert "<mark>&lt;b&gt;</mark>" in written


# The rulebook


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_is_a_link_target_with_its_words(ann: Browser, game: str) -> None:
    html = ann.get(f"/rules/{game}").text
    book = rulebook(game)
    for clause in book.clauses.values():
        assert html.count(f'id="{clause.id}"') == 1, clause.id
        assert f'href="#{clause.id}"' in html
    assert shown_clauses(html) == list(book.clauses)
    for reading in (reading for clause in book.clauses.values() for reading in clause.readings):
        first = re.split(r"[`N*F\d]", reading)[0].strip()
        assert first in unescape(html), reading
    assert html.count('class="mark"') >= sum(len(clause.marks) for clause in book.clauses.values())


def test_every_rulebook_is_listed(ann: Browser) -> None:
    html = ann.get("/rules").text
    for name in rulebooks():
        assert f'href="/rules/{name}"' in html


def test_a_search_shows_only_clauses_with_all_words(ann: Browser) -> None:
    html = ann.get("/rules/nuremberg").text
    every = shown_clauses(html)
    html = ann.get("/rules/nuremberg?q=landlord+influence").text
    found = shown_clauses(html)
    assert "N7.11" in found
    assert len(found) < len(every) / 4
    assert {clause.id for clause in rulebook("nuremberg").search("landlord influence")} <= set(found)
    assert "<mark>landlord</mark>" in html


def test_a_search_finds_how_a_clause_is_read(ann: Browser) -> None:
    assert "N12.6" in shown_clauses(ann.get("/rules/nuremberg?q=cost+the+next+builder").text)


def test_a_search_without_results_says_what_to_do(ann: Browser) -> None:
    html = ann.get("/rules/firstclass?q=xylophone").text
    assert shown_clauses(html) == []
    assert '<p class="nothing" id="nothing" lang="en">No clause contains all these words.' in html


def test_a_search_is_text_and_nothing_else(ann: Browser) -> None:
    evil = ann.http.get("/rules/nuremberg", params={"q": '"><script>alert(1)</script>'}).text
    assert "<script>alert" not in evil
    assert "&lt;script&gt;" in evil
    assert ann.http.get("/rules/nuremberg", params={"q": "(" * 400}).status_code == 200


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rulebook_is_in_the_readers_language_or_says_that_it_is_not(
    server: Server, language: str
) -> None:
    with Browser(server.host, language) as reader:
        html = reader.get("/rules/nuremberg").text
    book = rulebook("nuremberg", language)
    assert f'<article lang="{book.language}">' in html
    assert ('class="notice"' in html) == (book.language != language)
    assert shown_clauses(html) == list(rulebook("nuremberg").clauses)


def test_a_book_that_does_not_exist(ann: Browser) -> None:
    answer = ann.get("/rules/chess")
    assert answer.status_code == 404
    assert "nuremberg" in answer.text


# Pictures


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_drawn_examples_at_its_clauses(ann: Browser, game: str) -> None:
    drawn = [example for example in rulebook_examples.album(game).pictures if example.clause]
    assert len(drawn) >= 8
    html = unescape(ann.get(f"/rules/{game}").text)
    for example in drawn:
        assert example.clause in rulebook(game).clauses
        assert example.say in html
        assert f"/pictures/en/light/{game}/{example.name}.svg" in html


@pytest.mark.parametrize(("game", "name"), EVERY_PICTURE)
def test_every_picture_can_be_drawn_and_fits_its_room(game: str, name: str) -> None:
    with speaking("en"):
        root = ElementTree.fromstring(rulebook_examples.picture(game, name, "en", dark=True))
    _x, _y, width, height = (float(number) for number in root.attrib["viewBox"].split())
    assert (width, height) == pytest.approx(rulebook_examples.drawings(game)[name].size, rel=0.1), (
        "the room kept for it"
    )
    used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', ElementTree.tostring(root, "unicode")))
    there = {shape.get("id") for shape in root.iter()}
    assert used <= there


def test_browsers_may_cache_pictures(ann: Browser) -> None:
    answer = ann.get("/pictures/de/dark/nuremberg/auction.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert "max-age" in answer.headers["cache-control"]
    assert answer.text.startswith("<svg")


@pytest.mark.parametrize("path", ["xx/dark/nuremberg/river", "en/dim/nuremberg/river", "en/dark/chess/river",
                                  "en/dark/nuremberg/moon", "en/dark/../river"])  # fmt: skip
def test_pictures_that_do_not_exist(ann: Browser, path: str) -> None:
    assert ann.get(f"/pictures/{path}.svg").status_code == 404


# Boards


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_shows_all_its_plots_and_where_they_come_from(ann: Browser, name: str) -> None:
    html = unescape(ann.get(f"/boards/{name}").text)
    source = built_in(name)
    for plot in source.plots:
        assert f'id="{plot.id}">{plot.name}' in html
    costs = [border for border in source.borders if border.why != "no_track"]
    assert html.split('aria-labelledby="borders"')[1].split("</table>")[0].count("<tr>") == len(costs) + 1
    assert source.provenance in html
    assert html.count('class="mark"') > len(source.plots)
    assert "/pictures/en/light/nuremberg/trains-4.svg" in html


def test_a_board_is_browsed_by_kind(ann: Browser) -> None:
    html = unescape(ann.get("/boards/nuremberg?show=yellow").text)
    source = built_in("nuremberg")
    post = [plot for plot in source.plots if plot.goods == "yellow"]
    assert html.count('scope="row"') == len(post)
    assert "/pictures/en/light/nuremberg/nuremberg-yellow.svg" in html
    html = unescape(ann.get("/boards/nuremberg?show=links&cost=2").text)
    dear = [border for border in source.borders if border.cost == 2]
    assert html.split('aria-labelledby="borders"')[1].split("</table>")[0].count("<tr>") == len(dear) + 1
    assert 'href="/boards/nuremberg?show=links&cost=2" aria-current="true"' in html
    html = ann.get("/boards/nuremberg?show=stations&company=green").text
    assert "Erlangen" in html
    assert "Schwabach" not in html
    assert "Four players" not in ann.get("/boards/nuremberg?show=trains&players=2").text.split("</nav>")[-1]


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("colour", ["yellow", "grey"])
def test_the_picture_of_a_kind_of_goods_highlights_its_plots(board: str, colour: str) -> None:
    lit = rulebook_examples.drawings("nuremberg")[f"{board}-{colour}"].lit
    assert lit == [f"plot:{plot.id}" for plot in built_in(board).plots if plot.goods == colour]


def test_boards_lead_to_each_other(ann: Browser) -> None:
    assert 'rel="next" href="/boards/wensleydale"' in ann.get("/boards/nuremberg").text
    assert 'rel="prev" href="/boards/nuremberg"' in ann.get("/boards/wensleydale").text
    assert ann.get("/boards/moon").status_code == 404


# Cards


def test_all_cards_are_there_with_picture_words_and_mark(ann: Browser) -> None:
    html = unescape(ann.get("/cards").text)
    cards = card_pages.all_cards()
    assert len(cards) == 24 * 3 + 5 * 8 * 3 + 21
    for card in cards.values():
        assert f'href="/cards/{card.id}"' in html
        assert card_pages.told(card) in html
    assert html.count('class="face"') == len(cards)
    assert "partly documented" in html


@pytest.mark.parametrize(
    ("query", "fits"),
    [
        ("stage=2", lambda card: card.stage == "2"),
        ("module=C&stage=1", lambda card: card.module == "C" and card.stage == "1"),
        ("does=rails", lambda card: "rail(" in card.code),
        ("does=coins&module=B", lambda card: card.module == "B" and "coin(" in card.code),
        (
            "q=celebrit",
            lambda card: "celebrit" in f"{card_pages.heading(card)} {card_pages.told(card)}".lower(),
        ),
        ("stage=9", lambda card: False),
    ],
)
def test_cards_can_be_filtered(ann: Browser, query: str, fits: object) -> None:
    assert callable(fits)
    html = ann.get(f"/cards?{query}").text
    wanted = [card.id for card in card_pages.all_cards().values() if fits(card)]
    assert re.findall(r'<li><a href="/cards/([^"]+)"', html) == wanted
    assert ("No card matches" in html) == (not wanted)


def test_a_filter_finds_cards_by_what_they_bring_not_by_what_they_ask_for() -> None:
    cards = card_pages.all_cards()
    assert cards["X2-03"].does == ["cars", "upgrades", "coins"]
    assert cards["A1-1"].does == ["upgrades", "coins", "contracts"], "it asks for filled slots"
    assert cards["B3-7"].does == ["contracts", "game-end"], "it asks for a locomotive tile"
    assert cards["X2-24"].does == ["locomotive", "rails", "points"]
    assert all(card.does for card in cards.values())


def test_filters_keep_each_other_in_the_address(ann: Browser) -> None:
    html = unescape(ann.get("/cards?does=cars&stage=2&q=upgrade").text)
    assert 'href="/cards?does=cars&stage=2&module=A&q=upgrade"' not in html, "it would find nothing"
    assert 'href="/cards?does=conductors&stage=2&q=upgrade"' in html
    assert 'href="/cards?does=cars&stage=2&q=upgrade" aria-current="true"' in html
    assert 'href="/cards?does=cars&q=upgrade"' in html, "all stages"
    assert '<input type="hidden" name="does" value="cars">' in html


@pytest.mark.parametrize("name", ["X1-01", "B2-3", "G12", "E3-1"])
def test_a_card_has_a_page(ann: Browser, name: str) -> None:
    html = unescape(ann.get(f"/cards/{name}").text)
    card = card_pages.all_cards()[name]
    assert card_pages.told(card) in html
    assert f"#{card.clause}" in html
    assert card.clause in rulebook("firstclass").clauses
    assert f'data-card="{name}"' in html
    assert "Provenance" in html


def test_from_card_to_card_through_the_whole_deck() -> None:
    cards = card_pages.all_cards()
    assert next(iter(cards)) == "X1-01"
    assert {card.clause for card in cards.values()} <= set(rulebook("firstclass").clauses)


def test_a_card_names_those_with_the_same_action(ann: Browser) -> None:
    html = ann.get("/cards/X1-08").text
    assert "Cards with the same action" in html
    assert 'href="/cards/X1-10"' in html
    assert 'rel="next" href="/cards/X1-09"' in html
    assert 'rel="prev"' not in ann.get("/cards/X1-01").text


def test_a_card_that_does_not_exist(ann: Browser) -> None:
    assert ann.get("/cards/Z9").status_code == 404
