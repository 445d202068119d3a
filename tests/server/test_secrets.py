"""What a seat may not know is never sent to it. Checked on the wire: a table on which everything hidden from a page is
different would send it the same."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from branchline.core.play.story import Story
from branchline.server.table.live_table import LiveTable
from branchline.server.workers.scenes import Scene, Sketch, sketch

from .arrange import Browser, Page, Server
from .test_live import friends_table


def twin(live: LiveTable, seat: int | None, rng: Random) -> list[int]:
    """Another state that looks the same to a seat: hidden cards and roles are dealt again."""
    table = live.table
    other = table.game.determinize(table.setting, table.game.view(live.point.state, seat), rng)
    return table.game.numbers(other)


def drawn(live: LiveTable, state: list[int], seat: int | None) -> Sketch:
    return sketch(Scene(live.table.setup, state, seat, live.seating.names, "en", False))


def check(live: LiveTable, page: Page, rng: Random) -> bool:
    """Whether the page shows no more than its seat may know; returns whether there was something to hide."""
    seat = page.position["seat"]
    hidden = twin(live, seat, rng)
    other = drawn(live, hidden, seat)
    still = other.still
    assert still is not None
    assert page.position["definitions"] == still.definitions
    for frame, parts, panel in zip(still.frames, other.parts, page.position["panels"], strict=True):
        assert (panel["title"], panel["printed"]) == (frame.title, frame.printed)
        assert page.pictures[frame.name] == parts
    assert page.told["now"] == other.now
    assert page.choices == [choice.move for choice in other.choices]
    moves = [entry["words"] for entry in page.log if not entry.get("undone") and not entry.get("seated")]
    assert log_of(live, seat) == moves
    return hidden != live.point.numbers


def log_of(live: LiveTable, seat: int | None) -> list[str]:
    """The log as a seat may know it: what the game tells that seat."""
    story = Story(live.table.setup, live.seating.names, seat)
    for step in live.table.steps:
        story.add(step)
    return [entry.words for entry in story.entries]


@pytest.mark.parametrize("modules", ["AB", "CD", "CE"])
def test_no_page_shows_what_its_seat_may_not_know(
    server: Server, ann: Browser, bob: Browser, modules: str
) -> None:
    table = friends_table(ann, bob, "firstclass", modules=modules)
    token = re.findall(r"/watch/([\w-]+)", ann.get(table).text)[0]
    pages = [ann.sit(table), bob.sit(table), ann.sit(table, watch=token)]
    live, rng = server.live(table), Random(modules)
    hidden = 0
    for turn in range(40):
        for page in pages:
            page.at_point(live.point.at)
        if turn % 2 == 0:
            hidden += sum(check(live, page, rng) for page in pages)
        if live.point.over:
            break
        mover = pages[live.point.to_move or 0]
        mover.play(rng.choice(mover.choices))
    assert hidden > 5, "there was something to hide"


def test_the_seed_and_the_record_stay_on_the_server(server: Server, ann: Browser, bob: Browser) -> None:
    table = friends_table(ann, bob, "firstclass")
    live = server.live(table)
    pages = [ann.sit(table), bob.sit(table)]
    for _ in range(6):
        for page in pages:
            page.at_point(live.point.at)
        pages[live.point.to_move or 0].play()
    said = b"".join(raw for page in pages for raw in page.raw)
    assert live.row.seed.encode() not in said
    assert str(int(live.row.seed, 16)).encode() not in said
    assert ann.get(f"{table}/record").status_code == 422, "the record holds every card"


def test_a_replay_of_a_running_game_shows_the_visitors_own_seat_only(
    server: Server, ann: Browser, bob: Browser
) -> None:
    table = friends_table(ann, bob, "firstclass")
    live, replay = server.live(table), table.replace("/table/", "/replay/")
    pages = [ann.sit(table), bob.sit(table)]
    for _ in range(6):
        for page in pages:
            page.at_point(live.point.at)
        pages[live.point.to_move or 0].play()
    moment = bob.get(f"{replay}/at/{len(live.table.steps)}").json()
    other = drawn(live, twin(live, 1, Random(3)), 1)
    assert [panel["parts"] for panel in moment["panels"]] == list(other.parts)
    assert bob.get(f"{replay}/at/3?seat=0").status_code == 403
    with Browser(server.host) as stranger:
        for path in (replay, f"{replay}/at/3", f"{replay}/summary"):
            assert stranger.get(path).status_code == 404


def test_a_draw_that_only_its_owner_may_know_is_told_differently(server: Server) -> None:
    """The check above could not fail if all seats were told the same."""
    with Browser(server.host) as ann, Browser(server.host) as bob:
        table = friends_table(ann, bob, "firstclass")
        live = server.live(table)
        pages: list[Any] = [ann.sit(table), bob.sit(table)]
        for _ in range(2):
            for page in pages:
                page.at_point(live.point.at)
            mover = pages[live.point.to_move or 0]
            mover.play()
        for page in pages:
            page.at_point(live.point.at)
        assert pages[0].pictures != pages[1].pictures
        assert [entry["words"] for entry in pages[0].log] != [entry["words"] for entry in pages[1].log]
