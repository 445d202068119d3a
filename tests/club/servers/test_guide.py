"""The guide for hosts and the files in deploy/, as far as they can be tested: with a real PostgreSQL and real
servers, but without a systemd that runs, a container engine or a name on the Internet."""

from __future__ import annotations

import argparse
import configparser
import json
import re
import shlex
import shutil
import subprocess
import tempfile
from pathlib import Path

import httpx
import pytest

from branchline.cli import COMMANDS, main
from branchline.server.settings_file import read_settings, serving

from ...postgres import Postgres
from ...server.arrange import Browser, wait_for
from ..processes import ServerProcess

ROOT = Path(__file__).parents[3]
DEPLOY = ROOT / "deploy"
PAGE = (ROOT / "docs" / "host.md").read_text(encoding="utf-8")
GUIDE = PAGE.partition("## A club in fifteen minutes")[2].partition("\n## ")[0]
TABLE = "3fjq8x2k"  # the guide's example of a table
UNITS = sorted(path for path in DEPLOY.iterdir() if path.suffix in (".service", ".socket", ".timer"))


def commands() -> list[list[str]]:
    """The Branchline commands in the guide."""
    blocks = re.findall(r"^```console\n(.*?)^```", GUIDE, re.M | re.S)
    lines = [shlex.split(line) for block in blocks for line in block.splitlines()]
    return [line[1:] for line in lines if line[0] == "branchline"]


def parsed(words: list[str]) -> argparse.Namespace:
    """A command as our parser reads it; an unknown flag fails the test."""
    from importlib import import_module

    assert words[0] in COMMANDS, words
    parser = argparse.ArgumentParser()
    import_module(f"branchline.cli.{words[0]}").arguments(parser)
    return parser.parse_args(words[1:])


def exec_start(unit: Path) -> list[str]:
    """The command of a systemd unit, as our parser reads it."""
    read = configparser.ConfigParser(strict=False, interpolation=None)
    read.optionxform = str  # type: ignore[assignment,method-assign]
    read.read(unit)
    words = shlex.split(read["Service"]["ExecStart"])
    if words[0] == "/bin/sh":
        words = shlex.split(words[2].replace("$(date +%%F)", "today").removeprefix("exec "))
    assert words[0].endswith("/branchline")
    return words[1:]


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_every_command_of_the_guide_exists(words: list[str]) -> None:
    assert parsed(words).settings == Path("/etc/branchline/branchline.toml")


def test_the_guide_leads_to_a_club_that_plays(
    postgres: Postgres, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    toml = re.search(r"^```toml\n(.*?)^```", GUIDE, re.M | re.S)
    assert toml
    settings = tmp_path / "branchline.toml"
    url = postgres.database()
    settings.write_text(
        toml[1].replace("postgresql:///branchline", url).replace("club.example.org", "127.0.0.1")
    )
    given = parsed(exec_start(DEPLOY / "branchline.service"))
    assert given.logs == "json"
    with tempfile.TemporaryFile("w+") as log:
        server = ServerProcess(tmp_path, url, "--settings", str(settings), "--logs", given.logs, stderr=log)
        try:
            ready = f"http://{server.host}/health/ready"
            wait_for(lambda: httpx.get(ready, timeout=30).status_code == 200)
            with Browser(server.host) as ann:
                table = ann.new_table("nuremberg", "me", "bot:random")
                ann.sit(table).my_turn().play()
            for words in commands():
                if words[0] == "serve":
                    continue
                words = [str(settings) if word.startswith("/etc/") else word for word in words]
                words = [table.rpartition("/")[2] if word == TABLE else word for word in words]
                words = [
                    str(tmp_path / "club.backup") if word.startswith("/root/") else word for word in words
                ]
                assert main(words) == 0, capsys.readouterr().err
            assert "running: 1" in capsys.readouterr().out
        finally:
            server.stop()
    assert (
        main(["store", "restore", str(tmp_path / "club.backup"), "--store", f"sqlite:{tmp_path / 'x.db'}"])
        == 0
    )


def test_the_guides_settings_are_settings(tmp_path: Path) -> None:
    members, club = re.findall(r"^```toml\n(.*?)^```", PAGE, re.M | re.S)
    path = tmp_path / "x.toml"
    path.write_text(members)
    assert serving(read_settings(path)).accounts
    path.write_text(club)
    assert serving(read_settings(path)).workers == 2


@pytest.mark.parametrize(
    "unit", [unit for unit in UNITS if unit.suffix == ".service"], ids=lambda unit: unit.name
)
def test_units_start_commands_that_exist(unit: Path) -> None:
    given = parsed(exec_start(unit))
    assert given.data == Path("/var/lib/branchline")


def test_units_can_be_read_by_systemd(tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("NOT TESTED: there is no systemd-analyze here")
    for unit in UNITS:
        text = unit.read_text().replace("/opt/branchline/.venv/bin/branchline", "/bin/true")
        (tmp_path / unit.name).write_text(text)
    done = subprocess.run(
        [program, "verify", "--man=no", *(str(tmp_path / unit.name) for unit in UNITS)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    trouble = [line for line in done.stderr.splitlines() if str(tmp_path) in line or "branchline" in line]
    assert not trouble, done.stderr


def test_the_containerfile_names_files_that_exist() -> None:
    """There is no container engine here, so only the text is checked."""
    text = (DEPLOY / "Containerfile").read_text()
    for line in re.findall(r"^COPY (?!--from)(.*)$", text, re.M):
        for source in line.split()[:-1]:
            assert (ROOT / source).exists(), source
    start = re.search(r"^CMD (\[.*\])$", text, re.M)
    assert start
    words = json.loads(start[1])
    assert parsed(words[1:]).host == "0.0.0.0"
    assert "\nUSER branchline\n" in text
    assert "/health/ready" in text


@pytest.mark.parametrize("name", ["Caddyfile", "nginx.conf"])
def test_proxies_lead_to_the_socket_and_hide_the_metrics(name: str) -> None:
    text = (DEPLOY / name).read_text()
    address = re.search(r"ListenStream=(\S+)", (DEPLOY / "branchline.socket").read_text())
    assert address
    assert address[1] in text
    assert "/metrics" in text
