"""The pages on how to add something name files that exist, and names that occur in them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs" / "add").glob("*.md"))
# A step of a walk: a number, a file, what to do there
STEP = re.compile(r"^\d+\. `([\w/.-]+)`: (.*?)(?=^\d+\. |^\S|\Z)", re.M | re.S)
NAME = re.compile(r"`(\w+)`")
STEPS = [
    pytest.param(file, NAME.findall(text), id=f"{page.stem}-{file}")
    for page in PAGES
    for file, text in STEP.findall(page.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_step_of_a_walk_is_read(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert len(STEP.findall(text)) == len(re.findall(r"^\d+\. ", text, re.M)) > 5


@pytest.mark.parametrize(("file", "names"), STEPS)
def test_a_step_names_a_file_and_what_is_in_it(file: str, names: list[str]) -> None:
    content = (ROOT / file).read_text(encoding="utf-8")
    assert [name for name in names if not re.search(rf"\b{name}\b", content)] == []
