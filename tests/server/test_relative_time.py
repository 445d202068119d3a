"""How long ago something was, in words."""

from __future__ import annotations

import pytest

from branchline.languages import speaking
from branchline.server.http.relative_time import DAY, HOUR, MINUTE, ago

NOW = 1_800_000_000


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-5, "just now"),  # clocks of two machines differ
        (59, "just now"),
        (MINUTE, "1 minute ago"),
        (HOUR - 1, "59 minutes ago"),
        (2 * HOUR, "2 hours ago"),
        (DAY, "1 day ago"),
        (13 * DAY, "13 days ago"),
        (14 * DAY, "2027-01-01"),
    ],
)
def test_the_time_since_then(seconds: int, words: str) -> None:
    assert ago(NOW - seconds, NOW) == words


def test_in_german() -> None:
    with speaking("de"):
        assert ago(NOW - 2 * HOUR, NOW) == "vor 2 Stunden"
