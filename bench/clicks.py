"""Counts the clicks of one scripted game of each title, made on the page itself.

    python bench/clicks.py            # both games
    python bench/clicks.py nuremberg

The draws are fixed. A planning bot has written the moves of the person; two opponents always play the first legal move.
For each decision the script takes the choice that stands for the most of what comes next. A bid is typed into its
field: a click into the field, one on the button. Among ways to pay that it values alike the planning bot takes the
last, so clicks that change a proposed payment are also counted separately. Beside the clicks it prints how many
decisions the rules ask for: a page without payment sheets and without choices that stand for several steps would take
them one by one.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Page, WebSocket, sync_playwright
from tests.browser.arrange import CHROMIUM, FLAGS, READY, TIMEOUT
from tests.server.arrange import Server

from branchline.bots import bot
from branchline.core.play.table import Table

SEED: Final = 11
PLAYERS: Final = 3
GAMES: Final = ("nuremberg", "firstclass")


def script(game: str) -> Table:
    """The whole match, as the two bots play it."""
    table = Table(game, PLAYERS, seed=SEED)
    person, other = bot("planner:seed=1"), bot("first")
    while not table.over:
        seat = table.to_move
        assert seat is not None
        mover = other if seat else person
        table.push(mover.choose(table.setup, table.view(seat), table.legal_moves.ids, 1.0))
    return table


class Clicker:
    """Plays a script on the page. `mirror` is the same table in this process, to understand the choices."""

    def __init__(self, page: Page, game: str) -> None:
        self.page = page
        self.mirror = Table(game, PLAYERS, seed=SEED)
        played = script(game)
        states = (played.game.numbers(played.at(depth)) for depth in range(len(played.steps) + 1))
        self.script = {tuple(numbers): depth for depth, numbers in enumerate(states)}
        self.steps = sum(step.decided and step.seat == 0 for step in played.steps)
        self.told: dict[str, Any] = {}
        self.clicks = self.decisions = self.repaid = 0
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self._hear(json.loads(frame)))

    def _hear(self, message: dict[str, Any]) -> None:
        self.told = message.get("told", self.told)

    def play(self) -> None:
        while True:
            at = self._ready()
            while self.mirror.to_move:
                self.mirror.push(self.mirror.legal_moves.ids[0])
            if self.mirror.over:
                return
            choice, move = self._best()
            self._take(choice, move)
            self.decisions += 1
            self.page.wait_for_function("at => document.body.dataset.at !== at", arg=at)
            self.mirror.push(move)

    def _ready(self) -> str:
        """Wait until it is the person's turn; returns how far the table has come."""
        while True:
            self.page.wait_for_selector(f"{READY}, #banner:not([hidden])", state="attached")
            if self.page.locator("#banner").is_visible():  # the server was too busy to draw
                self.page.reload()
            at = self.page.get_attribute("body", "data-at") or ""
            if at == str(self.told.get("at")):
                return at
            self.page.wait_for_timeout(10)

    def _best(self) -> tuple[dict[str, Any], str]:
        """The choice that goes furthest along the script, and its move."""
        found = [
            (self._reach(move), choice, move) for choice in self.told["choices"] for move in moves(choice)
        ]
        far, choice, move = max(found, key=lambda one: one[0])
        assert far, "the script can be followed"
        return choice, move

    def _reach(self, move: str) -> int:
        """How far along the script a move leads, in whatever order it pays; 0: it leaves the script."""
        trial = self.mirror.copy()
        if trial.why_not(move) is not None:
            return 0
        trial.push(move)
        return self.script.get(tuple(trial.game.numbers(trial.state)), 0)

    def _take(self, choice: dict[str, Any], move: str) -> None:
        page = self.page
        button = page.locator(f".side [data-move='{choice['move']}']")
        if not button.count():
            number = str(choice.get("many") or choice["move"].split()[-1])
            field = page.locator(
                f".stepper:has(button[data-move^='{choice['move'].rpartition(' ')[0]}']) input"
            ).first
            self._click(field)
            field.fill(number)
        self._click(button.first)
        if page.locator("#ask[open]").count():
            self._click(page.locator("#ask-yes"))
        if page.locator("#payment[open]").count():
            self._pay([int(count) for count in move.split()[-len(choice["pays"]["units"]) :]])

    def _pay(self, counts: list[int]) -> None:
        rows = [self.page.locator("#payment .unit").nth(place) for place in range(len(counts))]
        while missing := [
            row
            for row, wanted in zip(rows, counts, strict=True)
            if int(row.locator("output").inner_text()) < wanted
        ]:
            self._click(missing[0].locator(".more"))
            self.repaid += 1
        self._click(self.page.locator("#payment .pay"))

    def _click(self, what: Any) -> None:
        what.click()
        self.clicks += 1


def moves(choice: dict[str, Any]) -> list[str]:
    """What a choice can send: if it is a payment, every way to pay."""
    pays = choice.get("pays")
    if not pays:
        return [choice["move"]]
    before = choice["move"].split()[: -len(pays["units"])]
    return [" ".join([*before, *map(str, counts)]) for counts in payments(pays)]


def payments(pays: dict[str, Any]) -> list[tuple[int, ...]]:
    """Every way to pay: how much of each unit."""
    found: list[tuple[int, ...]] = [()]
    for _, held in pays["units"]:
        found = [(*paid, more) for paid in found for more in range(min(held, pays["owed"] - sum(paid)) + 1)]
    return [paid for paid in found if sum(paid) == pays["owed"]]


def count(game: str) -> str:
    fixed = SimpleNamespace(randbits=lambda _bits: SEED)
    secrets = patch("branchline.server.lobby.table_factory.secrets", fixed)
    with secrets, TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=[*FLAGS])
        context = browser.new_context(
            viewport={"width": 1280, "height": 800}, base_url=f"http://{server.host}", locale="en"
        )
        known = {"speed": "instant", "asked": ".".join(GAMES)}  # a coach would ask "Are you sure?"
        context.add_cookies(
            [{"name": name, "value": value, "url": f"http://{server.host}"} for name, value in known.items()]
        )
        page = context.new_page()
        page.set_default_timeout(TIMEOUT * 1000)
        clicker = Clicker(page, game)
        started = context.request.post(
            "/new", form={"game": game, "seat0": "me", "seat1": "bot:first", "seat2": "bot:first"},
            headers={"origin": f"http://{server.host}"}, max_redirects=0,
        )  # fmt: skip
        page.goto(started.headers["location"])
        clicker.play()
        browser.close()
        server.stop()
    made = f"{clicker.clicks} clicks ({clicker.repaid} to change payments) for {clicker.decisions} choices"
    return f"{game}: {made}, {clicker.steps} decisions of the rules"


if __name__ == "__main__":
    for name in sys.argv[1:] or GAMES:
        print(count(name), flush=True)
