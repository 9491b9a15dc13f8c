"""ユニオンエース as a game of the house. It adds to the family: both faces alike, 昇格 once and for all, points for lines (ace.1, ace.2)."""

from kifu.games.union.family import Family
from kifu.games.union.game import shipped
from kifu.model.message import Message

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
GAME = shipped(FAMILY)
