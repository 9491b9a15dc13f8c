"""Tests of ends told in sentences: who won is what the clauses agree in, and nothing that is only spoken of is an end."""

import pytest
from helpers import DIAGRAM, HEAD, verdict

import kifu
from kifu.core import games
from kifu.core.outcome import Outcome, Side, Termination
from kifu.referee.status_fault_and_basis import Status
from notation.freeform.claims_of_clauses_about_ends import EndContext
from notation.freeform.ends_told_in_sentences import told_end
from notation.freeform.fold_text import fold_line
from notation.freeform.spans_line_context_and_sides import SideContext

_PLAYERS = {"山田": Side.FIRST, "鈴木": Side.SECOND}
_SIX = "6面体\n先手：山田\n後手：鈴木\n1 二02占\n2 三06領\n"
_CHAT = "6面体\n20:01 山田: 先手です\n20:02 鈴木: 後手です\n20:03 山田: 二02占\n20:04 鈴木: 三06領\n"


def _told(text, speaker=None, **players):
    around = SideContext(games.load("six"), {}, _PLAYERS | players)
    return told_end(EndContext(around, speaker), fold_line(text, 1).text)


def _said(found):
    return None if found is None else "inferred" if found.inferred else found.word or found.winner


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("山田が投げて終わり。", Side.SECOND),
        ("両者相談の上、引き分けと決める。", "引き分け"),
        ("12手まで、山田中押し負け", Side.SECOND),
        ("二人で話し合って引き分けに決めました。", "引き分け"),
        ("引き分けと決めるのは早い。", None),
        ("山田さん、14手まで指して投了しました。", Side.SECOND),
        ("帰る時間になったので山田さんの負け。", Side.SECOND),
        ("塾があるので山田くんは途中で帰り、鈴木くんの勝ちになりました。", Side.SECOND),
        ("長い戦いの末に山田さんが投了。お茶にしました。", Side.SECOND),
        ("雨がひどくなってきたので引き分けにして帰りました。", "引き分け"),
        ("山田さん「負けました」鈴木さん「ありがとうございました」", Side.SECOND),
        ("山田は粘ったが力尽き、投了した。", Side.SECOND),
        ("山田の反則ではなく鈴木の時間切れ。", Side.FIRST),
        ("二人ともくたびれて引き分け。", "引き分け"),
        ("鈴木さんが用事を思い出し、鈴木さんの負けということで。", Side.FIRST),
        ("山田さんの持ち時間がなくなったので、鈴木さんの勝ちとしました。", Side.SECOND),
        ("電話が鳴って山田が席を外し、そのまま投了した。", Side.SECOND),
        ("山田が深いため息をついて投了、鈴木の勝ち。", Side.SECOND),
        ("いや、山田の負けではなく鈴木の負け。", Side.FIRST),
        ("山田 lost on time after a long think.", Side.SECOND),
        ("鈴木 resigned and we went home.", Side.FIRST),
        ("Late in the evening 山田 resigned.", Side.SECOND),
        ("どちらも眠くなったので引き分けとしました。", "引き分け"),
        ("お昼ごはんなので終わり。続きはまた明日。", "中断"),
        ("山田さんは途中で気分が悪くなり棄権、鈴木さんの勝ち。", Side.SECOND),
        ("ここで山田が席を立って投了。", Side.SECOND),
        ("子供が起きたので山田の投了で。", Side.SECOND),
        ("このあと山田さんが帰る時間になり、山田さんの投了としました。", Side.SECOND),
        ("夜11時。山田が眠いと言うので山田の負けということにしてもらった（投了）。", Side.SECOND),
        ("夕飯のためここまで。鈴木の不戦勝ということで…うそ、あした続き。", "inferred"),
        ("風呂が沸いたので鈴木の不戦…いや、山田の投げということにした。", Side.SECOND),
        ("ここで 山田さんが 時間切れ と 言いたいところですが 鈴木さんが 時間切れ です", Side.FIRST),
        ("山田は用事で帰る。鈴木さんの不戦…ではなく、引分けにした。", "引き分け"),
        ("この後、鈴木さんから引き分けのお申し出があり、お受けしました。", "引き分け"),
        ("鈴木がまいったって言った。やったね！", Side.FIRST),
        ("山田さんより投了のお葉書をいただきました。", Side.SECOND),
        ("弟が待っているので鈴木さんの勝ちということになりました。", Side.SECOND),
        ("山田さんから投了の申し出！ありがとうございました", Side.SECOND),
        ("鈴木さんから投了の申し出がありました。", Side.FIRST),
        ("六十手、次の用事のため引き分けで合意。握手。", "引き分け"),
        ("消灯のため引き分けということで双方合意。", "引き分け"),
        ("投了,山田,,,鈴木の勝ち", Side.SECOND),
        ("山田さん投了。「置き方で負けてました」", Side.SECOND),
        ("よって先手（堀氏）の勝ち。", Side.FIRST),
        ("山田の勝ち！　これで7勝5敗です。", Side.FIRST),
        ("山田の勝ち。これで鈴木は3連敗。", None),
    ],
)
def test_an_end_among_free_words(text, said):
    """Whatever a sentence says besides, the clauses that tell who has won tell the end."""
    assert _said(_told(text)) == said


