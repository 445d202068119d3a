"""Every command and every piece of Python in README and docs runs, and every link leads somewhere."""

from __future__ import annotations

import argparse
import re
import runpy
import shlex
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet

import branchline as bl
from branchline.cli import COMMANDS, WITH_GAME_OPTIONS
from branchline.cli.arguments.match import refuse_unknown
from branchline.games.firstclass.data.deck_file import DATA as DECKS
from branchline.games.nuremberg.data.map_file import DATA

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


def blocks(language: str) -> list[ParameterSet]:
    found = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for number, block in enumerate(re.findall(rf"^```{language}\n(.*?)^```", text, re.M | re.S), start=1):
            found.append(pytest.param(block, id=f"{page.relative_to(ROOT)}-{number}"))
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the files that the docs mention."""
    table = bl.Table("nuremberg", players=3, seed=7)
    while len(table.steps) < 40:
        table.push(table.legal_moves.ids[0])
    table.save(tmp_path / "game.jsonl")
    shutil.copy(DATA / "nuremberg.json", tmp_path / "my_map.json")
    shutil.copy(DECKS / "cards.json", tmp_path / "my_deck.json")
    shutil.copy(ROOT / "examples" / "stdio_bot.py", tmp_path / "my_bot.py")
    return tmp_path


@pytest.mark.parametrize("block", blocks("python"))
def test_python_in_the_docs_runs(block: str, folder: Path) -> None:
    done = subprocess.run([sys.executable, "-c", block], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("block", blocks("sh"))
def test_commands_in_the_docs_run(block: str, folder: Path) -> None:
    for line in block.splitlines():
        words = shlex.split(line, comments=True)
        if words[0] == "branchline":
            command = [sys.executable, "-m", "branchline", *words[1:]]
            done = subprocess.run(command, cwd=folder, input="quit\n", capture_output=True, text=True)
        else:
            assert words[0] == "make", f"nothing runs {line!r}"
            done = subprocess.run(["make", "-n", *words[1:]], cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"


def console(page: Path) -> list[list[str]]:
    """The commands of a page that need a server, a GPU, an installation or hours: word by word."""
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"^```console\n(.*?)^```", text, re.M | re.S)
    lines = [line for block in blocks for line in block.replace("\\\n", " ").splitlines()]
    return [shlex.split(line, comments=True) for line in lines]


LONG = [
    pytest.param(words, id=f"{page.relative_to(ROOT)}: {' '.join(words)}")
    for page in PAGES
    for words in console(page)
    if words[0] in ("branchline", "python")
]


@pytest.mark.parametrize("words", LONG)
def test_the_options_of_long_commands_exist(words: list[str]) -> None:
    """Their options exist. Those of the guide for hosts, and those of Siding, also run: test_guide, test_siding."""
    program, *rest = words
    if program == "python":
        runpy.run_path(str(ROOT / rest[0]))["arguments"]().parse_args(rest[1:])
    elif "siding" not in rest:
        assert rest[0] in COMMANDS
        parser = argparse.ArgumentParser()
        import_module(f"branchline.cli.{rest[0]}").arguments(parser)
        args, others = parser.parse_known_args(rest[1:])
        assert not others or rest[0] in WITH_GAME_OPTIONS, others
        args.others = others
        refuse_unknown(args)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_command_hides_from_these_tests(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    fence = re.compile(r"^```([^\n]*)\n(.*?)^```", re.M | re.S)
    others = [body for language, body in fence.findall(text) if language not in ("sh", "console", "python")]
    command = re.compile(r"^\s*(?:branchline|python|make|pip) .*", re.M)
    assert [found for body in others for found in command.findall(body)] == []
    assert re.findall(r"^    (?:branchline|python|make|pip) .*", fence.sub("", text), re.M) == []


# What examples get besides a folder to write to
GIVEN = {"train.py": ["--minutes", "0.01", "--matches", "16", "--steps", "8", "--measured", "4"]}


@pytest.mark.parametrize("example", sorted(ROOT.glob("examples/*.py")), ids=lambda path: path.name)
def test_examples_run(example: Path, tmp_path: Path) -> None:
    command = [sys.executable, str(example), *GIVEN.get(example.name, [str(tmp_path)])]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_work(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)", text):
        if not target.startswith("http"):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_files_that_a_page_names_exist(page: Path) -> None:
    named = re.findall(
        r"`((?:src|tests|docs|bench|examples|deploy)/[\w./-]+)`", page.read_text(encoding="utf-8")
    )
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_citation_and_changelog_name_this_version() -> None:
    assert f"\nversion: {bl.__version__}\n" in (ROOT / "CITATION.cff").read_text()
    assert f"\n## {bl.__version__} (" in (ROOT / "CHANGELOG.md").read_text()


def test_readme_says_what_matters() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "make play" in text
    assert "make test" in text
    assert "docs/pictures/" in text
