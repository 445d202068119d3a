"""A small external game works everywhere, with nothing but its own package."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest

from branchline.bench.interpreted import interpreted_copy
from branchline.core import registry
from branchline.games.small_game import SmallSetting, SmallState

from ..server.arrange import Browser, Server
from .installing import ROOT, SIDING, SOURCE, install

PAGE = (ROOT / "docs" / "your-game.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    install(folder)
    return folder


def commands() -> list[list[str]]:
    """The commands of the page, as words."""
    blocks = re.findall(r"^```console\n(.*?)^```", PAGE, re.M | re.S)
    return [shlex.split(line) for block in blocks for line in block.splitlines()]


def run(installed: Path, *command: str, source: Path = SOURCE, typed: str = "") -> str:
    done = subprocess.run(
        [sys.executable, *command], input=typed, capture_output=True, text=True, cwd=installed,
        env={**os.environ, "PYTHONPATH": f"{installed}:{source}"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_plays_in_tables_search_arena_and_environments(installed: Path) -> None:
    run(installed, str(Path(__file__).with_name("siding_everywhere.py")))


def test_it_plays_without_compiled_modules(installed: Path) -> None:
    with interpreted_copy() as folder:
        told = run(installed, str(Path(__file__).with_name("siding_everywhere.py")), source=folder)
    assert told.strip().endswith("interpreted")


@pytest.fixture(scope="module")
def compiled(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package with its rules compiled by the command of its page."""
    compiler = str(sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        pytest.skip(f"no C compiler: {compiler}")
    folder = shutil.copytree(installed, tmp_path_factory.mktemp("compiled") / "site")
    (words,) = [words for words in commands() if words[0] == "mypyc"]
    run(folder, "-m", *words)
    return folder


@pytest.mark.slow
def test_it_plays_with_compiled_rules(compiled: Path) -> None:
    told = run(compiled, "-c", "from siding import rules; print(rules.__file__)")
    assert Path(told.strip()).suffix in (".so", ".pyd")
    run(compiled, str(Path(__file__).with_name("siding_everywhere.py")))


def test_a_compiled_state_that_would_damage_memory_is_refused() -> None:
    class Native(SmallState):
        __mypyc_attrs__ = ("wagons",)  # as in a class that mypyc has compiled without the decorator

    with pytest.raises(TypeError, match=r"native_class=False\) above class Native"):
        Native(SmallSetting(2, None))


def test_every_command_of_its_page_runs(installed: Path) -> None:
    for command, *words in commands():
        # `mypyc` is run by `compiled`, and a plain `play` would open a browser: another test plays in one.
        if command != "mypyc" and words != ["play", "siding"]:
            run(installed, "-m", command, *words, typed="couple 3 from 3\nquit\n")


def test_the_terminal_plays_it_to_the_end(installed: Path) -> None:
    moves = "\n".join(f"couple 1 from {track}" for track in (1, 2, 3) for _ in range(5))
    told = run(
        installed, "-m", "branchline", "play", "siding", "--terminal", "--players", "2", "--seats", "Ann,Bob",
        typed=f"{moves}\nquit\n",
    )  # fmt: skip
    assert "The game is over." in told


@pytest.fixture
def served(installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("PYTHONPATH", f"{installed}:{SOURCE}")
    monkeypatch.setattr(sys, "path", [str(installed), *sys.path])
    assert "siding" in registry.games()
    server = Server(tmp_path)
    yield server
    server.stop()


def test_it_plays_in_the_browser(served: Server) -> None:
    with Browser(served.host) as ann:
        assert "<h2>Siding</h2>" in ann.get("/").text
        assert 'name="seat1"' in ann.get("/new?game=siding").text
        page = ann.sit(ann.new_table("siding", "me", "bot:level:4")).my_turn()
        assert page.choices[0] == "couple 1 from 1"
        assert "Tracks: 1 ▢▢▢" in page.pictures["table"]["text"]
        refused = page.ask("play", at=page.at, move="couple 9 from 1")
        assert refused["type"] == "refused"
        while not page.told.get("over"):
            page.play()
            page.my_turn()
        assert [entry for entry in page.log if "couples" in str(entry)]
        assert ann.get(page.table.replace("/table/", "/replay/")).status_code == 200


def test_its_own_test_passes(installed: Path) -> None:
    run(installed, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, str(SIDING / "tests"))


def lines(code: str) -> str:
    """Without indentation and empty lines: the page shows methods without their class."""
    return "\n".join(line.strip() for line in code.splitlines() if line.strip())


def test_its_page_shows_the_code_of_the_package() -> None:
    excerpts = re.findall(r"^```(?:py|toml)\n(.*?)^```", PAGE, re.M | re.S)
    files = [
        path.read_text(encoding="utf-8") for path in SIDING.rglob("*") if path.suffix in (".py", ".toml")
    ]
    assert len(excerpts) == 8
    for excerpt in excerpts:
        assert any(lines(excerpt) in lines(file) for file in files), excerpt


def test_it_is_small() -> None:
    files = [path for path in SIDING.rglob("*") if path.suffix in (".py", ".toml")]
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) <= 250
