"""Turns of others: shown where they happen, skipped, and shown again."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .arrange import DESKTOP, PHONE, Person
from .conftest import Meet

# The pause after a turn that is shown never ends by itself; shorter ones do
NO_END = """() => {
  const wait = window.setTimeout;
  window.setTimeout = (act, time) => (time > 2000 ? 0 : wait(act, time));
}"""


def begin(person: Person, game: str, speed: str) -> None:
    """A game against a bot, at the person's first turn."""
    person.cookie("speed", speed)
    person.new_game(game, ["me", "bot:random"])
    person.wait()


def begin_first(person: Person) -> None:
    """A game in which the draw lets the person begin, and the bot answers with one bid."""
    begin(person, "nuremberg", "slow")
    while "Bob bids" in person.page.inner_text("#log"):
        begin(person, "nuremberg", "slow")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_turn_is_shown_where_it_happens(meet: Meet, size: tuple[int, int]) -> None:
    ann = meet(size)
    begin_first(ann)
    ann.click_choice()
    callout = ann.page.locator("#callout")
    expect(callout).to_contain_text("Bob bids")
    expect(callout.locator(".emblem.seat-1")).to_be_visible()
    panel = ann.page.locator(".panel.acting")
    expect(panel).to_have_attribute("data-panel", "auction")
    expect(panel.locator(".spotlit").first).to_be_visible()
    expect(callout).to_be_hidden()
    expect(ann.page.locator(".acting, .spotlit")).to_have_count(0)


def test_a_phone_switches_to_the_panel_and_back(meet: Meet) -> None:
    ann = meet(PHONE)
    begin_first(ann)
    auction = ann.page.locator("[data-panel=auction]")
    ann.page.click(".tab[data-tab=players]")
    expect(auction).not_to_be_in_viewport()
    ann.click_choice()
    expect(ann.page.locator("#callout")).to_be_visible()
    expect(auction).to_be_in_viewport()


def test_showing_a_turn_does_not_hold_up_mine(meet: Meet) -> None:
    ann = meet()
    begin_first(ann)
    ann.page.evaluate(NO_END)
    ann.click_choice()
    expect(ann.page.locator("#callout")).to_contain_text("Bob bids")
    expect(ann.page.locator("body")).to_have_attribute("data-turn", "mine")
    at = ann.at
    ann.choices().first.click()
    expect(ann.page.locator("body")).not_to_have_attribute("data-at", at)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", ["nuremberg", "firstclass"])
def test_everything_since_the_last_turn_is_shown_again(meet: Meet, game: str, size: tuple[int, int]) -> None:
    ann = meet(size)
    begin(ann, game, "instant")
    while not ann.page.locator("#since:not([hidden])").count():
        ann.click_choice()
        ann.wait()
    if size == PHONE:
        ann.page.click(".tab[data-tab=log]")
    choices = ann.page.locator("#choices").bounding_box()
    since = ann.page.locator("#since")
    expect(since).to_contain_text("Since your last turn")
    since.click()
    expect(ann.page.locator("#callout")).to_contain_text("Bob")
    expect(ann.page.locator("#log .current")).to_have_count(1)
    assert ann.page.locator("#choices").bounding_box() == choices
    expect(ann.choices().first).to_be_visible()
    callout = ann.page.locator("#callout").bounding_box()
    assert callout is not None
    assert choices is not None
    apart = (
        callout["x"] + callout["width"] <= choices["x"] or callout["y"] + callout["height"] <= choices["y"]
    )
    assert apart, "it is not on the choices"

    ann.page.keyboard.press("s")
    expect(ann.page.locator("#callout")).to_be_hidden()
    expect(ann.page.locator("#log .current")).to_have_count(0)
    assert ann.turn == "mine"
