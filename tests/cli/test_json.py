"""`--json` prints JSON and nothing else, whatever libraries, workers and external games print."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import branchline as bl
from branchline.cli import main

SIM = "sim nuremberg --players 2 --games 2 --board mini --rounds 1 --bots random --seed 1 --json".split()

# As much of Ray as `sim` needs, and louder than the real one
LOUD_RAY = """
import os, subprocess
from functools import partial

print("print: loading")

def is_initialized():
    return False

def init(**settings):
    print("print: started a local Ray instance")
    os.write(1, b"descriptor: raylet is up\\n")
    subprocess.run(["echo", "program: the dashboard is off"], check=True)

def remote(max_retries):
    class Task:
        def __init__(self, task):
            self.remote = lambda job: partial(task, job)
    return Task

def cluster_resources():
    return {"CPU": 1}

def wait(waiting, num_returns):
    return waiting[:1], waiting[1:]

def get(reference):
    print("print: (raylet) a worker has died")
    return reference()
"""


def branchline(
    words: list[str], *folders: Path, **environment: str
) -> tuple[Any, subprocess.CompletedProcess[str]]:
    path = os.pathsep.join([*map(str, folders), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-m", "branchline", *words],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": path, **environment},
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), done


def test_output_of_a_library_goes_to_stderr(tmp_path: Path) -> None:
    (tmp_path / "ray.py").write_text(LOUD_RAY, encoding="utf-8")
    report, done = branchline([*SIM, "--cluster", "ray"], tmp_path)
    assert report["games"] == 2
    for source in ("print: loading", "descriptor: raylet", "program: the dashboard", "print: (raylet)"):
        assert source in done.stderr


def test_json_with_ray_itself() -> None:
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'branchline[ray]'")
    report, _ = branchline([*SIM, "--cluster", "ray", "--workers", "1"])
    assert report["games"] == 2
    assert report["results"] == branchline(SIM)[0]["results"]


def test_the_options_of_a_game_as_json() -> None:
    options, _ = branchline(["sim", "nuremberg", "--list-options", "--json"])
    assert "board" in [option["name"] for option in options]


def test_a_saved_record_as_json(tmp_path: Path) -> None:
    bl.Table("nuremberg", players=2, seed=1).save(tmp_path / "game.jsonl")
    report, done = branchline(
        ["replay", str(tmp_path / "game.jsonl"), "--save", str(tmp_path / "new.jsonl"), "--json"]
    )
    assert report["game"] == "nuremberg"
    assert "Saved as" in done.stderr


def test_an_error_prints_no_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", "nuremberg", "--games", "0", "--json"]) == 2
    assert capsys.readouterr() == ("", "branchline: --games takes at least 1.\n")