@pytest.mark.parametrize(
    "text",
    [
        "山田が投了しようとしたが鈴木が止めた。",
        "山田は投了しなかった。",
        "山田さんから投了の申し出があったが鈴木さんは受けず。",
        "山田さんから投了の申し出。鈴木さんは断った。",
        "山田さんから投了の申し出はなかった。",
        "引き分けで合意せず。",
        "山田さん投了。「鈴木さんの負けです」",
        "山田さん投了。「負けではない」",
        "秋も深まってまいりました。",
        "引き分けで合意しかけたが続行。",
        "投了,山田,,,山田の勝ち",
        "山田,鈴木の勝ち",
        "後手（山田氏）の勝ち。",
        "先手（堀氏の父）の勝ち。",
        "鈴木「投了する？」山田「まだまだ」",
        "山田の勝ちと思われたが、実際は続いた。",
        "山田さんが勝つと思っていた。",
        "山田が負けるとは思わなかった。",
        "山田が負けたのは昨日。",
        "山田が勝てば優勝。",
        "山田に勝ちたい。",
        "山田の負けが濃厚。",
        "山田の負けと言う人もいた。",
        "鈴木さんは山田さんが投了すると読んでいた。",
        "山田は投了のタイミングを逃した。",
        "もう少しで山田の勝ちだった。",
        "山田は勝ちを逃した。",
        "山田の勝ちはない。",
        "山田の勝ちは動かない。",
        "先に時間が切れたら負け。",
        "山田の時間切れ負けを心配した。",
        "投了の文字が頭に浮かぶ山田。",
        "山田の弟は将棋で負けた。",
        "山田さんの息子が鈴木さんに勝った。",
        "山田は前の試合で鈴木に負けた。",
        "鈴木に負けた佐藤が見ていた。",
        "山田の妻「あなたの負けね」",
        "山田は引き分けを提案した。",
        "引き分けにしようと山田が言ったが鈴木は断った。",
        "山田の反則かと思ったが問題なかった。",
        "反則ではないかと鈴木が言う。",
        "山田の勝ちでしょうか。",
        "山田の勝ち？",
        "山田の勝ちらしい？",
        "ここで終われば山田の勝ち。",
        "ここから山田が負ける人はいない。",
        "山田が勝つ確率は八割。",
        "山田は負けを覚悟した。",
        "山田、負けました…なんちゃって。",
        "山田が投了、と書こうとしたがまだ指していた。",
        "山田の勝ちなら鈴木がおごる。",
        "鈴木の勝ちだと山田が言い張る。",
        "佐藤さんが山田さんの勝ちと判定しかけた。",
        "時間切れになりそうな山田。",
        "山田、時間切れ寸前。",
        "山田は強い。鈴木は負けてばかり。",
        "鈴木はいつも負ける。",
        "山田が負けるまで帰れない。",
        "勝った方が先手。",
        "負けた山田が先手で次の対局。",
        "投了図は省略。",
        "投了以下の変化は省略。",
        "山田が勝った前局と同じ形。",
        "山田はこの手で勝ちを確信した。",
        "この手で山田の勝ちになったかもしれない。",
        "山田は投げたくなった。",
        "山田は投げるに投げられない。",
        "山田が優勢だが勝ちきれるか。",
        "山田は勝ち筋を見つけた。",
        "鈴木の応援団「山田の負け！」",
        "鈴木は山田の投了を確信した。",
        "山田は「鈴木の勝ち」と言われて怒った。",
        "山田さんが負けたら鈴木さんの勝ち。",
        "山田が負けてもおかしくない。",
        "山田は負けて当然の手を指した。",
        "黒が勝ちとなる変化もある。",
        "山田、鈴木の両者が投了を考えた。",
        "山田の駒がなくなったら負け。",
        "勝負はこれから。",
        "山田が勝負に出た。",
        "終わりそうにない。",
        "ここで終わりにしない。",
        "Yamada almost lost.",
        "If 山田 resigns now.",
        "山田 would have lost on time.",
        "山田 did not resign.",
        "Did 山田 resign?",
        "山田 nearly won.",
        "鈴木 thinks 山田 lost.",
        "山田 could win here.",
        "山田 should resign.",
        "山田 offers a draw.",
        "He resigned.",
        "山田さんは勝ちと見ていたが鈴木さんの方が良かった。",
        "山田の勝ちにはならない。",
        "山田の勝ちとは言えない。",
        "山田の負けとは限らない。",
        "山田が負けにくい形。",
        "山田が反則を指摘した。",
        "山田は反則を主張したが認められなかった。",
        "山田が時間切れを主張した。",
        "山田の時間切れは取り消し。",
        "山田の投了は撤回。",
        "山田の投了を認めず。",
        "山田の勝ちを取り消し、指し直し。",
        "山田の勝ちではなく、再試合。",
        "先手の勝ち、後手の負けという結果を望む。",
        "山田は負けを認めない。",
        "山田が負けを認めようとしない。",
        "勝ちは山田ではない。",
        "勝ったのは山田ではない。",
        "山田でなく佐藤の勝ち。",
        "山田の投了後、検討で鈴木の負けと判明。",
        "山田の勝ち(ただし参考記録)、正式には無効。",
        "山田は一勝、鈴木は二勝。",
        "山田が負け越した。",
        "山田の負け数は三。",
        "山田、惜敗かと思いきや大逆転。",
        "山田さんが帰ったので鈴木さんの勝ちという話もあるが未定。",
        "王手をかけて山田が勝ったと叫ぶ。",
        "山田の勝ち、と言うのは早い。",
        "山田の勝ちと言えるのはもっと先。",
        "山田が投げた駒が落ちた。",
        "山田が匙を投げた方がいいと言った。",
        "山田が参ったか。",
        "山田は参ったなあという顔。",
        "山田「参ったなあ」",
        "山田「負けたかな」",
        "山田「負けました」と言わない。",
        "山田は終始劣勢で敗色濃厚。",
    ],
)
def test_an_end_that_is_only_spoken_of(text):
    """What is denied, wished, asked, quoted, of another game, or of somebody else, is no end."""
    assert _told(text) is None


