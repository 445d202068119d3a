"""F11: module A, contracts. Its cards follow F9; what only they require is counted here."""

from __future__ import annotations

from mypy_extensions import i64

from branchline.games.firstclass.data.opcodes import LOWER, UPPER
from branchline.games.firstclass.rules.state import CONDUCTORS, MAIL_PLACE, State, is_mail, slot


def mail_cars(s: State, seat: i64) -> i64:
    """F11.1: mail cars placed."""
    return i64(is_mail(slot(s, seat, UPPER, MAIL_PLACE))) + i64(is_mail(slot(s, seat, LOWER, MAIL_PLACE)))


def mail_cars_reached(s: State, seat: i64) -> i64:
    """F11.1: mail cars placed whose conductor stands on them or beyond."""
    return i64(s.length[CONDUCTORS + seat * 2] > MAIL_PLACE) + i64(
        s.length[CONDUCTORS + seat * 2 + 1] > MAIL_PLACE
    )
