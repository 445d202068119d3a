"""A move on its way to the pages: played once, told once per language, drawn once for everybody who sees the same."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from branchline.core import registry
from branchline.server.table.display.page_updates import PageUpdates
from branchline.server.workers import painters

from .arrange import Browser, Server, wait_for
from .test_live import GAMES


@pytest.fixture
def work(server: Server, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """What the serving process does, counted."""
    counted: Counter[str] = Counter()

    def count(owner: Any, name: str, what: str) -> None:
        done = getattr(owner, name)

        def counting(*arguments: Any, **named: Any) -> Any:
            counted[what] += 1
            return done(*arguments, **named)

        monkeypatch.setattr(owner, name, counting)

    for name in GAMES:
        game = registry.game(name)
        count(type(game), "apply", "played")
        count(type(game.story()), "turn", "told")
    count(PageUpdates, "_told", "seen")
    count(painters.Painters, "draw", "drawn")
    return counted


@pytest.mark.parametrize("game", GAMES)
def test_a_move_is_played_told_and_drawn_once(
    server: Server, ann: Browser, bob: Browser, work: Counter[str], game: str
) -> None:
    table = ann.new_table(game, "me", "here")
    watch = re.findall(r"/watch/([\w-]+)", ann.get(table).text)[0]
    pages = [ann.sit(table), ann.sit(table), *(bob.sit(table, watch) for _ in range(5))]
    live = server.live(table)
    wait_for(lambda: live._presence._due is None)  # everybody has been told who is here
    for _ in range(8):
        reached = live.point.at
        for page in pages:
            page.at_point(reached)
        for page in pages[:2]:
            page.whose_turn()
        work.clear()
        before = len(live.table.steps)
        pages[0].play(next(move for move in pages[0].choices if not re.search("; ?|pay|stop", move)))
        for page in pages:
            page.at_point(live.point.at)
        steps = live.table.steps[before:]
        assert work["played"] == sum(len(step.moves) for step in steps)
        knowing = 1 if game == "nuremberg" else 2  # a secret choice is told to its player and to the others
        assert work["told"] <= work["played"] * knowing, "for two players and five spectators"
        assert work["drawn"] == work["seen"] == 2, "for the player who looks, and for the spectators"
