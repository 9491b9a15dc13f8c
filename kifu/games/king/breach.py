"""Which article a move of ユニオンキング breaks: the family's source, bound to its own tables. Importing this gives that copy."""

from kifu.games.king import rules
from kifu.games.king.family import TABLES
from kifu.games.union import binding

binding.breach(__name__, TABLES, rules)
