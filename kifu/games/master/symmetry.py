"""The symmetries of ユニオンマスター: the family's source, bound to its own tables. Importing this gives that copy."""

from kifu.games.master.family import VARIANT
from kifu.games.union import binding
from kifu.games.union.turns import symmetry_tables

binding.symmetry(__name__, symmetry_tables(VARIANT))
