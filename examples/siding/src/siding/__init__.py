"""Siding: three tracks of wagons, two locomotives.

1. The yard has three tracks with 3, 4 and 5 wagons; the option `wagons` changes that.
2. In turn, a player couples one, two or three wagons from one track.
3. Every wagon is a point. The last wagon brings five more.
4. The game ends when the yard is empty. The most points win.
"""

from .rules import GAME as GAME
