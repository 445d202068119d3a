"""A server in its own process, a connection to it that can be cut, and people who click, type and look."""

from __future__ import annotations

import os
import re
import select
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from ipaddress import IPv4Address
from pathlib import Path
from random import Random, randrange
from shutil import which
from tempfile import gettempdir
from typing import Any, Final
from urllib.parse import urlsplit
from urllib.request import urlopen

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, ElementHandle, Locator, Page, Request
from playwright.sync_api import Error as BrowserError

# Without windows Chromium starts and opens pages in half the time; Debian has it as chromium-headless-shell.
CHROMIUM: Final = Path(
    os.environ.get("CHROMIUM") or which("chromium-headless-shell") or which("chromium") or "/usr/bin/chromium"
)
FLAGS: Final = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
DESKTOP: Final = (1440, 900)
PHONE: Final = (360, 740)
FAILED: Final = Path(gettempdir()) / "branchline-browser-test.png"  # screenshots of tests that timed out
TIMEOUT: Final = 60.0  # seconds; far more than anything takes, even on a busy machine
PASSWORD: Final = "signal box"
READY: Final = "body[data-turn='mine']:not([data-busy]), body[data-turn='over']"


class Server:
    """`branchline serve` without pauses between bots' moves; `more`: further arguments."""

    def __init__(self, data: Path, *more: str) -> None:
        self.data, self.more = data, more
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        command = [sys.executable, "-m", "branchline", "serve", "--port", str(self.port), "--pace", "0"]
        self.process = subprocess.Popen([*command, "--data", str(data), *more], stdout=subprocess.DEVNULL)
        self.address = f"http://127.0.0.1:{self.port}"
        wait_for(self._answers, "The server did not start")

    def _answers(self) -> bool:
        assert self.process.poll() is None, "The server ended by itself"
        with suppress(OSError), urlopen(f"{self.address}/health", timeout=2) as answer:
            return bool(answer.status == 200)
        return False

    def admin(self, *words: str) -> None:
        """`branchline admin` on this server."""
        where = ("--data", str(self.data), *(self.more[:2] if "--store" in self.more[:1] else ()))
        command = [sys.executable, "-m", "branchline", "admin", words[0], *where, *words[1:]]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Line:
    """A connection to the server that counts its traffic and can be cut, like a phone's in a tunnel."""

    def __init__(self, port: int) -> None:
        self.to = port
        self.open = True
        self.bytes = 0
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listening.accept()
            except OSError:
                return
            if not self.open:
                near.close()
                continue
            far = socket.create_connection(("127.0.0.1", self.to))
            self._pairs.append((near, far))
            threading.Thread(target=self._carry, args=(near, far), daemon=True).start()

    def _carry(self, near: socket.socket, far: socket.socket) -> None:
        with near, far, suppress(OSError, ValueError):  # closing one end closes the other, too
            while True:
                for ready in select.select((near, far), (), ())[0]:
                    content = ready.recv(65536)
                    if not content:
                        return
                    self.bytes += len(content) if ready is far else 0
                    (far if ready is near else near).sendall(content)

    def cut(self) -> None:
        self.open = False
        for pair in self._pairs:
            for end in pair:
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def restore(self) -> None:
        self.open = True

    def close(self) -> None:
        self.cut()
        self._listening.close()


