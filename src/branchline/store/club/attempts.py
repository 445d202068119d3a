"""Attempts (at signing in, for example), counted for all processes together.

Each thing that is attempted has a row. Both engines lock it while they count, so simultaneous attempts are all
counted. Names and addresses are fingerprints.
"""

from __future__ import annotations

from branchline.store import Statement


def counting_attempt(what: str, most: int, seconds: int, now: int) -> Statement:
    """Count an attempt: at most `most` in `seconds` from the first. Raises `Conflict` if there were too many."""
    return Statement(
        "INSERT INTO tries (what, made, ends) VALUES (?, 1, ?) ON CONFLICT (what) DO UPDATE SET"
        " made = CASE WHEN tries.ends <= ? THEN 1 ELSE tries.made + 1 END,"
        " ends = CASE WHEN tries.ends <= ? THEN excluded.ends ELSE tries.ends END"
        " WHERE tries.ends <= ? OR tries.made < ?",
        (what, now + seconds, now, now, now, most),
        rows=1,
    )


def forgetting_attempts(what: str) -> Statement:
    """It succeeded."""
    return Statement("DELETE FROM tries WHERE what = ?", (what,))


def forgetting_expired_attempts(now: int) -> Statement:
    return Statement("DELETE FROM tries WHERE ends <= ?", (now,))
