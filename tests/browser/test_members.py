"""A guest plays, becomes a member, continues, and signs out, in a real browser on a server with accounts."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .access import serious
from .arrange import DESKTOP, PHONE
from .conftest import Meet


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_guest_becomes_a_member_in_the_middle_of_a_game(visit: Meet, size: tuple[int, int]) -> None:
    ann = visit(size)
    page, name = ann.page, f"Ann {size[0]}"
    page.goto("/")
    page.get_by_role("button", name="Play now").first.click()
    ann.wait()
    table = page.url

    other = ann.context.new_page()
    other.goto("/")
    other.get_by_role("link", name="Sign in").click()
    other.get_by_role("link", name="Become a member").click()
    other.get_by_label("Your name").fill(name)
    other.get_by_label("Password").fill("signal box")
    other.get_by_role("button", name="Become a member").click()
    expect(other.get_by_role("link", name=name, exact=True)).to_be_visible()

    ann.click_choice()  # on the page that was open

    other.get_by_role("link", name=name, exact=True).click()
    expect(other.get_by_role("heading", name="Devices")).to_be_visible()
    assert other.evaluate("document.documentElement.scrollWidth") <= size[0]
    other.get_by_role("button", name="Sign out", exact=True).click()
    expect(page.get_by_text("no longer open this table")).to_be_visible()
    page.goto(table)
    expect(page.get_by_text("Table not found")).to_be_visible()
    ann.faults.clear()  # the browser notes the 404 itself


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_serious_accessibility_fault(visit: Meet, theme: str) -> None:
    ann = visit()
    ann.cookie("theme", theme)
    ann.page.goto("/sign-in")
    assert serious(ann) == []
    ann.page.goto("/sign-up")
    assert serious(ann) == []
    ann.become_member(f"Ann {theme}")
    ann.page.goto("/account?done=name")
    ann.page.get_by_text("Leave the club").click()
    assert serious(ann) == []
