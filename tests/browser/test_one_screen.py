"""Several people at one screen: it is handed over without showing what the previous player saw."""

from __future__ import annotations

from playwright.sync_api import expect

from .conftest import Meet


def test_between_two_people_the_screen_is_covered(meet: Meet) -> None:
    ann = meet()
    page = ann.page
    ann.new_game("firstclass", ["me", "here"])

    expect(page.locator("#cover")).to_be_visible()
    assert page.locator("[data-panel]").count() == 0
    first = page.inner_text("#cover-title")
    page.click("#cover .who button")
    ann.wait()
    choice = ann.choices().first
    card = choice.inner_text().removeprefix("Keep: at the end ")
    choice.click()

    expect(page.locator("#cover")).to_be_visible()
    assert page.inner_text("#cover-title") != first
    assert card not in page.content(), "The card is still in the page"
    assert page.locator("[data-panel], #choices button, #log li").count() == 0

    page.click("#cover .who button")
    ann.wait()
    assert card not in page.content()


def test_without_secrets_the_next_player_goes_on_at_once(meet: Meet) -> None:
    ann = meet()
    ann.new_game("nuremberg", ["me", "here"], rounds="1")
    ann.wait()
    movers = set()
    for _move in range(6):
        movers.add(ann.page.get_attribute("#now", "data-mover"))
        ann.click_choice()
        ann.wait()

    assert movers == {"0", "1"}
    expect(ann.page.locator("#cover")).to_be_hidden()
