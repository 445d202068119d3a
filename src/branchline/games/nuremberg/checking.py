from __future__ import annotations
from collections.abc import Iterable
from pathlib import Path
from branchline.core.protocols import Finding
from branchline.games.nuremberg.map_file import MapFile
def check_map(source: MapFile) -> Iterable[Finding]: return []
def check(path: Path) -> Iterable[Finding]: return []