@pytest.mark.parametrize(
    ("text", "winner"),
    [
        ("ごめん電池きれるから負けでいい", Side.SECOND),
        ("そば伸びるから負けでいい", Side.SECOND),
        ("ごめん、子どもが起きた。投了します、鈴木さんの勝ちで", Side.SECOND),
        ("うわ、間に合わない！負けましたー", Side.SECOND),
        ("わたしの負けです", Side.SECOND),
        ("あなたの勝ちです", Side.SECOND),
        ("弟の負けです", None),
        ("佐藤さんの負けですね", None),
        ("れんが時間切れ負けということにした", None),
    ],
)
def test_words_of_a_known_speaker(text, winner):
    """Where nobody is named it is the speaker who has lost or won; where somebody else is named it is not."""
    found = _told(text, Side.FIRST)
    assert (None if found is None else found.winner) is winner
    assert _told(text) is None or winner is Side.SECOND


@pytest.mark.parametrize(
    ("text", "winner"),
    [
        ("最後の占を取られた山田さんが「負けました」。", Side.SECOND),
        ("山田さんは最後パスするしかなく、潔く「負けました」。", Side.SECOND),
        ("ここで先手、駒台に手を置いて「負けました」と一礼。", Side.SECOND),
        ("鈴木の応援団「山田の負け！」", None),
        ("山田の妻「負けました」", None),
        ("先手、時間を使い切る。負け。", Side.SECOND),
        ("山田は強かった。負けました。", None),
        ("後手の門間さん 勝ち 先手 投了です", Side.SECOND),
        ("後手の弟さんの勝ち", None),
        ("れんの勝ち", None),
        ("相手（後手）の回線落ちで勝ち", None),
        ("山田が鈴木の投了で勝ち", Side.FIRST),
        ("千田がサイコロを投げて私の負け", None),
        ("山田さんが投げて私の負け", None),
        ("だめだ、もう降参です（山田）", Side.SECOND),
        ("このあと山田さんのほうで続けられず、投了いたしました。またぜひお願いします。", Side.SECOND),
        ("鈴木の方で用事ができ、投了とさせていただきました。またいずれ。", Side.FIRST),
        ("山田のほうでは投了を考えましたが、続けます。", None),
    ],
)
def test_whom_an_end_is_about(text, winner):
    """It is the side in the place of the subject, the topic of the sentence, or whoever is quoted; nobody of no known side."""
    found = _told(text)
    assert (None if found is None else found.winner) is winner


