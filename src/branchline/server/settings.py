"""The settings of a server. Visitors' preferences are in `branchline.server.http.visitors`."""

from __future__ import annotations

import ipaddress
import os
import sys
from pathlib import Path
from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from branchline.store.open_store import sqlite_url

STORE: Final = "branchline.db"  # in the data folder
PORT: Final = 8017

Seconds: TypeAlias = Annotated[float, msgspec.Meta(ge=0)]
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def data_folder() -> Path:
    """The default folder for games."""
    if "BRANCHLINE_DATA" in os.environ:
        return Path(os.environ["BRANCHLINE_DATA"])
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "Branchline"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "branchline"


class Metrics(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who may read /metrics."""

    allow: tuple[str, ...] = ("127.0.0.0/8", "::1")  # addresses and networks
    token: str = ""  # callers may send it instead: `Authorization: Bearer ...`

    def __post_init__(self) -> None:
        for network in self.allow:
            ipaddress.ip_network(network, strict=False)


_UNITS: Final = {"second": 1.0, "minute": 60.0, "hour": 3600.0, "day": 86400.0}


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rate limits per visitor, as COUNT/UNIT (empty: none), and limits for connections and slow requests."""

    tables: str = "60/hour"
    uploads: str = "30/hour"
    sign_in: str = "20/minute"
    chat: str = "30/minute"
    hints: str = "60/minute"
    moves: str = "600/minute"
    requests: str = "900/minute"
    crowd: Annotated[float, msgspec.Meta(ge=1)] = (
        5.0  # times as often per address, which several visitors may share
    )
    connections: Annotated[int, msgspec.Meta(ge=1)] = 60  # open pages and requests per visitor
    headers: Seconds = 15.0  # seconds for the headers of a request to arrive
    body: Seconds = 60.0  # seconds for its body to arrive

    def __post_init__(self) -> None:
        self.rates()

    def rates(self) -> dict[str, tuple[float, float]]:
        """Count and seconds of each rate; raises `ValueError`."""
        found = {}
        for name in self.__struct_fields__:
            if isinstance(words := getattr(self, name), str) and words:
                count, _, unit = words.partition("/")
                if not count.isdecimal() or not int(count) or unit not in _UNITS:
                    raise ValueError(
                        f"{name} = {words!r} is not a rate; write one such as 60/hour or 5/second"
                    )
                found[name] = (float(count), _UNITS[unit])
        return found


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What every process of a server needs to know. Fields are also keys of the settings file;
    `deploy/branchline.toml` explains them to server admins."""

    data: Path  # the folder of the link key and, by default, of the store
    store: str = ""  # the address of the store: see `branchline.store.open_store`
    hosts: tuple[str, ...] = ()  # accepted host names; none: any
    accounts: bool = False  # people can become members
    site: str = ""  # the server's public URL, for links in emails: https://club.example
    smtp: str = ""  # the mail server: see `branchline.server.club.email`; empty: no email
    proxies: tuple[str, ...] = ("127.0.0.1", "::1")  # trusted to say on whose behalf they connect
    logs: Literal["plain", "json"] = "plain"
    metrics: Metrics = Metrics()
    limits: Limits = Limits()
    painters: Count = max(1, _cores() - 1)  # processes that draw
    thinkers: Count = max(1, _cores() // 2)  # processes that compute bots' moves
    pace: Annotated[float, msgspec.Meta(ge=0, le=60)] = (
        0.7  # seconds between bots' turns, so that people can follow
    )
    think: Seconds = 3.0  # seconds that a bot may take for a move
    rest: Seconds = 900.0  # seconds after which a table that nobody is looking at is dropped from memory
    lease: Seconds = 5.0  # seconds beyond the bot's limit after which another worker gets its job
    sweep: Seconds = 10.0  # seconds between checks of the clocks
    absence: Seconds = 86_400.0  # without a clock: seconds without a move until the others may vote
    inside: bool = False  # webhooks may be in the server's own network
    largest_record: Count = 2_000_000  # bytes of an upload
    check: Seconds = 20.0  # seconds that the check of an upload may take
    check_memory: Count = 2_000_000_000  # bytes of address space that it may take

    @property
    def address(self) -> str:
        """The address of the store."""
        return self.store or sqlite_url(self.data / STORE)

    def in_words(self) -> str:
        return msgspec.json.encode(self, enc_hook=str).decode()

    @classmethod
    def of_words(cls, words: str) -> Settings:
        return msgspec.json.decode(words, type=cls, dec_hook=lambda kind, value: kind(value))


class Serving(Settings, frozen=True, kw_only=True):
    """All that `branchline serve` needs to know, including where to listen."""

    data: Path = msgspec.field(default_factory=data_folder)
    host: str = "127.0.0.1"
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = PORT
    workers: Annotated[int, msgspec.Meta(ge=1)] = 1
