"""The rulebook, replays and lessons in a real browser."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from branchline.core.play.table import Table

from .arrange import DESKTOP, PHONE, Person
from .conftest import Meet

SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])


def bring_a_record(person: Person, folder: Path, game: str = "nuremberg") -> Table:
    table = Table(game, 2, seed=5, seats=["Ann", "Bob"])
    rng = Random(5)
    while not table.over:
        table.push(rng.choice(table.game.legal(table.state)))
    table.save(folder / "game.jsonl")
    person.page.goto("/")
    person.page.set_input_files("input[type=file]", folder / "game.jsonl")
    person.page.click("form[action='/records'] button")
    person.page.wait_for_url("**/replay/*")
    return table


def no_wider_than_the_screen(person: Person) -> None:
    wide = person.page.evaluate("document.documentElement.scrollWidth - screen.width")
    assert wide <= 0


@SIZES
def test_clauses_are_found_while_words_are_typed(meet: Meet, size: tuple[int, int]) -> None:
    reader = meet(size)
    page = reader.page
    page.goto("/rules/nuremberg")
    no_wider_than_the_screen(reader)
    page.fill("#seek [name=q]", "landlord influence")
    expect(page.locator("#N7\\.11")).to_be_visible()
    expect(page.locator("#N9\\.1")).to_be_hidden()
    expect(page.locator("#found")).to_contain_text("clauses")
    expect(page).to_have_url(re.compile("q=landlord"))

    page.fill("#seek [name=q]", "xylophone")
    expect(page.locator("#nothing")).to_be_visible()

    page.fill("#seek [name=q]", "")
    expect(page.locator("#N9\\.1")).to_be_visible()
    page.goto("/rules/nuremberg?q=landlord#N9.1")
    expect(page.locator("#N9\\.1")).to_be_in_viewport()


def test_drawn_examples_load_when_they_are_scrolled_to(meet: Meet) -> None:
    page = meet().page
    page.goto("/rules/firstclass#F5.5")
    picture = page.locator("#F5\\.5 img")
    picture.scroll_into_view_if_needed()
    page.wait_for_function(
        "picture => picture.complete && picture.naturalWidth > 0", arg=picture.element_handle()
    )


@SIZES
def test_a_replay_is_controlled_by_slider_keys_log_and_chart(
    meet: Meet, size: tuple[int, int], tmp_path: Path
) -> None:
    reader = meet(size)
    table = bring_a_record(reader, tmp_path)
    page, last = reader.page, len(table.steps)
    where, now = page.locator("#where"), page.locator("#now")
    expect(now).to_contain_text("wins")
    no_wider_than_the_screen(reader)

    page.keyboard.press("Home")
    expect(where).to_have_text(f"0 / {last}")
    for _press in range(3):
        page.keyboard.press("ArrowRight")
    expect(where).to_have_text(f"3 / {last}")
    expect(now).to_have_text(table.game.screen().now(table.game.view(table.at(3), None), table.seats))
    expect(page.locator("#log [aria-current=step]")).to_have_attribute("data-step", "3")
    expect(page).to_have_url(re.compile("at=3"))

    page.fill("#slider", "20")
    expect(where).to_have_text(f"20 / {last}")
    page.select_option("#round", label="Round 2")
    expect(page.locator("[data-panel=round]")).to_contain_text("Round 2")

    entry = page.locator("#log > li[data-step]").nth(6)
    entry.locator("> a").click()
    expect(where).to_have_text(f"{entry.get_attribute('data-step')} / {last}")
    links = page.locator("[data-panel=map] [data-part]").count()
    assert links > 5

    box = page.locator("#chart svg").bounding_box()
    assert box is not None
    page.locator("#chart svg").click(position={"x": box["width"] * 0.5, "y": box["height"] * 0.5})
    expect(where).not_to_have_text(f"7 / {last}")


@SIZES
def test_turning_points_lead_to_their_moments(meet: Meet, size: tuple[int, int], tmp_path: Path) -> None:
    reader = meet(size)
    bring_a_record(reader, tmp_path)
    page = reader.page
    points = page.locator("#course ol.turning li")
    expect(points.first).to_contain_text("% to win")
    step = points.first.locator("a").get_attribute("data-step")
    points.first.locator("a").click()
    expect(page.locator("#where")).to_contain_text(f"{step} / ")
    page.keyboard.press("Home")
    mark = page.locator("#course svg a.turning").first
    mark.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#where")).to_contain_text(f"{step} / ")
    no_wider_than_the_screen(reader)


def test_it_plays_automatically_and_stops(meet: Meet, tmp_path: Path) -> None:
    reader = meet()
    bring_a_record(reader, tmp_path)
    page = reader.page
    page.keyboard.press("Home")
    page.keyboard.press(" ")
    expect(page.locator("[data-go=play]")).to_have_attribute("aria-pressed", "true")
    page.wait_for_function("() => Number(document.querySelector('#slider').value) >= 2")
    page.click("[data-go=play]")
    expect(page.locator("[data-go=play]")).to_have_attribute("aria-pressed", "false")


def test_play_continues_against_bots_from_a_moment(meet: Meet, tmp_path: Path) -> None:
    reader = meet()
    table = bring_a_record(reader, tmp_path)
    step = next(number for number in range(10, len(table.steps)) if table.steps[number].decided)
    reader.page.goto(f"{reader.page.url.partition('?')[0]}?at={step}")
    reader.page.click("#branch button")
    reader.page.wait_for_url("**/table/*")
    assert reader.wait() == "mine"
    reader.click_choice()


@SIZES
@pytest.mark.parametrize("game", ["nuremberg", "firstclass"])
def test_a_lesson_from_beginning_to_end(meet: Meet, size: tuple[int, int], game: str) -> None:
    learner = meet(size)
    page = learner.page
    page.goto(f"/learn/{game}")
    page.click("main button")
    page.wait_for_url("**/table/*")
    while True:
        learner.wait()
        expect(page.locator("#lesson")).to_be_visible()
        number, total = (int(word) for word in page.inner_text("#lesson .caps").split() if word.isdecimal())
        if number == total:
            break
        assert learner.choices().count() == 1, "only what the lesson waits for is lit"
        learner.click_choice()
    while (more := page.locator("#lesson").get_by_role("button", name="Next", exact=True)).count():
        more.click()
    assert "play on from here" in page.inner_text("#lesson")
