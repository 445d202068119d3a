"""A real server, browsers, and pages of its tables."""

from __future__ import annotations

import asyncio
import re
import threading
import time
from collections.abc import Callable, Coroutine
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, Self

import httpx
import msgspec
import uvicorn
from starlette.applications import Starlette
from websockets.asyncio import client
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from branchline.cli.serve import listen, uvicorn_options
from branchline.server.app import make_app
from branchline.server.settings import Settings
from branchline.server.table.live_table import LiveTable

TIMEOUT = 60.0  # seconds; far more than anything takes


class Server:
    """Runs in its own thread. `do` runs something in its event loop."""

    def __init__(self, data: Path, **settings: Any) -> None:
        self.data = data
        self.settings = Settings(
            **{"data": data, "pace": 0.0, "painters": 1, "thinkers": 1, "think": 1.0, **settings}
        )
        self.app: Starlette = make_app(self.settings)
        listening = listen("127.0.0.1", 0)
        self.host = f"127.0.0.1:{listening.getsockname()[1]}"
        options = uvicorn_options(self.settings)
        config = uvicorn.Config(self.app, **{**options, "log_level": "error", "timeout_graceful_shutdown": 1})
        self._server = uvicorn.Server(config)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = threading.Thread(target=self._run, args=(listening,), daemon=True)
        self._thread.start()
        wait_for(lambda: self._server.started)

    def _run(self, listening: Any) -> None:
        async def serve() -> None:
            self._loop = asyncio.get_running_loop()
            await self._server.serve(sockets=[listening])

        asyncio.run(serve())
        listening.close()

    def do(self, work: Coroutine[Any, Any, Any]) -> Any:
        assert self._loop is not None
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(TIMEOUT)

    def live(self, table: str) -> LiveTable:
        """The live table behind an address such as `/table/abc`."""
        found: LiveTable | None = self.do(self.app.state.lobby.find(table.rpartition("/")[2]))
        assert found is not None
        return found

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(TIMEOUT)
        assert not self._thread.is_alive()


class Browser:
    """A visitor with cookies."""

    def __init__(self, host: str, language: str = "en") -> None:
        self.host = host
        self.http = httpx.Client(
            base_url=f"http://{host}",
            headers={"origin": f"http://{host}", "accept-language": language},
            timeout=TIMEOUT,
        )
        self.pages: list[Page] = []

    def get(self, path: str) -> httpx.Response:
        return self.http.get(path)

    def post(self, path: str, **form: Any) -> httpx.Response:
        return self.http.post(path, data=form)

    def go(self, path: str, **form: Any) -> str:
        """Send a form; returns the path it leads to."""
        answer = self.post(path, **form)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"]

    def new_table(self, game: str, *seats: str, **options: str) -> str:
        """A new table; `seats` as the form has them: me, here, friend, bot:random."""
        form = {f"seat{number}": seat for number, seat in enumerate(seats)}
        return self.go("/new", game=game, **form, **options)

    def links(self, table: str) -> dict[int, str]:
        """For the host: the paths of the invitations to the open seats, by seat."""
        found = re.findall(r'data-seat="(\d)".*?(/join/[\w-]+)', self.get(table).text, re.DOTALL)
        return {int(seat): path for seat, path in found}

    def common_link(self, table: str) -> str:
        """For the host: the path of the one invitation to all open seats."""
        shown = r'data-seat="any".*?value="http://[^/]+(/join/[\w-]+)"'
        (path,) = re.findall(shown, self.get(table).text, re.DOTALL)
        return str(path)

    def own_link(self, table: str) -> str:
        """The path of the link back to the seat, for its owner."""
        (path,) = re.findall(r'data-own="\d".*?(/table/\w+/back/[\w-]+)', self.get(table).text, re.DOTALL)
        return str(path)

    def sit(self, table: str, watch: str = "") -> Page:
        """Open a table's page."""
        page = Page(self, table, watch)
        self.pages.append(page)
        return page

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for page in self.pages:
            page.close()
        self.http.close()


