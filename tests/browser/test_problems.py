"""The problem of the day: solved, failed and shared; day after day; with an account; without a network."""

from __future__ import annotations

from datetime import UTC, datetime, time

import pytest
from playwright.sync_api import Page, expect

from branchline.problems.calendar import day_of, place_of
from branchline.problems.file import problems
from branchline.problems.weighing import choices
from branchline.server.pages.problem.problem_pages import today

from .access import serious
from .arrange import PASSWORD, PHONE, Person, wait_for
from .conftest import Meet
from .test_app import go_offline, read

DESKTOP = (1280, 800)
GAMES = ("nuremberg", "firstclass")
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])


def moves(game: str, number: int) -> list[str]:
    """The moves of a problem, the best first."""
    found = problems(game)
    assert found is not None
    place = place_of(number, len(found.problems))
    clickable = choices(found.table(place))
    return [clickable[option.steps][0] for option in found.problems[place].choices]


def without_numbers(game: str) -> int:
    """The last problem whose choices are buttons: choices that differ in a number, such as bids, share a field."""
    found = problems(game)
    assert found is not None
    for number in range(today(), 0, -1):
        table = found.table(place_of(number, len(found.problems)))
        offered = table.game.screen().choices(table.state, table.seats)
        if len(moves(game, number)) > 3 and not any(choice.many for choice in offered):
            return number
    raise AssertionError("They all have numbers.")


def attempt(page: Page, move: str) -> None:
    page.locator(f'#choices [data-move="{move}"], #ends [data-move="{move}"]').first.click()
    page.get_by_role("button", name="Try this move").click()


def lamps(page: Page) -> list[str]:
    names = page.locator("#lamps .lamp").evaluate_all("all => all.map((one) => one.className)")
    return [str(name).removeprefix("lamp").strip() for name in names]


def shared(person: Person) -> str:
    person.context.grant_permissions(["clipboard-read", "clipboard-write"])
    person.page.get_by_role("button", name="Share").click()
    expect(person.page.locator("#shared")).to_have_text("Copied.")
    text: str = person.page.evaluate("navigator.clipboard.readText()")
    return text


def results(member: Person) -> list[str]:
    """What the account has."""
    answer = member.context.request.post("/problem/progress", form={}, headers={"origin": member.address})
    found: list[str] = answer.json()["results"]
    return found


