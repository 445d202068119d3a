"""Somebody brings a record that takes for ever to draw. They are told so, and nobody else notices."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median
from threading import Event, Thread

import pytest

from branchline.core.table import Table
from branchline.server.workers import painters

from ..server.arrange import Browser, Page, Server, wait_for
from . import slow_work
from .slow_work import TRAP

SAMPLES = 40
ROUNDS = 3  # of which one has to do: other programs on the machine come and go
TOO_LONG = 15.0  # seconds after which no more samples are taken
CUT_OFF = "This takes the server too long, so it was stopped. Try again in a minute."


def trap() -> bytes:
    """The record of a game whose drawing never ends."""
    table, rng = Table("nuremberg", 2, seed=4, seats=[TRAP, "Bob"]), Random(4)
    for _ in range(30):
        table.push(rng.choice(list(table.legal_moves.ids)))
    return table.dumps()


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """With one painter."""
    monkeypatch.setattr(painters, "sketch", slow_work.sketch)
    monkeypatch.setattr(painters, "LONGEST", 3.0)
    running = Server(tmp_path)
    pool = running.app.state.lobby.context.painters.pool
    wait_for(lambda: all(worker.alive for worker in pool.workers))
    running.do(pool.warm())
    yield running
    running.stop()


def bring(eve: Browser) -> str:
    return eve.http.post("/records", files={"record": ("game.jsonl", trap())}).headers["location"]


def seconds(act: Callable[[], object]) -> float:
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


def sampled(page: Page, browser: Browser) -> tuple[float, float]:
    """How long a move takes until its picture is there, and how long /health does: the usual time."""
    moves: list[float] = []
    health: list[float] = []
    end = time.monotonic() + TOO_LONG
    while len(moves) < SAMPLES and time.monotonic() < end:
        page.whose_turn()
        moves.append(seconds(page.play))
        health.append(seconds(lambda: browser.get("/health")))
    return median(moves), median(health)


@contextmanager
def attacked(host: str) -> Iterator[None]:
    """Several visitors bring such a record, and look at it over and over."""
    done = Event()

    def attack(number: int) -> None:
        with Browser(host) as eve:
            address = bring(eve)
            while not done.wait(0.3):
                eve.get(f"{address}/at/{number}")
                eve.get(address)

    threads = [Thread(target=attack, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    time.sleep(2.0)  # until it hurts
    yield
    done.set()
    for thread in threads:
        thread.join()


def test_others_play_on_as_quickly_while_a_hostile_record_is_drawn(server: Server) -> None:
    found = []
    with Browser(server.host) as ann:
        for _ in range(ROUNDS):
            page = ann.sit(ann.new_table("nuremberg", "me", "here"))
            page.my_turn()
            idle = sampled(page, ann)
            with attacked(server.host):
                under_attack = sampled(page, ann)
            found.append([now / before for now, before in zip(under_attack, idle, strict=True)])
            if max(found[-1]) < 2:
                return
    raise AssertionError(f"a move and /health took these times as long: {found}")


def test_who_looks_at_it_is_told_that_it_was_cut_off(server: Server) -> None:
    with Browser(server.host) as eve:
        answer = eve.get(f"{bring(eve)}/at/3")
    assert answer.status_code == 503
    assert int(answer.headers["retry-after"]) > 0
    assert CUT_OFF in answer.text


def test_a_live_table_that_can_not_be_drawn_says_so_and_tries_again(server: Server) -> None:
    with Browser(server.host) as eve:
        table = eve.new_table("nuremberg", "me", "friend", name0=TRAP)
        page = eve.sit(table)
        assert page.until("undrawn")["words"] == CUT_OFF
        wait_for(lambda: page.ask("rename", name="Eve")["type"] == "accepted")
        end = time.monotonic() + 30
        while not page.position and time.monotonic() < end:
            page.send("look", seat=0)
            page.until(lambda message: message["type"] in ("undrawn", "position"))
            time.sleep(0.3)
        assert page.position, "the table is drawn as soon as it can be"
