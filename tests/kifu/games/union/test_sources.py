"""The sources' own sentences, each beside its board."""

from kifu.core.outcome import Outcome, Termination


def test_one_point_along_a_drawn_line(ace):
    """「縦横斜めのいずれかの罫線に沿って、現在の交点上から次の交点上に1回ずつ移動させます」 (ace)."""
    odd = ace.position("・・ ・・ ・・ 丸・ ・・ ・・ ・・ 03")
    assert ace.landings(odd, "四03") == {
        f"{to}丸内{turn}" for to in ("四02", "三03", "五03", "四04") for turn in ("", "反")
    }
    even = ace.position("・・ ・・ ・・ 丸・ ・・ ・・ ・・ 04")
    assert len(ace.landings(even, "四04")) == 2 * 8


def test_a_flight_over_one_piece(ace):
    """「コマを移動させようとしている方向にいずれかのコマが有る場合には、そのコマを飛び越して移動させることができます」."""
    position = ace.position("丸・ v三・ ・・ ・・ ・・ ・・ ・・ 03")
    assert "三03丸内" in ace.landings(position, "一03")
    assert ace.article(position, "一03-四03丸内") == "union.4"


def test_a_flight_over_a_run(king):
    """「それらのコマをすべて飛び越して移動させることができます」 (king 注2): to the first empty point beyond the run."""
    position = king.position("丸・ v三・ ・四 v八v八 ・・ ・・ ・・ 03")
    assert "五03丸内" in king.landings(position, "一03")
    assert king.article(position, "一03-六03丸内") == "union.4"


def test_no_empty_point_beyond(ace):
    """「その方向にコマが無い交点が有るか、もしくは、移動させようとしているコマと合体できるコマが有る場合でなければ」 (注6)."""
    full = "丸・ v三・ ・四 v八v八 六・ v十・ ・五 03"
    assert not {text for text in ace.landings(ace.position(full), "一03") if "03丸" in text}
    mate = "丸・ v三・ ・四 v八v八 六・ v十・ ・丸 03"
    assert {text for text in ace.landings(ace.position(mate), "一03") if "03丸" in text} == {
        "七03丸内合",
        "七03丸内反合",
    }


def test_unite_or_fly_on(ace):
    """「2つのコマを合体させることもできますが、飛び越すこともできます」 (注7)."""
    position = ace.position("丸・ ・丸 v三・ ・・ ・・ ・・ ・・ 03")
    assert {"二03丸内合", "四03丸内"} <= ace.landings(position, "一03")
    assert ace.article(position, "一03-二03丸内") == "union.5"
    assert ace.article(position, "一03-四03丸内合") == "union.5"


def test_the_same_kind_of_ones_own_colour(ace):
    """「コマどうしの合体は、自分の色の同じ種類の図形が記載された内コマと外コマとの間においてのみできます」 (注3)."""
    position = ace.position("""
        丸・ ・v丸 ・・ ・・ ・・ ・・ ・・ 03
        ・・ ・・ ・・ ・・ ・・ ・・ ・・ 04
        三・ ・四 ・・ ・・ ・・ ・・ ・・ 05
    """)
    assert ace.article(position, "一03-二03丸内合") == "union.6"
    assert ace.article(position, "一05-二05三内合") == "union.6"


def test_promoted_or_not_makes_no_difference(ace):
    """「(普通コマと昇格コマとの違いは問いません。)」 (注3)."""
    position = ace.position("丸'・ ・丸 ・・ ・・ ・・ ・・ ・・ 03")
    assert "二03丸内合" in ace.landings(position, "一03")
    assert ace.article(position, "一03-二03丸内反合") == "union.8"


def test_a_pair_moves_one_at_a_time(ace):
    """「内コマと外コマとを合体させたコマを移動させる場合には、内コマと外コマとを1個ずつ移動させます」 (注5)."""
    position = ace.position("・・ ・・ ・・ 丸丸 ・・ ・・ ・・ 04")
    assert ace.game.score(position) == (8, 0)
    inner = ace.after(position, "四04-四03丸内")
    assert ace.game.cell(inner, 2 * 7 + 3) == "丸・"
    assert ace.game.cell(inner, 3 * 7 + 3) == "・丸"
    assert ace.game.score(inner) == (0, 0)


def test_turning_over_only_while_moving(ace, king):
    """「移動させずに昇格コマに変更させることはできません」 (ace 注2)、「移動させずに記載図を変更させることはできません」 (king 注3)."""
    assert ace.article(ace.position("・・ ・・ ・・ 丸・ ・・ ・・ ・・ 04"), "四04-四04丸内反") == "union.8"
    assert king.article(king.position("・・ ・・ ・・ 丸・ ・・ ・・ ・・ 04"), "四04-四04四内反") == "union.8"


def test_what_a_pair_is_worth_in_ace(ace):
    """「交点の交線の本数が得点として与えられ、さらに、合体コマの昇格コマ1個ごとに、5点が与えられます」."""
    unturned = ace.position("丸丸 ・・ ・・ 三三 ・・ ・・ ・・ 01")
    assert ace.game.score(unturned) == (3 + 3, 0)
    promoted = ace.position("・・ ・・ v四'v四' ・・ ・・ ・・ ・・ 01")
    assert ace.game.score(promoted) == (0, 5 + 5 + 5)


