"""Shapes that can be chosen are highlighted, makeshifts less; the others say why not, to mouse and finger; no focus
bars stay behind."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .arrange import DESKTOP, PHONE, Person
from .conftest import Meet

# The middles of shapes that are not highlighted and far from any that is, one per kind
UNLIT = """() => {
  const lit = (x, y) => document.elementsFromPoint(x, y).some((node) => node.closest(".lit"));
  const ring = [0, 1, 2, 3, 4, 5, 6, 7].map((turn) => [Math.cos(turn * Math.PI / 4), Math.sin(turn * Math.PI / 4)]);
  const found = {};
  for (const shape of document.querySelectorAll(".view [data-target]:not(.lit)")) {
    const kind = shape.dataset.target.split(":")[0];
    const box = shape.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const hit = document.elementFromPoint(x, y)?.closest("[data-target]");
    if (found[kind] || !box.width || hit?.dataset.target !== shape.dataset.target) continue;
    if ([0, 10, 20].some((far) => ring.some(([dx, dy]) => lit(x + far * dx, y + far * dy)))) continue;
    found[kind] = [x, y];
  }
  return found;
}"""
SHAPES = """async (choices) => {
  const { src } = document.querySelector("script[src*='table/table.js']");
  const { Highlights } = await import(src.replace("table/table.js", "panels/highlights.js"));
  new Highlights(document.body).offer(choices);
  return choices.map(({ target }) => {
    const shape = document.querySelector(`[data-target="${target}"].area, [data-target="${target}"] .area`);
    const { stroke, strokeDasharray, fillOpacity } = getComputedStyle(shape);
    return [stroke, strokeDasharray, fillOpacity].join(" ");
  });
}"""


def begin(person: Person, game: str) -> None:
    person.new_game(game, ["me", "bot:random"])
    person.wait()


@pytest.mark.parametrize("game", ["nuremberg", "firstclass"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["mouse", "finger"])
def test_a_shape_that_cannot_be_chosen_says_why(meet: Meet, game: str, size: tuple[int, int]) -> None:
    person = meet(size)
    begin(person, game)
    while person.page.locator("#now", has_text="keep").count():
        person.click_choice()
        person.wait()
    at, asked = person.at, set[str]()
    for tab in person.page.locator(".tabs .tab:visible").all():
        tab.click()
        for kind, (x, y) in person.page.evaluate(UNLIT).items():
            if kind in asked:
                continue
            asked.add(kind)
            if size == PHONE:
                person.page.touchscreen.tap(x, y)
            else:
                person.page.mouse.move(x, y, steps=2)
            expect(person.page.locator("#tip")).to_be_visible()
            expect(person.page.locator("#tip .why"), kind).not_to_be_empty()
            if size != PHONE:
                person.page.mouse.move(2, 2)
            else:
                person.page.locator("#now").tap()
            expect(person.page.locator("#tip")).to_be_hidden()
    assert person.at == at, "nothing was chosen"
    assert len(asked) >= 3, asked


def test_a_card_that_can_only_be_traded_is_highlighted_differently(meet: Meet) -> None:
    ann = meet()
    begin(ann, "firstclass")
    while ann.page.locator("#now", has_text="keep").count():
        ann.click_choice()
        ann.wait()
    first, second = ann.page.eval_on_selector_all(
        "[data-panel=market] .area[data-target^='card:']",
        "all => all.slice(0, 2).map((one) => one.dataset.target)",
    )
    offers = [{"target": first}, {"target": first, "poorer": True}, {"target": second, "poorer": True}]
    taken, again, traded = ann.page.evaluate(SHAPES, offers)
    assert taken == again != traded


def test_a_click_takes_a_card_and_a_right_click_offers_the_trade(meet: Meet) -> None:
    ann = meet()
    begin(ann, "firstclass")
    while ann.page.locator("#now", has_text="keep").count():
        ann.click_choice()
        ann.wait()
    card = ann.page.locator("[data-panel=market] .area.lit[data-target^='card:']").first
    card.click(button="right")
    menu = ann.page.locator("#menu button.choice")
    expect(menu).to_have_count(2)
    ann.page.keyboard.press("Escape")
    ann.do(card.click)
    expect(ann.page.locator("#log")).to_contain_text("Ann takes")


@pytest.mark.parametrize("game", ["nuremberg", "firstclass"])
def test_a_mouse_leaves_no_focus_bar(meet: Meet, game: str) -> None:
    ann = meet()
    begin(ann, game)
    for _turn in range(3):
        ann.click_choice()
        ann.wait()
        assert ann.page.locator(".side :focus-visible:not(input)").count() == 0
    sides = "one => ['Left', 'Right', 'Top'].map((side) => getComputedStyle(one)[`border${side}Width`])"
    assert len(set(ann.choices().first.evaluate(sides))) == 1
