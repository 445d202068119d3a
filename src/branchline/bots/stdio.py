"""Bots in any language: a program that reads JSON lines and writes JSON lines. `docs/bots.md` describes the protocol.

Only commands of the person at the machine start programs; a spec from a web page never does."""

from __future__ import annotations

import json
import queue
import shlex
import subprocess
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec

from branchline.core.errors import BranchlineError
from branchline.core.setup import Setup

PROTOCOL: Final = 1
START_LIMIT: Final = 10.0  # seconds for a program to say that it is ready
LONGEST: Final = 100_000  # maximum length of one answer, in characters


class BotFailed(BranchlineError):
    """A program that did not start, died, took too long or answered with something other than a legal move."""


class StdioBot:
    needs_view = True

    def __init__(self, command: str, seed: int | None = None) -> None:
        self._command = command
        self._seed = seed
        self._asked = 0
        self._answers: queue.Queue[str | None] = queue.Queue()
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
            )
        except (OSError, ValueError) as error:
            raise BotFailed(f"The bot {command!r} can't be started: {error}.") from None
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        ready = self._ask({"type": "hello", "protocol": PROTOCOL, "seed": seed}, START_LIMIT)
        self.name = str(ready.get("name", command))

    def __getstate__(self) -> object:
        raise TypeError(f"The bot {self._command!r} is a running program, which can't be copied.")

    def choose(self, setup: Setup, view: Any, legal: Sequence[int], limit: float) -> int:
        game, setting = setup.game, setup.setting
        texts = [str(game.move(setting, move)) for move in legal]
        self._asked += 1
        answer = self._ask(
            {
                "type": "choose", "id": self._asked, "game": setup.name, "rules": setup.rules,
                "view": msgspec.to_builtins(view), "legal": texts, "ids": list(legal), "ms": round(limit * 1000),
            },
            limit,
        )  # fmt: skip
        if answer.get("id") != self._asked or answer.get("move") not in texts:
            raise self._failed(f"was asked for a legal move and said {json.dumps(answer)[:200]}")
        return legal[texts.index(answer["move"])]

    def close(self) -> None:
        """Stop the program: close its input, and kill it if it keeps running."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(1)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._listener.join()
        self._process.stdout.close()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        while line := self._process.stdout.readline(LONGEST):
            self._answers.put(line)
        self._answers.put(None)

    def _ask(self, message: dict[str, object], limit: float) -> dict[str, Any]:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message) + "\n")
            self._process.stdin.flush()
            line = self._answers.get(timeout=limit)
        except OSError:  # it no longer reads
            line = None
        except queue.Empty:
            self._process.kill()
            raise self._failed(f"gave no answer within {limit:g} s, and was stopped") from None
        if line is None:
            raise self._failed(f"ended (exit status {self._process.wait()})")
        try:
            answer = json.loads(line)
        except json.JSONDecodeError:
            answer = None
        if not isinstance(answer, dict):
            raise self._failed(f"said {line[:200]!r}, which is not a JSON object")
        return answer

    def _failed(self, what: str) -> BotFailed:
        self.close()
        return BotFailed(f"The bot {self._command!r} {what}.")
