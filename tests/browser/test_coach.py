"""A newcomer's first game: asked once, coached for two rounds by clicks alone, then on her own."""

from __future__ import annotations

import re
from functools import partial

import pytest
from playwright.sync_api import Locator, expect

from .access import serious
from .arrange import PHONE, Person
from .conftest import Meet

LAPTOP = (1280, 800)
SIZES = pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])

# What the card must not cover: the board, the suggestions and choices, the foot, the players
COVERED = """() => {
  const card = document.querySelector("#lesson").getBoundingClientRect();
  const apart = (box) => box.left >= card.right - 1 || box.right <= card.left + 1
    || box.top >= card.bottom - 1 || box.bottom <= card.top + 1;
  const nodes = [...document.querySelectorAll(".scroll, #ends .choice, .boards > div, .seats")];
  const seen = nodes.filter((node) => node.checkVisibility());
  return seen.filter((node) => !apart(node.getBoundingClientRect())).map((node) => node.className || node.id);
}"""


def start(person: Person, game: str) -> None:
    """From the home page into a coached game."""
    page = person.page
    page.goto("/")
    page.locator(f".poster.{game}").get_by_role("button", name="Play now").click()
    page.wait_for_url("**/first-game/*")
    page.get_by_role("button", name="Teach me while I play").click()
    page.wait_for_url("**/table/*")
    person.wait()


def press(size: tuple[int, int], button: Locator) -> None:
    """With a finger on the phone: a mouse left where the board appears would open a tooltip."""
    (button.tap if size == PHONE else button.click)()


def card(person: Person) -> Locator:
    return person.page.locator("#lesson")


def advised(person: Person) -> Locator:
    """The suggestions, once they are there; if there are none, all choices."""
    found = person.page.locator("#ideas.coached button.choice, #choices:not([hidden]) button.choice")
    found.first.wait_for()
    return found


@pytest.mark.parametrize(
    ("game", "size"),
    [
        pytest.param("nuremberg", LAPTOP, id="nuremberg-laptop"),
        pytest.param("nuremberg", PHONE, id="nuremberg-phone", marks=pytest.mark.slow),
        pytest.param("firstclass", LAPTOP, id="firstclass-laptop", marks=pytest.mark.slow),
        pytest.param("firstclass", PHONE, id="firstclass-phone"),
    ],
)
def test_a_newcomers_first_game_by_clicks(meet: Meet, game: str, size: tuple[int, int]) -> None:
    ann = meet(size, newcomer=True)
    page = ann.page
    start(ann, game)
    expect(card(ann)).to_contain_text("Your goal")
    press(size, card(ann).get_by_role("button", name="Next"))
    said = []
    while "summary" not in (card(ann).get_attribute("class") or ""):
        said.append(page.inner_text("#lesson h3"))
        choices = advised(ann)
        expect(choices.first).to_be_in_viewport()
        expect(card(ann).get_by_role("button", name="Leave the coach")).to_be_in_viewport()
        assert page.evaluate(COVERED) == []
        ann.do(partial(press, size, choices.first))
        assert ann.wait() == "mine"
    told = [title for title in said if title]
    assert len(set(told)) >= 8
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    expect(card(ann).locator("li")).to_have_count(5)
    expect(card(ann).get_by_role("button", name="Play on without the coach")).to_be_in_viewport(ratio=1)
    expect(card(ann).get_by_role("button", name="Leave the coach")).to_be_hidden()
    press(size, card(ann).get_by_role("button", name="Play on without the coach"))
    expect(card(ann)).to_be_hidden()
    assert ann.play_by_clicks() > 5
    ann.leave_ceremony()

    page.goto("/")
    page.locator(f".poster.{game}").get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/*")
    ann.wait()
    expect(card(ann)).to_be_hidden()


@SIZES
def test_the_card_is_read_by_pages_folded_and_left(meet: Meet, size: tuple[int, int]) -> None:
    ann = meet(size, newcomer=True)
    page = ann.page
    start(ann, "nuremberg")
    assert serious(ann) == []
    words = card(ann).locator(".words")
    expect(words).to_have_attribute("aria-live", "polite")
    expect(words).to_contain_text("You run a railway")
    card(ann).get_by_role("button", name="Next").press("Enter")
    expect(words).to_contain_text("First comes an auction")
    expect(page.locator("[data-panel=auction]")).to_have_class("panel discussed offers")
    page.keyboard.press("Escape")
    expect(words).to_be_hidden()
    expect(page.locator("#lesson h3")).to_have_text("The auction")
    page.reload()
    ann.wait()
    expect(words).to_be_hidden()
    card(ann).get_by_role("button", name="Unfold").click()
    expect(words).to_be_visible()
    card(ann).get_by_role("button", name="Leave the coach").click()
    expect(card(ann)).to_be_hidden()
    expect(page.locator("#choices")).to_be_visible()
    expect(page.locator("#hint-button")).to_be_visible()
    ann.click_choice()


def test_all_choices_are_available_and_a_poor_one_needs_confirmation(meet: Meet) -> None:
    ann = meet(LAPTOP, newcomer=True)
    page = ann.page
    start(ann, "nuremberg")
    advised(ann)
    expect(page.locator("#choices")).to_be_hidden()
    expect(page.locator("#ideas .reasons").first).to_be_visible()
    assert 1 <= page.locator("#ideas button.choice").count() <= 3
    at = ann.at
    page.get_by_role("button", name="Show all choices").click()
    assert page.locator("#choices .stepper").count() >= 5
    assert page.locator(".lit").count() >= 5
    box = page.locator("#choices .stepper").first
    box.locator("input").fill("12")
    box.locator("button.choice").click()
    asked = re.compile("cubes are enough here for now|That leaves you")
    expect(page.locator("#ask[open]")).to_contain_text(asked)
    page.get_by_role("button", name="No, go back").click()
    assert ann.at == at
    box.locator("input").press("Enter")
    page.get_by_role("button", name="Yes, do it").click()
    ann.moved(at)


def test_a_shape_that_cannot_be_chosen_says_why(meet: Meet) -> None:
    ann = meet(LAPTOP, newcomer=True)
    start(ann, "nuremberg")
    advised(ann)
    ann.page.locator("[data-panel=map] [data-target^='plot:']").first.dispatch_event("click")
    expect(ann.page.locator("#tip .why")).not_to_be_empty()


def test_the_coach_leads_to_a_chapter_that_fits_a_phone(meet: Meet) -> None:
    ann = meet(PHONE, newcomer=True)
    start(ann, "nuremberg")
    card(ann).get_by_role("button", name="Next").click()
    with ann.context.expect_page() as opened:
        card(ann).get_by_role("button", name="Practise: The auction").click()
    page = opened.value
    page.wait_for_selector("body[data-turn='mine']")
    expect(page.locator("#lesson h2")).to_have_text("Lesson: 1 of 4")
    for _step in range(2):
        while page.locator("#lesson").get_by_role("button", name="Next").count():
            page.locator("#lesson").get_by_role("button", name="Next").click()
        words = page.locator("#lesson .words")
        expect(words).to_be_in_viewport(ratio=1)
        choice = page.locator("#choices button.choice")
        expect(choice).to_be_in_viewport(ratio=1)
        at = page.get_attribute("body", "data-at")
        choice.click()
        page.wait_for_function("at => document.body.dataset.at !== at", arg=at)
        page.wait_for_selector("body[data-turn='mine']:not([data-busy])")
