"""ユニオンマスター: placing, pairs of two colours (master.1 to master.4)."""

from kifu.core.message import Message
from kifu.games.union.game import default_game
from kifu.games.union.variant import Family

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
GAME = default_game(FAMILY)