@pytest.mark.parametrize(
    ("text", "winner"),
    [
        ("山田さんが続けられず、投了いたしました。", Outcome.SECOND),
        ("鈴木さんのほうで続けられず、投了", Outcome.FIRST),
        ("続けられず、投了いたしました。", Outcome.SECOND),
    ],
)
def test_the_side_in_the_words_before_a_word_that_names_nobody(text, winner):
    """Whoever the sentence is about has resigned, whichever side is to move."""
    assert verdict(_SIX + text + "\n").outcome.outcome is winner


_ENGLISH = (
    "Union Ace\nWhite: Mikko   Black: Naomi\n1. c7-c5 hexagon out, turned over\n2. c1-a3 square out, turned over\n"
)
_ROUNDS = """UNION KING
White: Rob
Black: Ann
1. g6-g7 circle/inner +union       d2-d1 pentagon/inner +union
2. b7-b6 octagon/outer +union      c2-c1 square/inner +union
"""


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("White resigns after 2. Black (Naomi) wins.", Status.DECLARED),
        ("White (Mikko) resigned after move 2. Naomi won.", Status.DECLARED),
        ("White resigned on move 3.", Status.DECLARED),
        ("Naomi won in 2 moves.", Status.DECLARED),
        ("White resigns after 2 hours. Black wins.", Status.DECLARED),
        ("White resigns after 7. Black (Naomi) wins.", Status.CONTRADICTED),
        ("White resigns after 7 moves.", Status.CONTRADICTED),
        ("Naomi wins after move 1.", Status.CONTRADICTED),
        ("Black resigns after 2. Black (Naomi) wins.", Status.UNREADABLE),
        ("Black (Mikko) wins.", Status.UNREADABLE),
        ("Naomi or Mikko wins.", Status.UNREADABLE),
    ],
)
def test_the_plies_that_an_end_in_english_counts(text, status):
    """They are compared, whatever name stands beside; a name that is short for the other player is no piece of one."""
    assert verdict(_ENGLISH + text + "\n").status is status


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("Rob resigned after move 2. Ann won.", Status.DECLARED),
        ("Rob resigned after 4 plies.", Status.DECLARED),
        ("White resigned at move 3.", Status.DECLARED),
        ("Rob resigned after move 3. Ann won.", Status.CONTRADICTED),
    ],
)
def test_the_rounds_that_an_end_in_english_counts(text, status):
    """A move of a record in rounds is the round."""
    assert verdict(_ROUNDS + text + "\n").status is status


def test_the_writer_of_a_post():
    """A post names its writer above it; who says that he is to move first may say it without a particle."""
    head = "6面体\n投稿者：つるつる\n先手つるつる、後手おむすびさん。\n1 二02占\n2 三06領\n以上2手、私の投了です。\n"
    assert verdict(head).outcome.outcome is Outcome.SECOND
    assert verdict(head.replace("投稿者：つるつる\n", "")).status is Status.UNREADABLE


