"""How a server is set up. What a visitor likes is in `branchline.server.http.visitors`."""

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
    """Where games are kept if nobody says otherwise."""
    if "BRANCHLINE_DATA" in os.environ:
        return Path(os.environ["BRANCHLINE_DATA"])
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "Branchline"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "branchline"


class Metrics(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who may read the figures at /metrics."""

    allow: tuple[str, ...] = ("127.0.0.0/8", "::1")  # addresses and networks
    token: str = ""  # or whoever sends it: `Authorization: Bearer ...`

    def __post_init__(self) -> None:
        for network in self.allow:
            ipaddress.ip_network(network, strict=False)


_UNITS: Final = {"second": 1.0, "minute": 60.0, "hour": 3600.0, "day": 86400.0}


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How often a visitor may do something, as COUNT/UNIT; empty: as often as they like. And how long they may take."""

    tables: str = "60/hour"
    uploads: str = "30/hour"
    sign_in: str = "20/minute"
    chat: str = "30/minute"
    hints: str = "60/minute"
    moves: str = "600/minute"
    requests: str = "900/minute"
    crowd: Annotated[float, msgspec.Meta(ge=1)] = (
        5.0  # times as often from one address, where several may sit
    )
    connections: Annotated[int, msgspec.Meta(ge=1)] = 60  # pages and requests at a time, of a visitor
    headers: Seconds = 15.0  # seconds in which a request has to be there, without what it brings
    body: Seconds = 60.0  # seconds in which what it brings has to be there

    def __post_init__(self) -> None:
        self.rates()

    def rates(self) -> dict[str, tuple[float, float]]:
        """Count and seconds of each; raises `ValueError`."""
        found = {}
        for name in self.__struct_fields__:
            if isinstance(words := getattr(self, name), str) and words:
                count, _, unit = words.partition("/")
                if not count.isdecimal() or not int(count) or unit not in _UNITS:
                    raise ValueError(f"{name} = {words!r} is no rate; write one such as 60/hour or 5/second")
                found[name] = (float(count), _UNITS[unit])
        return found


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What every process of a server has to know. A field is also a key of the settings file; `deploy/branchline.toml`
    says to hosts what it is for."""

    data: Path  # the folder of the key for links and, if nothing else is said, of the store
    store: str = ""  # the address of the store: see `branchline.store.open_store`
    hosts: tuple[str, ...] = ()  # names under which the server may be called; none: any
    accounts: bool = False  # people may become members
    site: str = ""  # the address by which people call the server, for links in letters: https://club.example
    smtp: str = ""  # where letters are posted: see `branchline.server.club.email`; empty: there are none
    proxies: tuple[str, ...] = ("127.0.0.1", "::1")  # that may say for whom they call
    logs: Literal["plain", "json"] = "plain"
    metrics: Metrics = Metrics()
    limits: Limits = Limits()
    painters: Count = max(1, _cores() - 1)  # processes that draw
    thinkers: Count = max(1, _cores() // 2)  # processes in which bots think
    pace: Annotated[float, msgspec.Meta(ge=0, le=60)] = (
        0.7  # seconds between two turns of bots, so that people can follow
    )
    think: Seconds = 3.0  # seconds that a bot may take for a move
    rest: Seconds = 900.0  # seconds after which a table that nobody looks at leaves the memory
    lease: Seconds = 5.0  # seconds beyond what a bot may take, after which its job is given to another worker
    sweep: Seconds = 10.0  # seconds between two looks at the clocks
    absence: Seconds = 86_400.0  # seconds without a move, where there is no clock, until others may vote
    inside: bool = False  # notices may be posted to addresses in the host's own network
    largest_record: Count = 2_000_000  # bytes of an upload
    check: Seconds = 20.0  # seconds that the check of an upload may take
    check_memory: Count = 2_000_000_000  # bytes of address space that it may take

    @property
    def address(self) -> str:
        """Of the store."""
        return self.store or sqlite_url(self.data / STORE)

    def in_words(self) -> str:
        return msgspec.json.encode(self, enc_hook=str).decode()

    @classmethod
    def of_words(cls, words: str) -> Settings:
        return msgspec.json.decode(words, type=cls, dec_hook=lambda kind, value: kind(value))


class Serving(Settings, frozen=True, kw_only=True):
    """All that `branchline serve` has to know: where it listens, too."""

    data: Path = msgspec.field(default_factory=data_folder)
    host: str = "127.0.0.1"
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = PORT
    workers: Annotated[int, msgspec.Meta(ge=1)] = 1