def test_the_four_pairs_of_king(king):
    """准2重合体 is twice the lines, 正2重合体 that and 「ボーナス得点として、5点がプラスされます」; the others less."""
    position = king.position("""
        ・・ 丸丸 ・・ 三'三' ・・ 六'六 ・・ 04
        ・・ ・・ ・・ 五五' ・・ ・・ ・・ 06
    """)
    points = {(share.facts["kind"], share.points, share.what.ja.split("、")[0]) for share in king.game.shares(position)}
    assert points == {
        ("丸", 16, "丸 准2重合体"),
        ("三", 21, "三 正2重合体"),
        ("六", 8, "六 内図合体"),
        ("五", 8, "五 外図合体"),
    }


def test_what_a_pair_is_worth_in_master(master):
    """「合体コマ1組につき、一律に10点が与えられます」「昇格コマ1個につき、一律に5点が与えられます」."""
    position = master.position("・・ AA' ・・ B'B' ・・ vCvC ・・ 03")
    assert master.game.score(position) == (15 + 20, 10)


def test_other_colours_unite_but_do_not_score(master):
    """「合体は自他のコマや、文字の色を問わず」, yet 「自分の色の内コマと外コマとを合体させたら」 the points are given."""
    position = master.position("A・ ・vA' ・・ ・・ ・・ ・・ ・・ 03")
    united = master.after(position, "一03-二03A内合")
    assert master.game.cell(united, 2 * 7 + 1) == "AvA'"
    assert master.game.score(united) == (0, 0)


def test_alternation_is_no_ban_on_one_piece(master):
    """「自分のコマを2回続けて動かせません」 is read as alternation: the same piece may move in one's next turn."""
    position = master.position("A・ ・・ ・・ ・・ ・・ ・・ vB・ 03")
    master.after(position, "一03-二03A内", "七03-六03B内", "二03-三03A内")


FOUR_AND_A_PAIR_TO_BE = """
    ・・ 丸'丸' ・・ ・・ ・・ v八・ ・v八 02
    ・・ ・・ 三'三' ・・ ・・ ・・ ・・ 03
    ・・ ・・ ・・ 四'四' ・・ ・・ ・・ 04
    ・・ ・・ ・・ ・・ 五'五' ・・ ・・ 05
    ・・ ・・ ・・ ・・ 六'・ ・六' ・・ 06
"""


def test_the_last_move_of_the_second_player(king):
    """「後手の黒コマを選択した人は、もう1回だけ 自分のコマを移動させることができ、合計得点が多い方の人が勝者となります」 (注4)."""
    reached = king.after(king.position(FOUR_AND_A_PAIR_TO_BE), "五06-六06六内合")
    assert king.game.score(reached) == (105, 0)
    assert king.game.outcome(reached) is None
    assert "最終手：黒" in king.game.spell_diagram(reached)
    taken = king.after(reached, "六02-七02八内合")
    assert king.game.outcome(taken) == (Outcome.FIRST, Termination.TARGET, "king.2")
    assert king.game.score(taken) == (105, 6)
    assert king.moves(taken) == set()
    assert king.article(taken, "四04-四03四内") == "king.2"
    declined = king.after(reached, "パス")
    assert king.game.outcome(declined).outcome is Outcome.FIRST
    assert king.game.closed(reached) == king.game.outcome(declined)


def test_black_at_the_target_ends_it_at_once(king):
    """The last move is 後手's alone: when black reaches 100, the game is over."""
    mirrored = king.position("""
        ・・ v丸'v丸' ・・ ・・ ・・ ・・ ・・ 02
        ・・ ・・ v三'v三' ・・ ・・ ・・ ・・ 03
        ・・ ・・ ・・ v四'v四' ・・ ・・ ・・ 04
        ・・ ・・ ・・ ・・ v五'v五' ・・ ・・ 05
        ・・ ・・ ・・ ・・ v六'・ ・v六' 丸・ 06
        手番：黒
    """)
    over = king.after(mirrored, "五06-六06六内合")
    assert king.game.outcome(over) == (Outcome.SECOND, Termination.TARGET, "king.2")


def test_the_last_move_may_decide(master):
    """「合体コマの組数に関係なく、合計得点が高いほうのプレイヤーが勝ちとなります」: five pairs may lose to four."""
    position = master.position("""
        AA BB CC DD ・・ ・・ ・・ 01
        E・ ・E ・・ ・・ ・・ ・・ ・・ 03
        vA'vA' vB'vB' vD'・ ・vD' ・・ ・・ ・・ 07
    """)
    reached = master.after(position, "一03-二03E内合")
    assert master.game.score(reached) == (50, 40)
    decided = master.after(reached, "三07-四07D内合")
    assert master.game.score(decided) == (50, 60)
    assert master.game.outcome(decided) == (Outcome.SECOND, Termination.TARGET, "master.4")


def test_equal_totals_draw(master):
    """No sentence of the sources decides between equal totals (union.10)."""
    position = master.position("""
        AA BB CC DD ・・ ・・ ・・ 01
        E・ ・E ・・ ・・ ・・ ・・ ・・ 03
        vA'vA' vBvB vD'・ ・vD' ・・ ・・ ・・ 07
    """)
    reached = master.after(position, "一03-二03E内合")
    drawn = master.after(reached, "三07-四07D内合")
    assert master.game.score(drawn) == (50, 50)
    assert master.game.outcome(drawn).outcome is Outcome.DRAW
