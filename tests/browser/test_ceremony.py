"""The ceremony at the end of a game: ranks, the score in parts, awards, the chart of chances, and what comes next."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, expect

from .access import serious
from .arrange import DESKTOP, PHONE, Person, wait_for
from .conftest import Meet
from .positions import near_the_end, sit_at
from .test_two_browsers import play_by_turns, sit_at_one_table

GAMES = {"nuremberg": {"rounds": "1"}, "firstclass": {}}


def ceremony(person: Person) -> Locator:
    shown = person.page.locator("#ceremony[open]")
    expect(shown).to_be_visible()
    return shown


def number(text: str) -> int:
    (found,) = re.findall(r"[+−-]?\d+", text)
    return int(found.replace("−", "-"))


def ended(person: Person, game: str = "nuremberg") -> Locator:
    """Bots play a short game, and the person watches its end."""
    person.new_game(game, ["bot:random", "bot:random"], **GAMES[game])
    return ceremony(person)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_a_game_ends_in_a_ceremony(meet: Meet, game: str, size: tuple[int, int]) -> None:
    ann = meet(size)
    sit_at(ann, near_the_end(game))
    path = urlsplit(ann.page.url).path
    ann.play_by_clicks()
    shown = ceremony(ann)
    box = shown.bounding_box()
    assert box
    assert (box["width"], box["height"]) == size, "It fills the screen"

    told: dict[str, Any] = json.loads(
        ann.page.request.get(f"/replay{path.removeprefix('/table')}/ceremony").text()
    )
    winners = told["places"][0]
    expect(shown.get_by_role("heading", level=2)).to_contain_text(
        [told["names"][seat] for seat in winners][:1]
    )
    expect(shown.locator("svg.celebration")).to_be_visible()
    assert_scores(shown, told)
    assert_awards(shown, told)
    assert_course(shown, winners)
    assert (
        ann.page.evaluate(
            "() => { const s = document.querySelector('#ceremony'); return s.scrollWidth - s.clientWidth }"
        )
        == 0
    )
    assert serious(ann) == []

    ann.page.keyboard.press("Escape")
    expect(ann.page.locator("#ceremony")).to_be_hidden()
    table = [number(text) for text in ann.page.locator("#ending .score").all_inner_texts()]
    assert sorted(table) == sorted(told["total"])


def assert_scores(shown: Locator, told: dict[str, Any]) -> None:
    """The parts add up to the total, which is also what the ranking says, in the order of the places."""
    total = [number(text) for text in shown.locator(".sum td").all_inner_texts()]
    rows = shown.locator(".statement tbody tr:not(.sum)").all()
    parts = [[number(text) for text in row.locator("td").all_inner_texts()] for row in rows]
    assert [sum(column) for column in zip(*parts, strict=True)] == total == told["total"]
    order = [seat for place in told["places"] for seat in place]
    ranking = shown.locator(".ranks li")
    expect(ranking).to_have_count(len(order))
    for place, seat in enumerate(order):
        expect(ranking.nth(place)).to_contain_text(told["names"][seat])
        assert number(ranking.nth(place).locator(".score").inner_text()) == total[seat]


def assert_awards(shown: Locator, told: dict[str, Any]) -> None:
    lines = shown.locator(".awards li")
    expect(lines).to_have_count(len(told["awards"]))
    assert lines.count() >= 1  # players who lead in nothing get none
    for place, award in enumerate(told["awards"]):
        expect(lines.nth(place)).to_contain_text(award["title"])
        expect(lines.nth(place)).to_contain_text(award["words"])


def assert_course(shown: Locator, winners: list[int]) -> None:
    """The chart arrives, and each winner's line ends at 100%; at most three turning points can be played on from."""
    expect(shown.locator(".curve svg")).to_be_visible()
    expect(shown.get_by_role("progressbar")).to_have_count(0)
    for seat in (0, 1):
        title = shown.locator(f".curve svg > g.seat-{seat} > title").text_content() or ""
        assert title.endswith(": 100%" if seat in winners else ": 0%")
    points = shown.locator("ol.turning li")
    assert 0 <= points.count() <= 3  # a short game may have none
    expect(points.get_by_role("button", name="Play on from here")).to_have_count(points.count())
    if not points.count():
        expect(shown.locator(".course")).to_contain_text("No single turn changed much")


