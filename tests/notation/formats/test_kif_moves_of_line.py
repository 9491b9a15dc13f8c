"""Tests of ways to write a game down. Each is read whole, or the record is unreadable; no move is left out."""

from each import each
from helpers import HEAD, record, texts, verdict
from hypothesis import given
from hypothesis import strategies as st

from kifu.core.outcome import Side
from kifu.referee.status_fault_and_basis import Status

MOVES = ("四04占", "三03領", "四05武", "三04士", "四05-四04武", "三03-三05領")
"""The first four are legal."""
FOUR = MOVES[:4]


def numbered(form, between="\n"):
    """Write the moves with `form` round each number."""
    return between.join(f"{form.format(ply)}{move}" for ply, move in enumerate(FOUR, start=1))


READ = {
    "dot": numbered("{}. "),
    "dot without a blank": numbered("{}."),
    "full-width dot": numbered("{}．"),
    "comma": numbered("{}、"),
    "closing parenthesis": numbered("{}) "),
    "parentheses": numbered("({}) "),
    "full-width parentheses": numbered("（{}）"),
    "brackets": numbered("[{}] "),
    "counter": numbered("{}手目 "),
    "counter and colon": numbered("{}手目：四".removesuffix("四")),
    "ordinal": numbered("第{}手 "),
    "colon": numbered("{}："),
    "half-width colon": numbered("{}: "),
    "several on a line": numbered("{} ", " "),
    "several with dots": numbered("{}. ", "  "),
    "several with commas": numbered("{} ", "、"),
    "two on a line": "1 四04占 2 三03領\n3 四05武 4 三04士",
    "side words": "先手 四04占\n後手 三03領\n先手 四05武\n後手 三04士",
    "short side words": "先：四04占\n後：三03領\n先：四05武\n後：三04士",
    "side words and colons": "先手：四04占\n後手：三03領\n先手:四05武\n後手:三04士",
    "numbers and side words": "1 先手 四04占\n2 後手 三03領\n3 先 四05武\n4 後 三04士",
    "marks with a blank": "▲ 四04占\n△ 三03領\n▲ 四05武\n△ 三04士",
    "letters": "1 d4T\n2 c3T\n3 d5W\n4 c4W",
    "small letters": "1 d4t\n2 c3t\n3 d5w\n4 c4w",
    "capital letters": "1 D4T\n2 C3T\n3 D5W\n4 C4W",
    "full-width letters": "1 ｄ４Ｔ\n2 ｃ３Ｔ\n3 Ｄ５Ｗ\n4 ｃ４ｗ",
    "csv": numbered("{},", ",\n"),
    "no numbers": "\n".join(FOUR),
    "blank before the unit": "1 四04 占\n2 三03 領\n3 四05 武\n4 三04 士",
    "times": "1. 四04占 (0:01/00:00:01)\n2. 三03領 (0:02)\n3. 四05武\n4. 三04士",
    "several with times": "1 四04占 (0:01/00:00:01) 2 三03領 (0:02/) 3. 四05武 4) 三04士 ( 0:03/00:00:05)",
}


@each("lines", READ.values(), ids=READ)
def test_ways_that_are_read(lines):
    """All four moves are read in each way, and the only warnings are about missing numbers."""
    game_verdict = verdict(HEAD + lines + "\n")
    assert (game_verdict.status, game_verdict.plies) == (Status.UNFINISHED, 4)
    assert {diagnostic.code for diagnostic in game_verdict.diagnostics} <= {"missing-ply-number"}


READ_AS = {
    "table": "| 1 | 四04占 |\n| 2 | 三03領 |",
    "pairs": "1 四04占 三03領\n2 四05武 三04士",
    "one line without numbers": " ".join(FOUR),
    "kanji numbers": "一、四04占\n二、三03領",
    "circled numbers": "①四04占\n②三03領",
    "row before column": "1 4四占\n2 3三領",
    "arrows": ">四04占\n>三03領",
    "bullets": "・四04占\n・三03領",
    "reasons": "1 四04占!\n2 三03領?",
    "letter for a figure": "1 四O4占\n2 三03領",
    "a closing line in other words": "1 四04占\n2 三03領\nこれにて終局",
    "table with times": "|1|四04占|0:01|\n|2|三03領|0:02|",
    "headers of moves as in shogi": "第一手：四四占\n第二手：3三領",
    "a square parted in parentheses": "1 四04占 (0:05) △三 03領\n3 四05武",
}


