"""Thousands of moves, mostly nonsense: a table accepts legal ones and nothing else."""

from __future__ import annotations

import os
from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from branchline.core.play.loading import loads
from branchline.server.table import request_handler
from branchline.server.table.live_table import LiveTable
from branchline.server.table.protocol import requests

from .arrange import Browser, Page, Server
from .test_live import friends_table

# Hypothesis objects to random numbers drawn meanwhile, as by connections that send a ping.
pytestmark = pytest.mark.filterwarnings("ignore::hypothesis.errors.HypothesisWarning")

TIMES = 20 if os.environ.get("BRANCHLINE_SOAK") else 1
often = settings(
    max_examples=1200 * TIMES,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    derandomize=True,
    phases=[Phase.generate, Phase.shrink],
)

# Words that mean something somewhere, and words that should mean nothing anywhere.
WORDS = [
    "nuremberg", "firstclass", "me", "here", "friend", "nobody", "bot:random", "random", "greedy:seed=x", "0", "1",
    "7", "-1", "99999999999999999999", "1e9", "²", "on", "off", "wensleydale", "AB", "AAAA", "1,2,1,1", "1,2,,1",
    "N7.10", "watch", "/", "//evil.example", "/\\evil", "../../etc/passwd", "%00", "\x00", "{{ 7*7 }}", "\u202e",
    "<script>alert(1)</script>", "'; DROP TABLE tables; --", "💥" * 50, "a" * 3000, "", " ", "null", "{}", "[]",
    "de", "xx", "dark", "instant",
]  # fmt: skip
word = st.sampled_from(WORDS) | st.text(max_size=40)


@pytest.fixture
def without_rates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_handler, "BURST", 1e9)
    monkeypatch.setattr(request_handler, "RATE", 1e9)


class Solo:
    """One screen for two seats, and a new table whenever a game is over."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.browser = Browser(server.host)
        self.page: Page | None = None

    def sit(self) -> tuple[LiveTable, Page]:
        if self.page is None or self.page.told.get("over"):
            self.table = self.browser.new_table("firstclass", "me", "here")
            self.page = self.browser.sit(self.table)
        return self.server.live(self.table), self.page.whose_turn()


@pytest.fixture(scope="module")
def solo(server: Server) -> Iterator[Solo]:
    alone = Solo(server)
    with alone.browser:
        yield alone


@often
@given(
    move=word | st.from_regex(r"(take|keep|do|stop|pass|spend|coin) ?[A-G]?[0-9.]{0,4}"),
    off=st.integers(-3, 3),
)
def test_a_move_is_legal_or_refused(solo: Solo, without_rates: None, move: str, off: int) -> None:
    live, page = solo.sit()
    before = live.point.at
    answer = page.ask("play", at=max(0, page.at + off), move=move[:200] or "x")
    if answer["type"] == "accepted":
        page.at_point(answer["at"])
        assert off == 0
        assert live.point.at > before
        loads(live.table.dumps(), verify=True)
    else:
        assert answer["words"]
        assert live.point.at == before


@pytest.fixture(scope="module")
def waiting(server: Server) -> Iterator[tuple[LiveTable, Page]]:
    """A table of two friends after one move, and the page of the player who is not to move."""
    with Browser(server.host) as ann, Browser(server.host) as bob:
        table = friends_table(ann, bob, "firstclass")
        live, pages = server.live(table), [ann.sit(table), bob.sit(table)]
        while len({step.seat for step in live.table.steps} & {0, 1}) < 2:
            pages[live.table.to_move or 0].my_turn().play()
        yield live, pages[1 - (live.table.to_move or 0)]


@often
@given(request=st.sampled_from(requests.Request.__args__).flatmap(st.from_type))
def test_a_page_that_is_not_to_move_changes_nothing(
    waiting: tuple[LiveTable, Page], without_rates: None, request: requests.Request
) -> None:
    live, page = waiting
    before = live.point.at, live.table.game.numbers(live.table.state), len(live.table.log)
    page.socket.send(msgspec.json.encode(request))
    page.ask("play", at=live.point.at, move=str(next(iter(live.table.legal_moves))))
    assert (live.point.at, live.table.game.numbers(live.table.state), len(live.table.log)) == before