def test_the_score_is_counted_up_line_by_line_and_announced_once(meet: Meet) -> None:
    ann = meet()
    shown = ended(ann)
    ann.cookie("speed", "normal")
    ann.page.evaluate("localStorage.clear()")
    ann.page.reload()
    shown = ceremony(ann)
    said = shown.locator("header [role=status]").inner_text()
    assert shown.locator("[role=status]:has(table), [aria-live]").count() == 0
    expect(ann.page.locator("#ceremony.counts")).to_be_visible()
    waiting = shown.locator("tbody tr:not(.there, .sum)")
    wait_for(lambda: waiting.count() == 0, "The counting does not end")
    expect(ann.page.locator("#ceremony.counts")).to_have_count(0)
    assert shown.locator("header [role=status]").inner_text() == said
    total = [number(text) for text in shown.locator(".sum td").all_inner_texts()]
    ranked = [number(text) for text in shown.locator(".ranks .score").all_inner_texts()]
    assert sorted(total) == sorted(ranked)


def test_it_stands_still_if_reduced_motion_is_requested(meet: Meet) -> None:
    ann = meet(DESKTOP, reduced_motion="reduce")
    ann.cookie("speed", "normal")
    shown = ended(ann)
    expect(ann.page.locator("#ceremony.counts")).to_have_count(0)
    moving = (
        "node => node.getAnimations({ subtree: true }).filter((one) => one.playState === 'running').length"
    )
    assert shown.locator("svg.celebration").evaluate(moving) == 0


def test_it_opens_once_by_itself_and_again_from_the_table(meet: Meet) -> None:
    ann = meet()
    ended(ann)
    ann.leave_ceremony()
    ann.page.reload()
    expect(ann.page.locator("#ending")).to_be_visible()
    again = ann.page.locator("#ending").get_by_role("button", name="Show the ceremony")
    expect(ann.page.locator("#ceremony[open]")).to_have_count(0)
    again.click()
    ceremony(ann).get_by_role("button", name="Back to the table").click()
    expect(ann.page.locator("#ceremony")).to_be_hidden()
    expect(again).to_be_focused()
    ann.page.keyboard.press("Enter")
    ceremony(ann).get_by_role("button", name="Close").click()
    expect(ann.page.locator("#ceremony")).to_be_hidden()


def test_players_and_a_spectator_see_the_same_and_play_again(meet: Meet) -> None:
    ann, bob, eve = meet(), meet(PHONE), meet()
    sit_at_one_table(ann, bob, "nuremberg", rounds="1")
    eve.page.goto(ann.link_of("watch"))
    eve.page.wait_for_selector("body[data-at]")
    play_by_turns([ann, bob])
    ranks = [ceremony(person).locator(".ranks").inner_text() for person in (ann, bob, eve)]
    assert ranks[0] == ranks[1] == ranks[2]
    expect(ceremony(eve).get_by_role("button", name="Play again")).to_have_count(0)

    first = ann.page.url
    ceremony(ann).get_by_role("button", name="Play again").click()
    ann.page.wait_for_url(lambda url: "/table/" in url and url != first)
    ceremony(bob).get_by_role("link", name="Go to the next game").click()
    bob.page.wait_for_url(f"**{urlsplit(ann.page.url).path}")


def test_sharing_copies_the_link_to_the_replay(meet: Meet) -> None:
    ann = meet(DESKTOP, permissions=["clipboard-read", "clipboard-write"])
    shown = ended(ann)
    shown.get_by_role("button", name="Share").click()
    expect(shown.locator(".shared")).to_have_text("Link copied.")
    table = urlsplit(ann.page.url).path.rpartition("/")[2]
    assert ann.page.evaluate("navigator.clipboard.readText()") == f"{ann.address}/replay/{table}"


def test_sharing_with_the_menu_of_the_device(meet: Meet) -> None:
    ann = meet(PHONE)
    ann.page.add_init_script("navigator.share = async (what) => { window.shared = what }")
    shown = ended(ann)
    shown.get_by_role("button", name="Share").click()
    wait_for(lambda: bool(ann.page.evaluate("window.shared")), "Nothing was shared")
    assert "/replay/" in ann.page.evaluate("window.shared.url")


def test_playing_on_from_a_turning_point(meet: Meet) -> None:
    ann = meet()
    shown = ended(ann, "firstclass")
    buttons = shown.locator("ol.turning").get_by_role("button", name="Play on from here")
    expect(buttons.first).to_be_visible()  # a whole game of random moves always has one
    first = ann.page.url
    buttons.first.click()
    ann.page.wait_for_url(lambda url: "/table/" in url and url != first)
    assert ann.wait() == "mine"


@pytest.mark.parametrize(
    ("language", "words"), [("de", "Auszeichnungen"), ("it", "Premi"), ("pt", "Prêmios")]
)
def test_it_speaks_the_language_of_the_page(meet: Meet, language: str, words: str) -> None:
    ann = meet()
    ended(ann)
    ann.cookie("language", language)
    ann.page.evaluate("localStorage.clear()")
    ann.page.reload()
    expect(ceremony(ann).get_by_role("heading", name=words)).to_be_visible()