def test_titles_and_parts_of_names():
    """A player is known by the title alone, and without what a sentence has before the name; not by a title of both."""
    assert _told("会長の勝ちとなった。拍手。", 井手会長=Side.FIRST).winner is Side.FIRST
    assert _told("眠いので井上さんの投了としました。", 先日の井上さん=Side.FIRST).winner is Side.SECOND
    assert _told("会長の勝ちとなった。", 井手会長=Side.FIRST, 田所会長=Side.SECOND) is None


def test_reasons_and_points_are_kept():
    """The reason that a sentence names is that of the end; points that nobody can see on the board leave it open."""
    assert _told("塾の時間なので山田くんが投了。").reason is Termination.RESIGNATION
    assert _told("長考のあと山田の時間切れ。惜しい。").reason is Termination.TIME
    assert _told("100点ちょうど、山田の勝ち") is None


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("まごがねむいというので山田の負けにしておく", Status.DECLARED),
        ("まごがねむいというので佐藤の負けにしておく", Status.UNREADABLE),
        ("山田の負けにしておくという話も出たが続けることに", Status.UNFINISHED),
    ],
)
def test_records_with_such_a_line(text, status):
    """A record ends with the sentence, or the line is asked about."""
    found = verdict(_SIX + text + "\n")
    assert found.status is status
    assert (found.outcome.outcome is Outcome.SECOND) if status is Status.DECLARED else True


def test_a_message_that_gives_up():
    """Whoever sends it has lost."""
    found = verdict(_CHAT + "20:05 鈴木: ごめん電池きれるから負けでいい\n20:06 山田: おつ\n")
    assert found.status is Status.DECLARED
    assert found.outcome.outcome is Outcome.FIRST


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("これで鈴木さんの占が全部なくなったはずです。私の勝ちですね。", Status.CONFIRMED),
        ("やった、占がぜんぶ消えた。負けましたって言われた", Status.CONFIRMED),
        ("うわ最後の占いなくなった。負けましたー", Status.CONFIRMED),
        ("うわ最後の占いなくなった。山田の負けですねー", Status.CONTRADICTED),
        ("そば伸びるから山田の負けでいい", Status.CONTRADICTED),
    ],
)
def test_the_board_proves_it(text, status):
    """Behind the end of the game by the rules a sentence may leave open who has won, but not name the other one."""
    record = f"{HEAD}先手：山田\n後手：鈴木\n{DIAGRAM}四03-五03武\n{text}\n"
    assert verdict(record).status is status


def test_a_remark_on_the_foul_above():
    """A sentence about the foul that is the last ply says who has lost; it leaves no foul in doubt."""
    found = verdict(_SIX + "3 二02領\nみんなで盤を確かめて、反則なので山田の負けにしました。\n")
    assert found.status is Status.CONFIRMED
    assert found.outcome.outcome is Outcome.SECOND


@pytest.mark.parametrize(
    "text",
    [
        "山田の指摘により対局を止め、反則と認める。",
        "山田さ一んが山田さんに勝ち",
    ],
)
def test_a_subject_that_is_not_known_leaves_an_end_open(text):
    """A cause, and two winners in one clause, name nobody who has lost."""
    assert _told(text) is None or _told(text).winner is None


def test_the_writer_is_the_player_who_is_not_named():
    """The last clause is about the writer, not about the player whose turn the clause before it names."""
    text = "鈴木さんの番は終わり、私の番で時計が切れました。時間切れ負け。くやしい！"
    assert _told(text).winner is Side.SECOND


