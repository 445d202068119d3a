"""How often something was tried, counted for all processes of a store together. Written once for both engines.

One row holds the tries at one thing. Both engines lock it while it is counted up, so of many tries at once none is
forgotten. Names and addresses come as fingerprints.
"""

from __future__ import annotations

from branchline.store import Statement


def counting_attempt(what: str, most: int, seconds: int, now: int) -> Statement:
    """One more try: at most so many in so many seconds, which begin with the first. Raises `Conflict` where there were
    too many."""
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
