"""Builds and starts a Containerfile without a container engine: every stage is a folder with Debian in it, every step
runs there by chroot. Needs root, and debootstrap from Debian's packages."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final

# Debian's packages for what the image `python:3.11-slim-bookworm` has
PYTHON: Final = "ca-certificates,python3-dev,python3-venv"
PASSED_ON: Final = (
    "BRANCHLINE_COMPILE",
    "DEBIAN_FRONTEND",
    "PIP_INDEX_URL",
    "PIP_CERT",
    "PIP_DEFAULT_TIMEOUT",
    "https_proxy",
    "http_proxy",
)


def make_debian(folder: Path, packages: str) -> None:
    """A fresh minimal Debian with some more packages and the network access of this machine."""
    subprocess.run(
        ["debootstrap", "--variant=minbase", f"--include={packages}", "bookworm", folder],
        check=True, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    for needed in ("etc/resolv.conf", "etc/hosts", "etc/ssl/certs/ca-certificates.crt"):
        shutil.copy(f"/{needed}", folder / needed)


def run(command: Sequence[str]) -> str:
    """Run a command with a clean environment, and return what it printed."""
    passed = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    environment = {"PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", **passed}
    done = subprocess.run(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}"
    return done.stdout


class Container:
    def __init__(self, file: Path, context: Path, folder: Path) -> None:
        self.context, self.folder = context, folder
        self.stages: list[tuple[str, Path]] = []
        self.work, self.user = "/", "root"
        self.said: dict[str, str] = {}  # instructions that only describe: CMD, HEALTHCHECK
        self._base = folder / "base"
        make_debian(self._base, PYTHON)
        (self._base / "usr/local/bin/python").symlink_to("/usr/bin/python3")
        text = file.read_text().replace("\\\n", " ")
        for line in text.splitlines():
            if line and not line.startswith("#"):
                name, _, rest = line.partition(" ")
                self._step(name, rest.strip())

    @property
    def root(self) -> Path:
        return self.stages[-1][1]

    def _step(self, name: str, rest: str) -> None:
        if name == "FROM":
            _image, _, stage = rest.partition(" AS ")
            made = self.folder / f"stage-{len(self.stages)}"
            subprocess.run(["cp", "-a", self._base, made], check=True)
            self.stages.append((stage, made))
            self.work, self.user = "/", "root"
        elif name == "RUN":
            self.run("sh", "-c", rest)
        elif name == "COPY":
            self._copy(shlex.split(rest))
        elif name == "WORKDIR":
            self.work = rest
            self._inside(rest).mkdir(parents=True, exist_ok=True)
        elif name == "USER":
            self.user = rest
        else:
            self.said[name] = rest

    def _inside(self, path: str) -> Path:
        return self.root / str(Path(self.work, path)).lstrip("/")

    def _copy(self, words: list[str]) -> None:
        source = self.context
        if words[0].startswith("--from="):
            stage = words.pop(0).removeprefix("--from=")
            source = next(root for name, root in self.stages if name == stage)
        *names, to = words
        target = self._inside(to)
        for name in names:
            path = source / name.lstrip("/")
            if path.is_dir():
                shutil.copytree(path, target, dirs_exist_ok=True, symlinks=True)
            else:
                goal = target / path.name if to.endswith("/") or len(names) > 1 else target
                goal.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, goal)

    def command(self, *words: str) -> list[str]:
        """The command that runs this inside the container, as its user."""
        within = " ".join(shlex.quote(word) for word in words)
        return [
            "chroot",
            str(self.root),
            "runuser",
            "-u",
            self.user,
            "--",
            "sh",
            "-c",
            f"cd {self.work} && exec {within}",
        ]

    def run(self, *words: str) -> None:
        run(self.command(*words))

    def start(self) -> subprocess.Popen[str]:
        return subprocess.Popen(self.command(*json.loads(self.said["CMD"])), text=True)

    def healthy(self) -> bool:
        words = json.loads(self.said["HEALTHCHECK"].partition("CMD ")[2])
        return subprocess.run(self.command(*words), stderr=subprocess.DEVNULL, check=False).returncode == 0