def test_the_end_of_somebody_before_it_is_not_cut_off():
    """おと の かち（あさひ とうりょう） is won by おと, or asked about; かち（あさひ does not name the winner."""
    record = "6面体\n先手：あさひ\n後手：おと\n1 二02占\n2 三06領\nおと の かち（あさひ とうりょう）\n"
    ending = verdict(record).outcome
    assert ending is None or ending.outcome is Outcome.SECOND


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ("山田の勝ち。ボロ負け。", Status.DECLARED),
        ("鈴木の投了\n山田の負け", Status.CONTRADICTED),
        ("鈴木の投了\n【訂正】切れていたのは山田の側でした。\n正：山田の負け", Status.UNREADABLE),
    ],
)
def test_a_second_end_of_the_other_side(said, status):
    """It contradicts the first one, but for a word that names nobody, and for one that is meant in its place: that is asked about."""
    assert verdict(f"{_SIX}{said}\n").status is status


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ("2手で鈴木の時間切れ、山田の勝ち（10分切れ負け）", Status.DECLARED),
        ("2手で鈴木の時間切れ、山田の負け", Status.UNREADABLE),
        ("2手で鈴木投了、鈴木の勝ち", Status.UNREADABLE),
    ],
)
def test_two_winners_on_one_line(said, status):
    """What stands behind an end on its line is no remark if it tells that the other side has won: it is asked about."""
    assert verdict(f"{_SIX}{said}\n").status is status


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ("16対16！ 引き分けにしようって二人で決めた", Status.DECLARED),
        ("16点どうしで引き分け", Status.DECLARED),
        ("16-16で並んだところで引き分けにしましょう、となった", Status.DECLARED),
        ("二人とも16点で引き分け", Status.DECLARED),
        ("At 16 all we agreed to a draw", Status.DECLARED),
        ("18点どうしで引き分け", Status.CONTRADICTED),
        ("18対16！ 引き分けにしようって二人で決めた", Status.CONTRADICTED),
        ("16対16！ 引き分けにしようって言ったけど断られた", Status.UNREADABLE),
    ],
)
def test_points_before_a_draw(said, status):
    """Points that begin the sentence of a draw are compared with the board, and are no number of a ply."""
    moves = "1 三06-三05六内\n2 六01-六02八外合\n3 六07-六06三外合\n"
    assert verdict(f"ユニオンキング\n先手：山田\n後手：鈴木\n{moves}{said}\n").status is status


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ("2手目のあと、後手から引き分けの提案、先手同意", Status.DECLARED),
        ("鈴木から引き分けの申し出、山田承諾", Status.DECLARED),
        ("鈴木がまいりましただって", Status.DECLARED),
        ("鈴木がまいりましただって？", Status.UNREADABLE),
        ("2手目のあと、後手から引き分けの提案、先手は同意せず", Status.UNREADABLE),
        ("後手から引き分けの提案、先手は考え中", Status.UNREADABLE),
    ],
)
def test_a_draw_that_was_offered(said, status):
    """It has come if the other side takes it up in the next clause."""
    assert verdict(f"{_SIX}{said}\n").status is status


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ("手番で何もできない人は負けですね。先手の勝ち、2手", Status.DECLARED),
        ("指す手がなければ負けです。鈴木さんが投了", Status.DECLARED),
        ("鈴木が投了。山田の勝ちです。久々の白星。", Status.DECLARED),
        ("山田じゃない人が勝ち", Status.UNREADABLE),
        ("残り駒の少ない方が負け、鈴木", Status.UNREADABLE),
    ],
)
def test_a_rule_beside_an_end(said, status):
    """A sentence of the rules tells no end, nor does joy behind one; who has won is told beside them."""
    assert verdict(f"{_SIX}{said}\n").status is status


def test_even_points_behind_a_move():
    """Even points so far end nothing where moves follow."""
    moves = "1手目 三06-三05六内、六01-六02八外合、六07-六06三外合。16対16の同点。\n4手目 四01-四02五外合。\n"
    found = verdict(f"ユニオンキング\n先手：山田\n後手：鈴木\n{moves}")
    assert (found.status, found.plies) == (Status.UNFINISHED, 4)


WRITERS = [
    ("私が先手、鈴木さんが後手", "first"),
    ("鈴木さんが先手、私が後手です", "second"),
    ("先手：鈴木　後手：私", "second"),
    ("先手：僕\n後手：妹", "first"),
    ("▲鈴木 △自分", "second"),
]


