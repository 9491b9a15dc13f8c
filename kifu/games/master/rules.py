"""The rules of ユニオンマスター: the family's source, bound to its own tables. Importing this module gives that copy."""

from kifu.games.master.family import TABLES
from kifu.games.union import binding

binding.rules(__name__, TABLES)
