"""The container is built and started: step by step in a Debian of its own, since few machines that run tests have a
container engine. Takes minutes, so only `make container` asks for it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from urllib.request import urlopen

import pytest

from ..server.arrange import wait_for
from .containerfile import Container

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(not os.environ.get("BRANCHLINE_CONTAINER"), reason="make container")
@pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("debootstrap"), reason="needs root and debootstrap")
def test_the_container_serves_and_is_healthy(tmp_path: Path) -> None:
    container = Container(ROOT / "deploy/Containerfile", ROOT, tmp_path)
    process = container.start()
    try:
        wait_for(container.healthy, 120)
        with urlopen("http://127.0.0.1:8017/", timeout=30) as page:
            assert "Branchline" in page.read().decode()
        assert (container.root / "data/branchline.db").exists()
    finally:
        process.terminate()
    assert process.wait(30) == 0
