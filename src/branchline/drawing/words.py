"""Words with a number."""

from __future__ import annotations

from branchline.languages import counted as counted
