"""ユニオンエース: equal faces, final 昇格, lines at a pair score (ace.1, ace.2)."""

from kifu.core.message import Message
from kifu.games.union.game import default_game
from kifu.games.union.variant import Family

FAMILY = Family(
    id="ace",
    name=Message("ユニオンエース", "ユニオンエース (ace)"),
    package=__package__ or "",
    kinds="丸三四五六八十",
    ascii_kinds="otsphgx",
    same_faces=True,
    turns_back=False,
    unites_any=False,
    places=False,
    target_counts_pairs=False,
    end_article="ace.2",
)
GAME = default_game(FAMILY)
