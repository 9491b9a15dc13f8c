"""Tests of what each player says of the end, of fouls that are told, and of who is said to have made one."""

import pytest

import kifu
from notation.reading import read_documents

ACE = """ユニオンエース  先手・白 内藤   後手・黒 佐久
1 二06-三05三内反   2 二02-一03六内   3 三07-五05六外
4 一01-一04丸外   5 六06-五05六内反合   6 六02-七03三内
"""
KING = """ユニオンキング 先:レオ 後:小野寺
1 先：二07-二06八外合
2 後：二02-一03三内
3 先：六07-六06三外合
4 後：六06-六05三内
"""
MASTER = """ユニオンマスター  先手(白)コウタ  後手(黒)じいじ
1 一04白E外
2 一06黒E外
3 二02白C内
4 七03白E内
"""


def _judged(text):
    (document,) = read_documents("a.txt", text.encode())
    (verdict,) = kifu.verify(document)
    outcome = verdict.outcome and verdict.outcome.outcome
    return verdict.status.name, outcome and outcome.value


@pytest.mark.parametrize(
    ("words", "judged"),
    [
        (
            "内藤「黒の旗が先に落ちた。自分の勝ち」\n佐久「先に落ちたのは白」\n審判（北）：黒の時間切れ負け。",
            "DECLARED",
        ),
        ("6手目のあと、両者とも「相手の旗が落ちている」と主張。\n立会人　北：黒の時間切れ負け。", "DECLARED"),
        ("両者が自分の勝ちを主張。\n審判：黒の旗が落ちたのを見た。黒の時間切れ負け。", "DECLARED"),
        ("白の主張：黒の時間切れで白の勝ち\n審判：盤のとおり。白の時間切れ負け。", "DECLARED"),
        ("白「黒の旗が先に落ちた。自分の勝ち」\n黒「先に落ちたのは白」", "UNREADABLE"),
        ("5手目のあと、両者とも自分の勝ちと主張。\n審判：黒の時間切れ負け。", "UNREADABLE"),
        ("両者が自分の勝ちを主張。\n審判：判定は保留。", "UNREADABLE"),
    ],
)
def test_claims_that_somebody_else_decides(words, judged):
    """Where a referee tells the end below them, what the players claim is a remark; without one it is asked about."""
    assert _judged(ACE + words)[0] == judged


@pytest.mark.parametrize(
    ("words", "judged"),
    [
        ("白の言い分：黒が投げたのだから白の勝ち。\n黒の言い分：認めます。投了です。", ("DECLARED", "first")),
        ("黒の主張：投了です。\n先手の主張：同じ。", ("DECLARED", "first")),
        (
            "黒の言い分：時間は残っていた。\n白の言い分：時計が鳴った。\n審判の裁定で、黒の時間切れ負け。",
            ("DECLARED", "first"),
        ),
        (
            "Black's claim: White took too long.\nWhite's claim: my clock was running.\nWhite wins, Black resigned.",
            ("DECLARED", "first"),
        ),
        (
            "白の言い分：黒が「やめます」と言った。投了だから白の勝ち。\n黒の言い分：中断であって負けていない。",
            ("UNREADABLE", None),
        ),
        ("白の主張：黒の投了で白の勝ち。", ("UNREADABLE", None)),
        ("黒の申し立て：白の時間切れ。\n白の申し立て：切れていない。\n判定は保留。", ("UNREADABLE", None)),
        ("黒の投了\n黒の言い分：投了していない。", ("UNREADABLE", None)),
    ],
)
def test_words_of_each_player(words, judged):
    """An end that a player admits, or that the record tells besides, has come; one that he only claims is asked about."""
    assert _judged(ACE + words) == judged


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("後手が4手目にまちがえて先手のコマを動かした。\n後手の反則負け", "CONFIRMED"),
        ("4手目、小野寺がうっかり相手の駒を動かしてしまった\n反則で後手の負け", "CONFIRMED"),
        ("4手目に後手が誤って先手の駒を動かしました。\n後手の反則負け", "CONFIRMED"),
        ("後手が3手目にまちがえて先手のコマを動かした。\n後手の反則負け", "UNREADABLE"),
        ("後手が4手目にまちがえて先手のコマを動かした。", "UNREADABLE"),
        ("後手が4手目にまちがえて先手のコマを書いた。\n後手の反則負け", "UNREADABLE"),
    ],
)
def test_a_foul_that_is_told(words, status):
    """How the last ply broke the rules is no correction of it, where a line calls that a foul."""
    assert _judged(KING + words)[0] == status


@pytest.mark.parametrize(
    ("words", "judged"),
    [
        ("じいじ「反則だよ」 コウタ「ほんとだ」\n先手の反則負け、じいじの勝ち。", ("CONFIRMED", "second")),
        ("コウタ「反則です」\n先手の反則負け", ("CONFIRMED", "second")),
        ("じいじ「それは反則だよね」\nコウタの反則負け", ("CONFIRMED", "second")),
        ("先手の反則負け、じいじの勝ち。", ("CONFIRMED", "second")),
        ("じいじ「反則負けです」", ("CONTRADICTED", "second")),
        ("じいじの反則", ("CONTRADICTED", "second")),
    ],
)
def test_who_calls_a_foul(words, judged):
    """Whoever says 「反則だよ」 need not have made it; the side of a foul is that of the ply, also where 黒 begins."""
    assert _judged(MASTER + words) == judged


NAMED = ACE.replace("  先手・白 内藤   後手・黒 佐久", "\n先手・白：内藤\n後手・黒：佐久")


@pytest.mark.parametrize(
    ("words", "judged"),
    [
        ("佐久＞ 私の勝ちでいい？\n内藤＞ うん、ぼくの負け。よく見たら詰んでた", ("DECLARED", "second")),
        ("佐久：これ、私の勝ちかな？\n内藤：そうだね", ("UNREADABLE", None)),
        ("佐久：私の負けですね？\n内藤：はい", ("UNREADABLE", None)),
        ("佐久：私の勝ちですよね？\n内藤：はい、負けました", ("DECLARED", "second")),
        ("佐久：私の勝ちでいい？\n内藤：いやだ、まだやる", ("UNREADABLE", None)),
        ("佐久：私の勝ちでいい？", ("UNREADABLE", None)),
        ("佐久：引き分けでいい？\n内藤：うん", ("DECLARED", "draw")),
    ],
)
def test_an_end_that_one_asks_about(words, judged):
    """The other one's answer settles it where it tells an end of its own; a bare yes is asked about, but for a draw."""
    assert _judged(NAMED + words) == judged


CLAIMS = """内藤：
次の手を考えていると、佐久さんが「もういいです、負けです」と言って席を立ちました。だから私の勝ちです。

佐久：
負けとは言っていません。「もういい時間です」と言いました。

"""


@pytest.mark.parametrize(
    ("words", "judged"),
    [
        (f"{CLAIMS}勝ち負けは書かないでおきます。", ("UNREADABLE", None)),
        (CLAIMS, ("UNREADABLE", None)),
        (f"{CLAIMS}審判の裁定で内藤の勝ちとする。", ("DECLARED", "first")),
        (
            "内藤の話　　佐久さんの時計が0になったので時間切れで先手の勝ち。\n佐久の話　0になったのは内藤さんの時計。",
            ("UNREADABLE", None),
        ),
    ],
)
def test_words_below_the_name_of_each_player(words, judged):
    """What each says below his name, or as 内藤の話, is a claim as well."""
    assert _judged(NAMED + words) == judged
