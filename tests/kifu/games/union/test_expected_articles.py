"""Moves of fresh positions through the whole reader and referee, with the article each was expected to break.

The articles were worked out from the text of the rulebook, by hand.
"""

from each import each

import kifu
from notation.reading import read

EMPTY = "・・ ・・ ・・ ・・ ・・ ・・ ・・"

CASES = [
    (
        "ユニオンキング",
        {
            1: "・・ ・v丸 ・・ ・・ ・・ ・・ ・・",
            3: "丸・ v五・ ・丸 ・・ ・三 ・・ ・・",
            5: "六'・ ・・ ・・ 八八 ・・ ・・ ・・",
            6: "・・ ・六 ・・ ・・ ・・ ・・ ・・",
        },
        "白",
        {
            "一03-三03丸内合": None,
            "一03-三03丸内": "union.5",
            "一03-四03丸内": None,
            "一03-五03丸内合": "union.4",
            "一03-二03丸内合": "union.6",
            "一03-二03丸内": "union.4",
            "一03-四03丸内合": "union.5",
            "一03-三03四内反合": "union.6",
            "一03-三03四内反": "union.4",
            "一03-二02丸内": None,
            "一03-三01丸内": "union.3",
            "一03-二05丸内": "union.2",
            "二03-二02五内": "union.2",
            "三03-三02丸内": "union.2",
            "一03-一02四内": "union.2",
            "一03-一02丸内反": "union.2",
            "一05-一06四内反": None,
            "一05-二06六内合": None,
            "一05-二06六内": "union.5",
            "一05-三07六内": None,
            "一05-三07六内合": "union.5",
            "四05-四04八内": None,
            "四05-五04八内": "union.2",
            "四05-四05八内": "union.2",
            "四05-四05丸内反": "union.8",
            "パス": "union.1",
            "四04丸内": "master.1",
            "四04白丸内": "master.1",
            "△一03-一02丸内": "union.1",
            "▲一03-一02丸内": None,
            "一03-一02白丸内": "master.1",
            "一03-二03-三03丸内合": "union.2",
            "三03-一03丸外合": None,
            "三03-二03丸外合": "union.6",
            "五03-四03三外合": "union.5",
            "五03-三03三外": "union.3",
            "五03-二03三外合": "union.3",
            "一03-七03丸内": "union.4",
            "四05-二03八内": "union.2",
            "四05-三05丸内反": None,
            "四05-三05八外反": "union.2",
            "四05-三05五外反": None,
            "四05-五05八外合": "union.5",
            "一05-一07六内": "union.3",
            "一05-二05四外反": "union.2",
            "六06-六05丸内": "union.2",
            "二01-二02丸外": "union.2",
            "a3-c3oi&": None,
            "a3-c3oi": "union.5",
            "a3-c3si~&": "union.6",
        },
    ),
    (
        "ユニオンエース",
        {
            3: "丸'・ ・丸 v三・ ・・ ・・ ・・ ・・",
            5: "・・ ・・ ・・ ・・ 三・ ・・ ・・",
            6: "・・ ・・ ・・ ・v三 ・・ ・・ ・・",
        },
        "白",
        {
            "一03-一02丸内反": "union.8",
            "一03-一02丸内": None,
            "一03-一02三内反": "union.2",
            "一03-一05丸内反": "union.8",
            "一03-一03丸内反": "union.8",
            "五05-五05三内反": "union.8",
            "五05-五05三内": "union.2",
            "一03-二03丸内合": None,
            "一03-二03丸内反合": "union.8",
            "一03-四03丸内": None,
            "一03-三03丸内合": "union.6",
            "五05-四06三内合": "union.6",
            "五05-四06三内": "union.4",
            "五05-三07三内": None,
            "五05-三07三内反": None,
            "三03-三02三内": "union.2",
            "二03-一03丸外合": None,
            "二03-一03丸外": "union.5",
            "二03-一03丸外反合": None,
            "二03-四03丸外": None,
            "二03-一02丸外": "union.2",
            "二03-二03丸外反": "union.8",
        },
    ),
    (
        "ユニオンマスター",
        {},
        "",
        {
            "四04黒A内": "master.1",
            "四04A内": "master.1",
            "四04白A内反": "master.2",
            "四04白A内合": "master.2",
            "四04-四05A内": "union.2",
            "パス": "union.1",
            "四04白A内 四04黒A内": "master.2",
            "四04白A内 三03白A内": "master.1",
            "四04白A内 三03白A内反": "master.1",
            "四04白A内 四04-四05A内": "master.2",
            "四04白A内 三03黒A内 四04-四05A内": "union.2",
            "四04白A内 三03黒A内 五05白A内": "master.1",
            "四04白A内 四04白B内": "master.1",
            "四04白A内 四04黒A外合": "master.2",
            "四04白A内 三03黒A内 三03-三04A内": "master.2",
            "△四04白A内": None,
            "▲四04白A内": "union.1",
            "四04白A内 四04-四05D内反": "master.2",
        },
    ),
    (
        "ユニオンマスター",
        {
            1: "・・ ・・ AvA ・・ ・・ ・・ ・・",
            3: "E'・ ・vE ・・ ・・ ・・ ・・ ・・",
            4: "・・ vB・ ・・ ・B ・・ ・・ ・・",
        },
        "白",
        {
            "一03-二03E内合": None,
            "一03-二03E内": "union.5",
            "一03-二03B内反合": "union.6",
            "一03-三03E内": None,
            "一03-三03B内反": None,
            "三01-四01A内": None,
            "三01-二01A外": "union.2",
            "三01-三01A内": "union.2",
            "三01-三01D内反": "union.8",
            "一03-二04E内合": "union.6",
            "一03-三05E内": None,
            "四04-三04B外": None,
            "四04-二04B外合": "union.3",
            "四04-四04F外反": "union.8",
            "四04-四05E外反": "union.2",
            "五05白A内": "master.1",
            "一03-一04白E内": "master.1",
            "一03-一04黒E内": "union.2",
            "二03-二02E外": "union.2",
            "三01-四02A内": None,
            "三01-四02D内反": None,
            "三01-五03A内": "union.3",
            "四04-五05B外": None,
            "一03-一04B内": "union.2",
            "一03-四06E内": "union.4",
        },
    ),
    (
        "ユニオンマスター",
        {
            1: "・・ ・・ AvA ・・ ・・ ・・ ・・",
            3: "E'・ ・vE ・・ ・・ ・・ ・・ ・・",
            4: "・・ vB・ ・・ ・B ・・ ・・ ・・",
        },
        "黒",
        {
            "二03-一03E外合": None,
            "二03-一03E外": "union.5",
            "四04-四05B外": "union.2",
            "二03-二02A外反": "union.2",
            "二03-二02B外反": None,
            "パス": "union.1",
            "三01-二01A外": None,
        },
    ),
    (
        "ユニオンマスター",
        {
            1: "AA BB CC DD EE ・・ ・・",
            4: "・・ ・・ ・・ ・・ ・・ ・・ F・",
            7: "vA・ ・vA ・・ ・・ ・・ ・・ ・・",
        },
        "黒",
        {
            "パス": None,
            "一07-二07A内合": None,
            "一07-二07A内": "union.5",
            "パス 七04-七05F内": "master.4",
            "一07-一06A内 七04-七05F内": "master.4",
            "一07-一06A内 パス": "master.4",
            "七04-七05F内": "union.2",
            "一07-一05A内": "union.3",
        },
    ),
    (
        "ユニオンキング",
        {
            2: "・・ 丸'丸' ・・ ・・ ・・ v八・ ・v八",
            3: "・・ ・・ 三'三' ・・ ・・ ・・ ・・",
            4: "・・ ・・ ・・ 四'四' ・・ ・・ ・・",
            5: "・・ ・・ ・・ ・・ 五'五' ・・ ・・",
            6: "・・ ・・ ・・ ・・ ・・ 六'六' ・・",
        },
        "白",
        {
            "四04-四03四内": "king.2",
            "パス": "king.2",
            "三03-三02丸内": "king.2",
        },
    ),
    (
        "ユニオンキング",
        {
            2: "・・ v丸'v丸' ・・ ・・ ・・ 八・ ・八",
            3: "・・ ・・ v三'v三' ・・ ・・ ・・ ・・",
            4: "・・ ・・ ・・ v四'v四' ・・ ・・ ・・",
            5: "・・ ・・ ・・ ・・ v五'v五' ・・ ・・",
            6: "・・ ・・ ・・ ・・ ・・ v六'v六' ・・",
        },
        "白",
        {
            "四04-四03四内": "king.2",
            "パス": "king.2",
            "三03-三02丸内": "king.2",
        },
    ),
    (
        "ユニオンキング",
        {
            2: "・・ 丸'丸' ・・ ・・ ・・ v八・ ・v八",
            3: "・・ ・・ 三'三' ・・ ・・ ・・ ・・",
            4: "・・ ・・ ・・ 四'四' ・・ ・・ ・・",
            5: "・・ ・・ ・・ ・・ 五'五' ・・ ・・",
            6: "・・ ・・ ・・ ・・ ・・ 六'六' ・・",
        },
        "黒",
        {
            "パス": None,
            "六02-七02八内合": None,
            "六02-七02八内": "union.5",
            "パス パス": "king.2",
            "六02-七02八内合 四04-四03四内": "king.2",
            "四04-四03四内": "union.2",
        },
    ),
]


def record(game, rows, turn, moves):
    """Return a record of moves from a board given by its rows that are not empty; without rows it is the game's start."""
    head = f"棋種：{game}\n"
    if rows:
        drawn = "".join(f"{rows.get(row, EMPTY)} {row:02d}\n" for row in range(1, 8))
        head += f"局面図\n一 二 三 四 五 六 七\n{drawn}手番：{turn}\n"
    return head + "".join(f"{ply:>4} {move}\n" for ply, move in enumerate(moves.split(), start=1))


@each(("game", "rows", "turn", "expected"), CASES)
def test_the_article_that_was_expected(game, rows, turn, expected):
    """The last of the moves breaks this article, at its ply and with all before it legal; None: it is legal."""
    for moves, article in expected.items():
        (verdict,) = kifu.verify(read("a.kif", record(game, rows, turn, moves).encode()))
        plies = len(moves.split())
        if article is None:
            assert (verdict.fault, verdict.plies) == (None, plies), moves
            continue
        assert verdict.fault is not None, moves
        assert (verdict.status, verdict.fault.article, verdict.fault.ply) == ("ILLEGAL", article, plies), moves
        assert verdict.plies == plies - 1
        assert verdict.fault.message.ja != verdict.fault.message.en
