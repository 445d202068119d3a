"""Whole games by mouse alone, by finger alone, and by keys alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .arrange import DESKTOP, PHONE, Person, text_of
from .conftest import Meet

GAMES = {"nuremberg": {"rounds": "1"}, "firstclass": {}}


@pytest.mark.parametrize(
    ("game", "size"),
    [
        pytest.param("nuremberg", DESKTOP, id="nuremberg-mouse", marks=pytest.mark.slow),
        pytest.param("nuremberg", PHONE, id="nuremberg-finger"),
        pytest.param("firstclass", DESKTOP, id="firstclass-mouse"),
        pytest.param("firstclass", PHONE, id="firstclass-finger", marks=pytest.mark.slow),
    ],
)
def test_a_whole_game_by_pointing(meet: Meet, game: str, size: tuple[int, int]) -> None:
    ann = meet(size)
    ann.new_game(game, ["me", "bot:random"], **GAMES[game])

    moves = ann.play_by_clicks()

    assert moves > 5
    ann.leave_ceremony()
    expect(ann.page.locator("#ending")).to_be_visible()
    assert "wins" in ann.page.inner_text("#ending") or "victory" in ann.page.inner_text("#ending")
    expect(ann.page.locator("#ending a[href^='/replay/']").first).to_be_visible()


@pytest.mark.parametrize("game", ["nuremberg", pytest.param("firstclass", marks=pytest.mark.slow)])
def test_a_whole_game_by_keys(meet: Meet, game: str) -> None:
    ann = meet()
    set_up_by_keys(ann, game)
    page = ann.page

    for count in range(2000):
        if ann.wait() == "over":
            break
        if not page.evaluate("document.querySelector('#choices').contains(document.activeElement)"):
            page.keyboard.press("c")
        for _step in range(ann.random.randrange(6) if count % 3 else 0):
            page.keyboard.press("ArrowDown")
        at = ann.at
        page.keyboard.press("Enter")
        if page.locator("#payment[open]").count():
            page.keyboard.press("Enter")
        if page.locator("#ask[open]").count():
            page.keyboard.press("Tab")
            page.keyboard.press("Enter")
        if ann.at == at and page.evaluate("document.activeElement.matches('.step')"):
            continue  # a plus or minus was pressed, which plays nothing
        ann.moved(at)

    assert ann.turn == "over"
    assert "View replay" in text_of(page)


def set_up_by_keys(ann: Person, game: str) -> None:
    """From the home page into a game against one bot, by Tab, Enter and letters."""
    page = ann.page
    page.goto("/")
    tab_to(ann, f"a[href='/new?game={game}']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/new?game=*")
    tab_to(ann, "[name=seat1]")
    page.keyboard.type("Bot: Ran")
    tab_to(ann, "[name=seat2]")
    page.keyboard.type("Nobody")
    if game == "nuremberg":
        tab_to(ann, "[name=rounds]")
        page.keyboard.type("1")
    tab_to(ann, ".begin button")
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")


def tab_to(ann: Person, selector: str) -> None:
    for _step in range(80):
        if ann.page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        ann.page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {selector}")
