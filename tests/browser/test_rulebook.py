"""The rulebook for people: readable on a phone, on paper and without script; cards and boards found by what they do."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from branchline.core.rulebook import rulebooks
from branchline.languages import LANGUAGES

from .access import serious
from .arrange import DESKTOP, PHONE, Person
from .conftest import Meet

GAMES = pytest.mark.parametrize("game", rulebooks())
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
PAGE = re.compile(rb"/Type\s*/Page\b")


def no_wider_than_the_screen(person: Person) -> None:
    assert person.page.evaluate("document.documentElement.scrollWidth - screen.width") <= 0


def see_every_picture(person: Person, where: str) -> int:
    """Scroll to each picture and wait until it is there; how many there are."""
    pictures = person.page.locator(f"{where} img")
    for number in range(pictures.count()):
        pictures.nth(number).scroll_into_view_if_needed()
        person.page.wait_for_function(
            "picture => picture.complete && picture.naturalWidth > 0",
            arg=pictures.nth(number).element_handle(),
        )
        assert pictures.nth(number).get_attribute("alt")
    return pictures.count()


@GAMES
@SIZES
def test_a_newcomer_reads_the_illustrated_pages(meet: Meet, game: str, size: tuple[int, int]) -> None:
    reader = meet(size)
    page = reader.page
    page.goto(f"/rules/{game}")
    no_wider_than_the_screen(reader)
    assert see_every_picture(reader, "#in-pictures") >= 8
    assert see_every_picture(reader, "#points") >= 4
    no_wider_than_the_screen(reader)
    cited = page.locator("#in-pictures .cites a").first
    clause = cited.inner_text()
    cited.click()
    expect(page.locator(f"[id='{clause}']")).to_be_in_viewport()
    assert serious(reader) == []


@SIZES
def test_nothing_moves_when_a_picture_arrives(meet: Meet, size: tuple[int, int]) -> None:
    page = meet(size).page

    def height() -> int:
        return int(page.evaluate("document.querySelector('.illustrated').scrollHeight"))

    page.route("**/pictures/**", lambda route: None)  # they never come
    page.goto("/rules/nuremberg", wait_until="domcontentloaded")
    empty = height()
    page.unroute_all(behavior="ignoreErrors")
    page.goto("/rules/nuremberg/paper")
    page.goto("/rules/nuremberg")
    page.evaluate("document.querySelectorAll('img').forEach((picture) => (picture.loading = 'eager'))")
    page.wait_for_load_state("networkidle")
    assert height() == pytest.approx(empty, abs=20)


@GAMES
@SIZES
def test_a_player_reads_what_good_players_do(meet: Meet, game: str, size: tuple[int, int]) -> None:
    reader = meet(size)
    reader.page.goto(f"/rules/{game}")
    reader.page.locator(".illustrated > .ways a", has_text="Strategy").click()
    expect(reader.page).to_have_url(re.compile(f"/rules/{game}/strategy$"))
    assert see_every_picture(reader, "#rounds") >= 5
    no_wider_than_the_screen(reader)
    assert serious(reader) == []


@GAMES
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_about_strategy_are_two_sheets_of_paper(meet: Meet, game: str, language: str) -> None:
    page = meet(locale=language).page
    page.goto(f"/rules/{game}/strategy/paper")
    page.wait_for_load_state("networkidle")
    printed = page.pdf(prefer_css_page_size=True, print_background=True)
    assert len(PAGE.findall(printed)) <= 2


@GAMES
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_illustrated_pages_are_two_sheets_of_paper(meet: Meet, game: str, language: str) -> None:
    page = meet(locale=language).page
    page.goto(f"/rules/{game}/paper")
    page.wait_for_load_state("networkidle")
    assert page.locator(".leaf img").count() >= 12
    printed = page.pdf(prefer_css_page_size=True, print_background=True)
    assert len(PAGE.findall(printed)) == 2
    page.emulate_media(media="print")
    expect(page.locator("#print")).to_be_hidden()
    expect(page.locator(".way-back")).to_be_hidden()


def test_the_rulebook_itself_prints_without_navigation(meet: Meet) -> None:
    page = meet().page
    page.goto("/rules/firstclass")
    page.emulate_media(media="print")
    for part in (".site-head", ".contents", "#seek", ".site-foot"):
        expect(page.locator(part)).to_be_hidden()
    expect(page.locator("#in-pictures")).to_be_visible()


@SIZES
def test_cards_are_found_by_what_they_do_without_scripts(meet: Meet, size: tuple[int, int]) -> None:
    reader = meet(size, java_script_enabled=False)
    page = reader.page
    page.goto("/cards")
    page.get_by_role("link", name=re.compile("^Conductors ")).click()
    page.get_by_role("link", name=re.compile("^Stage II, rounds 3 and 4")).click()
    expect(page).to_have_url(re.compile(r"/cards\?does=conductors&stage=2$"))
    shown = page.locator(".album .does").all_inner_texts()
    assert shown
    assert all("conductor" in words.lower() or "mail" in words.lower() for words in shown)
    page.locator("[name=q]").fill("upgrade")
    page.get_by_role("button", name="Search").click()
    expect(page).to_have_url(re.compile(r"does=conductors&stage=2&q=upgrade"))
    fewer = page.locator(".album .does").all_inner_texts()
    assert 0 < len(fewer) < len(shown)
    page.reload()
    assert page.locator(".album .does").all_inner_texts() == fewer
    expect(page.locator(".filters [aria-current]").first).to_contain_text("Conductors")


@SIZES
def test_boards_are_browsed_by_kind(meet: Meet, size: tuple[int, int]) -> None:
    reader = meet(size)
    page = reader.page
    page.goto("/boards/nuremberg")
    page.get_by_role("link", name=re.compile("^Post ")).click()
    expect(page.get_by_role("heading", name="What ships from where")).to_be_visible()
    assert see_every_picture(reader, "main") == 1
    page.get_by_role("link", name=re.compile("^What a link costs")).click()
    page.get_by_role("link", name=re.compile("^costs 2")).click()
    expect(page).to_have_url(re.compile(r"show=links&cost=2$"))
    costs = page.locator("main td.count").all_inner_texts()
    assert set(costs) == {"2"}
    no_wider_than_the_screen(reader)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_serious_accessibility_fault_in_cards_and_boards(meet: Meet, theme: str) -> None:
    ann = meet(PHONE)
    ann.cookie("theme", theme)
    for path in ("/cards?does=cars", "/cards/A1-1", "/boards/nuremberg?show=links", "/rules/nuremberg/paper"):
        ann.page.goto(path)
        assert serious(ann) == [], path
        no_wider_than_the_screen(ann)
