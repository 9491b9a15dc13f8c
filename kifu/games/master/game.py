"""ユニオンマスター as a game of the house."""

from kifu.games.master import breach, rules
from kifu.games.master.family import FAMILY, VARIANT
from kifu.games.union.game import Union

GAME = Union(FAMILY, VARIANT, rules, breach)