@each("lines", READ_AS.values(), ids=tuple(READ_AS))
def test_ways_that_are_read_with_a_note(lines):
    """What a person reads in only one way is read, and a note says what was read for what."""
    game_verdict = verdict(HEAD + lines + "\n")
    assert (game_verdict.status, game_verdict.plies > 1) == (Status.UNFINISHED, True)
    assert "read-as" in {diagnostic.code for diagnostic in game_verdict.diagnostics}


REFUSED = {
    "remarks in the head": "備考：四04占 三03領",
    "all in comments": "*四04占\n*三03領",
    "all in numbered comments": "*1 四04占\n*2 三03領",
    "all in bookmarks": "&四04占",
    "a branch alone": "変化：1手\n1 四04占\n2 三03領",
    "numbers without moves": "1\n2\n3",
    "wrong dash": "1 四04占\n2 三03領\n3 四04/四05占",
    "a result in other words": "結果：熱戦\n1 四04占\n2 三03領",
    "lines of JSON": '{"ply":1,"move":"四04占"}\n{"ply":2,"move":"三03領"}',
    "all in comments as in shogi": "*四四占\n*3三領",
    "moves go on in a remark": "1 四04占\n2 三03領\n備考：四05武 三04士",
    "a numbered move in a remark": "1 四04占\n2 三03領\n備考：3 四05武",
    "a move in a header among the moves": "1 四04占\n場所：三03領\n3 四05武",
    "moves begin in a remark": "備考：1 四04占 (0:01) 2 三03領\n1 四05武",
    "moves of one side": "1 四04占\n2 三03領\n先手：四05武 七07占\n後手：三04士 七06領",
    "an answer as in shogi in parentheses": "1 四04占 (△3三領)\n2 四05武",
    "a numbered word above the moves": "1 投了\n手数----指手---------消費時間--\n1 四04占",
    "a word above a remark": "中断\n備考：四04占 三03領",
    "a word above comments": "中断\n*四04占",
    "moves in a remark said twice": "備考：甲\n1 四04占\n備考：三03領 四05武",
    "moves in a field": "1 四04占\n手番：三03領\n手番：四05武",
}


@each("lines", REFUSED.values(), ids=REFUSED)
def test_ways_that_are_refused(lines):
    """A way that is not read makes the record unreadable, and the fault names a line."""
    game_verdict = verdict(HEAD + lines + "\n")
    assert game_verdict.status is Status.UNREADABLE
    assert game_verdict.fault.line is not None
    assert game_verdict.fault.message.ja != game_verdict.fault.message.en


ADVICE = {
    "後手の勝ち？": ("unreadable-closing", "まで2手で先手の勝ち"),
    "後手の投了により後手の勝ち": ("unreadable-closing", "まで2手で先手の勝ち"),
}


@each(("line", "advice"), ADVICE.items(), ids=ADVICE)
def test_advice(line, advice):
    """The advice on a line that is not understood suits the kind that the line looks like."""
    fault = verdict(f"{HEAD}1 四04占\n2 三03領\n{line}\n").fault
    assert (fault.line, fault.code) == (4, advice[0])
    assert advice[1] in fault.message.ja


def test_advice_in_the_head():
    """A remark that holds moves is not passed over, and the advice never puts a closing line above the moves."""
    fault = verdict(HEAD + "備考：四04占 三03領\n").fault
    assert (fault.code, fault.line) == ("not-understood", 2)
    assert "結果：先手の勝ち" in verdict(HEAD + "先手か後手の勝ち\n1 四04占\n").fault.message.ja


HARMLESS = ("備考：初手は四04占が良い", "備考：初手 四04占 の定跡", "戦型：四04占", "場所：四04 会館", "会場：2 階")


@each("header", HARMLESS)
def test_remarks_that_name_moves(header):
    """A header may talk about moves or have words that look like squares."""
    game_verdict = verdict(f"{HEAD}{header}\n{numbered('{} ')}\n")
    assert (game_verdict.status, game_verdict.plies, game_verdict.diagnostics) == (Status.UNFINISHED, 4, ())


