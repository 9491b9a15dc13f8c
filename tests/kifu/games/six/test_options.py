"""Tests the options of the rules of 6面体 (near, line, beat, four) on boards, each clause of what they mean."""

import pytest
from each import each
from six_boards import JUMPS, judged, played, position_on, rows, under

from kifu.core import games
from kifu.core.outcome import Outcome
from kifu.referee.status_fault_and_basis import Status

SIX = games.load("six")


def moves(game, text):
    """Return the texts of the legal moves on a board."""
    return {game.spell(move) for move in game.legal_moves(position_on(game, text))}


def breach(game, text, move):
    """Return why a move is illegal on a board, None if it is legal."""
    return game.explain(position_on(game, text), game.resolve(position_on(game, text), game.read(move)))


TWO_CAMPS = """
    占○○○○○○01
    ○○○○○○○02
    ○○○○○○○03
    ○○○○○○○04
    ○○○○○○○05
    ○○○○○○○06
    ○○○○○○領07
"""
THEIRS_ALONE = """
    ○○○○○○○01
    ○○○○○○○02
    ○○○○○○○03
    ○○○領○○○04
    ○○○○○○○05
    ○○○○○○○06
    ○○○○○○○07
"""
BEATEN_CAMP = """
    占○○○○○○01
    ○○○○○○○02
    ○○○○○○○03
    ○○○霊○○○04
    ○○○○○○○05
    ○○○○○○○06
    ○○○○○○領07
"""
STUCK = """
    怨○○○○○○01
    ○○○○○○○02
    ○○○○○○○03
    ○○○領○○○04
    ○○○○○○○05
    ○○○○○○○06
    ○○○○○○○07
    先手の持駒：3 占不可
"""


def test_near_any_places_beside_either_camp():
    """near=any: 武 騎 弓 巫 may stand beside a 占 of either side, by default beside one's own only (six.4)."""
    beside = {"一02", "二01", "二02"}, {"六06", "六07", "七06"}
    for face in "武騎弓巫":
        placed = [
            {move[:3] for move in moves(game, TWO_CAMPS) if move[-1] == face} for game in (SIX, under("near=any"))
        ]
        assert placed == [beside[0], beside[0] | beside[1]]


def test_near_any_leaves_the_first_placement():
    """near=any: a side's first placement is 占 all the same (six.2)."""
    assert {move[-1] for move in moves(under("near=any"), THEIRS_ALONE)} == {"占"}
    assert breach(under("near=any"), THEIRS_ALONE, "三03武").article == "six.2"


@each(
    ("chosen", "board", "move", "ja", "en"),
    [
        ((), TWO_CAMPS, "六06武", "六06 のまわり一マスに先手の占がありません", "no 占 of first (先手) stands on"),
        (
            ("near=any",),
            TWO_CAMPS,
            "四04武",
            "四04 のまわり一マスに占も領もありません",
            "neither a 占 nor a 領 stands on",
        ),
        (
            ("near=any",),
            BEATEN_CAMP,
            "三03武",
            "三03 のまわり一マスに占も領もありません",
            "neither a 占 nor a 領 stands on",
        ),
        (("near=any",), TWO_CAMPS, "七07武", "七07 には領(占領)があり、空いていません", "七07 is not empty"),
    ],
)
def test_breaking_near_is_six_4(chosen, board, move, ja, en):
    """Placing beside no 占 is six.4 under each reading, and the message says what holds; a beaten 占 is none."""
    article, message = breach(under(*chosen), board, move)
    assert (article, message.ja) == ("six.4", ja)
    assert message.en.startswith(en)


def test_near_any_counts_for_a_standstill():
    """six.15: a side without 占 that may place beside the enemy's is not stuck."""
    over = SIX.outcome(position_on(SIX, STUCK))
    assert (over.outcome, over.article) == (Outcome.SECOND, "six.15")
    game = under("near=any")
    assert game.outcome(position_on(game, STUCK)) is None
    assert len(moves(game, STUCK)) == 8 * 4


def test_line_blocked_is_for_the_maiden_and_the_flight():
    """line=blocked: ① and ③ end before the first die on their way; ② and ④ are as by default."""
    open_moves, blocked = moves(SIX, JUMPS), moves(under("line=blocked"), JUMPS)
    assert open_moves - blocked == {
        *("一04-五04巫", "一04-六04巫", "一04-七04巫"),  # ① over the 怨, past the 士
        *("一06-五06霊", "一06-七06霊"),  # ③ over the 巫, past the 武
    }
    assert blocked <= open_moves
    assert {"一04-三04巫", "一06-三06霊", "一06-一07霊"} <= blocked  # the way is free; the last is ②
    assert {"一06-六06-五06霊", "一06-六06-七06霊", "一06-六06-三06霊"} <= blocked  # ④ past the 武


