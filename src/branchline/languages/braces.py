"""What the names in braces stand for: translators read it with every text that has one."""

from __future__ import annotations

from typing import Final

BRACES: Final = {
    "name": "the name of a player",
}
