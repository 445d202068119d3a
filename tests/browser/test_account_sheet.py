"""The account at the end of a round: it opens by itself, adds up, and gets in nobody's way."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

import branchline as bl
from branchline.games.nuremberg.rules import profit
from branchline.games.nuremberg.rules.state import EARNED, SHIPPING

from .access import serious
from .arrange import PHONE, Person, wait_for
from .conftest import Meet
from .positions import near_the_end_of_a_round, sit_at
from .test_two_browsers import next_to_move, sit_at_one_table


def until_account(*people: Person) -> None:
    """Play on until the first person sees an account."""
    for _move in range(400):
        person = next_to_move(*people)
        wait_for(lambda: len({one.at for one in people}) == 1, "They see different positions")
        if is_open(people[0]):
            return
        person.click_choice()
    raise AssertionError("No account was shown")


def is_open(person: Person) -> bool:
    person.page.evaluate("() => new Promise(requestAnimationFrame)")
    return person.page.locator("#account:popover-open").count() > 0


def with_sheet(person: Person) -> Person:
    person.cookie("account_sheet", "1")
    return person


def numbers(cells: Sequence[str]) -> list[int]:
    """The last number of each cell: `0 → −5` is now −5."""
    return [int(re.findall(r"[+−]?\d+", cell)[-1].replace("−", "-")) for cell in cells]


def rows(section: Locator, selector: str) -> list[list[int]]:
    return [numbers(row.locator("td").all_inner_texts()) for row in section.locator(selector).all()]


@pytest.mark.parametrize("game", ["nuremberg", "firstclass"])
def test_a_round_ends_with_an_account_of_everybody(meet: Meet, game: str) -> None:
    ann = with_sheet(meet())
    sit_at(ann, near_the_end_of_a_round(game, 4))
    until_account(ann)
    names = ann.page.locator("#seats .name").all_inner_texts()
    sheet = ann.page.get_by_role("dialog", name=re.compile("Round"))
    expect(sheet.get_by_role("columnheader")).to_have_text(names)
    expect(sheet.locator("thead .emblem")).to_have_count(4)
    for section in sheet.locator("tbody").all():
        (total,) = rows(section, ".sum")
        lines = rows(section, "tr:not(.title, .part, .sum, .result)")
        assert [sum(column) for column in zip(*lines, strict=True)] == total
        before = numbers(section.locator(".before").all_inner_texts())
        assert rows(section, ".result") == [[old + more for old, more in zip(before, total, strict=True)]]
    expect(sheet).to_contain_text("Most points:")
    assert serious(ann) == []


@pytest.mark.parametrize("way", [" ", "Enter", "Escape", "click"])
def test_it_goes_away_by_key_or_click_and_comes_back_from_the_log(meet: Meet, way: str) -> None:
    ann = with_sheet(meet())
    sit_at(ann, near_the_end_of_a_round("nuremberg"))
    until_account(ann)
    at, sheet = ann.at, ann.page.locator("#account")

    def leave() -> None:
        if way == "click":
            sheet.locator("h2").click()
        else:
            ann.page.keyboard.press(way)
        expect(sheet).to_be_hidden()

    leave()
    ann.page.locator("#log .opens").last.click()
    expect(sheet).to_be_visible()
    leave()
    assert ann.at == at, "the key or the click only closed it"


def test_it_shows_what_the_rules_count(meet: Meet) -> None:
    ann = meet()
    path = ann.new_game("nuremberg", ["me", "bot:random", "bot:random"], rounds="1")
    ann.play_by_clicks()
    table: Any = bl.loads(ann.page.request.get(f"{path}/record").body())
    states = [table.at(step) for step in range(len(table.steps) + 1)]
    last = max(n for n, state in enumerate(states) if state.phase == SHIPPING)
    before, after = states[last], states[last + 1]

    ann.page.locator("#ceremony[open]").wait_for()
    ann.page.keyboard.press("Escape")
    ann.page.locator("#log .opens").first.click()
    markers, points = ann.page.locator("#account tbody").all()
    assert rows(markers, ".sum") == [[profit.result(before, seat) for seat in range(3)]]
    assert rows(markers, ".result") == [[after.profit[seat] for seat in range(3)]]
    assert rows(points, ".sum") == [[before.profit[EARNED + seat] for seat in range(3)]]
    ann.page.keyboard.press("Escape")
    ann.page.locator("#log .opens").last.click()
    assert rows(ann.page.locator("#account tbody").last, ".result") == [list(table.scores())]


def test_a_choice_closes_it(meet: Meet) -> None:
    ann = with_sheet(meet())
    sit_at(ann, near_the_end_of_a_round("nuremberg"))
    until_account(ann)
    ann.wait()
    assert is_open(ann), "it stays until something happens"
    shown = ann.page.locator("#account h2", has_text=ann.page.inner_text("#account h2"))
    ann.click_choice()
    expect(shown).to_be_hidden()  # the account of the takeovers may follow


def test_it_closes_if_the_clock_is_short(meet: Meet) -> None:
    ann = with_sheet(meet())
    sit_at(ann, near_the_end_of_a_round("nuremberg"))
    until_account(ann)
    ann.wait()
    seat = ann.page.locator("#seats li").first
    seat.evaluate("seat => seat.insertAdjacentHTML('beforeend', '<span class=\"clock short\">0:09</span>')")
    expect(ann.page.locator("#account")).to_be_hidden()


def test_others_play_on_under_it_and_it_closes_for_their_request(meet: Meet) -> None:
    ann, bob = with_sheet(meet()), meet()
    sit_at_one_table(ann, bob, "firstclass")
    until_account(ann, bob)
    scores = numbers(ann.page.locator("#seats .score").all_inner_texts())
    assert rows(ann.page.locator("#account tbody").last, ".result") == [scores]
    assert not is_open(bob), "he has switched it off"

    while next_to_move(ann, bob) is ann:  # the next start player is not known
        ann.click_choice()
        ann.page.locator("#log .opens").last.click()
    at = bob.at
    while bob.turn == "mine":
        bob.wait()
        bob.click_choice()
    assert bob.at != at
    wait_for(lambda: ann.at == bob.at, "Ann does not see his turn")
    expect(ann.page.locator("#account")).to_be_visible()

    bob.page.click("#undo-turn")
    expect(ann.page.locator("#account")).to_be_hidden()
    expect(ann.page.locator("#wish")).to_be_visible()


def test_it_can_be_switched_off(meet: Meet) -> None:
    ann = with_sheet(meet())
    sit_at(ann, near_the_end_of_a_round("nuremberg"))
    ann.page.click("#settings-button")
    with ann.page.expect_response("**/settings"):
        ann.page.locator("#settings [name=account_sheet]").uncheck()
    ann.page.keyboard.press("Escape")
    ann.page.reload()
    ann.wait()
    assert not ann.page.locator("#settings [name=account_sheet]").is_checked()
    while not ann.page.locator("#log .opens").count():
        ann.wait()
        ann.click_choice()
    assert not is_open(ann)
    ann.page.locator("#log .opens").last.click()
    assert is_open(ann)


@pytest.mark.parametrize("game", ["nuremberg", "firstclass"])
def test_four_columns_fit_a_phone(meet: Meet, game: str) -> None:
    ann = with_sheet(meet(PHONE))
    sit_at(ann, near_the_end_of_a_round(game, 4))
    until_account(ann)
    sheet = ann.page.locator("#account")
    box = sheet.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE[0]
    assert box["y"] + box["height"] <= PHONE[1]
    assert sheet.evaluate("sheet => sheet.scrollWidth <= sheet.clientWidth")
    cut = (
        "cells => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent)"
    )
    assert sheet.locator("td").evaluate_all(cut) == []
    assert serious(ann, "#account") == []


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_lines_come_one_after_the_other(meet: Meet, motion: str) -> None:
    ann = with_sheet(meet(reduced_motion=motion))
    ann.cookie("speed", "slow")
    sit_at(ann, near_the_end_of_a_round("nuremberg"))
    until_account(ann)
    sheet = ann.page.locator("#account")
    if motion == "reduce":
        expect(sheet).not_to_have_class(re.compile("counts"))
        return
    ann.page.keyboard.press("Escape")
    ann.page.locator("#log .opens").last.click()
    expect(sheet).to_have_class(re.compile("counts"))
    expect(sheet.locator("tbody tr:not(.there, .title, .sum, .result)").first).to_have_css("opacity", "0")
    expect(sheet).not_to_have_class(re.compile("counts"))
    for section in sheet.locator("tbody").all():
        before = numbers(section.locator(".before").all_inner_texts())
        (total,), (now,) = rows(section, ".sum"), rows(section, ".result")
        assert now == [old + more for old, more in zip(before, total, strict=True)]
