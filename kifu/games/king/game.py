"""ユニオンキング as a game of the house."""

from kifu.games.king import breach, rules
from kifu.games.king.family import FAMILY, VARIANT
from kifu.games.union.game import Union

GAME = Union(FAMILY, VARIANT, rules, breach)
