"""Branchline as an app: what can be read without a network, and what is never kept."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .access import serious
from .arrange import DESKTOP, PHONE, Person, wait_for
from .conftest import Meet

# Every page that the browser has kept, by its path
KEPT = """async () => {
  const pages = {};
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const answer = await cache.match(request);
      pages[new URL(request.url).pathname] = await answer.text();
    }
  }
  return pages;
}"""


def kept(page: Page) -> dict[str, str]:
    pages: dict[str, str] = page.evaluate(KEPT)
    return pages


def read(person: Person, path: str, *then: str) -> None:
    """Open a page and wait until it and other pages have been kept."""
    person.page.goto(path)
    wanted = {path, "/rules", "/cards", "/offline", *then}
    wait_for(lambda: wanted <= kept(person.page).keys(), f"{path} is not kept")


def go_offline(person: Person) -> None:
    person.offline = True
    person.context.set_offline(True)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_lessons_and_rules_can_be_read_offline(meet: Meet, size: tuple[int, int]) -> None:
    ann = meet(size)
    page = ann.page
    read(ann, "/learn/nuremberg")
    go_offline(ann)

    page.reload()
    page.get_by_text("Read the lesson").click()
    expect(page.get_by_text("Each round starts with an auction for influence")).to_be_visible()
    page.get_by_role("link", name="Rulebook").click()
    page.get_by_role("link", name="First Class", exact=True).click()
    page.get_by_role("searchbox").fill("conductor")  # the search while typing is a script
    expect(page.locator("#found")).to_contain_text("clauses")
    assert page.evaluate("getComputedStyle(document.querySelector('.site-head')).backgroundColor") == (
        "rgb(31, 90, 67)"
    )


def test_other_pages_say_that_the_line_is_interrupted_and_return_with_it(meet: Meet) -> None:
    ann = meet(PHONE)
    page = ann.page
    read(ann, "/rules")
    page.goto("/new")
    go_offline(ann)

    page.get_by_role("button", name="Start").click()  # a form
    expect(page.get_by_role("heading", name="The line is interrupted")).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("heading", name="The line is interrupted")).to_be_visible()
    expect(page.get_by_role("link", name="Rulebook").last).to_be_visible()
    assert serious(ann) == []
    page.get_by_role("link", name="Learn First Class").click()
    expect(page.get_by_role("button", name="Start the lesson")).to_be_visible()

    page.goto("/")
    ann.context.set_offline(False)
    expect(page.get_by_role("button", name="Play now").first).to_be_visible()


def test_a_first_visit_keeps_no_more_than_the_offline_page(meet: Meet) -> None:
    ann = meet()
    ann.page.goto("/")
    wait_for(lambda: "/offline" in kept(ann.page), "The offline page is not kept")
    go_offline(ann)
    ann.page.reload()
    expect(ann.page.get_by_role("heading", name="The line is interrupted")).to_be_visible()
    expect(ann.page.locator("#kept")).to_be_hidden()


def test_another_language_replaces_what_was_kept(meet: Meet) -> None:
    ann = meet()
    page = ann.page
    read(ann, "/rules/nuremberg")
    page.get_by_label("Language").select_option("de")
    page.wait_for_selector("html[lang=de]")
    wait_for(lambda: 'lang="de"' in kept(page).get("/rules/nuremberg", ""), "The German rules are not kept")
    wait_for(lambda: len(page.evaluate("caches.keys()")) == 1, "The English pages are still there")
    go_offline(ann)
    page.goto("/account")
    expect(page.get_by_role("heading", name="Strecke unterbrochen")).to_be_visible()


def test_nothing_of_a_member_is_kept(visit: Meet) -> None:
    ann = visit(member="Ann Secret")
    page = ann.page
    read(ann, "/rules/firstclass", "/learn/firstclass")
    page.goto("/account")
    ann.new_game("firstclass", ["me", "bot:random"])
    ann.wait()
    table = page.url.rpartition("/")[2]
    page.goto("/")
    pages = kept(page)
    public = (
        "/rules",
        "/learn",
        "/problem",
        "/cards",
        "/boards",
        "/static/",
        "/offline",
        "/pictures/",
        "/words/",
    )
    assert [path for path in pages if not path.startswith(public)] == []
    assert not [path for path, text in pages.items() if "Ann Secret" in text or table in text]

    go_offline(ann)
    page.goto("/account")  # even though it was open a moment ago
    expect(page.get_by_role("heading", name="The line is interrupted")).to_be_visible()
    assert "Ann Secret" not in page.content()


def test_the_browser_accepts_the_manifest(meet: Meet) -> None:
    ann = meet(PHONE)
    ann.page.goto("/")
    session = ann.context.new_cdp_session(ann.page)
    told = session.send("Page.getAppManifest")
    assert told["url"].endswith("/manifest/en.json")
    assert told["errors"] == []
    session.send("Page.enable")
    wait_for(lambda: bool(ann.page.evaluate("navigator.serviceWorker.controller !== null")), "No worker")
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] in ([], [
        {"errorId": "in-incognito", "errorArguments": []}  # as all contexts of the tests are
    ])  # fmt: skip
