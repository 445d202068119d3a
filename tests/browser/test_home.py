"""The home page shows what is going on, no button covers a form, and everybody has the same name everywhere."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .access import serious
from .arrange import PHONE, Person, wait_for
from .conftest import Meet

LAPTOP = (1280, 800)
SIZES = pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])

# Gives the focus to every field in turn; returns those that the bar with the button covers then.
COVERED = """() => {
  const bar = document.querySelector(".begin");
  const fields = [...document.querySelectorAll("#set-up input, #set-up select, #set-up summary")];
  const seen = fields.filter((field) => field.checkVisibility());
  const covered = [];
  for (const field of seen) {
    field.scrollIntoView({ block: "nearest", behavior: "instant" });
    const [one, other] = [field.getBoundingClientRect(), bar.getBoundingClientRect()];
    const hidden = one.bottom > other.top + 1 || one.top < -1;
    if (hidden) covered.push(field.name || field.textContent);
  }
  return { count: seen.length, covered };
}"""


@SIZES
def test_my_games_show_round_time_and_whose_turn_it_is(visit: Meet, size: tuple[int, int]) -> None:
    ann = visit(size)
    ann.new_game("firstclass", ["me", "here"])
    ann.page.goto("/")
    row = ann.page.locator(".departures li").first
    expect(row.locator(".where")).to_have_text("First Class")
    expect(row.locator(".when")).to_contain_text("Round 1 · ")
    expect(row.locator(".when time")).to_have_text("just now")
    expect(row.locator(".state")).to_have_text("your turn")
    expect(row).to_be_in_viewport(ratio=1)
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert serious(ann) == []


def test_a_members_home_shows_open_tables_and_leagues(visit: Meet) -> None:
    host, ann, guest = visit(member="Host of all"), visit(PHONE, member="Ann at home"), visit()
    host.page.goto("/new?open=1")
    host.page.click(".begin button")
    host.page.wait_for_url("**/table/*")
    host.page.goto("/leagues/new")
    host.page.get_by_label("Name", exact=True).fill("Summer timetable")
    host.page.click(".begin button")
    host.page.wait_for_url("**/league/*")

    ann.page.goto("/")
    expect(ann.page.locator(".alive").get_by_role("link", name="Summer timetable")).to_be_visible()
    offer = ann.page.locator(".alive li", has_text="Host of all")
    assert serious(ann) == []
    offer.get_by_role("button", name="Take a seat").click()
    ann.page.wait_for_url("**/table/*")

    guest.page.goto("/")
    expect(guest.page.locator(".alive")).to_have_count(0)


@SIZES
@pytest.mark.parametrize("path", ["/new?game=nuremberg", "/new?game=firstclass", "/leagues/new"])
def test_the_button_of_a_form_covers_no_field(visit: Meet, size: tuple[int, int], path: str) -> None:
    ann = visit(size, member=f"Ann {size[0]} {path[-4:]}")
    ann.page.goto(path)
    for more in ann.page.locator("#set-up details:not([open]) summary").all():
        more.click()
    found = ann.page.evaluate(COVERED)
    assert found["count"] > 10
    assert found["covered"] == []

    ann.page.evaluate("scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })")
    last = ann.page.locator(".set-up").bounding_box()
    button = ann.page.locator(".begin button").bounding_box()
    assert last
    assert button
    assert last["y"] + last["height"] <= button["y"]
    assert button["y"] + button["height"] <= size[1]


def names_at(person: Person) -> set[str]:
    """The names in the home page's first row."""
    person.page.goto("/")
    return set(person.page.locator(".departures .with").first.inner_text().split(", "))


def test_a_member_has_the_same_name_at_the_table_and_at_home_even_after_a_change(visit: Meet) -> None:
    ann, bob = visit(LAPTOP, member="Ann Onename"), visit()
    table = ann.new_game("firstclass", ["me", "friend"])
    link = ann.link_of(1)
    bob.sit_down(link, "Bob Visiting")
    assert names_at(ann) == names_at(bob) == {"Ann Onename", "Bob Visiting"}
    ann.page.goto(table)
    ann.page.wait_for_selector("body[data-turn]")
    ann.page.fill("#say input", "hello")
    ann.page.click("#say button")
    expect(ann.page.locator("#chat")).to_contain_text("Ann Onename")

    ann.page.goto("/account")
    ann.page.locator("form[action='/account/name'] input[name=name]").fill("Ann Othername")
    ann.page.locator("form[action='/account/name'] button").click()
    expect(ann.page.get_by_role("link", name="Ann Othername").first).to_be_visible()
    wait_for(lambda: names_at(bob) == {"Ann Othername", "Bob Visiting"}, "Ann has her old name")
    bob.page.goto(table)
    expect(bob.page.locator("#chat")).to_contain_text("Ann Othername")
    assert "Ann Onename" not in bob.page.content()


def test_a_guest_who_becomes_a_member_takes_the_name_to_the_table(visit: Meet) -> None:
    ann = visit()
    ann.page.goto("/")
    ann.page.get_by_role("button", name="Play now").first.click()
    ann.wait()
    table = ann.page.url
    assert "Guest" in names_at(ann)
    ann.become_member("Ann Arrived")
    assert "Ann Arrived" in names_at(ann)
    ann.page.goto(table)
    ann.wait()
    expect(ann.page.get_by_text("Ann Arrived").first).to_be_attached()
