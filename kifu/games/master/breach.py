"""Which article a move of ユニオンマスター breaks: the family's source, bound to its own tables. Importing this gives that copy."""

from kifu.games.master import rules
from kifu.games.master.family import TABLES
from kifu.games.union import binding

binding.breach(__name__, TABLES, rules)