@pytest.mark.parametrize(("head", "writer"), WRITERS)
@pytest.mark.parametrize(
    ("end", "won"),
    [
        ("自分の負け", False),
        ("僕の勝ち！", True),
        ("相手が投了", True),
        ("相手の勝ち", False),
        ("私が負けました", False),
    ],
)
def test_the_end_in_the_words_of_the_writer(head, writer, end, won):
    """Whatever the writer calls himself, and the other one, the side is that of the head."""
    (verdict,) = kifu.verify(kifu.read(f"6面体\n{head}\n1 四04占\n2 四02領\n{end}\n".encode()))
    assert (verdict.outcome.outcome.value == writer) is won


@pytest.mark.parametrize(("head", "writer"), WRITERS)
def test_a_resignation_of_nobody_in_a_record_of_one_player(head, writer):
    """負けました are the words of the writer, also where the other one is to move; or it is asked about."""
    (verdict,) = kifu.verify(kifu.read(f"6面体\n{head}\n1 四04占\n2 四02領\n負けました\n".encode()))
    winner = verdict.outcome and verdict.outcome.outcome.value
    assert (verdict.status.name, winner) in {
        ("DECLARED", "second" if writer == "first" else "first"),
        ("UNREADABLE", None),
    }


@pytest.mark.parametrize("head", ["先手→おれ（山田）　後手→鈴木", "先手 山田（ぼく）　後手 鈴木"])
@pytest.mark.parametrize(
    ("end", "won"),
    [
        ("山田投了", Outcome.SECOND),
        ("山田の勝ち", Outcome.FIRST),
        ("ぼくの負け", Outcome.SECOND),
        ("おれの勝ち", Outcome.FIRST),
    ],
)
def test_a_player_with_a_name_who_writes_the_record(head, end, won):
    """Both the name and the word for the writer are those of the player."""
    (judged,) = kifu.verify(kifu.read(f"6面体\n{head}\n1 二02占\n2 三06領\n{end}\n".encode()))
    assert judged.outcome.outcome is won


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("鈴木です。うれしい初勝利！ 山田さん、ありがとうございました。", Side.SECOND),
        ("私の負けです。鈴木さん、ありがとうございました。", Side.SECOND),
        ("山田と申します。ここで投了いたします。", Side.SECOND),
        ("私が投了。反省点は置き方。ラーメンを食べて帰りました。　山田記", Side.SECOND),
        ("ここで投了します。すみません、電車の時間もあるので。鈴木", Side.FIRST),
        ("勝ちました！　鈴木", Side.SECOND),
        ("負けを認めます。（山田）", Side.SECOND),
        ("次は負けません。　鈴木", None),
        ("山田です。時間切れになりました。", None),
        ("ありがとうございました。　鈴木", None),
        ("私が投了。反省点は置き方。　記録：山田", None),
        ("私が投了しました。観戦は山田さんの弟。", None),
    ],
)
def test_the_words_of_whoever_signs_them(text, said):
    """Who says his name first, or signs, speaks of himself; who keeps the record, or looks on, is nobody."""
    assert _said(_told(text)) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("山田先生の指し手に感服して投了しました。", Side.FIRST),
        ("山田さんの好手を見て投了しました。", Side.FIRST),
        ("山田さんの攻めに鈴木さんが投了。", Side.FIRST),
        ("山田さんのミスで投了しました。", Side.SECOND),
        ("山田さんの負けを認めて投了。", Side.SECOND),
        ("鈴木さんが自分の番で投了しました。", Side.FIRST),
        ("山田さんに軍配。", Side.FIRST),
        ("鈴木さんに軍配。山田氏はこれで黒星先行。", Side.SECOND),
    ],
)
def test_whose_moves_have_made_the_other_one_give_up(text, said):
    """Who is admired has not resigned; 自分 behind a side is that side; what is awarded goes to the winner."""
    assert _said(_told(text)) == said


