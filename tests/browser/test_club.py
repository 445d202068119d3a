"""A club as its members use it: open tables, invitations, clocks, leagues, ratings, leaving."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Locator, expect

from .access import serious
from .arrange import PASSWORD, PHONE, Person, Server, wait_for
from .conftest import Meet
from .test_two_browsers import next_to_move

SMALL = (1280, 800)


def no_wider(person: Person) -> None:
    """Nothing on the page is wider than the screen."""
    assert person.page.evaluate("() => document.documentElement.scrollWidth - screen.width") <= 0, (
        person.page.url
    )


def say(person: Person, words: str) -> None:
    person.page.fill("#say input", words)
    person.page.click("#say button")
    expect(person.page.locator("#chat .words").last).to_have_text(words)


def seen_at(reader: Person, path: str, what: Locator) -> None:
    """Results are stored a moment after a game."""

    def there() -> bool:
        reader.page.goto(path)
        return what.count() == 1

    wait_for(there, f"It is not at {path}")


def test_an_open_table_is_found_in_the_list_and_starts_when_all_seats_are_taken(visit: Meet) -> None:
    ann, guest = visit(SMALL, member="Ann Open"), visit(PHONE)
    guest.page.goto("/tables?game=firstclass")
    offer = guest.page.locator(".offers > li", has_text="Ann Open")
    expect(offer).to_have_count(0)
    no_wider(guest)

    ann.page.goto("/tables")
    ann.page.get_by_role("link", name="Open a table").click()
    ann.page.wait_for_url("**/new?open=1")
    assert ann.page.locator("[name=open]").is_checked()
    ann.new_game("firstclass", ["me", "friend"], open="1")
    ann.page.wait_for_selector("body[data-at]")

    expect(offer).to_contain_text("Starts with 1 more player")  # the list refreshes by itself
    no_wider(guest)
    offer.get_by_placeholder("Your name").fill("Gus")
    offer.get_by_role("button", name="Take a seat").click()
    guest.page.wait_for_url("**/table/*")
    expect(ann.page.locator("#seats .name").nth(1)).to_have_text("Gus")
    next_to_move(ann, guest).click_choice()


def test_an_invited_member_takes_a_seat(visit: Meet) -> None:
    ann, bob = visit(SMALL, member="Ann Host"), visit(SMALL, member="Bob Guest")
    ann.new_game("nuremberg", ["me", "friend"])
    ann.page.wait_for_selector("#links[open]")
    ann.page.get_by_label("Member's name").fill("Bob Guest")
    ann.page.get_by_role("button", name="Invite").click()
    expect(ann.page.get_by_text("No answer yet: Bob Guest")).to_be_attached()

    bob.page.goto("/")
    invitation = bob.page.locator(".invitations li")
    expect(invitation).to_contain_text("Ann Host invites you to a game of First Train to Nuremberg.")
    no_wider(bob)
    invitation.get_by_role("button", name="Take a seat").click()
    bob.page.wait_for_url("**/table/*")
    for person in (ann, bob):
        expect(person.page.locator("#seats .name").nth(1)).to_have_text("Bob Guest")

    # They chat, until Ann has had enough.
    say(bob, "A fine day for the railway")
    heard = ann.page.locator("#chat .words")
    expect(heard).to_have_text(["A fine day for the railway"])
    other = ann.context.new_page()
    other.goto("/account")
    block = other.locator("section", has=other.get_by_role("heading", name="Blocked members"))
    block.get_by_label("Member's name").fill("Bob Guest")
    block.get_by_role("button", name="Block").click()
    expect(other.get_by_role("status")).to_have_text("This member is now blocked.")
    expect(heard).to_have_count(0)
    say(bob, "Is anybody there?")
    say(ann, "Quiet here")
    expect(bob.page.locator("#chat .words")).to_have_count(3)
    expect(heard).to_have_text(["Quiet here"])

    other.get_by_role("button", name="Unblock Bob Guest").click()
    expect(other.get_by_role("status")).to_have_text("This member is no longer blocked.")
    expect(heard).to_have_count(3)


def test_a_clock_is_shown_runs_and_changes_hands(meet: Meet) -> None:
    ann, bob = meet(SMALL), meet(PHONE)
    ann.page.goto("/new?game=nuremberg")
    expect(ann.page.locator("[name=clock_time]")).to_be_hidden()
    ann.page.select_option("[name=clock]", "move")
    expect(ann.page.locator("[name=clock_time]")).to_be_visible()
    for seat, who in enumerate(("me", "friend", "nobody", "nobody")):
        ann.page.select_option(f"[name=seat{seat}]", who)
    ann.page.fill("[name=clock_time]", "30")
    ann.page.select_option("[name=clock_time_unit]", "minutes")
    ann.page.click(".begin button")
    ann.page.wait_for_selector("#links[open]")
    bob.sit_down(ann.link_of(1), "Bob")
    first = next_to_move(ann, bob)
    second = bob if first is ann else ann
    mine, theirs = (0, 1) if first is ann else (1, 0)

    for person in (first, second):
        clock = person.page.locator("#seats .clock").nth(mine)
        expect(clock).to_have_text(re.compile(r"^(30|29):\d\d$"))
        shown = clock.inner_text()
        expect(clock).not_to_have_text(shown)  # it runs
        expect(person.page.locator("#seats .clock").nth(theirs)).to_have_text("")
    while next_to_move(ann, bob) is first:
        first.click_choice()
    expect(first.page.locator("#seats .clock").nth(theirs)).to_have_text(re.compile(r"^(30|29):\d\d$"))


def test_a_round_of_a_league_is_played_at_tables_that_it_opens(visit: Meet) -> None:
    ann, bob = visit(SMALL, member="Ann League"), visit(PHONE, member="Bob League")
    page = ann.page
    page.goto("/leagues")
    page.get_by_role("link", name="Create a league").click()
    page.get_by_label("Name", exact=True).fill("Winter timetable")
    page.get_by_role("button", name="Create the league").click()
    page.wait_for_url("**/league/*")
    expect(page.get_by_text("Nobody has joined yet.")).to_be_visible()
    page.get_by_role("button", name="Join").click()
    expect(page.locator("table.ladder tbody tr")).to_have_count(1)
    expect(page.get_by_role("button", name="Start now")).to_have_count(0)

    bob.page.goto("/leagues")
    no_wider(bob)
    bob.page.get_by_role("link", name="Winter timetable").click()
    bob.page.get_by_role("button", name="Join").click()
    expect(bob.page.get_by_role("button", name="Leave")).to_be_visible()
    no_wider(bob)

    page.reload()
    page.get_by_role("button", name="Start now").click()
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    bob.page.goto("/")
    expect(bob.page.locator(".departures li")).to_have_count(1)
    bob.page.go_back()
    bob.page.reload()
    for theme in ("light", "dark"):
        bob.cookie("theme", theme)
        bob.page.reload()
        assert serious(bob) == [], theme
    for person in (ann, bob):
        no_wider(person)
        person.page.get_by_role("link", name="Go to the table").click()
        person.page.wait_for_url("**/table/*")
    next_to_move(ann, bob).click_choice()


def test_a_rated_game_appears_in_ratings_records_and_on_the_players_page(visit: Meet) -> None:
    ann, guest = visit(SMALL, member="Ann Rated"), visit(PHONE)
    ann.new_game("nuremberg", ["me", "bot:random"], rounds="1", rated="1")
    ann.play_by_clicks()
    ann.leave_ceremony()
    expect(ann.page.locator("#ending")).to_be_visible()

    for reader in (ann, guest):
        row = reader.page.locator("table.ladder tr", has_text="Ann Rated")
        seen_at(reader, "/ratings/nuremberg", row)
        expect(row).to_contain_text("new")
        no_wider(reader)
        row.get_by_role("link").click()
        expect(reader.page.get_by_role("heading", name="Ann Rated")).to_be_visible()
        expect(reader.page.locator("section.rating svg")).to_be_visible()
        no_wider(reader)
        assert serious(reader) == []
        reader.page.get_by_role("link", name="Records").click()
        game = reader.page.locator("ol.results > li", has_text="Ann Rated")
        expect(game).to_have_count(1)
        no_wider(reader)
        assert serious(reader) == []
        game.locator("a.when").click()
        reader.page.wait_for_url("**/replay/*")
        expect(reader.page.locator("#now")).to_contain_text("wins")


def test_a_second_device_signs_in_and_signs_the_first_one_out(visit: Meet) -> None:
    phone, desk = visit(PHONE, member="Ann Twice"), visit(SMALL)
    phone.page.get_by_role("button", name="Play now").first.click()
    phone.wait()
    desk.sign_in("Ann Twice", "signal bax")
    expect(desk.page.get_by_role("alert")).to_be_visible()
    desk.faults.clear()  # the browser notes the 422 itself
    desk.sign_in("Ann Twice")
    desk.page.locator(".departures .yours a").click()  # the same game, at once
    assert desk.wait() == "mine"

    desk.page.goto("/account")
    expect(desk.page.get_by_text("You are signed in on 2 devices.")).to_be_visible()
    desk.page.get_by_role("button", name="Sign out everywhere else").click()
    expect(desk.page.get_by_text("You are signed in on 1 device.")).to_be_visible()
    expect(phone.page.get_by_text("no longer open this table")).to_be_visible()
    phone.page.goto("/account")
    phone.page.wait_for_url("**/sign-in")


def test_a_member_exports_their_data_and_leaves(visit: Meet, tmp_path: Path) -> None:
    ann = visit(SMALL, member="Ann Leaves")
    page = ann.page
    page.get_by_role("button", name="Play now").first.click()
    ann.wait()
    table = urlsplit(page.url).path.rpartition("/")[2]
    page.goto("/account")
    with page.expect_download() as coming:
        page.get_by_role("link", name="Download my data").click()
    coming.value.save_as(tmp_path / "mine.json")
    kept = json.loads((tmp_path / "mine.json").read_text())
    assert [one["name"] for one in kept["members"]] == ["Ann Leaves"]
    assert [one["table"] for one in kept["games"]] == [table]

    page.get_by_text("Leave the club").click()
    button = page.get_by_role("button", name="Delete my account")
    form = page.locator("form", has=button)
    form.get_by_label("Your current password").fill(PASSWORD)
    button.click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    expect(page.locator(".departures li")).to_have_count(0)
    ann.sign_in("Ann Leaves")
    expect(page.get_by_role("alert")).to_be_visible()
    answer = page.goto("/player/Ann Leaves")
    assert answer is not None
    assert answer.status == 404
    ann.faults.clear()  # the browser notes the 422 and the 404 itself


def test_an_announcement_is_shown_at_tables_and_on_pages(visit: Meet, club: Server) -> None:
    ann, guest = visit(SMALL), visit(PHONE)
    ann.page.goto("/")
    ann.page.get_by_role("button", name="Play now").first.click()
    ann.wait()
    said = "We close at <b>ten</b>."
    club.admin("announce", said)
    shown = ann.page.locator("#notices .announced")
    expect(shown).to_contain_text(said)
    ann.page.reload()
    expect(shown).to_contain_text(said)
    on_a_page = guest.page.locator("p.announced")
    seen_at(guest, "/", on_a_page)
    expect(on_a_page).to_have_text(said)
    no_wider(guest)

    club.admin("announce")
    expect(shown).to_have_count(0)

    def gone() -> bool:
        guest.page.goto("/")
        return on_a_page.count() == 0

    wait_for(gone, "It is still announced")
