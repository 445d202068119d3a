"""Imports between the rooms point one way. pyproject.toml says which, under `tool.importlinter`."""

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"
MOST_FILES = 21
LINT = "from importlinter.cli import lint_imports_command; lint_imports_command()"


def lint(source: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", LINT, "--config", str(ROOT / "pyproject.toml"), "--no-cache"],
        env={**os.environ, "PYTHONPATH": str(source), "COLUMNS": "200"},
        cwd=source,
        capture_output=True,
        text=True,
        check=False,
    )


def test_imports_between_rooms_point_one_way() -> None:
    found = lint(SOURCE)
    assert found.returncode == 0, found.stdout + found.stderr
    assert " 0 broken" in found.stdout


def test_no_folder_is_overfull() -> None:
    """About twenty files at most; data files don't count, because nobody reads them in order."""
    folders = Counter(
        path.parent
        for path in (SOURCE / "branchline").rglob("*")
        if path.suffix in (".py", ".html", ".js", ".css")
    )
    full = {str(folder.relative_to(SOURCE)): count for folder, count in folders.items() if count > MOST_FILES}
    assert not full


def test_all_sql_is_in_the_store() -> None:
    sql = re.compile(r"\b(SELECT .+ FROM|INSERT INTO|UPDATE \w+ SET|DELETE FROM)\b", re.S)
    files = [path.relative_to(SOURCE / "branchline") for path in (SOURCE / "branchline").rglob("*.py")]
    found = {str(path) for path in files if sql.search((SOURCE / "branchline" / path).read_text("utf-8"))}
    assert "store/rows.py" in found
    assert [name for name in sorted(found) if not name.startswith("store/")] == []


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    copied = tmp_path_factory.mktemp("copy")
    shutil.copytree(SOURCE / "branchline", copied / "branchline", ignore=_not_python)
    return copied


def _not_python(folder: str, names: list[str]) -> list[str]:
    return [name for name in names if not name.endswith(".py") and not Path(folder, name).is_dir()]


@pytest.mark.parametrize(
    ("module", "imported"),
    [
        ("branchline.core.play.table", "branchline.bots.random"),
        ("branchline.store.club.results", "branchline.arena.matches"),
        ("branchline.server.workers.thinkers", "branchline.server.table.live_table"),
        ("branchline.server.table.play.moves", "branchline.server.table.live_table"),
        ("branchline.games.nuremberg.rules.board", "branchline.games.nuremberg.text.naming"),
        ("branchline.games.nuremberg.text.naming", "branchline.games.firstclass.text.notation"),
    ],
)
def test_a_forbidden_import_is_found(copy: Path, module: str, imported: str) -> None:
    """Including one that only type checkers see."""
    file = copy.joinpath(*module.split(".")).with_suffix(".py")
    before = file.read_text()
    file.write_text(
        f"{before}\nfrom typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    import {imported}\n"
    )
    try:
        found = lint(copy)
    finally:
        file.write_text(before)
    assert found.returncode == 1, found.stdout + found.stderr
    assert f"{module} -> {imported}" in found.stdout
