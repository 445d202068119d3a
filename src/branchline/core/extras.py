"""Extras: what a plain `pip install branchline` leaves out, and the sentence that says how to get it.

with extra("rl"):
    import numpy
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from branchline.core.errors import BranchlineError


class MissingExtra(BranchlineError, ImportError):
    """A feature that needs an extra, which is not installed."""

    def __init__(self, module: str, name: str) -> None:
        super().__init__(
            f"This needs {module}, which is not installed. Run: pip install 'branchline[{name}]'"
        )
        self.name = module
        self.extra = name


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Wrap imports that need an extra: a missing package raises `MissingExtra`."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package in ("", "branchline"):
            raise  # not fixed by installing
        raise MissingExtra(package, name) from None
