"""The page about the protocol: every message is there, with an example that its type reads."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from branchline.server.table.protocol.messages import Reply, encoder
from branchline.server.table.protocol.requests import Request

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
EXAMPLES = dict(
    re.findall(r"^### (\w+)\n.*?^```json\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.M | re.S)
)


def tags(union: Any) -> list[str]:
    return [kind.__struct_config__.tag for kind in union.__args__]


@pytest.mark.parametrize("tag", [*tags(Request), *tags(Reply)])
def test_every_message_is_documented_by_an_example(tag: str) -> None:
    kind = Request if tag in tags(Request) else Reply
    read: Any = msgspec.json.decode(EXAMPLES[tag], type=kind)
    given = msgspec.json.decode(EXAMPLES[tag])
    assert given["type"] == tag
    assert msgspec.json.decode(encoder.encode(read)).keys() >= given.keys()


def test_every_example_is_of_a_message_that_exists() -> None:
    assert set(EXAMPLES) == {*tags(Request), *tags(Reply)}
