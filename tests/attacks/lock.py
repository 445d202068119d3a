"""Lock files as pip reads them, and whether they satisfy a project's requirements."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, distribution
from typing import NamedTuple

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version


class Locked(NamedTuple):
    version: Version
    hashes: list[str]


def read_lock(text: str) -> dict[str, Locked]:
    """Every package with its version. Raises ValueError for a line that pip would not check against a hash."""
    found: dict[str, Locked] = {}
    for line in re.sub(r"\\\n", " ", text).splitlines():
        words = line.partition("#")[0].strip()
        if not words:
            continue
        pinned = re.fullmatch(
            r"([\w.-]+)==([^\s;]+)\s*(?:;[^-]*?)?((?:\s*--hash=sha256:[0-9a-f]{64})+)\s*", words
        )
        if pinned is None:
            raise ValueError(f"neither an exact version nor a hash: {words}")
        found[canonicalize_name(pinned[1])] = Locked(Version(pinned[2]), pinned[3].split())
    return found


def misfits(lock: dict[str, Locked], wanted: Iterable[str], extras: dict[str, list[str]]) -> list[str]:
    """Requirements, direct or indirect, that the lock lacks or has in a wrong version. Indirect ones are known for
    packages that are installed here in their locked version."""
    found = []
    todo = [Requirement(words) for words in wanted]
    seen = set()
    while todo:
        need = todo.pop()
        if str(need) in seen:
            continue
        seen.add(str(need))
        name = canonicalize_name(need.name)
        if name == "branchline":
            todo += [Requirement(words) for extra in need.extras for words in extras[extra]]
        elif name not in lock:
            found.append(f"{need} is missing")
        elif lock[name].version not in need.specifier:
            found.append(f"{need} is wanted, {lock[name].version} is locked")
        else:
            todo += needed_by(name, lock[name].version, need.extras)
    return found


def needed_by(name: str, version: Version, extras: Iterable[str]) -> Iterator[Requirement]:
    try:
        installed = distribution(name)
    except PackageNotFoundError:
        return
    if Version(installed.version) != version:
        return
    for need in map(Requirement, installed.requires or ()):
        if need.marker is None or any(need.marker.evaluate({"extra": extra}) for extra in ("", *extras)):
            yield need
