"""One decision, one click: payments in one sheet, the ribbon under the board, steps that are repeated."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Locator, expect

from branchline.core.play.table import Table
from branchline.core.screen import Choice
from branchline.languages import LANGUAGES, _, speaking

from .access import serious
from .arrange import DESKTOP, PHONE, Person
from .conftest import Meet
from .positions import LIKED, NAMES, sit_at


def choices(table: Table) -> list[Choice]:
    return table.game.screen().choices(table.state, table.seats)


def where_it_pays(verb: str) -> tuple[Table, Choice]:
    """A match of Nuremberg played up to a choice that is a payment."""
    for seed in range(40):
        table, rng = Table("nuremberg", 2, seed=seed, seats=NAMES[:2]), Random(seed)
        while not table.over:
            moves = [choice.move for choice in choices(table)]
            owing = [one for one in choices(table) if one.pays and one.move.startswith(verb)]
            if owing:
                return table, owing[0]
            table.push(rng.choices(moves, [LIKED.get(move.split()[0], 5) ** 2 for move in moves])[0])
    raise AssertionError(f"No match comes to a payment for {verb}")


def buttons(person: Person, choice: Choice) -> Locator:
    return person.page.locator("#choices button.choice", has_text=choice.words)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("verb", ["build", "rent"])
def test_a_payment_takes_two_clicks(meet: Meet, verb: str, size: tuple[int, int]) -> None:
    table, choice = where_it_pays(verb)
    ann = meet(size)
    sit_at(ann, table)
    page = ann.page
    tab = page.get_attribute("body", "data-tab")

    at = ann.at
    ann.press(buttons(ann, choice).first)
    expect(page.locator("#payment")).to_be_visible()
    assert page.get_attribute("body", "data-tab") == tab, "the page stays where it is"
    assert serious(ann, "#payment") == []
    ann.press(page.locator("#payment .pay"))
    ann.moved(at)

    expect(page.locator("#payment")).to_have_count(0)
    expect(page.locator("#log")).to_contain_text(re.compile("pa(ys|id)"))


def test_a_payment_can_be_changed_and_stays_complete(meet: Meet) -> None:
    table, choice = where_it_pays("rent")
    assert choice.pays is not None
    ann = meet()
    sit_at(ann, table)
    page = ann.page
    buttons(ann, choice).first.click()
    units = page.locator("#payment .unit:visible")
    counts = [int(output) for output in units.locator("output").all_inner_texts()]
    assert sum(counts) == choice.pays.owed

    held = [count for _name, count in choice.pays.units if count]
    place = next(n for n, count in enumerate(counts) if count < held[n])
    units.nth(place).get_by_label("One more").click()
    changed = [int(output) for output in units.locator("output").all_inner_texts()]
    assert changed[place] == counts[place] + 1
    assert sum(changed) == choice.pays.owed, "another unit makes up for it"

    page.locator("#payment").get_by_role("button", name="Back").click()
    expect(page.locator("#payment")).to_have_count(0)
    assert ann.turn == "mine", "nothing was paid"


def test_always_paying_this_way_skips_the_sheet_and_undo_reverts_the_whole_payment(meet: Meet) -> None:
    table, choice = where_it_pays("build")
    ann = meet()
    sit_at(ann, table)
    page = ann.page
    words = page.locator("#now").inner_text()
    buttons(ann, choice).first.click()
    page.get_by_label("Always pay this way").check()
    ann.do(page.locator("#payment .pay").click)

    ann.do(page.locator("#undo-step").click)
    expect(page.locator("#now")).to_have_text(
        words, use_inner_text=True
    )  # before the link, not in the middle of its payment
    ann.do(buttons(ann, choice).first.click)
    assert page.locator("#payment").count() == 0, "one click"

    ann.do(page.locator("#undo-step").click)
    page.reload()
    ann.wait()
    page.locator(".payable", has_text=choice.words).get_by_label("Pay otherwise").click()
    page.get_by_label("Always pay this way").uncheck()
    ann.do(page.locator("#payment .pay").click)
    ann.do(page.locator("#undo-step").click)
    buttons(ann, choice).first.click()
    expect(page.locator("#payment")).to_be_visible()


def test_a_payment_by_keys_alone(meet: Meet) -> None:
    table, choice = where_it_pays("rent")
    ann = meet()
    sit_at(ann, table)
    page = ann.page
    page.keyboard.press("c")
    for _step in range(60):
        if choice.words in page.evaluate("document.activeElement.textContent"):
            break
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#payment .pay")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#payment")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator("#payment .pay")).to_be_focused()
    ann.do(lambda: page.keyboard.press("Enter"))


def test_the_ribbon_shows_what_a_choice_would_change(meet: Meet) -> None:
    table, choice = where_it_pays("build")
    ann = meet()
    sit_at(ann, table)
    page, ribbon = ann.page, ann.page.locator("#ribbon")
    buttons(ann, choice).first.hover()
    expect(ribbon).to_contain_text(choice.words)
    expect(ribbon).to_contain_text("upkeep −1")
    expect(ribbon.locator(".token").first).to_be_visible()
    page.mouse.move(0, 0)
    expect(ribbon).to_be_empty()
    says = ribbon.evaluate("ribbon => getComputedStyle(ribbon, '::before').content")
    assert "Point at a choice" in says, "what the empty line is for"

    buttons(ann, choice).first.focus()
    expect(ribbon).to_contain_text("upkeep −1")
    buttons(ann, choice).first.blur()
    page.locator("[data-panel=map] .lit").first.dispatch_event(
        "pointerover", {"pointerType": "mouse", "bubbles": True}
    )
    expect(ribbon).to_contain_text("upkeep")


def test_the_ribbon_of_first_class(meet: Meet) -> None:
    ann = meet()
    ann.new_game("firstclass", ["me", "bot:random"])
    ann.wait()
    while "take a card" not in ann.page.inner_text("#now"):
        ann.click_choice()
        ann.wait()
    ribbon = ann.page.locator("#ribbon")
    shown = set()
    for button in ann.page.locator("#choices button.choice").all():
        button.hover()
        expect(ribbon).to_contain_text(re.sub(r"\s+", " ", button.locator(".words").inner_text()))
        shown |= set(ribbon.locator(".token").evaluate_all("all => all.map(one => one.title)"))
    assert shown & {"cars", "upgrades", "coins", "locomotive"}


def test_several_cars_take_one_click(meet: Meet) -> None:
    table = Table("firstclass", 2, seed=1, seats=NAMES[:2])
    rng = Random(1)
    while not any(choice.many > 1 for choice in choices(table)):
        table.push(rng.choice(choices(table)).move)
    best = next(choice for choice in choices(table) if choice.many > 1)
    ann = meet()
    sit_at(ann, table)
    steps = len(table.steps)
    ann.do(ann.page.locator(f"#choices [data-move='{best.move}']").first.click)
    table.push(best.move)
    assert len([step for step in table.steps[steps:] if step.decided]) == best.many


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != "en"])
def test_sheet_and_ribbon_speak_every_language(meet: Meet, language: str) -> None:
    table, choice = where_it_pays("build")
    assert choice.pays
    ann = meet(locale=language)
    sit_at(ann, table)
    page = ann.page
    with speaking(language):
        (shown,) = (one for one in choices(table) if one.move == choice.move)
        texts = [_("Always pay this way"), _("Pay"), _("Back"), _("To pay: {count}", count=choice.pays.owed)]
        upkeep = _("upkeep")
    button = page.locator("#choices button.choice", has_text=shown.words).first
    button.hover()
    expect(page.locator("#ribbon")).to_contain_text(f"{upkeep} −1")
    button.click()
    for text in texts:
        expect(page.locator("#payment")).to_contain_text(text)
