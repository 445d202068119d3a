"""Games that take days: a conditional move that is carried out, a vacation."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from playwright.sync_api import Locator, expect

from .arrange import PHONE
from .conftest import Meet
from .test_two_browsers import next_to_move, sit_at_one_table


def choose(form: Locator, side: str, box: int, cubes: int) -> None:
    """A bid, from the list of moves in words."""
    option = form.locator(f".{side} select optgroup").nth(box).get_by_text(f"Bid {cubes} cubes", exact=True)
    move = option.get_attribute("value")
    form.locator(f".{side} select").select_option(move)


def test_a_conditional_move_is_stored_shown_and_played(meet: Meet) -> None:
    ann, bob = meet(), meet()
    sit_at_one_table(ann, bob, "nuremberg")
    them = next_to_move(ann, bob)
    me = bob if them is ann else ann
    me.page.locator("#orders summary").click()
    form = me.page.locator("#orders form.line")
    choose(form, "theirs", 0, 3)
    choose(form, "mine", 0, 4)
    form.locator("button").click()
    given = me.page.locator("#orders .given li")
    expect(given).to_contain_text(re.compile(r"If: \w+ bids 3 cubes on A1\. Then: \w+ bids 4 cubes on A1\."))
    assert them.page.locator("#orders .given li").count() == 0
    them.page.locator("[data-move='bid A1 3'], #choices .stepper button.choice").first.click()
    expect(them.page.locator("#log")).to_contain_text("bids 4 cubes on A1")
    expect(given).to_have_count(0)


def test_a_player_who_was_away_sees_which_order_was_dropped_until_they_move(meet: Meet) -> None:
    ann, bob = meet(), meet(PHONE)
    sit_at_one_table(ann, bob, "nuremberg")
    them, me = (ann, bob) if ann.turn == "mine" else (bob, ann)
    table = me.page.url
    me.page.locator("#orders summary").click()
    form = me.page.locator("#orders form.line")
    choose(form, "theirs", 0, 9)
    choose(form, "mine", 0, 10)
    form.locator("button").click()
    expect(me.page.locator("#orders .given li")).to_have_count(1)
    me.page.goto("/")
    them.page.locator("[data-move='bid A1 3'], #choices .stepper button.choice").first.click()
    expect(them.page.locator("#log")).to_contain_text("bids 3 cubes on A1")
    me.page.goto(table)
    lapsed = me.page.locator("#lapsed")
    expect(lapsed.locator("summary")).to_contain_text("1 of your standing orders was dropped")
    expect(lapsed.locator("li")).to_contain_text("If: ")
    expect(lapsed.locator("li")).to_be_visible()
    me.wait()
    me.click_choice()
    expect(lapsed).to_be_hidden()


def test_days_off_are_entered_and_ended(meet: Meet) -> None:
    ann = meet(PHONE)
    ann.page.goto("/away")
    first, last = (str(datetime.now(UTC).date() + timedelta(days)) for days in (2, 4))
    ann.page.locator("[name=first]").fill(first)
    ann.page.locator("[name=last]").fill(last)
    ann.page.get_by_role("button", name="Take these days off").click()
    expect(ann.page.locator(".kept")).to_contain_text(f"{first} – {last}")
    ann.page.get_by_role("button", name="I am back").click()
    expect(ann.page.locator(".kept li")).to_have_count(0)


def test_a_standing_order_bids_up_to_its_limit(meet: Meet) -> None:
    ann, bob = meet(), meet(PHONE)
    sit_at_one_table(ann, bob, "nuremberg")
    them = next_to_move(ann, bob)
    me = bob if them is ann else ann
    me.page.locator("#orders summary").click()
    form = me.page.locator("#orders form.limit")
    form.get_by_label("Order").select_option(index=0)
    form.get_by_label("up to").fill("4")
    form.get_by_role("button", name="Add this order").click()
    given = me.page.locator("#orders .given li")
    expect(given).to_contain_text("up to 4")
    expect(them.page.locator("#orders .given li")).to_have_count(0)

    them.page.locator("#choices .stepper button.choice").first.click()  # 3 cubes on the same box
    expect(them.page.locator("#log")).to_contain_text("bids 4 cubes on A1")
    assert them.wait() == "mine"
    them.page.locator("#choices .stepper button.choice").first.click()
    expect(me.page.locator("#notices")).to_contain_text("The condition did not come true")
    expect(given).to_have_count(0)
    assert me.wait() == "mine", "above the limit one decides oneself"
