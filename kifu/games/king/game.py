"""ユニオンキング: two kinds a piece, four kinds of pair (king.1 to king.3)."""

from kifu.core.message import Message
from kifu.games.union.game import default_game
from kifu.games.union.variant import Family

FAMILY = Family(
    id="king",
    name=Message("ユニオンキング", "ユニオンキング (king)"),
    package=__package__ or "",
    kinds="丸三四五六八十",
    ascii_kinds="otsphgx",
    same_faces=False,
    turns_back=True,
    unites_any=False,
    places=False,
    target_counts_pairs=False,
    end_article="king.2",
    match_article="king.3",
    figures=True,
)
GAME = default_game(FAMILY)
