"""Records forged by somebody who knows the format."""

from __future__ import annotations

from typing import Any

import httpx
import msgspec

from branchline.core.play import record
from branchline.core.play.table import Table

from ..server.arrange import Browser


def record_with(table: Table | None = None, **header: Any) -> bytes:
    """The record of a table (by default a new one for two) with another header and valid checksums."""
    table = table or Table("nuremberg", players=2, seed=1)
    return record.encode(msgspec.structs.replace(table.header(), **header), table.log)


def bring(browser: Browser, content: bytes) -> httpx.Response:
    return browser.http.post("/records", files={"record": ("game.jsonl", content)})