def test_a_die_next_to_the_jump_leaves_what_the_maiden_reaches_otherwise():
    """line=blocked: with a die right behind the 巫 its 怨 cannot fly, but ② puts it on every empty square round the 巫."""
    board = """
        占○○○○○領01
        ○○○○○○○02
        ○○○○○○○03
        霊巫武○○○○04
        ○○○○○○○05
        ○○○○○○○06
        ○○○○○○○07
        先手の持駒：0 占不可
    """
    by_ghost = {move for move in moves(under("line=blocked"), board) if move.startswith("一04-")}
    assert by_ghost == {f"一04-{to}霊" for to in ("一03", "二03", "三03", "一05", "二05", "三05")}
    assert {f"一04-{column}04霊" for column in "四五六七"} <= moves(SIX, board)


def test_a_landing_that_another_maiden_reaches():
    """line=blocked: a blocked line over one 巫 takes nothing from ② of that 巫 and from the line over another 巫."""
    board = """
        占○○○○○領01
        ○○○○○○○02
        ○○○○○○○03
        ○○○怨○○○04
        ○○巫○巫○○05
        ○武○○○○○06
        ○○○○○○○07
        先手の持駒：0 占不可
    """
    blocked = moves(under("line=blocked"), board)
    assert "四04-一07怨" not in blocked  # over the 巫 on 三05 the 武 stands in the way
    assert "四04-七07怨" in blocked  # over the 巫 on 五05 nothing does
    assert "四04-二05怨" in blocked  # ② of the 巫 on 三05


@each(
    ("move", "article", "ja", "en"),
    [
        ("一04-六04巫", "six.12", "四04 の士でふさがっています", "士 on 四04 stands in the way from 一04 to 六04"),
        ("一06-七06霊", "six.13", "四06 の武でふさがっています", "武 on 四06 stands in the way from 一06 to 七06"),
        ("一04-三02巫", "six.12", "間に駒のない空きマスだけ", "no die between"),
        ("一06-七07霊", "six.13", "間に駒のない筋", "no die between"),
        ("一06-六06霊", "six.13", "六06 には士(武士)があり", "stands on 六06"),
        ("一04-四04巫", "six.12", "間に駒のない空きマスだけ", "no die between"),
    ],
)
def test_the_message_names_the_die_in_the_way(move, article, ja, en):
    """line=blocked: ① breaks six.12 and ③ six.13; the message names the die that stands between."""
    cited, message = breach(under("line=blocked"), JUMPS, move)
    assert cited == article
    assert ja in message.ja
    assert en in message.en


BEATEN = """
    占○○○○○領01
    ○○○○○○○02
    ○○○○○○○03
    怨巫○霊○怨○04
    ○○○○○○○05
    ○霊巫霊○○○06
    ○○○○○○○07
"""


def test_beat_any_beats_an_enemy_ghost():
    """beat=any: ④ may beat an enemy 怨 of the mover, whoever owns the flying one; the landings are those of ④."""
    assert not any(move.count("-") == 2 for move in moves(SIX, BEATEN))
    beating = {move for move in moves(under("beat=any"), BEATEN) if move.count("-") == 2}
    assert beating == {
        *(f"一04-四04-{to}04怨" for to in "三五七"),
        *(f"二06-四06-{to}06霊" for to in "一五六七"),
        *(f"四06-二06-{to}06霊" for to in "一五六七"),
    }


def test_beat_any_is_for_enemies_of_the_mover():
    """beat=any: for 後手 the enemy's 怨 is 怨, and its own 霊 is none."""
    board = BEATEN.replace("巫", "女") + "    手番：後手\n"
    beating = {move for move in moves(under("beat=any"), board) if move.count("-") == 2}
    assert beating == {f"一04-六04-{to}04怨" for to in "三五七"}


def test_a_beaten_ghost_stays_where_it_stands():
    """beat=any: the beaten 怨 stays, and the flying one lands: the same position as by ③, though another move."""
    game = under("beat=any")
    after = [played(game, position_on(game, BEATEN), move) for move in ("一04-四04-五04怨", "一04-五04怨")]
    assert [line.fault for line in after] == [None, None]
    assert after[0].moves != after[1].moves
    assert after[0].positions[-1] == after[1].positions[-1]
    assert rows(game.spell_diagram(after[0].positions[-1])) == rows(
        """
        一二三四五六七
        占○○○○○領01
        ○○○○○○○02
        ○○○○○○○03
        ○巫○霊怨怨○04
        ○○○○○○○05
        ○霊巫霊○○○06
        ○○○○○○○07
        先手の持駒：10 占不可
        後手の持駒：11 占可
        手番：後手
        """
    )


