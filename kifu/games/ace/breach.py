"""Which article a move of ユニオンエース breaks: the family's source, bound to its own tables. Importing this gives that copy."""

from kifu.games.ace import rules
from kifu.games.ace.family import TABLES
from kifu.games.union import binding

binding.breach(__name__, TABLES, rules)