class Person:
    """Somebody with their own browser, who knows the games unless a `newcomer`. `faults` are things that no page may
    do."""

    def __init__(self, browser: Browser, address: str, size: tuple[int, int] = DESKTOP, **more: Any) -> None:
        self.address = address
        self.faults: list[str] = []
        self.offline = False
        self.phone = phone = size[0] < 600
        newcomer = more.pop("newcomer", False)
        self.context: BrowserContext = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, has_touch=phone, is_mobile=phone, base_url=address,
            locale=more.pop("locale", "en"), **more,
        )  # fmt: skip
        self.cookie("speed", "instant")
        self.cookie("account_sheet", "0")
        if not newcomer:
            self.cookie("asked", "firstclass.nuremberg")
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(TIMEOUT * 1000)
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        self.page.on("request", self._request)
        self.page.on("dialog", lambda dialog: self.faults.append(f"a dialog: {dialog.message}"))
        self.random = Random(5)

    def cookie(self, name: str, value: str) -> None:
        self.context.add_cookies([{"name": name, "value": value, "url": self.address}])

    def _console(self, message: ConsoleMessage) -> None:
        lost = self.offline and "ERR_" in message.text
        if message.type in ("error", "warning") and not lost:
            self.faults.append(f"console: {message.text}")

    def _request(self, request: Request) -> None:
        if urlsplit(request.url).netloc != urlsplit(self.address).netloc and not request.url.startswith(
            "data:"
        ):
            self.faults.append(f"a request to {request.url}")

    # Getting to a table

    def new_game(self, game: str, seats: list[str], **options: str) -> str:
        """Fill in the form and start; returns the table's path."""
        page = self.page
        page.goto(f"/new?game={game}")
        for number in range(4):
            page.select_option(f"[name=seat{number}]", seats[number] if number < len(seats) else "nobody")
            called = page.locator(f"[name=name{number}]")
            if number < len(seats) and called.is_editable():  # members can't change theirs
                called.fill(("Ann", "Bob", "Cem", "Dora")[number])
        for name, value in options.items():
            field = page.locator(f"[name={name}]")
            if field.first.evaluate("field => field.tagName") == "SELECT":
                field.select_option(value)
            else:
                for letter in value if name == "modules" else [value]:
                    page.check(f"[name={name}][value='{letter}']")
        page.click(".begin button")
        page.wait_for_url("**/table/*")
        return urlsplit(page.url).path

    def link_of(self, seat: int | str) -> str:
        value = self.page.input_value(f"#links li[data-seat='{seat}'] input")
        if self.page.locator("#links[open]").count():
            self.page.keyboard.press("Escape")
        return urlsplit(value).path

    def sit_down(self, link: str, name: str) -> None:
        self.page.goto(link)
        if (field := self.page.locator("[name=name]")).is_editable():  # members can't change theirs
            field.fill(name)
        self.page.click("main button")
        self.page.wait_for_url("**/table/*")

    # In a club

    def become_member(self, name: str) -> None:
        # From an address of their own: the server accepts 20 new members an hour from one.
        self.context.set_extra_http_headers(
            {"X-Forwarded-For": str(IPv4Address(randrange(10 << 24, 11 << 24)))}
        )
        self.page.goto("/sign-up")
        self.page.get_by_label("Your name").fill(name)
        self.page.get_by_label("Password").fill(PASSWORD)
        self.page.get_by_role("button", name="Become a member").click()
        self.page.get_by_role("link", name=name, exact=True).wait_for()
        self.context.set_extra_http_headers({})

    def sign_in(self, name: str, password: str = PASSWORD) -> None:
        self.page.goto("/sign-in")
        self.page.get_by_label("Your name").fill(name)
        self.page.get_by_label("Password").fill(password)
        self.page.get_by_role("button", name="Sign in").click()

    # At a table

    @property
    def at(self) -> str:
        return self.page.get_attribute("body", "data-at") or ""

    @property
    def turn(self) -> str:
        return self.page.get_attribute("body", "data-turn") or ""

    def wait(self) -> str:
        """Wait until it is this person's turn, or the game is over."""
        self.page.wait_for_selector(READY, state="attached")
        return self.turn

    def moved(self, at: str) -> None:
        self.page.wait_for_function("at => document.body.dataset.at !== at", arg=at)

    def choices(self) -> Locator:
        return self.page.locator("#choices button.choice, #ends button.choice")

    def press(self, what: Locator | ElementHandle, **more: Any) -> None:
        """With a finger on a phone, with a mouse elsewhere."""
        (what.tap if self.phone else what.click)(**more)

    def do(self, act: Callable[[], None]) -> None:
        """Act, confirm if asked, and wait for the table to change."""
        at = self.at
        act()
        self._done(at)

    def _done(self, at: str) -> None:
        for yes in ("#payment[open] .pay", "#ask[open] #ask-yes"):
            if self.page.locator(yes).count():
                self.press(self.page.locator(yes))
        try:
            self.moved(at)
        except BrowserError:
            self.page.screenshot(path=FAILED)
            raise

    def click_choice(self) -> None:
        choice = self.choices().nth(self.random.randrange(self.choices().count()))
        self.do(lambda: self.press(choice))

    def click_shape(self) -> bool:
        """Click a highlighted shape that is not covered; False: there is none."""
        shape = self.page.evaluate_handle(OPEN_SHAPE, self.random.random()).as_element()
        if shape is None:
            return False
        at = self.at
        try:
            self.press(shape, timeout=5000)
        except BrowserError:  # it has moved, or is covered now
            return False
        menu = self.page.locator("#menu:popover-open button.choice")
        if menu.count():
            self.press(menu.nth(self.random.randrange(menu.count())))
        self._done(at)
        return True

    def leave_ceremony(self) -> None:
        """Wait for the ceremony at the end of the game, and close it."""
        self.page.wait_for_selector("#ceremony[open]")
        self.page.keyboard.press("Escape")
        self.page.wait_for_selector("#ceremony", state="hidden")

    def play_by_clicks(self, most: int = 2000) -> int:
        """Random moves to the end, alternately on the pictures and in the list; returns how many."""
        for count in range(most):
            if self.wait() == "over":
                return count
            if not (count % 2 and self.click_shape()):
                self.click_choice()
        raise AssertionError(f"The game was not over after {most} moves")

    def close(self) -> None:
        self.context.close()
        assert not self.faults, self.faults[:5]


# A highlighted shape whose middle a click would really hit; the search begins anywhere
OPEN_SHAPE: Final = """(luck) => {
  const all = [...document.querySelectorAll('.lit')];
  const first = Math.floor(luck * all.length);
  for (const shape of [...all.slice(first), ...all.slice(0, first)]) {
    const box = shape.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const hit = document.elementFromPoint(x, y);
    if (box.width && hit && hit.closest('.lit') === shape) return shape;
  }
  return null;
}"""


def wait_for(found: Callable[[], bool], otherwise: str) -> None:
    end = time.monotonic() + TIMEOUT
    while not found():
        assert time.monotonic() < end, otherwise
        time.sleep(0.05)


def text_of(page: Page) -> str:
    """All text on the page, with runs of white space as one space."""
    return re.sub(r"\s+", " ", page.inner_text("body"))
