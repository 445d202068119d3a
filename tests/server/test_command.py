"""Starting and stopping `branchline play` and `branchline serve`."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import httpx
import pytest


@pytest.mark.parametrize(
    "command", ["play --no-browser --port 0", "serve --port 0", "play firstclass --no-browser --port 0"]
)
def test_the_server_says_where_it_is_and_exits_cleanly(tmp_path: Path, command: str) -> None:
    words = [sys.executable, "-m", "branchline", *command.split(), "--data", str(tmp_path / "games")]
    server = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert server.stdout is not None
    said = server.stdout.readline()
    address = re.search(r"http://localhost:\d+/", said)
    assert address, said
    assert str(tmp_path / "games") in said
    assert httpx.get(address[0], timeout=30).status_code == 200
    server.send_signal(signal.SIGINT)
    _, trouble = server.communicate(timeout=30)
    assert trouble in ("", "branchline: stopped.\n")
    assert (tmp_path / "games" / "branchline.db").exists()


def test_play_works_even_if_the_port_is_taken(tmp_path: Path) -> None:
    with socket.socket() as taken:
        with suppress(OSError):  # somebody else may have taken it, which is fine
            taken.bind(("127.0.0.1", 8017))
        words = [sys.executable, "-m", "branchline", "play", "--no-browser", "--data", str(tmp_path)]
        server = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        address = re.search(r"http://localhost:(\d+)/", server.stdout.readline())
        assert address
        assert address[1] != "8017"
        server.send_signal(signal.SIGINT)
        server.communicate(timeout=30)