@SIZES
@pytest.mark.parametrize("game", GAMES)
def test_a_problem_is_solved_at_the_second_try_and_shared(
    meet: Meet, size: tuple[int, int], game: str
) -> None:
    ann, number = meet(size), without_numbers(game)
    page, (best, second, *_) = ann.page, moves(game, number)
    page.goto(f"/problem/{game}/{number}")
    attempt(page, second)
    expect(page.locator(".verdict")).to_contain_text("Not the best")
    expect(page.locator("#solution")).to_be_hidden()
    assert lamps(page) == ["stop", "", ""]
    expect(page.locator(f'[data-move="{second}"]')).to_have_count(0)  # it can't be tried twice

    attempt(page, best)
    expect(page.get_by_role("heading", name="Solved at the second try")).to_be_visible()
    expect(page.locator("#solution")).to_contain_text("Why: ")
    expect(page.locator(".chances li").first).to_have_class("best")
    assert lamps(page) == ["stop", "go", ""]
    text = shared(ann)
    title = page.get_attribute("body", "data-title")
    assert text == f"Branchline · {title} · Problem {number}\n🔴🟢\n{ann.address}/problem/{game}/{number}"

    page.reload()
    expect(page.get_by_role("heading", name="Solved at the second try")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert serious(ann) == []


@SIZES
def test_after_three_wrong_tries_the_solution_is_shown_and_play_continues(
    meet: Meet, size: tuple[int, int]
) -> None:
    ann = meet(size)
    page, number = ann.page, without_numbers("firstclass")
    best, *others = moves("firstclass", number)
    page.goto(f"/problem/firstclass/{number}")
    for place, move in enumerate(others[:3]):
        attempt(page, move)
        expect(page.locator(".verdict")).to_have_count(place + 1)
    expect(page.get_by_role("heading", name="Not this time")).to_be_visible()
    assert lamps(page) == ["stop", "stop", "stop"]
    assert "🔴🔴🔴\n" in shared(ann)
    assert page.locator("#choices button").count() == 0
    assert page.locator(".boards .advised").count() > 0 or best in ("end", "done")

    page.get_by_role("button", name="Play on from here against bots").click()
    page.wait_for_url("**/table/*")
    assert ann.wait() == "mine"


def test_another_move_can_be_chosen_before_a_try_is_used_up(meet: Meet) -> None:
    ann, number = meet(PHONE), without_numbers("firstclass")
    page, (best, second, *_) = ann.page, moves("firstclass", number)
    page.goto(f"/problem/firstclass/{number}")
    page.locator(f'#choices [data-move="{second}"]').click()
    page.get_by_role("button", name="Another one").click()
    expect(page.locator("#attempt")).to_be_hidden()
    assert lamps(page) == ["", "", ""]
    attempt(page, best)
    expect(page.get_by_role("heading", name="Solved at the first try")).to_be_visible()


def test_days_in_a_row_are_counted_until_one_is_missed(meet: Meet) -> None:
    ann = meet()
    page = ann.page

    def go(number: int, path: str) -> None:
        page.clock.set_fixed_time(datetime.combine(day_of(number), time(12), UTC))
        page.goto(path)

    for number in (1, 2, 3):
        go(number, f"/problem/firstclass/{number}")
        attempt(page, moves("firstclass", number)[0])
        expect(page.locator("#solution")).to_be_visible()
    expect(page.locator("#streak")).to_have_text("3 days in a row")
    go(4, "/")
    expect(page.locator("[data-streak=firstclass]")).to_have_text("3 days in a row")
    expect(page.locator("[data-streak=nuremberg]")).to_have_text("")
    go(5, "/problem")
    expect(page.locator("[data-today=firstclass]")).to_have_attribute("href", "/problem/firstclass/5")
    expect(page.locator("[data-streak=firstclass]")).to_have_text("")
    go(9, "/problem/firstclass/8")  # a problem of yesterday does not count
    attempt(page, moves("firstclass", 8)[0])
    expect(page.locator("#streak")).to_have_text("")


def test_a_member_finds_results_in_another_browser(visit: Meet) -> None:
    ann = visit()
    number = without_numbers("firstclass")
    ann.page.goto(f"/problem/firstclass/{number}")
    attempt(ann.page, moves("firstclass", number)[0])  # as a guest
    ann.become_member("Ann Solver")
    ann.page.goto("/problem")
    wait_for(
        lambda: results(ann) == [f"firstclass {number} 1 {today()}"], "The account does not have the result"
    )

    phone = visit(PHONE)
    phone.sign_in("Ann Solver", PASSWORD)
    phone.page.goto(f"/problem/firstclass/{number}")
    expect(phone.page.get_by_role("heading", name="Solved at the first try")).to_be_visible()

    phone.page.goto("/account")
    phone.page.get_by_role("button", name="Sign out", exact=True).click()
    phone.become_member("Bob Solver")  # somebody else on the same device
    phone.page.goto("/problem")
    phone.page.wait_for_load_state("networkidle")
    assert results(phone) == []
    assert phone.page.evaluate("JSON.parse(localStorage.problems)") == {"member": "Bob Solver", "games": {}}


@SIZES
def test_the_problem_is_solved_and_explained_offline(meet: Meet, size: tuple[int, int]) -> None:
    ann = meet(size)
    page, number = ann.page, today()
    read(ann, "/problem", *(f"/problem/{game}/{day}" for game in GAMES for day in (number, number + 1)))
    go_offline(ann)

    page.goto("/problem")
    page.get_by_role("link", name=f"Problem {number}", exact=True).last.click()
    page.wait_for_url(f"**/problem/firstclass/{number}")
    attempt(page, moves("firstclass", number)[0])
    expect(page.get_by_role("heading", name="Solved at the first try")).to_be_visible()
    page.goto("/problem")
    expect(page.locator("[data-lamps=firstclass] .go")).to_be_visible()
    page.goto(f"/problem/firstclass/{number + 1}")  # before midnight
    expect(page.get_by_text("This problem is for tomorrow.")).to_be_visible()
    assert page.locator("#choices button").count() == 0
