"""Servers install what was tested and nothing else: exact versions, checked by hash."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from .lock import misfits, read_lock

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
WANTED = {
    "requirements.txt": [*PROJECT["project"]["dependencies"], "branchline[host]"],
    "requirements-build.txt": PROJECT["build-system"]["requires"],
}


def lock_text(name: str) -> str:
    return (DEPLOY / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", WANTED)
def test_the_lock_has_everything_that_the_project_requires(name: str) -> None:
    assert misfits(read_lock(lock_text(name)), WANTED[name], EXTRAS) == [], "run `make lock`"


def test_build_and_runtime_versions_agree() -> None:
    run, build = (read_lock(lock_text(name)) for name in WANTED)
    assert {name: run[name] for name in run.keys() & build.keys()} == {
        name: build[name] for name in run.keys() & build.keys()
    }


@pytest.mark.parametrize("name", WANTED)
def test_the_lock_contains_no_path_of_the_machine_that_made_it(name: str) -> None:
    assert not re.search(r"--index|--find-links|file:|https?:|/(?!requirements)", lock_text(name))


def test_a_dependency_that_is_not_locked_is_found() -> None:
    lock = read_lock(lock_text("requirements.txt"))
    assert misfits(lock, ["starlette>=999"], EXTRAS) == [
        f"starlette>=999 is wanted, {lock['starlette'].version} is locked"
    ]
    assert misfits(lock, ["lantern>=1"], EXTRAS) == ["lantern>=1 is missing"]
    del lock["psycopg"], lock["h11"]
    assert any("psycopg" in words for words in misfits(lock, ["branchline[host]"], EXTRAS)), "by an extra"


@pytest.mark.parametrize("line", ["lantern==2.8", "lantern>=2.8 --hash=sha256:" + "0" * 64, "-e ."])
def test_a_line_without_an_exact_version_and_a_hash_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="neither an exact version nor a hash"):
        read_lock(line)


def test_the_container_installs_from_the_lock_alone() -> None:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    installs = re.findall(r"/pip (?:install|wheel) .*", text)
    assert len(installs) == 4
    for words in installs:
        assert "--require-hashes" in words or "--no-deps" in words, words
    assert all(f"--require-hashes -r deploy/{name}" in text for name in WANTED)
    images = re.findall(r"^FROM (\S+)", text, re.M)
    assert len(images) == 2
    for image in images:
        assert re.search(r":\d+\.\d+\.\d+-slim-\w+$", image), image
