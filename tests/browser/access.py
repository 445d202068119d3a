"""Accessibility faults, as axe finds them."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

from .arrange import Person


def serious(person: Person, part: str | None = None) -> list[str]:
    """What axe finds on the page or in a part of it."""
    found = Axe().run(person.page, part, {"resultTypes": ["violations"]}).response["violations"]
    return [
        f"{one['id']} ({one['impact']}): {one['help']} at {one['nodes'][0]['target']}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]
