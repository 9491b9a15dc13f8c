"""ユニオンマスター as a game of the house. It adds to the family: the placing half, unions across colours, five pairs (master.1 to master.4)."""

from kifu.games.union.family import Family
from kifu.games.union.game import shipped
from kifu.model.message import Message

FAMILY = Family(
    id="master",
    name=Message("ユニオンマスター", "ユニオンマスター (master)"),
    package=__package__ or "",
    kinds="ABCDEFG",
    ascii_kinds="ABCDEFG",
    same_faces=False,
    turns_back=True,
    unites_any=True,
    places=True,
    target_counts_pairs=True,
    end_article="master.4",
)
GAME = shipped(FAMILY)
