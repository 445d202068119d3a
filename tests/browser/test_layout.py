"""Every phase on one screen: the board dominates, and everything needed to decide is in sight, measured in pixels; axe
finds no serious fault."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Page, expect

from .access import serious
from .arrange import PHONE, Person
from .conftest import Meet
from .positions import PHASES, position, sit_at

LAPTOP = (1280, 800)
HALF = LAPTOP[0] * LAPTOP[1] / 2
AREAS = (".table-head", "#large", "#beside", "#strip", "#ribbon", ".seats", ".tabs", ".log", ".chat", ".side")
EACH_PHASE = pytest.mark.parametrize(
    ("game", "phase"), [(game, phase) for game, phases in PHASES.items() for phase in phases]
)


def boxes(page: Page, selector: str) -> list[FloatRect]:
    """The boxes of all matching elements at one moment: between two queries the page may redraw itself."""
    found: list[FloatRect] = page.evaluate(
        "(selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect().toJSON())",
        selector,
    )
    return found


def box(page: Page, selector: str) -> FloatRect | None:
    found = boxes(page, selector)
    return found[0] if found and found[0]["width"] and found[0]["height"] else None


def in_window(page: Page, one: FloatRect) -> bool:
    size = page.viewport_size
    assert size
    return (
        one["width"] > 0
        and min(one["x"], one["y"]) >= 0
        and one["x"] + one["width"] <= size["width"] + 0.5
        and one["y"] + one["height"] <= size["height"] + 0.5
    )


def outside(page: Page, selector: str) -> list[FloatRect]:
    """All matching elements that are not entirely in the window."""
    found = boxes(page, selector)
    assert found, selector
    return [one for one in found if not in_window(page, one)]


def inside(page: Page, selector: str) -> bool:
    return not outside(page, selector)


def overlap(a: FloatRect, b: FloatRect) -> bool:
    wide = min(a["x"] + a["width"], b["x"] + b["width"]) - max(a["x"], b["x"])
    high = min(a["y"] + a["height"], b["y"] + b["height"]) - max(a["y"], b["y"])
    return wide > 0.5 and high > 0.5


def overflows(page: Page) -> dict[str, Any]:
    """How far the page is larger than the window."""
    return page.evaluate(  # type: ignore[no-any-return]
        "() => ({ wide: document.documentElement.scrollWidth - screen.width,"
        " high: document.documentElement.scrollHeight - innerHeight })"
    )


def check_tools(page: Page) -> None:
    """The choices that end, pass or confirm, undo and hint are in the window, however long the list of choices is."""
    for tool in ("#undo-step", "#undo-turn", "#hint-button"):
        assert inside(page, tool), tool
    if page.locator("#ends button").count():
        assert inside(page, "#ends button")


def check_laptop(ann: Person) -> None:
    page = ann.page
    large = box(page, "#large")
    assert large
    assert large["width"] * large["height"] >= HALF
    for area in AREAS:
        assert page.locator(area).is_hidden() or inside(page, area), area
    assert outside(page, "#seats li, #seats .held") == [], "everybody's row, and all of it"
    choices = boxes(page, "#choices button.choice")
    assert not choices or in_window(page, choices[0])
    check_tools(page)
    shown = {area: found for area in AREAS if (found := box(page, area))}
    for (one, first), (other, second) in combinations(shown.items(), 2):
        assert not overlap(first, second), f"{one} and {other} overlap"
    assert overflows(page) == {"wide": 0, "high": 0}


@EACH_PHASE
def test_on_a_laptop_the_board_fills_half_of_the_screen_and_the_rest_is_in_sight(
    meet: Meet, game: str, phase: str
) -> None:
    ann = meet(LAPTOP)
    for players in (2, 3, 4):
        sit_at(ann, position(game, phase, players))
        expect(ann.page.locator("#seats li")).to_have_count(players)
        check_laptop(ann)
    assert serious(ann) == []


@EACH_PHASE
def test_on_a_phone_nothing_is_wider_than_the_screen_and_the_players_row_and_the_foot_are_in_sight(
    meet: Meet, game: str, phase: str
) -> None:
    ann = meet(PHONE)
    sit_at(ann, position(game, phase, 4))
    page = ann.page
    assert overflows(page) == {"wide": 0, "high": 0}
    assert inside(page, "#large") or inside(page, "#beside"), "the page with something to choose"
    assert outside(page, "#seats .own .held, #seats .own .score") == [], "all that I have"
    assert inside(page, ".foot")
    check_tools(page)
    assert serious(ann) == []


def test_a_phone_shows_the_panel_with_something_to_choose_and_its_tab(meet: Meet) -> None:
    ann = meet(PHONE)
    sit_at(ann, position("nuremberg", "shipping", 3))
    page = ann.page
    expect(page.get_by_text("Rent train 1a")).to_be_visible()
    expect(page.locator("[data-panel=trains] .view")).to_be_in_viewport(ratio=0.9)
    expect(page.locator(".tab[data-tab=trains]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".tab[data-tab=map]")).to_have_attribute("aria-pressed", "false")


def test_the_map_is_drawn_as_large_as_its_place_allows(meet: Meet) -> None:
    ann = meet(LAPTOP)
    sit_at(ann, position("nuremberg", "building", 3))
    wide, high = ann.page.evaluate(
        "() => { const box = document.querySelector('[data-panel=map] .view > svg').getScreenCTM();"
        " const view = document.querySelector('[data-panel=map] .view > svg').viewBox.baseVal;"
        " return [box.a * view.width, box.d * view.height]; }"
    )
    assert wide * high >= 0.95 * HALF


def test_the_log_shows_its_end_opens_and_folds(meet: Meet) -> None:
    ann = meet(LAPTOP)
    sit_at(ann, position("nuremberg", "building", 3))
    page, log = ann.page, ann.page.locator("#log")
    foot = box(page, ".foot")
    ends = box(page, "#log")
    assert ends
    expect(log.locator("> li").last).to_be_in_viewport()

    page.click("#log-open")
    opened = box(page, "#log")
    assert opened
    assert opened["height"] > 2 * ends["height"]
    check_tools(page)
    page.click("#log-open")

    page.click("#log-fold")
    expect(log).to_be_hidden()
    assert box(page, ".foot") == foot, "the foot has not moved"
    page.click("#log-fold")
    expect(log).to_be_visible()


def test_opponents_boards_are_in_sight(meet: Meet) -> None:
    ann = meet(LAPTOP)
    sit_at(ann, position("firstclass", "market", 4))
    boards = ann.page.locator("#strip .panel")
    expect(boards).to_have_count(3)
    assert inside(ann.page, "#strip .panel")
    boards.first.locator(".view").click()
    expect(ann.page.locator("#large .panel")).to_have_attribute("data-panel", re.compile("board:"))
    expect(boards).to_have_count(2)


def test_a_row_opens_the_board_of_its_player(meet: Meet) -> None:
    ann = meet(LAPTOP)
    sit_at(ann, position("firstclass", "market", 3))
    page = ann.page
    rows = page.locator("#seats li")
    other = next(
        number for number in range(3) if "turn" not in (rows.nth(number).get_attribute("class") or "")
    )
    rows.nth(other).locator("button.name").click()
    expect(page.locator("#large > figure")).to_have_attribute("data-panel", f"board:{other}")
    rows.nth(other).locator("button.name").click()
    expect(page.locator("#large > figure").first).to_have_attribute("data-panel", "market")


def test_a_row_says_in_words_what_its_tokens_show(meet: Meet) -> None:
    ann = meet(LAPTOP)
    sit_at(ann, position("nuremberg", "shipping", 3))
    table = position("nuremberg", "shipping", 3)
    player = table.view(None).players[0]
    row = ann.page.locator("#seats li").first
    said = row.locator(".held .unseen").all_inner_texts()
    assert said[0] == f"{player.influence.white} white"
    assert f"{player.track} track left" in said
    assert row.locator(".held svg").count() == 11


def test_a_spectator_is_told_so(meet: Meet) -> None:
    ann, eve = meet(), meet(LAPTOP)
    ann.new_game("nuremberg", ["me", "bot:random"])
    ann.wait()
    eve.page.goto(ann.link_of("watch"))
    expect(eve.page.locator("#watching")).to_have_text("You are watching. Only the players can make moves.")
    expect(eve.page.locator("#now")).to_contain_text("Waiting for Ann")
    expect(ann.page.locator("#watching")).to_be_hidden()
