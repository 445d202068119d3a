"""`make audit`: a known vulnerability fails it; without an advisory service it says that nothing was audited."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

AUDIT = Path(__file__).parents[2] / "bench" / "audit.py"
NOWHERE = "http://127.0.0.1:9"  # where nothing listens
HOLE = {
    "id": "PYSEC-2019-220",
    "affected": [
        {
            "package": {"name": "lantern", "ecosystem": "PyPI"},
            "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "2.8.1"}]}],
        }
    ],
}


class Advisories(BaseHTTPRequestHandler):
    """A fake OSV: lantern 2.8 has a vulnerability."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        known = (asked["package"]["name"], asked["version"]) == ("lantern", "2.8")
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps({"vulns": [HOLE]} if known else {}).encode())

    def log_message(self, *_words: Any) -> None:
        pass


@pytest.fixture
def osv() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), Advisories) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def audit(folder: Path, version: str, osv: str = NOWHERE) -> subprocess.CompletedProcess[str]:
    """Run the audit with lantern installed, PyPI out of reach, and OSV at that address."""
    about = folder / f"lantern-{version}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: lantern\nVersion: {version}\n")
    away = {"HTTPS_PROXY": NOWHERE, "HTTP_PROXY": "", "NO_PROXY": "127.0.0.1", "PIP_AUDIT_OSV_URL": osv}
    lower = {name.lower(): value for name, value in away.items()}
    return subprocess.run(
        [sys.executable, AUDIT, "--path", folder],
        env={**os.environ, **away, **lower}, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_a_known_vulnerability_fails_it_and_names_the_fixed_version(tmp_path: Path, osv: str) -> None:
    done = audit(tmp_path, "2.8", osv)
    assert done.returncode == 1
    assert "lantern 2.8: PYSEC-2019-220, fixed in 2.8.1" in done.stderr


def test_without_a_known_vulnerability_it_passes_and_names_the_service(tmp_path: Path, osv: str) -> None:
    done = audit(tmp_path, "2.9", osv)
    assert done.returncode == 0, done.stderr
    assert "No known vulnerabilities in 1 of 1 installed packages (asked: osv)." in done.stdout


def test_without_a_service_it_says_that_nothing_was_audited(tmp_path: Path) -> None:
    done = audit(tmp_path, "2.8")
    assert done.returncode == 0
    assert "NOT AUDITED" in done.stderr
    assert "No known vulnerabilities" not in done.stdout


def test_a_service_that_knows_none_of_the_packages_does_not_count(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A mirror of PyPI may have packages but no advisories."""
    spec = importlib.util.spec_from_file_location("audit", AUDIT)
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    monkeypatch.setattr(
        script, "ask", lambda *_words: ([{"name": "lantern", "skip_reason": "not found"}], "")
    )
    assert script.main() == 0
    assert "NOT AUDITED" in capsys.readouterr().err