class Page:
    """The WebSocket of a table's page, and what the page would show."""

    def __init__(self, browser: Browser, table: str, watch: str = "") -> None:
        address = f"ws://{browser.host}{table}/live" + (f"?watch={watch}" if watch else "")
        cookies = "; ".join(f"{name}={value}" for name, value in browser.http.cookies.items())
        headers = {"cookie": cookies, "accept-language": browser.http.headers["accept-language"]}
        if address_of_caller := browser.http.headers.get("x-forwarded-for"):
            headers["x-forwarded-for"] = address_of_caller
        self.table = table
        self._open = ExitStack()
        self.socket: ClientConnection = self._open.enter_context(
            connect(
                address, additional_headers=headers, origin=Origin(f"http://{browser.host}"), max_size=None
            )
        )
        self.heard: list[dict[str, Any]] = []
        self.raw: list[bytes] = []
        self.position: dict[str, Any] = {}
        self.pictures: dict[str, dict[str, str]] = {}
        self.log: list[dict[str, Any]] = []

    def hear(self, timeout: float = TIMEOUT) -> dict[str, Any]:
        """The next message; what the page shows follows it."""
        raw = self.socket.recv(timeout)
        self.raw.append(raw if isinstance(raw, bytes) else raw.encode())
        message: dict[str, Any] = msgspec.json.decode(raw)
        self.heard.append(message)
        if message["type"] == "position":
            self.position = message
            self.pictures = {panel["name"]: dict(panel["parts"]) for panel in message["panels"]}
            self.log = list(message["log"])
        elif message["type"] == "changes":
            self._change(message)
        return message

    def _change(self, message: dict[str, Any]) -> None:
        assert message["since"] == self.at, "changes fit on what the page has"
        self.position["told"] = message["told"]
        for panel, parts in message["parts"].items():
            for name, markup in parts.items():
                if markup is None:
                    del self.pictures[panel][name]
                else:
                    self.pictures[panel][name] = markup
        if message["kept"] is not None:
            del self.log[message["kept"] :]
        self.log += message["log"]

    def until(self, what: str | Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Receive until a message of that type, or one that matches."""
        fits = (lambda message: message["type"] == what) if isinstance(what, str) else what
        end = time.monotonic() + TIMEOUT
        while time.monotonic() < end:
            message = self.hear()
            if fits(message):
                return message
        raise AssertionError(f"no such message among {[message['type'] for message in self.heard]}")

    def at_point(self, at: int) -> Self:
        """Receive until the table has reached a step."""
        while not self.position or self.at < at:
            self.hear()
        return self

    def my_turn(self) -> Self:
        """Receive until it is the turn of the page's seat, or the game is over."""
        while not self.position or not (self.choices or self.told.get("over")):
            self.hear()
        return self

    def whose_turn(self) -> Self:
        """On a shared screen: switch to the seat to move."""
        if not self.position:
            self.hear()
        if self.position["seat"] != (seat := self.told["to_move"]):
            self.send("look", seat=seat)
            self.until(lambda message: message["type"] == "position" and message["seat"] == seat)
        return self

    @property
    def told(self) -> dict[str, Any]:
        return self.position["told"]  # type: ignore[no-any-return]

    @property
    def at(self) -> int:
        return self.told["at"]  # type: ignore[no-any-return]

    @property
    def choices(self) -> list[str]:
        return [choice["move"] for choice in self.told.get("choices", ())]

    def send(self, kind: str, **fields: Any) -> None:
        self.socket.send(msgspec.json.encode({"type": kind, **fields}))

    def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a request and receive until its answer: accepted, refused, because, advice."""
        self.send(kind, **fields)
        return self.until(lambda answer: answer["type"] in ("accepted", "refused", "because", "advice"))

    def play(self, move: str | None = None) -> int:
        """Play a move (by default the first choice) and receive until the page shows it."""
        answer = self.ask("play", at=self.at, move=move or self.choices[0])
        assert answer["type"] == "accepted", answer
        self.at_point(answer["at"])
        return answer["at"]  # type: ignore[no-any-return]

    def closed(self) -> int:
        """Receive until the server closes the connection; returns the code."""
        with suppress(ConnectionClosed):
            while True:
                self.hear()
        assert self.socket.close_code is not None
        return self.socket.close_code

    def close(self) -> None:
        self._open.close()


def line(host: str, table: str, cookie: str) -> client.connect:
    """A WebSocket to a table as a visitor's page opens it, for players in one event loop."""
    return client.connect(
        f"ws://{host}{table}/live",
        additional_headers={"cookie": f"visitor={cookie}"},
        origin=Origin(f"http://{host}"),
        max_size=None,
        open_timeout=30,
    )


def wait_for(what: Callable[[], object], patience: float = TIMEOUT) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + patience
    while not what():
        assert time.monotonic() < end, "it did not come to pass"
        time.sleep(0.01)
