"""What the table's page does besides playing: undo, hints, tooltips, log, names, settings."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .arrange import DESKTOP, PHONE, Person, wait_for
from .conftest import Meet


def begin(person: Person, game: str = "nuremberg", **options: str) -> None:
    person.new_game(game, ["me", "bot:random"], **options)
    person.wait()


def until(person: Person, words: str) -> None:
    """Play on until the header says so."""
    for _move in range(300):
        if person.wait() == "over" or words in person.page.inner_text("#now"):
            return
        person.click_choice()


def test_header_title_and_icon_say_whose_turn_it_is(meet: Meet) -> None:
    ann = meet()
    begin(ann)

    assert ann.page.inner_text("#now").startswith("Your turn: bid on a box")
    assert ann.page.inner_text("#phase") == "Round 1 · Auction"
    assert re.match(r"● Your turn · First Train to Nuremberg", ann.page.title())
    assert "your-turn" in (ann.page.get_attribute("link[rel=icon]", "href") or "")


def test_a_step_can_be_undone_freely(meet: Meet) -> None:
    ann = meet()
    begin(ann)
    until(ann, "start a line")
    log = ann.page.inner_text("#log")
    ann.do(ann.page.locator("#choices button.choice", has_text="From").first.click)
    expect(ann.page.locator("#log")).not_to_have_text(log, use_inner_text=True)

    ann.do(ann.page.locator("#undo-turn").click)

    expect(ann.page.locator("#now")).to_contain_text("start a line")
    assert ann.wait() == "mine"


def test_the_keys_of_the_table(meet: Meet) -> None:
    ann = meet()
    begin(ann)
    until(ann, "start a line")
    ann.do(ann.page.locator("#choices button.choice", has_text="From").first.click)
    ann.do(lambda: ann.page.keyboard.press("u"))
    ann.page.keyboard.press("?")
    expect(ann.page.locator("#help")).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator("#help")).to_be_hidden()
    ann.page.keyboard.press("c")
    assert ann.page.evaluate("document.activeElement.closest('#choices') !== null")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_hint_shows_three_moves_with_reasons_and_where_they_are(meet: Meet, size: tuple[int, int]) -> None:
    ann = meet(size)
    begin(ann)
    until(ann, "start a line")
    there = min(3, ann.choices().count())
    ann.page.click("#hint-button")

    ideas = ann.page.locator("#ideas > ol > li")
    expect(ideas).to_have_count(there)
    expect(ideas.first.locator(".reasons")).to_be_visible()
    expect(ideas.first).to_contain_text("% to win")
    expect(ann.page.locator("#choices .advised, #ends .advised")).to_have_count(there)
    assert ann.page.locator("#large .advised").count(), "on the map, too"
    line = ideas.first.locator("details li").first
    expect(line).to_be_hidden()
    ideas.first.locator("summary").click()
    expect(line).to_be_visible()

    words = ideas.first.locator(".words").inner_text()
    ann.do(ideas.first.locator("button").click)
    expect(ann.page.locator("#ideas")).to_be_hidden()
    built = re.sub(r" builds from (.+?) to (.+?)\..*", r" builds \1 – \2", words)
    expect(ann.page.locator("#log")).to_contain_text(built)


def test_a_hint_by_keyboard(meet: Meet) -> None:
    ann = meet()
    begin(ann, "firstclass")
    ann.page.keyboard.press("h")
    expect(ann.page.locator("#ideas button.choice").first).to_be_focused()
    ann.do(lambda: ann.page.keyboard.press("Enter"))
    expect(ann.page.locator("#ideas")).to_be_hidden()


def test_updates_that_change_no_choice_keep_the_hint_and_a_typed_bid(meet: Meet) -> None:
    ann = meet()
    begin(ann)
    bid = ann.page.locator("#choices .stepper input").first
    bid.fill("9")
    ann.page.keyboard.press("Escape")
    ann.page.locator("#hint-button").click()
    expect(ann.page.locator("#ideas button.choice").first).to_be_focused()

    elsewhere = ann.context.new_page()
    elsewhere.goto(ann.page.url)
    elsewhere.click("#seats .pencil")
    elsewhere.locator("#seats .own input").fill("Anna")
    elsewhere.keyboard.press("Enter")

    expect(ann.page.locator("#seats .own")).to_contain_text("Anna")
    expect(ann.page.locator("#ideas button.choice").first).to_be_focused()
    expect(bid).to_have_value("9")


def test_a_bid_is_raised_with_plus_and_minus_or_typed(meet: Meet) -> None:
    ann = meet()
    begin(ann)
    box = ann.page.locator(".stepper").first
    least = int(box.locator("input").input_value())
    box.get_by_label("One more").click()
    box.get_by_label("One more").click()
    box.get_by_label("One fewer").click()
    expect(box.locator("button.choice")).to_contain_text(f"{least + 1}")
    box.locator("input").fill("99")
    box.locator("input").blur()
    assert int(box.locator("input").input_value()) < 99
    box.locator("input").fill(str(least + 2))

    ann.do(box.locator("button.choice").click)

    expect(ann.page.locator("#log")).to_contain_text(re.compile(rf"Ann bids {least + 2} cubes"))


def test_highlighted_shapes_show_their_price_and_others_say_why_not(meet: Meet) -> None:
    ann = meet()
    begin(ann)
    until(ann, "start a line")
    page = ann.page
    page.locator("[data-panel=map] .lit").first.dispatch_event(
        "pointerover", {"pointerType": "mouse", "bubbles": True}
    )
    expect(page.locator("#tip .parts")).to_contain_text("for the link")

    page.click(".tab[data-tab=auction]")
    page.locator("[data-panel=auction] [data-target]").first.hover(force=True)
    expect(page.locator("#tip .why")).to_be_visible()
    page.mouse.move(0, 0)
    expect(page.locator("#tip")).to_be_hidden()


def test_a_refusal_leads_to_its_clause(meet: Meet) -> None:
    ann = meet()
    begin(ann)
    until(ann, "start a line")
    page = ann.page
    link = page.locator("#tip .why a")
    for shape in page.locator("[data-panel=map] [data-target^='border:']:not(.lit)").all()[:30]:
        shape.dispatch_event("click", {"bubbles": True})
        expect(page.locator("#tip .why")).to_be_visible()  # a click closes the last one
        if link.count():
            break
    expect(link).to_have_attribute("href", re.compile(r"/rules/nuremberg#N\d+"))
    clause = link.inner_text()
    page.goto(f"/rules/nuremberg#{clause}")
    assert page.locator(f"[id='{clause}']").count() == 1


def test_the_log_highlights_the_map_and_the_map_marks_the_log(meet: Meet) -> None:
    ann = meet()
    begin(ann)
    ann.click_choice()
    ann.wait()
    page = ann.page
    line = page.locator("#log li.linked").last
    line.hover()
    expect(page.locator(".shown").first).to_be_attached()
    target = page.locator(".shown").first.get_attribute("data-target")
    page.mouse.move(0, 0)
    expect(page.locator(".shown")).to_have_count(0)

    page.locator(f"[data-target='{target}']").first.dispatch_event("click", {"bubbles": True})
    if page.locator("#menu:popover-open").count():
        page.keyboard.press("Escape")  # it can be chosen: a menu, and no lines
    else:
        expect(page.locator("#log li.marked").first).to_be_visible()


def test_a_name_is_changed_in_place(meet: Meet) -> None:
    ann = meet()
    begin(ann)
    ann.page.click("#seats .pencil")
    ann.page.fill("#seats form input", "Anna-Lena")
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator("#seats .name").first).to_have_text("Anna-Lena")


@pytest.mark.parametrize("size", [(1440, 900), PHONE], ids=["desktop", "phone"])
def test_the_legend_is_one_tap_away(meet: Meet, size: tuple[int, int]) -> None:
    ann = meet(size)
    begin(ann, "firstclass")
    if size == PHONE:
        ann.page.click("#more-button")
    ann.page.click("#legend-button")
    expect(ann.page.locator("[data-panel=legend] .view > svg")).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator("[data-panel=legend]")).to_be_hidden()


def test_any_panel_is_enlarged_in_place_with_the_tools_still_there(meet: Meet) -> None:
    ann = meet()
    begin(ann, "firstclass")
    until(ann, "take a card")
    page, large = ann.page, ann.page.locator("#large > figure")
    expect(large).to_have_attribute("data-panel", "market")

    page.locator("#strip [data-panel='board:1'] h2").click()
    expect(large).to_have_attribute("data-panel", "board:1")
    expect(page.locator("#beside [data-panel=market]")).to_be_visible()
    expect(page.locator("#hint-button")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(large).to_have_attribute("data-panel", "market")

    page.locator("#beside [data-panel=trains] h2").click()
    expect(large).to_have_attribute("data-panel", "trains")
    large.get_by_label("Put it back").click()
    expect(large).to_have_attribute("data-panel", "market")


def test_the_map_is_moved_and_zoomed(meet: Meet) -> None:
    ann = meet()
    begin(ann)
    ann.page.click(".tab[data-tab=map]")
    view = ann.page.locator("[data-panel=map] .view")
    svg = ann.page.locator("[data-panel=map] .view > svg")
    ann.page.wait_for_timeout(500)  # the panel glides to its place
    before = svg.bounding_box()
    view.focus()
    ann.page.keyboard.press("+")
    view.hover()
    ann.page.mouse.wheel(0, -400)
    ann.page.wait_for_function(
        "() => document.querySelector('[data-panel=map] .view').classList.contains('zoomed')"
    )
    nearer = svg.bounding_box()
    ann.page.mouse.down()
    ann.page.mouse.move(200, 200, steps=4)
    ann.page.mouse.up()
    moved = svg.bounding_box()
    assert before
    assert nearer
    assert moved
    assert nearer["width"] > 1.4 * before["width"]
    assert (moved["x"], moved["y"]) != (nearer["x"], nearer["y"])
    assert ann.turn == "mine", "A drag is no click"

    ann.page.locator("[data-panel=map]").get_by_label("Fit to view").click()
    assert svg.bounding_box() == before


def test_settings_are_remembered(meet: Meet) -> None:
    ann = meet()
    begin(ann)
    page = ann.page
    page.click("#settings-button")
    page.select_option("#settings [name=language]", "de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator(".tabs")).to_contain_text("Züge")
    page.click("#settings-button")
    page.select_option("#settings [name=theme]", "dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    assert page.get_attribute("html", "data-theme") == "dark"


def test_moves_of_bots_are_shown_one_after_the_other_and_can_be_skipped(meet: Meet) -> None:
    ann = meet()
    ann.cookie("speed", "slow")
    ann.page.goto("/")
    ann.page.locator(".poster.nuremberg .ways button").click()
    ann.page.wait_for_selector("body[data-at]")
    expect(ann.page.locator("#skip-button")).to_be_visible()
    ann.page.keyboard.press("s")
    ann.page.wait_for_selector("body[data-turn=over]", timeout=60_000)
    ann.leave_ceremony()
    expect(ann.page.locator("#ending")).to_be_visible()


def test_forced_steps_can_be_switched_off(meet: Meet) -> None:
    ann = meet()
    begin(ann)
    ann.page.click("#settings-button")
    box = ann.page.locator("#settings [name=forced]")
    assert box.is_checked()
    box.uncheck()

    def stays_off() -> bool:
        ann.page.reload()
        ann.wait()
        return not box.is_checked()

    wait_for(stays_off, "The table has not heard of it")


def test_a_rematch_from_the_end(meet: Meet) -> None:
    ann = meet()
    ann.new_game("nuremberg", ["me", "bot:random"], rounds="1")
    ann.play_by_clicks()
    first = ann.page.url
    ann.leave_ceremony()
    ann.page.get_by_role("button", name="Play again").click()
    ann.page.wait_for_url(lambda url: "/table/" in url and url != first)
    ann.wait()
    assert ann.page.locator("#log li").count() < 10


def test_a_turn_in_the_log_unfolds_highlights_the_board_and_leads_to_the_replay(meet: Meet) -> None:
    ann = meet()
    begin(ann, "firstclass")
    page = ann.page
    turns = page.locator("#log > li:has(> details)")
    for _move in range(40):
        if turns.count() and page.locator("#log > li.outcome").count():
            break
        ann.click_choice()
        ann.wait()
    expect(page.locator("#log > li.heading", has_text="Round 1")).to_have_count(1)

    turn = turns.last
    steps = turn.locator("details li")
    expect(steps.first).to_be_hidden()
    turn.locator("summary").click()
    expect(steps.first).to_be_visible()
    assert steps.count() > 1

    turn.hover()
    expect(page.locator(".shown").first).to_be_attached()
    page.mouse.move(0, 0)
    expect(page.locator(".shown")).to_have_count(0)

    address = steps.first.locator(".moment").get_attribute("href") or ""
    turn.hover()
    turn.locator("> .moment").click()
    page.wait_for_url(re.compile(r"/replay/.*at=\d+"))
    expect(page.locator("#log [aria-current=step]")).to_have_count(1)
    page.goto(address)
    expect(page.locator("#log [aria-current=step]")).to_have_count(1)


def test_a_turn_is_read_out_once_and_told_in_place_while_it_goes_on(meet: Meet) -> None:
    ann = meet()
    begin(ann, "firstclass")
    page, said = ann.page, ann.page.locator("#said p")
    until(ann, "take a card")
    before = page.locator("#log > li").count()
    ann.click_choice()
    while ann.turn == "mine" and "take a card" not in page.inner_text("#now"):
        own = [line for line in page.locator("#log > li").all_inner_texts()[before:] if line.strip()]
        assert len(own) <= 1, "one entry for the turn that goes on"
        heard = said.all_inner_texts()
        assert not own or all(own[0].split("\n")[0] not in words for words in heard)
        ann.click_choice()
        ann.wait()
        if page.locator("#log > li").count() > before + 1:
            break
    heard = [words for words in said.all_inner_texts() if not words.startswith("Your turn")]
    assert len(heard) == len(set(heard)), "only what there is to do comes again, with every turn"