@pytest.mark.parametrize(
    "text", ["投了……しようかな、どうしようかな", "山田さんの「投了……しようかな」", "後手の勝ち、パスを除けば3手"]
)
def test_words_that_are_broken_off_or_count_otherwise(text):
    """They tell no end."""
    assert _told(text) is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("山田さんは追いつけないと見て投げられました。", Side.SECOND),
        ("山田さんは負けないと見ていた。", None),
        ("山田です。まだ指せたかもしれませんが、根気がつきて投了しました。", Side.SECOND),
        ("山田の負けかもしれません。", None),
        ("詰みまで指さず、山田氏は潔く駒を投じた。", Side.SECOND),
        ("後手の鈴木さん、堂々の勝ち名乗り。", Side.SECOND),
        ("鈴木です。勝たせていただきました。", Side.SECOND),
        ("置き場所を失敗したので私の負けにしてください。山田", Side.SECOND),
        ("置き場所を失敗した。", None),
        ("ただし先手は持ち時間を使い切り、後手の勝ち。", Side.SECOND),
        ("後手の勝ち。ただし先手が抗議中。", None),
        ("時間切れ勝ち。山田", Side.FIRST),
        ("山田さんが引き分けを提案、鈴木さんも「いいですよ」と。これにて終わり。", "引き分け"),
        ("山田が「引き分けにしようか」と言って、鈴木も「うん」。", "引き分け"),
        ("山田が「引き分けにしようか」と言って、鈴木は「いやだ」。", None),
        ("山田さんが「引き分けにしますか？」と提案し、鈴木さんは「はい、そうしましょう」と答えました。", "引き分け"),
        ("山田さんが引き分けを提案、鈴木さんも「うん、でも続けよう」と。", None),
        ("引き分けを申し込んだのは山田、受けたのは鈴木。", "引き分け"),
        ("山田です。投了していただきました。", None),
        ("本局は引き分け。通算山田の2勝1敗2分け。", "引き分け"),
        ("打ち掛け。次の手番：山田", "中断"),
        ("蛍の光が流れてきたのでおひらき。決着は来月の例会で。", "inferred"),
        ("先手の手番で打ち切り。", "inferred"),
        ("先手の手番で打ち切り。結果はありません。", "中断"),
    ],
)
def test_ends_in_other_words(text, said):
    """What is conceded, denied before, or limits nothing leaves the end as it is; what doubts it does not."""
    assert _said(_told(text)) == said


@pytest.mark.parametrize(
    ("end", "read"),
    [
        ("三06領まで、山田の投了。", True),
        ("△鈴木の三06領を見て▲山田が投了。消費時間は先手48分、後手41分。", True),
        ("鈴木さんの三06領を見て、山田さんは五分ほど考えて投げた。", True),
        ("山田の三06領を見て鈴木が投了。", False),
        ("三05領まで、山田の投了。", False),
        ("三06占まで、山田の投了。", False),
    ],
)
def test_the_last_ply_told_again_before_an_end(end, read):
    """It is no other move where it is the same, and of the same side; the times behind it are no points."""
    found = verdict(f"{_SIX}\n{end}\n")
    assert (found.status is Status.DECLARED) is read
    assert not read or found.outcome.outcome is Outcome.SECOND


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ここまで2手、対局中。次は▲", "inferred"),
        ("まさかの時間切れ勝ち。エリさん、今度は時計なしでやりましょう。山田", Side.FIRST),
        ("山田が投了。消費時間は先手48分、後手41分。", Side.SECOND),
    ],
)
def test_marks_times_and_adverbs_beside_an_end(text, said):
    """They name nobody else, and count nothing."""
    assert _said(_told(text)) == said


@pytest.mark.parametrize(
    ("end", "winner"),
    [
        ("投了。鈴木", Outcome.SECOND),
        ("投了。山田", Outcome.SECOND),
        ("投了。（鈴木記）", Outcome.SECOND),
        ("投了（山田）", Outcome.SECOND),
        ("投了（鈴木）", Outcome.FIRST),
        ("投了しました。鈴木", Outcome.FIRST),
        ("0-1 山田", None),
        ("0-1 鈴木", Outcome.SECOND),
        ("山田さん、参りました。鈴木", Outcome.FIRST),
        ("鈴木さん、投了します。　山田", Outcome.SECOND),
        ("鈴木さん、ありがとうございました。負けました。山田", Outcome.SECOND),
        ("鈴木さん、時間切れでした。山田", Outcome.SECOND),
    ],
)
def test_the_name_below_an_end(end, winner):
    """Whoever has moved last signs a bare 投了 as the one who keeps the record; in brackets, or with a verb, it is his."""
    found = verdict(f"{_SIX}\n{end}\n").outcome
    assert (None if found is None else found.outcome) is winner
