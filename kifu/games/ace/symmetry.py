"""The symmetries of ユニオンエース: the family's source, bound to its own tables. Importing this gives that copy."""

from kifu.games.ace.family import VARIANT
from kifu.games.union import binding
from kifu.games.union.turns import symmetry_tables

binding.symmetry(__name__, symmetry_tables(VARIANT))
