"""N7: which line to build. Paths lead from where a line may continue to every plot; a path is worth what its items
bring on trains, less the cost of its links."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from branchline.core.compiled.bits import bit, lowest
from branchline.games.nuremberg.bots import weight_index as k
from branchline.games.nuremberg.bots.worth import Fleet, Items
from branchline.games.nuremberg.rules.board import GREEN, MAX_PLOTS, NOWHERE, RED, WHITE
from branchline.games.nuremberg.rules.moves import BUILD, build, directed, link_from
from branchline.games.nuremberg.rules.shipping import networks
from branchline.games.nuremberg.rules.state import NO_LINK, TRACK, State

FAR: float = 1.0e6


class Lines:
    __slots__ = (
        "before", "cost", "cubes", "fleet", "green", "items", "length", "nets", "queue", "queued", "red", "seat",
        "via", "w", "white",
    )  # fmt: skip

    def __init__(self, w: vec[float]) -> None:
        self.w: vec[float] = w
        self.fleet: Fleet = Fleet(w)
        self.items: Items = Items()
        self.seat: i64 = 0
        self.nets: vec[i64] = vec[i64]()
        self.before: float = 0.0
        # By plot: the cheapest path there, its last link, and what it costs
        self.cost: vec[float] = vec[float]([0.0] * MAX_PLOTS)
        self.via: vec[i64] = vec[i64]([NOWHERE] * MAX_PLOTS)
        self.length: vec[i64] = vec[i64]([0] * MAX_PLOTS)
        self.cubes: vec[i64] = vec[i64]([0] * MAX_PLOTS)
        self.red: vec[i64] = vec[i64]([0] * MAX_PLOTS)
        self.green: vec[i64] = vec[i64]([0] * MAX_PLOTS)
        self.white: vec[i64] = vec[i64]([0] * MAX_PLOTS)
        self.queue: vec[i64] = vec[i64]([0] * 4096)
        self.queued: i64 = 0

    def look(self, s: State) -> None:
        """Find the paths of the player who builds."""
        self.seat = s.active
        self.fleet.look(s, s.active)
        self.nets = networks(s, s.active)
        self.before = self._brings(s, 0, 0)
        self._find_ways(s)

    def best_by_link(self, s: State, moves: vec[i64], rates: vec[float]) -> None:
        """Rate building moves: a link by the best path that starts with it, STOP as 0."""
        board = s.setting.board
        place: i64
        plot: i64
        for place in range(len(moves)):
            rates[place] = -4.0 if moves[place] >= BUILD else 0.0
        for plot in range(board.plots):
            if self.via[plot] != NOWHERE and self._matters(s, plot):
                gain = self.gain(s, plot)
                first = self._first_link(s, plot)
                for place in range(len(moves)):
                    if moves[place] == build(first):
                        rates[place] = max(rates[place], gain)

    def gain(self, s: State, plot: i64) -> float:
        """The points that the path to a plot brings."""
        return self._brings(s, self._way(s, plot), self.cubes[plot]) - self.before - self.cost[plot]

    # Paths

    def _find_ways(self, s: State) -> None:
        board = s.setting.board
        plot: i64
        for plot in range(board.plots):
            self.cost[plot] = FAR
            self.via[plot] = NOWHERE
        self.queued = 0
        if s.head != NOWHERE:
            self._begin_at(s, s.head, False)
        else:
            starts = s.touched[self.seat] | s.stations[0] | s.stations[1]
            while starts != 0:
                plot = lowest(starts)
                starts &= ~bit(plot)
                self._begin_at(s, plot, True)
        done: i64 = 0
        while done < self.queued:
            self._go_on(s, self.queue[done])
            done += 1

    def _begin_at(self, s: State, plot: i64, pays: bool) -> None:
        self.cost[plot] = 0.0
        self.length[plot] = 0
        self.cubes[plot] = 0
        self.red[plot] = 0
        self.green[plot] = 0
        self.white[plot] = 0
        if pays:
            self.cost[plot] = self._tolls(s, plot, plot)
        if self.cost[plot] < FAR:
            self.queue[self.queued] = plot
            self.queued += 1

    def _tolls(self, s: State, plot: i64, behind: i64) -> float:
        """N7.10, N7.11: what entering a plot costs, which is stored; FAR if it can't be paid."""
        base = self.seat * 4
        red = self.red[behind]
        green = self.green[behind]
        white = self.white[behind] + i64(s.pawns[plot * 3 + 2])
        if s.stations[0] & bit(plot) != 0:
            red += 1
        if s.stations[1] & bit(plot) != 0:
            green += 1
        if (
            red > s.influence[base + RED]
            or green > s.influence[base + GREEN]
            or white > s.influence[base + WHITE]
        ):
            return FAR
        tolls = red + green - self.red[behind] - self.green[behind]
        landlords = white - self.white[behind]
        self.red[plot] = red
        self.green[plot] = green
        self.white[plot] = white
        return self.w[k.TOLL] * float(tolls) + self.w[k.LANDLORD] * float(landlords)

    def _go_on(self, s: State, plot: i64) -> None:
        board = s.setting.board
        if board.south & bit(plot) != 0 and (self.via[plot] != NOWHERE or s.head != NOWHERE):
            return  # N7.8
        place: i64
        for place in range(board.near[plot], board.near[plot + 1]):
            border = board.near_border[place]
            onward = board.near_plot[place]
            if i64(s.owner[border]) == NO_LINK and s.visited & bit(onward) == 0:
                self._reach(s, plot, onward, border)

    def _reach(self, s: State, plot: i64, onward: i64, border: i64) -> None:
        board = s.setting.board
        cubes = self.cubes[plot] + board.cost[border]
        if cubes > s.cubes[self.seat] + 1 or s.links[self.seat] + self.length[plot] >= TRACK:
            return
        if s.setting.south_start_only and board.south & bit(onward) != 0:
            return
        cost = self.cost[plot] + self.w[k.LINK] + self.w[k.LINK_CUBE] * float(board.cost[border])
        if cost >= self.cost[onward] - 0.01 or self.queued >= 4096:
            return
        red = self.red[onward]
        green = self.green[onward]
        white = self.white[onward]
        cost += self._tolls(s, onward, plot)
        if cost >= self.cost[onward] - 0.01:
            self.red[onward] = red
            self.green[onward] = green
            self.white[onward] = white
            return
        self.cost[onward] = cost
        self.via[onward] = directed(board, border, plot)
        self.length[onward] = self.length[plot] + 1
        self.cubes[onward] = cubes
        self.queue[self.queued] = onward
        self.queued += 1

    def _way(self, s: State, plot: i64) -> i64:
        """Bit set of the plots on the path to a plot, and of the line so far."""
        found = bit(plot) | s.visited
        steps: i64 = 0
        while self.via[plot] != NOWHERE and steps < TRACK:
            plot = link_from(s.setting.board, self.via[plot])
            found |= bit(plot)
            steps += 1
        return found

    def _first_link(self, s: State, plot: i64) -> i64:
        link = self.via[plot]
        steps: i64 = 0
        while steps < TRACK:
            plot = link_from(s.setting.board, link)
            if self.via[plot] == NOWHERE:
                return link
            link = self.via[plot]
            steps += 1
        return link

    # What they bring

    def _matters(self, s: State, plot: i64) -> bool:
        """Whether a path might usefully end at a plot: something lies there, or it is a station."""
        return s.setting.board.stations & bit(plot) != 0 or i64(s.goods[plot]) > 0

    def _brings(self, s: State, way: i64, cubes: i64) -> float:
        items = self.items
        items.clear()
        index: i64
        joined = way
        for index in range(len(self.nets)):
            if way & self.nets[index] != 0:
                joined |= self.nets[index]
            else:
                items.add(s, self.nets[index])
        if joined != 0:
            items.add(s, joined)
        return self.fleet.brings(items, cubes)
