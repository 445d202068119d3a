"""A real PostgreSQL for the tests, from Debian's packages, in a temporary folder."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from urllib.parse import quote

TIMEOUT = 60.0  # seconds that a start may take on a busy machine


def programs() -> Path | None:
    """The folder of initdb and pg_ctl, which need not be on the path."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return debian[-1].parent if debian else None


class Postgres:
    """Listens only on a socket in its folder. `sync`: commits wait for the disk, as in production."""

    def __init__(self, sync: bool = False) -> None:
        found = programs()
        assert found is not None
        self._programs = found
        # The path of a socket must be short. The server refuses to run as root, so root runs it as `postgres`.
        self.folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))
        self._as: Sequence[str] = ("runuser", "-u", "postgres", "--") if os.geteuid() == 0 else ()
        if self._as:
            shutil.chown(self.folder, "postgres")
        self._sync = "on" if sync else "off"
        self._databases = count()
        self._run("initdb", "-D", self.data, "-U", "club", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
        self.start()

    @property
    def data(self) -> str:
        return str(self.folder / "data")

    def _run(self, program: str, *words: str) -> None:
        command = [*self._as, str(self._programs / program), *words]
        done = subprocess.run(command, cwd="/", capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    def start(self) -> None:
        """Start, also after a crash, when the old processes may need a moment to exit."""
        options = f"-k {self.folder} -c listen_addresses='' -c fsync={self._sync} -c max_connections=200"
        command = [
            *self._as,
            str(self._programs / "pg_ctl"),
            "-D",
            self.data,
            "-o",
            options,
            "-w",
            "-t",
            "60",
        ]
        command += ["-l", str(self.folder / "log"), "start"]
        end = time.monotonic() + TIMEOUT
        while subprocess.run(command, cwd="/", stdout=subprocess.DEVNULL, check=False).returncode:
            assert time.monotonic() < end, (self.folder / "log").read_text()[-2000:]
            time.sleep(0.1)

    def kill(self) -> None:
        """kill -9, without any cleanup."""
        pid = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        os.kill(pid, signal.SIGKILL)

    def database(self) -> str:
        """The address of a new database."""
        name = f"club{next(self._databases)}"
        self._run("createdb", "-h", str(self.folder), "-U", "club", name)
        return f"postgresql://club@/{name}?host={quote(str(self.folder), safe='')}"

    def stop(self) -> None:
        self._run("pg_ctl", "-D", self.data, "-m", "immediate", "-w", "stop")
        shutil.rmtree(self.folder)
