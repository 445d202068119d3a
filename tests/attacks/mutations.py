"""Valid requests, messages, records, maps and decks, and their mutations. All randomness comes from one seed, so that
a run can be repeated."""

from __future__ import annotations

import copy
import json
import struct
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

from starlette.routing import Route

from branchline.core.errors import RecordError
from branchline.core.play import record
from branchline.core.play.table import Table
from branchline.server.app import routes
from branchline.server.openapi import FORMS, PLACES, QUERIES
from branchline.server.settings import Settings
from branchline.server.table.protocol import requests

from ..server.test_upload import played
from .raw_http import request

ROUTES = [one for one in routes(Settings(data=Path(), accounts=True)) if isinstance(one, Route)]
SECRET = "s3cr3t-fuzz-t0ken-in-a-l1nk"  # looks like a link; must not be in the log
WORDS: list[Any] = [
    "nuremberg", "firstclass", "me", "here", "friend", "nobody", "bot:random", "greedy:seed=x", "0", "1", "-1",
    "99999999999999999999", "9" * 5000, "1e9", "NaN", "²", "१", "on", "wensleydale", "AB", "1,2,1,1", "1,2,,1", "N7.10",
    "watch", "/", "//evil.example", "/\\evil", "../../etc/passwd", "%00", "\0", "{{ 7*7 }}", "\u202e", "\u200b",
    "<script>alert(1)</script>", "'; DROP TABLE tables; --", "💥" * 50, "a" * 3000, "é" * 3000, "", " ", "\r\n", "\t",
    "null", "{}", "[]", "true", "https://[", "http://127.0.0.1/", "2026-13-45", "9999-12-31", "\udfff",
    "\\ud800", "+2AA-", SECRET,
]  # fmt: skip
VALUES: list[Any] = [
    None, True, False, 0, -1, 1, 7, 2**31, 2**63, -(2**64), 1e308, -0.0, [], {}, [[]], [None], {"": None}, *WORDS,
]  # fmt: skip
HEADERS = {
    "host": ["[", "[::1]", "", "a b", "evil.example", "localhost:99999999", "é", "a" * 5000],
    "origin": ["[", "http://[", "null", "", "http://evil.example", "http://localhost", "é"],
    "cookie": ["visitor=", "visitor=../..", f"session={SECRET}", "session=\xff", "=;=;", ";" * 500, "a=b; " * 300,
               "language=xx; theme=\xff", f"device=.; visitor={SECRET[:22]}", "visitor=" + "é" * 22],
    "accept-language": ["de;q=9", "de;q=nan", ",;,;", "de-" * 300, "\xff", "it;q=0.5;q=x"],
    "accept": ["application/json", "", "*/*;q=x", "\xff"],
    "accept-encoding": ["gzip", "gzip;q=x", "br, \xff", "identity;q=0"],
    "range": ["bytes=0-1", "bytes=-", "bytes=5-1", "bytes=" + "0-1," * 500, "x=1", "bytes=99999999999999999999-"],
    "if-none-match": ["*", '"', "W/" * 300],
    "if-modified-since": ["x", "Thu, 01 Jan 0000 00:00:00 GMT", "Thu, 99 Foo 99999 99:99:99 +9999", "1"],
    "if-range": ["x", '"'],
    "content-type": ["multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=x",
                     "multipart/form-data; boundary=x; charset=undefined", "application/json", "x" * 2000, "\xff",
                     "application/x-www-form-urlencoded; charset=utf-16"],
    "content-length": ["-1", "x", "99999999999999999999", "0", "1", "+5", "1, 2"],
    "transfer-encoding": ["chunked", "x", "chunked, chunked", "identity"],
    "expect": ["100-continue", "x"],
    "connection": ["upgrade", "keep-alive", "x", "close, upgrade"],
    "upgrade": ["websocket", "h2c", "x"],
    "sec-fetch-site": ["cross-site", "same-origin", "x"],
    "sec-websocket-version": ["13", "99999", "x"],
    "sec-websocket-key": ["x", "", "eHh4eHh4eHh4eHh4eHh4eA=="],
    "sec-websocket-extensions": ["permessage-deflate; server_max_window_bits=99", ";;;", "x"],
    "authorization": ["Bearer " + SECRET, "Basic \xff", ""],
    "x-forwarded-for": ["", "[", "203.0.113.9", "203.0.113.9:x", ",,,", "é", "::1%x"],
    "x-forwarded-proto": ["https", "ftp", ""],
    "referer": [f"/join/{SECRET}", "[", ""],
}  # fmt: skip
CHARSETS = [
    "",
    "; charset=utf-8",
    "; charset=utf-7",
    "; charset=unicode_escape",
    "; charset=utf-16",
    "; charset=x",
]
METHODS = ["GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "get", "X"]


class Mutations:
    """`places`: values for the parameters of a route, by name."""

    def __init__(self, seed: int, places: Mapping[str, Sequence[str]]) -> None:
        self.rng = Random(seed)
        self.places = {**PLACES, **places}
        tables = [played(game, moves=12) for game in ("nuremberg", "firstclass")]
        data = Path(__file__).parents[2] / "src/branchline/games"
        own = [
            Table("nuremberg", players=2, seed=1, board=str(data / "nuremberg/data/mini.json")),
            Table("firstclass", players=2, seed=1, deck=str(data / "firstclass/data/mini.json")),
        ]
        self._records = [[json.loads(line) for line in one.dumps().splitlines()] for one in (*tables, *own)]

    # Requests

    def request(self, cookie: str) -> bytes:
        rng = self.rng
        route = rng.choice(ROUTES)
        methods = sorted(route.methods or {"GET"})
        method = rng.choice(methods if rng.random() < 0.9 else METHODS)
        path = route.path
        for name, values in self.places.items():
            value = rng.choice(values) if rng.random() < 0.8 else self._word()
            path = path.replace(f"{{{name}}}", quote(value, safe="", errors="replace"))
        path = path.replace("{", "%7B").replace("}", "%7D")
        query = self._fields(
            QUERIES.get(route.path, {}) | {"watch": (SECRET,), "at": ("1",), "q": ("train",)}
        )
        if query and rng.random() < 0.5:
            path += "?" + urlencode(query, errors="replace")
        headers = {"cookie": cookie} if rng.random() < 0.7 else {}
        body = b""
        if method != "GET":
            fields = self._fields(FORMS.get(route.path, {}))
            body = urlencode(fields, errors="replace").encode()
            headers["content-type"] = "application/x-www-form-urlencoded"
            if rng.random() < 0.2:
                body = multipart(fields)
                headers["content-type"] = f"multipart/form-data; boundary=x{rng.choice(CHARSETS)}"
        for name in rng.sample(sorted(HEADERS), rng.choice([0, 0, 1, 1, 2])):
            headers[name] = rng.choice(HEADERS[name])
        made = request(method, path, body, **headers)
        return self.bytes_of(made) if rng.random() < 0.2 else made

    def upload(self, cookie: str) -> bytes:
        """A record, perhaps with a map or a deck, changed in one or several places, mostly with new checksums."""
        start, end = (
            b'--x\r\nContent-Disposition: form-data; name="record"; filename="a"\r\n\r\n',
            b"\r\n--x--\r\n",
        )
        body = start + self.record() + end
        return request(
            "POST", "/records", body, content_type="multipart/form-data; boundary=x", cookie=cookie
        )

    def record(self) -> bytes:
        rng = self.rng
        lines = copy.deepcopy(rng.choice(self._records))
        for _ in range(rng.choice([1, 1, 2, 5])):
            at = 0 if rng.random() < 0.6 else rng.randrange(len(lines))
            lines[at] = self.value(lines[at])
        written = b"\n".join(json.dumps(line).encode() for line in lines)
        if rng.random() < 0.8:
            written = sealed(written)
        return self.bytes_of(written) if rng.random() < 0.1 else written

    def _fields(self, known: dict[str, tuple[str, ...]]) -> list[tuple[str, str]]:
        rng = self.rng
        made = [
            (name, rng.choice(values) if values and rng.random() < 0.6 else self._word())
            for name, values in known.items()
            if rng.random() < 0.8
        ]
        if rng.random() < 0.1:
            made += made[:2] * rng.choice([1, 100])
        return made + ([(self._word(), self._word())] if rng.random() < 0.1 else [])

    def _word(self) -> str:
        return str(self.rng.choice(WORDS))

    # Messages

    def frame(self, at: int) -> bytes:
        """One message of a page, as a frame of a WebSocket."""
        rng = self.rng
        kind = rng.choice(requests.Request.__args__)
        fields = {name: rng.choice([at, 0, 1, True, "x", *WORDS]) for name in kind.__struct_fields__}
        message: Any = {"type": kind.__struct_config__.tag, **fields}
        if rng.random() < 0.5:
            message = self.value(message)
        content = json.dumps(message).encode()[:8000]
        if rng.random() < 0.2:
            content = self.bytes_of(content)
        made = framed(content, rng.choice([1, 2]))
        return self.bytes_of(made) if rng.random() < 0.03 else made

    # Mutations

    def value(self, value: Any) -> Any:
        """The value with something changed somewhere inside."""
        rng = self.rng
        if isinstance(value, dict) and value and rng.random() < 0.9:
            key = rng.choice(sorted(value))
            match rng.randrange(8):
                case 0:
                    return {name: one for name, one in value.items() if name != key}
                case 1:
                    return {**value, self._word(): value[key]}
                case _:
                    return {**value, key: self.value(value[key])}
        if isinstance(value, list) and value and rng.random() < 0.9:
            at = rng.randrange(len(value))
            match rng.randrange(8):
                case 0:
                    return value[:at] + value[at + 1 :]
                case 1:
                    return value + [value[at]] * rng.choice([1, 50])
                case _:
                    return [*value[:at], self.value(value[at]), *value[at + 1 :]]
        if isinstance(value, int) and rng.random() < 0.5:
            return value + rng.choice([-1, 1, 1000, -1000])
        return rng.choice(VALUES)

    def bytes_of(self, content: bytes) -> bytes:
        """Some bytes changed, doubled, left out or cut off."""
        rng, made = self.rng, bytearray(content)
        for _ in range(rng.choice([1, 1, 2, 8])):
            at = rng.randrange(len(made) + 1)
            match rng.randrange(5):
                case 0:
                    made[at : at + 1] = bytes([rng.randrange(256)])
                case 1:
                    del made[at : at + rng.choice([1, 4, 40])]
                case 2:
                    made[at:at] = made[max(0, at - 20) : at]
                case 3:
                    made[at:at] = rng.choice([b"\r\n", b"\0", b"\xff\xfe", b"{", b"%", b'"', b"\r\n\r\n"])
                case _:
                    made = made[:at] if rng.random() < 0.3 else made
        return bytes(made)


def multipart(fields: list[tuple[str, str]]) -> bytes:
    """A form as browsers send it with files."""
    parts = [
        f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in fields
    ]
    return "".join([*parts, "--x--\r\n"]).encode(errors="replace")


def sealed(written: bytes) -> bytes:
    """Recompute the checksums, as somebody who knows the format can."""
    try:
        return record.encode(*record.decode(written, sealed=False))
    except (RecordError, UnicodeError):
        return written  # it isn't even a record


def framed(content: bytes, opcode: int) -> bytes:
    """A masked frame; the mask is all zeros, so the payload stays as it is."""
    length = len(content)
    size = struct.pack("!B", 0x80 | length) if length < 126 else struct.pack("!BH", 0x80 | 126, length)
    return bytes([0x80 | opcode]) + size + b"\0\0\0\0" + content