@each("line", ["対局 後半", "対局後半", "後半", "【後半】"])
def test_the_second_half_of_a_match(line):
    """A line for 対局：後半 in other words begins the second game: it is no harmless line after the end."""
    half = "1 四06-五05八内反\n2 三01-五03丸外反\nまで2手で中断\n"
    match_verdict = verdict(f"棋種：king\n対局：前半\n{half}{line}\n{half}")
    plain = verdict(f"棋種：king\n対局：前半\n{half}対局：後半\n{half}")
    assert [(one.status, one.plies) for one in match_verdict.games] == [(one.status, one.plies) for one in plain.games]


def test_prose_after_a_word_alone():
    """Prose and branches may follow a game that was not played."""
    for rest in ("感想戦\nいい勝負", "変化：1手\n1 四04占"):
        assert not verdict(f"{HEAD}不戦敗\n{rest}\n").status.exit_code


@each("dash", "-‐‑‒–—―−－ー─━→⇒～〜~")
def test_dashes(dash):
    """Every dash joins two squares: with blanks, without blanks, doubled, and with an arrow's head."""
    head = HEAD + "1 四04占\n2 七07領\n3 三04武\n4 七06領\n5 "
    for between in (dash, f" {dash} ", dash * 2, f"{dash}>", f"　{dash}"):
        game_verdict = verdict(f"{head}三04{between}三05武\n")
        assert (game_verdict.status, game_verdict.plies) == (Status.UNFINISHED, 5), between


@each("between", ["から", " から ", " ", "　"])
def test_squares_without_a_dash(between):
    """から and a blank join two squares too; へ may stand behind them."""
    head = HEAD + "1 四04占\n2 七07領\n3 三04武\n4 七06領\n5 "
    for tail in ("武", "へ武", " 武"):
        assert verdict(f"{head}三04{between}三05{tail}\n").plies == 5


def test_waves_after_a_unit():
    """～ between squares is a dash, after a unit 反, in either dialect."""
    king = record("棋種：ace\n1 三02～三03丸内～\n2 c6~c5oi～\n")
    games = [entry.text for entry in king.main.entries]
    assert games == ["三02～三03丸内～", "c6~c5oi～"]
    from kifu.core import games as all_games  # noqa: PLC0415 - only here

    assert [all_games.load("ace").read(text).written.suffixes for text in games] == [("反",), ("反",)]


@each(
    ("text", "side"),
    [("先手四04占", 0), ("先 四04占", 0), ("後手：四04占", 1), ("後四04占", 1), ("▲　四04占", 0), ("☖:四04占", 1)],
)
def test_side_words(text, side):
    """先手, 先 and the marks, with a colon or blanks behind them, are checked like a mark."""
    from kifu.core import games  # noqa: PLC0415 - only here

    assert games.load("six").read(text).side is Side(side)


def test_a_player_may_be_called_like_a_word():
    """先手：パス in the head is a name; among the moves it is a move."""
    game_record = record(HEAD + "先手：パス\n1 四04占\n")
    assert (game_record.header("先手"), texts(game_record.main)) == ("パス", ["四04占"])


@given(st.text(alphabet="四04占三領武-0123456789 　.)(：、手目先後▲△投了まで(0:/", max_size=60))
def test_no_text_passes_with_something_unread(text):
    """For any text in one line of a record, exit code 0 means that the record has no error."""
    game_verdict = verdict(HEAD + "1 七07占\n" + text + "\n")
    assert game_verdict.status.exit_code or not [
        diagnostic for diagnostic in game_verdict.diagnostics if diagnostic.severity == "error"
    ]


@each("line", ["1 四Q4占", "(1) 四Q4占", "1. 四Q4占", "1手目 四Q4占"])
def test_a_mistyped_square_is_answered_however_the_move_is_numbered(line):
    """The diagnostic suggests the intended square and stands at its place."""
    fault = verdict(HEAD + line + "\n").fault
    assert (fault.code, fault.line, fault.column) == ("unknown-square", 2, line.index("四") + 1)
    assert "もしかして「四04」" in fault.message.ja
