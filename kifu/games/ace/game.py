"""ユニオンエース as a game of the house."""

from kifu.games.ace import breach, rules
from kifu.games.ace.family import FAMILY, VARIANT
from kifu.games.union.game import Union

GAME = Union(FAMILY, VARIANT, rules, breach)
