"""Judges a record of ユニオンキング that was played from the earlier start, by its variant file and by a diagram."""

from pathlib import Path

from each import each

import kifu
from kifu.core import games
from kifu.referee.status_fault_and_basis import Status
from notation.formats.kif_head_reader import RulesSource
from notation.reading import read

FOLDER = Path(__file__).parents[3] / "data" / "king-old-start"
RULES = (FOLDER / "old-start.toml").read_text("utf-8")
RECORD = (FOLDER / "game.kif").read_text("utf-8")
NAMED = "規則：old-start.toml\n"
START = """\
局面図
一 二 三 四 五 六 七
・v丸 ・v三 ・v四 ・v五 ・v六 ・v八 ・v十 01
v五・ v六・ v八・ v十・ v丸・ v三・ v四・ 02
・・ ・・ ・・ ・・ ・・ ・・ ・・ 03
・・ ・・ ・・ ・・ ・・ ・・ ・・ 04
・・ ・・ ・・ ・・ ・・ ・・ ・・ 05
四・ 三・ 丸・ 十・ 八・ 六・ 五・ 06
・十 ・八 ・六 ・五 ・四 ・三 ・丸 07
手番：白
"""


def verdict(text):
    """Return the verdict on a record, with the variant file beside it."""
    (only,) = kifu.verify(read("game.kif", text.encode(), RulesSource({"old-start.toml": RULES}.__getitem__)))
    return only


@each("head", [NAMED, START, f"規則：king/1\n{START}"])
def test_a_game_from_the_earlier_start(head):
    """The variant file of the earlier start, or a diagram of it, judges the whole game as it was judged then."""
    judged = verdict(RECORD.replace("手数----", f"{head}手数----", 1))
    assert judged.status is Status.CONFIRMED
    assert (judged.plies, judged.scores()[-1]) == (40, (55, 108))
    assert (judged.outcome.outcome, judged.outcome.article) == ("second", "king.2")


def test_without_its_start_the_game_is_not_the_same():
    """Under the default start the same moves are illegal: the record has to name where it began."""
    judged = verdict(RECORD)
    assert (judged.status, judged.fault.article) == (Status.ILLEGAL, "union.2")


def test_the_file_is_the_start_that_is_drawn():
    """The variant file and the diagram are one start, which is not the default's."""
    old = games.load("king").variant("old-start.toml", RULES)
    assert f"局面図\n{old.spell_diagram(old.start())}" == START
    assert old.start() != games.load("king").start()