@each(
    ("chosen", "move", "ja"),
    [
        ((), "一04-四04-五04怨", "四04 に倒せる敵の駒がありません (怨は倒せません)"),
        (("beat=any",), "一04-六04-五04怨", "六04 に敵の駒がありません"),
        (("beat=any",), "一04-三04-五04怨", "三04 に敵の駒がありません"),
        (
            ("beat=any",),
            "一04-四04-五05怨",
            "怨の着地点は飛んだ筋の、手の前に空いていたマスです。五05 はそうではありません",
        ),
        (
            ("beat=any",),
            "一04-四04-一04怨",
            "怨の着地点は飛んだ筋の、手の前に空いていたマスです。一04 はそうではありません",
        ),
        (("beat=any",), "一04-四04-六04怨", "六04 には怨(怨霊)があり、怨はそこに降りられません"),
    ],
)
def test_what_breaks_six_13(chosen, move, ja):
    """beat=any: an own 怨 is not beaten, and one lands as by ④; the message says what holds under the option."""
    article, message = breach(under(*chosen), BEATEN, move)
    assert (article, message.ja) == ("six.13", ja)


def test_nothing_lands_on_a_full_line():
    """beat=any: a line without an empty square gives no ④, as by default (④例１)."""
    full = BEATEN.replace("怨巫○霊○怨○04", "怨巫武霊武怨士04")
    assert not any(move.startswith("一04-") and "04-" in move[4:] for move in moves(under("beat=any"), full))


def test_a_warrior_beats_no_ghost():
    """beat=any is for ④ alone: a 武 does not land on a 怨 (six.10)."""
    beside = BEATEN.replace("○○○○○○○05", "○○○武○○○05")
    assert breach(under("beat=any"), beside, "四05-四04武").article == "six.10"


@pytest.mark.parametrize(
    ("board", "lines", "option", "article"),
    [
        (None, ["一01占", "七07領", "六06武"], "near=any", "six.4"),
        (BEATEN, ["一04-四04-五04怨"], "beat=any", "six.13"),
    ],
)
def test_a_foul_that_the_option_allows(board, lines, option, article):
    """反則負け right after a move is confirmed where the reading forbids the move, else contradicted without an article."""
    verdict = judged("six/1", lines, "まで先手の反則負け", board)
    assert (verdict.status, verdict.fault.article, verdict.outcome.outcome) == (
        Status.CONFIRMED,
        article,
        Outcome.SECOND,
    )
    verdict = judged(f"six/1 {option}", lines, "まで先手の反則負け", board)
    assert (verdict.status, verdict.fault.code, verdict.fault.article) == (Status.CONTRADICTED, "no-foul", None)


@pytest.mark.parametrize(("move", "article"), [("一04-五04巫", "six.12"), ("一06-五06霊", "six.13")])
def test_a_foul_that_the_option_makes(move, article):
    """line=blocked forbids what the default allows, so 反則負け is confirmed under it, and contradicted by default."""
    verdict = judged("six/1 line=blocked", [move], "まで先手の反則負け", JUMPS)
    assert (verdict.status, verdict.fault.article) == (Status.CONFIRMED, article)
    verdict = judged("six/1", [move], "まで先手の反則負け", JUMPS)
    assert (verdict.status, verdict.fault.article) == (Status.CONTRADICTED, None)


@each(
    ("rules", "spelled"),
    [
        ("six/1 near=own line=open beat=live four=note", "six/1"),
        ("six/1 four=draw near=any", "six/1 near=any four=draw"),
        ("ｓｉｘ／１　ｂｅａｔ＝ａｎｙ", "six/1 beat=any"),
        ("six line=blocked near=own", "six/1 line=blocked"),
    ],
)
def test_spelling(rules, spelled):
    """A default may be written; the order, and the width of the characters, do not matter."""
    verdict = judged(rules, ["四04占"])
    assert (verdict.status, verdict.game.rules) == (Status.UNFINISHED, spelled)


@each("wrong", ["near=all", "far=any", "near", "near=", "near=any near=any", "near=own near=any", "NEAR=any"])
def test_unknown_options(wrong):
    """An option or a value that there is not, or twice, makes the record unreadable; the message has the list."""
    verdict = judged(f"six/1 {wrong}", ["四04占"])
    assert verdict.status is Status.UNREADABLE
    assert "near=own|any line=open|blocked beat=live|any four=note|draw" in verdict.fault.message.en


def test_every_option_names_its_article():
    """Each option stands at an article, and its values are those of the rulebook's table, the default first."""
    assert [(option.name, option.values, option.article) for option in SIX.options] == [
        ("near", ("own", "any"), "six.4"),
        ("line", ("open", "blocked"), "six.12"),
        ("beat", ("live", "any"), "six.13"),
        ("four", ("note", "draw"), "six.16"),
    ]
