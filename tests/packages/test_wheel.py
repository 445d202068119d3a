"""The built packages, installed into clean environments: what is in them, and that they play. The rules in them are
interpreted here, which is quick to build; `make wheels` builds the
compiled ones and tries them with these tests."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.request import urlopen

import pytest

ROOT: Final = Path(__file__).parents[2]
ADDRESS: Final = re.compile(r"http://\S+")
PYTHON: Final = os.environ.get("BRANCHLINE_PYTHON", sys.executable)  # that installs and runs the wheel
UV: Final = (sys.executable, "-m", "uv")
UVX: Final = (*UV, "tool", "run", "--quiet")
# As pip is configured, so is uv.
ENVIRONMENT: Final = {
    **{name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
    "BRANCHLINE_COMPILE": "0",
    "UV_FIND_LINKS": os.environ.get("PIP_FIND_LINKS", ""),
}
FIRST_GAME: Final = """
import branchline as bl
table = bl.Table("nuremberg", players=2)
bot = bl.bot("level:2", seed=1)
while not table.over:
    bot.play(table)
print("scores:", table.scores())
"""


def run(*words: str | Path, folder: Path = ROOT) -> str:
    done = subprocess.run(
        words, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    given = os.environ.get("BRANCHLINE_WHEELS")
    if given:
        return Path(given)
    folder = tmp_path_factory.mktemp("dist")
    run(*UV, "build", "--quiet", "--out-dir", folder)
    return folder


@pytest.fixture(scope="module")
def wheel(packages: Path) -> Path:
    tag = run(PYTHON, "-c", "import sys; print('cp%d%d' % sys.version_info[:2])").strip()
    (found,) = [path for path in packages.glob("*.whl") if re.search(f"-({tag}|py3)-", path.name)]
    return found


def test_a_wheel_has_the_runtime_and_no_developer_tools(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
    tops = {re.split("[-/]", name)[0] for name in names}
    assert {name for name in tops if "__mypyc" not in name} == {"branchline"}
    assert not [name for name in names if re.search(r"\.(po|c|h)$|/tests?/|languages/extract\.py", name)]
    for needed in (
        "rulebook/nuremberg.md",
        "server/static/shared/base.css",
        "store/migrations/sqlite/0001-tables.sql",
    ):
        assert f"branchline/{needed}" in names
    assert [name for name in names if name.endswith("/de/LC_MESSAGES/branchline.mo")]


def test_a_source_distribution_has_the_sources_and_the_tests(packages: Path) -> None:
    (sdist,) = packages.glob("*.tar.gz")
    with tarfile.open(sdist) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    assert {"pyproject.toml", "hatch_build.py", "LICENSE", "tests/packages/test_wheel.py"} <= names
    assert not [name for name in names if name.startswith(("node_modules/", "build/", ".venv"))]


def test_the_library_plays_a_first_game_in_five_lines(wheel: Path, tmp_path: Path) -> None:
    run(*UV, "venv", "--quiet", "--python", PYTHON, tmp_path / "env")
    python = tmp_path / "env" / "bin" / "python"
    run(*UV, "pip", "install", "--quiet", "--python", python, wheel)
    assert "scores:" in run(python, "-c", FIRST_GAME, folder=tmp_path)
    assert "play a game" in run(python, "-m", "branchline", folder=tmp_path), "without arguments it helps"


@contextmanager
def playing(*words: str | Path) -> Iterator[str]:
    """Runs `branchline play` and gives the address that it prints."""
    with subprocess.Popen(
        words, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stdout is not None
        try:
            yield next(line[0] for line in map(ADDRESS.search, process.stdout) if line)
        finally:
            os.killpg(process.pid, signal.SIGTERM)


@pytest.mark.parametrize("runner", ["uvx", pytest.param("pipx", marks=pytest.mark.slow)])
def test_one_command_opens_a_table_in_the_browser(wheel: Path, tmp_path: Path, runner: str) -> None:
    spec = f"branchline[play] @ {wheel.as_uri()}"
    command = {
        "uvx": (*UVX, "--python", PYTHON, "--from", spec, "branchline"),
        "pipx": (
            *UV,
            "tool",
            "run",
            "--quiet",
            "pipx",
            "run",
            "--python",
            sys.executable,
            "--spec",
            spec,
            "branchline",
        ),
    }[runner]
    with (
        playing(*command, "play", "--no-browser", "--port", "0", "--data", tmp_path) as address,
        urlopen(address, timeout=60) as page,
    ):
        assert "Branchline" in page.read().decode()
