"""Every page is reachable, small, light on traffic and accessible."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .access import serious
from .arrange import DESKTOP, PHONE, Line
from .conftest import Meet
from .positions import position, sit_at

KILOBYTES = 1000
PAGES = (
    "/",
    "/new?game=nuremberg",
    "/new?game=firstclass",
    "/rules",
    "/rules/nuremberg",
    "/learn/firstclass",
    "/away",
)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_serious_accessibility_fault(meet: Meet, theme: str) -> None:
    ann = meet(DESKTOP)
    ann.cookie("theme", theme)
    for path in PAGES:
        ann.page.goto(path)
        assert serious(ann) == [], path
    ann.page.goto("/no-such-page")
    ann.faults.clear()  # the browser notes the 404 itself
    assert serious(ann) == []


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", ["nuremberg", "firstclass"])
def test_no_serious_accessibility_fault_at_a_table(meet: Meet, game: str, size: tuple[int, int]) -> None:
    ann = meet(size)
    ann.new_game(game, ["me", "bot:random"])
    ann.wait()
    ann.click_choice()
    for theme in ("light", "dark"):
        ann.cookie("theme", theme)
        ann.page.reload()
        ann.wait()
        ann.choices().first.focus()  # the ribbon says what it would change
        assert serious(ann) == [], theme


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_choice_stays_legible_while_it_is_pointed_at(meet: Meet, theme: str) -> None:
    ann = meet()
    ann.cookie("theme", theme)
    sit_at(ann, position("firstclass", "market", 3))
    ann.page.locator("button.choice", has=ann.page.locator(".won")).first.focus()
    assert serious(ann, "#choices") == []


def test_no_serious_accessibility_fault_in_a_dialog(meet: Meet) -> None:
    ann = meet()
    ann.new_game("firstclass", ["me", "friend"])
    ann.page.wait_for_selector("#links[open]")  # a host waiting for friends needs their links
    ann.page.keyboard.press("Escape")
    for dialog in ("settings", "help", "links"):
        ann.page.click(f"#{dialog}-button")
        assert serious(ann) == [], dialog
        ann.page.keyboard.press("Escape")


def test_no_serious_accessibility_fault_in_a_replay(meet: Meet) -> None:
    ann = meet()
    ann.new_game("nuremberg", ["bot:random", "bot:random"], rounds="1")
    ann.page.wait_for_selector("body[data-turn=over]")
    ann.leave_ceremony()
    ann.page.locator("#ending").get_by_role("link", name="View replay").click()
    ann.page.wait_for_url("**/replay/*")
    ann.page.wait_for_selector("svg [data-target]", state="attached")
    assert serious(ann) == []


@pytest.mark.parametrize("game", ["nuremberg", "firstclass"])
def test_the_first_page_and_a_table_are_light(meet: Meet, line: Line, game: str) -> None:
    ann = meet(line=line)
    ann.page.goto("/", wait_until="networkidle")
    assert line.bytes < 300 * KILOBYTES, f"The first page takes {line.bytes} bytes"
    ann.new_game(game, ["me", "bot:random"])
    ann.wait()
    table = ann.page.url

    ben = meet(line=line, storage_state=ann.context.storage_state())  # with nothing in the cache
    before = line.bytes
    ben.page.goto(table, wait_until="networkidle")
    ben.wait()
    assert line.bytes - before < 300 * KILOBYTES, f"A table takes {line.bytes - before} bytes"


def test_nothing_but_our_own_scripts_and_styles_may_run(meet: Meet) -> None:
    ann = meet()
    answer = ann.page.goto("/")
    assert answer
    policy = answer.headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "script-src 'self'" in policy or "default-src 'self'" in policy
    ran = ann.page.evaluate(
        "() => { const made = document.createElement('script'); made.textContent = 'window.ran = 1';"
        " document.body.append(made); return window.ran }"
    )
    assert ran is None
    ann.faults.clear()  # the browser reported the script that it refused


@pytest.mark.parametrize("width", [360, 768, 1024, 1920])
def test_no_page_is_wider_than_the_screen(meet: Meet, width: int) -> None:
    ann = meet((width, 800))
    for path in PAGES:
        ann.page.goto(path)
        assert ann.page.evaluate("document.documentElement.scrollWidth") <= width, path


@pytest.mark.parametrize("game", ["nuremberg", "firstclass"])
def test_play_now_is_one_click(meet: Meet, game: str) -> None:
    ann = meet()
    ann.page.goto("/")
    ann.page.click(f".poster.{game} .grand")
    assert ann.wait() == "mine"
    expect(ann.choices().first).to_be_visible()
    ann.page.goto("/")
    expect(ann.page.locator(".departures .yours")).to_have_count(1)


def test_the_browser_chooses_the_language(meet: Meet) -> None:
    ann = meet(locale="it-IT")
    ann.page.goto("/")
    assert ann.page.get_attribute("html", "lang") == "it"


def test_a_game_can_be_chosen_without_scripts(meet: Meet) -> None:
    ann = meet(java_script_enabled=False)
    ann.page.goto("/new?game=firstclass")
    expect(ann.page.locator(".begin button")).to_be_visible()
