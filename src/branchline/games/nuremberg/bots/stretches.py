"""N12: which stretch to cede: what it saves, less the influence it costs and the items along it that leave the game."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from branchline.core.compiled.bits import bit
from branchline.games.nuremberg.bots import weight_index as k
from branchline.games.nuremberg.rules.board import GREEN, NOWHERE
from branchline.games.nuremberg.rules.moves import KEEP, SIGN, cede_company, cede_link, link_from, link_to
from branchline.games.nuremberg.rules.state import State, is_station_of
from branchline.games.nuremberg.rules.takeover import links_payable

NEVER: float = -1.0e6


class Stretches:
    __slots__ = ("w",)

    def __init__(self, w: vec[float]) -> None:
        self.w: vec[float] = w

    def rate(self, s: State, moves: vec[i64], rates: vec[float]) -> None:
        place: i64
        board = s.setting.board
        for place in range(len(moves)):
            move = moves[place]
            if move == KEEP:
                rates[place] = 0.0
            elif move == SIGN:
                rates[place] = self._worth(s, s.ceding, s.way_length, self._lost(s, s.ceding, s.visited))
            else:
                company = cede_company(move)
                link = cede_link(move)
                start = s.start if s.ceding != NOWHERE else link_from(board, link)
                visited = s.visited | bit(link_from(board, link))
                lost = self._lost(s, company, visited)
                rates[place] = self._best_from(
                    s, company, start, link_to(board, link), visited, s.way_length + 1, lost
                )

    def _best_from(
        self, s: State, company: i64, start: i64, plot: i64, visited: i64, length: i64, lost: i64
    ) -> float:
        """The best stretch through a plot, ending there or further on."""
        board = s.setting.board
        if length > links_payable(s, company):
            return NEVER
        lost += self._lies_on(s, company, plot)
        best = NEVER
        ends = board.stations & bit(plot) != 0 and (start < plot or not is_station_of(s, plot, company))
        if ends:
            best = self._worth(s, company, length, lost)
        visited |= bit(plot)
        place: i64
        for place in range(board.near[plot], board.near[plot + 1]):
            onward = board.near_plot[place]
            if s.owner[board.near_border[place]] == s.active and visited & bit(onward) == 0:
                best = max(best, self._best_from(s, company, start, onward, visited, length + 1, lost))
        return best

    def _worth(self, s: State, company: i64, length: i64, lost: i64) -> float:
        rounds = s.setting.rounds - s.round
        saved = float(length) * (self.w[k.CEDE_END] + self.w[k.CEDE_ROUND] * float(rounds))
        if rounds == 0:
            return saved
        points = (length + 1) // 2
        return saved - self.w[k.CEDE_INFLUENCE] * float(points) - self.w[k.CEDE_ITEM] * float(lost)

    def _lost(self, s: State, company: i64, plots: i64) -> i64:
        found: i64 = 0
        plot: i64
        for plot in range(s.setting.board.plots):
            if plots & bit(plot) != 0:
                found += self._lies_on(s, company, plot)
        return found

    def _lies_on(self, s: State, company: i64, plot: i64) -> i64:
        """N12.6: goods, and passengers of the company's colour."""
        found = i64(s.goods[plot])
        if company == GREEN:
            return found + i64(s.pawns[plot * 3 + 1])
        return found + i64(s.pawns[plot * 3])
