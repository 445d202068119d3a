"""docs/host.md, command by command, in a fresh Debian: "A club in fifteen minutes". There is no systemd in it, so what
the units start is started by hand. Takes minutes, so only `make container` asks for it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.request import urlopen

import pytest

from ..server.arrange import wait_for
from .containerfile import make_debian, run

ROOT: Final = Path(__file__).parents[2]
GUIDE: Final = (ROOT / "docs/host.md").read_text().partition("## A club")[2].partition("\n## ")[0]
BLOCKS: Final = [
    match.groups() for match in re.finditer(r"^```(console|toml)\n(.*?)^```", GUIDE, re.M | re.S)
]
BY_SYSTEMD: Final = ("systemctl ", "journalctl ", "curl ")
UNIT: Final = (ROOT / "deploy/branchline.service").read_text()


def commands() -> Iterator[str]:
    """The guide's commands; its settings file is written on the way."""
    for language, text in BLOCKS:
        if language == "toml":
            yield f"mkdir /etc/branchline\ncat > /etc/branchline/branchline.toml << END\n{text}END"
        else:
            yield from text.splitlines()


@pytest.mark.skipif(not os.environ.get("BRANCHLINE_CONTAINER"), reason="make container")
@pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("debootstrap"), reason="needs root and debootstrap")
def test_the_guide_makes_a_club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEBIAN_FRONTEND", "noninteractive")
    monkeypatch.setenv("BRANCHLINE_COMPILE", "0")  # the container compiles
    root = tmp_path / "debian"
    make_debian(root, "ca-certificates")
    inside = ["chroot", str(root), "bash", "-ec"]
    server: subprocess.Popen[bytes] | None = None
    try:
        for command in commands():
            if command.startswith("git clone"):
                run(["git", "clone", "-q", str(ROOT), f"{root}/opt/branchline"])
            elif "enable --now" in command:
                started = re.search("^ExecStart=(.*)$", UNIT, re.M)
                assert started
                run([*inside, "useradd --system branchline; install -d -o branchline /var/lib/branchline"])
                server = subprocess.Popen([*inside, f"cd /; exec runuser -u branchline -- {started[1]}"])
                wait_for(ready, 120)
            elif "3fjq8x2k" in command:  # a table that nobody has opened
                with pytest.raises(AssertionError, match="3fjq8x2k"):
                    run([*inside, command])
            elif not command.startswith(BY_SYSTEMD):
                run([*inside, command])
            if command.startswith("apt-get install"):
                run([*inside, "echo \"listen_addresses = ''\" >> /etc/postgresql/15/main/postgresql.conf"])
                run([*inside, "pg_ctlcluster 15 main start"])
        assert (root / "root/club.backup").stat().st_size
    finally:
        if server is not None:
            server.terminate()
            server.wait(30)
        run([*inside, "pg_ctlcluster 15 main stop"])


def ready() -> bool:
    try:
        with urlopen("http://127.0.0.1:8017/health/ready", timeout=5) as page:
            return b'"ready":true' in page.read()
    except OSError:
        return False
