"""The rules of ユニオンエース: the family's source, bound to its own tables. Importing this module gives that copy."""

from kifu.games.ace.family import TABLES
from kifu.games.union import binding

binding.rules(__name__, TABLES)
