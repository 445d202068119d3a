"""docs/architecture.md keeps up with the code: its picture, and the files that its walks name."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
FILES = re.compile(r"`(src/[^`]+)`")
WALKS = {
    title: FILES.findall(text)
    for title, text in re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S)
}


def test_the_picture_shows_the_current_imports() -> None:
    made = runpy.run_path(str(ROOT / "docs" / "pictures" / "make_rooms.py"))
    drawn = made["FILE"].read_text(encoding="utf-8")
    assert drawn == made["picture"](), "run make pictures"


def test_no_arrow_points_up() -> None:
    made = runpy.run_path(str(ROOT / "docs" / "pictures" / "make_rooms.py"))
    order = made["ORDER"]
    assert [edge for edge in made["imports"]() if order[edge[0]] > order[edge[1]]] == []


def test_the_four_walks_are_there() -> None:
    assert list(WALKS) == ["A click", "A bot's move", "A simulation", "A loaded record"]


@pytest.mark.parametrize("walk", WALKS)
def test_a_walk_names_files_that_exist_each_once(walk: str) -> None:
    files = WALKS[walk]
    assert len(files) > 5
    assert [name for name in files if not (ROOT / name).is_file()] == []
    assert [name for name in files if files.count(name) > 1] == []


def test_every_room_in_the_table_exists() -> None:
    rooms = re.findall(r"^\| (`.+?) \|", PAGE, re.M)
    names = [name for row in rooms for name in re.findall(r"`([^`]+)`", row)]
    assert len(names) > 10
    for name in names:
        assert (ROOT / "src" / "branchline" / name.replace("<game>", "nuremberg")).is_dir(), name
