"""Judges whole records of 続・連合将棋: the samples, options, closing words, damaged heads."""

from pathlib import Path

import pytest
from drawn import position_of
from each import each

from kifu.cli.printing.verdict_report import verdict_report
from kifu.games.rengo.boards_and_unit_movements import BOARDS
from kifu.games.rengo.diagrams_and_drawing import spell_diagram
from kifu.games.rengo.game import GAME
from kifu.games.rengo.setup_check import unit_costs
from kifu.referee.verify import verify
from notation.formats.kif_canonical_writer import canonical_lines
from notation.reading import read

SAMPLES = Path(__file__).parents[4] / "samples" / "rengo"
EXPECTED = {
    "rulebook": ("DECLARED", None),
    "five": ("CONFIRMED", "rengo.39"),
    "mate": ("CONFIRMED", "rengo.46"),
    "pawn-drop-mate": ("ILLEGAL", "rengo.28"),
    "facing-refused": ("CONFIRMED", "rengo.45"),
    "bikjang": ("CONFIRMED", "rengo.48"),
    "counting": ("CONFIRMED", "rengo.55"),
    "king-taken": ("CONFIRMED", "rengo.44"),
    "perpetual-check": ("CONFIRMED", "rengo.51"),
    "passes-janggi": ("CONFIRMED", "rengo.53"),
    "passes-othello": ("CONFIRMED", "rengo.55"),
    "standstill-janggi": ("UNFINISHED", None),
    "standstill-renju-so": ("UNFINISHED", None),
    "forced-pass-othello": ("UNFINISHED", None),
    "over-budget": ("ILLEGAL", "rengo.7"),
    "by-option": ("DECLARED", None),
    "by-default": ("ILLEGAL", "rengo.30"),
    "repetition-claimed": ("CONFIRMED", "rengo.51"),
    "resigned": ("DECLARED", None),
    "out-of-time": ("DECLARED", None),
    "disputed-kan": ("CONFIRMED", "rengo.46"),
    "disputed-nari": ("CONFIRMED", "rengo.46"),
    "disputed-pawn2": ("DECLARED", None),
    "disputed-kinshi": ("ILLEGAL", "rengo.34"),
    "disputed-hasami": ("ILLEGAL", "rengo.45"),
    "disputed-saki": ("ILLEGAL", "rengo.42"),
} | {f"repetition-{name}": ("CONFIRMED", "rengo.51") for name in ("gyoku", "o", "sui", "so", "kun")}
EXPECTED |= {
    f"standstill-{name}": ("CONFIRMED", "rengo.50")
    for name in (
        "shogi",
        "chess",
        "xiangqi",
        "makruk",
        "draughts",
        "renju-gyoku",
        "renju-o",
        "renju-sui",
        "renju-kun",
    )
}


def judged(text):
    """Return the verdict on the only record of a text."""
    document = read("text", text.encode())
    return verify(document.records[0], document.sha256, document.diagnostics)


def sample(name):
    """Return the text of a sample."""
    return (SAMPLES / f"{name}.kif").read_text("utf-8")


def codes(verdict):
    """Return the codes of a verdict's diagnostics."""
    return [diagnostic.code for diagnostic in verdict.diagnostics]


def test_every_sample_is_expected():
    """No sample is left out of these tests."""
    names = {path.stem for path in SAMPLES.glob("*.kif")}
    assert names == set(EXPECTED) | {name for name in names if name.startswith(("game-", "hundred-"))}


@each("name", EXPECTED)
def test_samples(name):
    """Each sample gets the verdict and the article its name promises, and nothing in it is left unread."""
    verdict = judged(sample(name))
    decided = verdict.fault or verdict.outcome
    assert (verdict.status.value, decided.article if decided else None) == EXPECTED[name]
    assert not {"not-understood", "field-outside-diagram", "repeated-header"} & set(codes(verdict))


@each("path", sorted(SAMPLES.glob("game-*.kif")), ids=lambda path: path.stem)
def test_whole_games(path):
    """The generated games are legal to the last ply and end as they say."""
    verdict = judged(path.read_text("utf-8"))
    assert verdict.status.value in {"CONFIRMED", "UNFINISHED"}
    assert verdict.plies > 50
    assert verdict.to_json()["final"]


HUNDRED = sorted(SAMPLES.glob("hundred-*.kif"))


@each("path", HUNDRED, ids=lambda path: path.stem)
def test_games_of_a_hundred_points(path):
    """Two different armies of at most 100 points, set up by the rules, play to an end by the rules or a resignation."""
    verdict = judged(path.read_text("utf-8"))
    start = verdict.replay.positions[0]
    spent = [sum(row[2] for row in unit_costs(start.context, start.board, start.stands[side], side)) for side in (0, 1)]
    assert all(70 <= points <= 100 for points in spent)
    assert start.is_setup
    assert verdict.status.value == ("DECLARED" if verdict.outcome.termination == "resignation" else "CONFIRMED")
    assert 30 <= verdict.plies <= 120


def test_every_board_has_a_game_of_a_hundred_points():
    """There is one on each board, and they end by mate, by kings that face each other, and by resignation."""
    verdicts = [judged(path.read_text("utf-8")) for path in HUNDRED]
    assert sorted(verdict.game.required_head["盤"] for verdict in verdicts) == sorted(BOARDS)
    articles = {verdict.outcome.article for verdict in verdicts}
    assert articles == {"rengo.46", "rengo.48", None}


def test_every_board_of_the_sequel_has_a_game():
    """There is a whole game on each of the boards ⑥-⑨."""
    boards = {
        line
        for path in SAMPLES.glob("game-*.kif")
        for line in path.read_text("utf-8").splitlines()
        if line.startswith("盤")
    }
    assert {f"盤：{name}" for name in ("碁盤9路", "碁盤13路", "碁盤19路", "オセロ盤", "連珠盤", "ドラフツ盤")} <= boards


def test_the_verdict_says_which_option_would_allow_it():
    """What is illegal by default and legal under an option says so, in both languages."""
    message = judged(sample("by-default")).fault.message
    assert "jin=zone" in message.ja
    assert "legal under option jin=zone" in message.en


def test_reconstructed_boards_say_so():
    """Every verdict on the boards ①-⑤ has the notice; no verdict on another board has it."""
    assert "reconstructed-board" in codes(judged(sample("bikjang")))
    assert "reconstructed-board" not in codes(judged(sample("five")))


@each(
    ("name", "old", "new", "status", "code"),
    [
        ("five", "五連", "王取り", "CONTRADICTED", "wrong-reason"),
        ("mate", "五02金打", "四09金打", "CONTRADICTED", "unfounded-claim"),
        ("mate", "まで1手で先手の勝ち", "まで1手で後手の勝ち", "CONTRADICTED", "wrong-winner"),
        ("counting", "先手27", "先手26", "CONTRADICTED", "wrong-claim"),
        ("counting", "死石：七03", "死石：七04", "CONTRADICTED", "wrong-claim"),
        ("counting", "死石：七03", "死石：zz", "CONTRADICTED", "wrong-claim"),
        ("repetition-claimed", "   8 四01-五01王\n   9", "   8", "CONTRADICTED", "wrong-claim"),
        ("five", "規則：rengo/1", "規則：rengo/1 komi=7", "CONFIRMED", None),
        ("five", "規則：rengo/1", "規則：ｒｅｎｇｏ／１　komi＝７　budget=１２０", "CONFIRMED", None),
        ("five", "規則：rengo/1", "規則：rengo/1 komo=7", "UNREADABLE", "unknown-option"),
        ("five", "規則：rengo/1", "規則：rengo/2", "UNREADABLE", "unknown-rules"),
        ("five", "盤：碁盤9路\n", "", "UNREADABLE", "missing-board"),
        ("five", "盤：碁盤9路", "盤：碁盤11路", "UNREADABLE", "unknown-board"),
        ("five", "盤：碁盤9路", "盤：碁盤９路", "CONFIRMED", None),
        ("five", "一05珠打", "一05珠", "CONFIRMED", None),
        ("five", "一05珠打", "一04珠", "UNREADABLE", "missing-drop-mark"),
        ("five", "一05珠打", "十05珠打", "UNREADABLE", "square-off-board"),
        ("five", "一05珠打", "a05珠打", "CONFIRMED", None),
        ("five", "一05珠打", "a04珠", "UNREADABLE", "mixed-dialects"),
        ("five", "一05珠打", "△一05珠打", "ILLEGAL", "illegal-move"),
        ("five", "一05珠打", "▲一０５珠打", "CONFIRMED", None),
        ("five", "・・02", "・02", "UNREADABLE", "diagram-row-length"),
    ],
)
def test_changed_records(name, old, new, status, code):
    """A sample changed in one place gets the verdict that the change asks for."""
    text = sample(name)
    assert old in text
    verdict = judged(text.replace(old, new, 1))
    read = [one.message.ja for one in verdict.diagnostics if one.code == "read-as"]
    assert read == ([f"「1 {new}」を「1 {old}」と読みました"] if new in {"一05珠", "a05珠打"} else [])
    assert verdict.status.value == status, verdict.fault
    assert (verdict.fault.code if verdict.fault else None) == code


def test_no_diagram():
    """A record without a diagram cannot be judged: there is no standard start."""
    text = sample("five")
    start, end = text.index("局面図"), text.index("手数----")
    assert judged(text[:start] + text[end:]).fault.code == "missing-diagram"


def test_the_first_player_may_take_a_king_in_danger():
    """A start that lets 先手 take the king says so before move 1, and taking it wins."""
    text = (
        sample("facing-refused")
        .replace("▲金", "・・")
        .replace("五06-四06金", "五09-五01帥")
        .replace("反則負け", "王取り")
        .replace("後手の勝ち", "先手の勝ち")
    )
    verdict = judged(text)
    assert "king-in-danger" in codes(verdict)
    assert (verdict.status.value, verdict.outcome.article) == ("CONFIRMED", "rengo.44")


BOARD = """棋種：続・連合将棋
盤：碁盤9路
局面図
"""


def refused(line, move):
    """Return the fault of an illegal action, and the codes of all diagnostics."""
    verdict = judged(BOARD + spell_diagram(position_of(line)) + f"1 {move}\n")
    return verdict.fault, codes(verdict)


def test_a_king_that_may_not_be_taken_is_not_said_to_be_in_danger():
    """rengo.44: the note stands where the position lets 先手 take the king; not where another leap is compulsory."""
    line = "碁盤9路 | 先: 玉五09 平四07 飛九08 | 後: 玉九01 碁五06 | 番: 先"
    fault, names = refused(line, "九08-九01飛")
    assert fault.article == "rengo.42"
    assert "king-in-danger" not in names


@each(
    ("line", "move", "article", "words"),
    [
        (
            "碁盤9路 | 先: 玉九09 翻三03 | 後: 玉九01 碁三04,四03,五04,四05 歩四04 | 台先: 翻 | 番: 先",
            "五05翻打",
            "rengo.34",
            "the chain at 四04",
        ),
        ("碁盤9路 | 先: 玉五09 歩三06 | 後: 玉九01 | 台先: 歩 | 番: 先", "三04歩打", "rengo.28", "at 三06 (二歩)"),
        ("碁盤9路 | 先: 玉五09 | 後: 玉九03 | 台先: 歩 | 番: 先", "三01歩打", "rengo.28", "the last row"),
        ("碁盤9路 | 先: 玉五09 | 後: 玉九03 | 台先: 歩 | 番: 先", "三01歩打成", "rengo.28", "the last row"),
        (
            "碁盤9路 | 先: 玉九09 飛一02,九02 碁五03,四02,六02 | 後: 玉五01 香四01,六01 | 台先: 碁 歩 | 番: 先",
            "五02歩打",
            "rengo.28",
            "打ち歩詰め",
        ),
        ("碁盤9路 | 先: 玉五08 歩一09 | 後: 玉九01 冠一04 | 番: 先", "一09-一08歩", "rengo.45", "(一04-六09冠)"),
    ],
)
def test_what_is_wrong_is_named(line, move, article, words):
    """A refusal names the chain that would be enclosed, which of the drop's rules it is, and what would take the king."""
    fault, _ = refused(line, move)
    assert fault.article == article
    assert words in fault.message.en


def test_checkpoints_are_compared():
    """A diagram in the middle that shows another board contradicts the moves, and names the square."""
    text = sample("by-option")
    shown = (
        text[text.index("局面図") : text.index("手数----")]
        .replace("手番：先手", "手番：後手")
        .replace("先手の駒台：珠", "先手の駒台：なし")
    )
    lines = shown.splitlines()
    lines[6] = "・・・・・・・・▲珠・・・・・・・・06"
    right = "\n".join(lines) + "\n"
    wrong = right.replace("▲珠", "△珠")
    move = "   1 五06珠打\n"
    assert judged(text.replace(move, move + right)).status.value == "DECLARED"
    verdict = judged(text.replace(move, move + wrong))
    assert verdict.status.value == "CONTRADICTED"
    assert "五06" in verdict.fault.message.ja


def test_characters_outside_cp932_are_named():
    """马 and 车 are outside CP932: writing them so is an error that names them and offers UTF-8."""
    from kifu.core.errors import UnreadableFile  # noqa: PLC0415
    from notation.encoding import encode  # noqa: PLC0415

    with pytest.raises(UnreadableFile) as lacking:
        encode(["  1 四08-六10车", "  2 一01-二03马"], ["\n", "\n"], "cp932")
    assert "车" in lacking.value.message.en
    assert "马" in lacking.value.message.en
    assert "utf-8" in lacking.value.message.en


@each("path", sorted(SAMPLES.glob("game-*.kif")), ids=lambda path: path.stem)
def test_the_canonical_form_of_a_generated_game_is_itself(path):
    """Rewriting a canonical record changes nothing, also where a move's position is not known (十一 is one column)."""
    text = path.read_text("utf-8")
    record = read(path.name, text.encode()).records[0]
    assert "".join(f"{line}\n" for line in canonical_lines(record, {})) == text


@pytest.mark.parametrize(
    ("language", "words"), [("ja", ("地", "アゲハマ", "オセロ石", "コミ", "計")), ("en", ("komi", "sum"))]
)
def test_a_count_shows_its_table(language, words):
    """An end by counting shows territory, アゲハマ, 翻 and コミ of both sides and their sums, as text and as JSON."""
    document = read("text", sample("counting").encode())
    verdict = verify(document.records[0], document.sha256)
    shown = verdict_report(verdict, document.source, len(document.records), language)
    assert all(f"  {word}" in shown or f"{word}:" in shown for word in words)
    rows = {row["key"]: (row["first"], row["second"]) for row in verdict.to_json()["count"]}
    assert rows == {"land": (25, 26), "captives": (1, 3), "discs": (1, 0), "komi": (0, 6.5)}
    assert [sum(pair[side] for pair in rows.values()) for side in (0, 1)] == verdict.to_json()["scores"][-1]
    assert "27" in shown
    assert "35.5" in shown
    assert "七03碁" in shown


def test_a_wrong_count_shows_the_table_too():
    """Where the record's own sums are wrong, the table tells the right ones; a game not counted has none."""
    verdict = judged(sample("counting").replace("先手27", "先手26", 1))
    assert verdict.status.value == "CONTRADICTED"
    assert len(verdict.to_json()["count"]) == 4
    assert "count" not in judged(sample("five")).to_json()


def test_t40_claims_are_checked_against_the_table():
    """The counted position of T40 with its sums as a record claims them: 28 to 34.5, with コミ as the option says."""
    head = "棋種：続・連合将棋\n規則：rengo/1{}\n盤：碁盤9路\n局面図\n"
    line = "碁盤9路 | 先: 玉二09 翻一01,七05 碁四01,四02,四03,四04,四05,四06,四07,四08,四09 | 後: 玉八01 翻九09,九08 歩三03 騎二05 碁六01,六02,六03,六04,六05,六06,六07,六08,六09 | ハマ: 1 2 | 番: 先"
    body = spell_diagram(position_of(line)) + "1 パス\n2 パス\n整地 先手{}　後手{}\n"
    for option, first, second, status in [
        ("", "28", "34.5", "CONFIRMED"),
        ("", "２８", "３４．５", "CONFIRMED"),
        ("", "28", "34", "CONTRADICTED"),
        ("", "34.5", "28", "CONTRADICTED"),
        (" komi=0", "28", "28", "CONFIRMED"),
    ]:
        verdict = judged(head.format(option) + body.format(first, second))
        assert verdict.status.value == status, verdict.fault
        assert [row["first"] for row in verdict.to_json()["count"]] == [25, 2, 1, 0]
    assert verdict.outcome.outcome.value == "draw"


@each(
    ("name", "plies"),
    [("gyoku", "0, 4, 8, 12"), ("o", "0, 4, 8, 12, 16"), ("sui", "0, 4, 8"), ("so", "0, 4, 8"), ("kun", "0, 4, 8")],
)
def test_a_repetition_names_its_plies(name, plies):
    """The verdict on a repetition says after which plies the position stood, once."""
    diagnostics = judged(sample(f"repetition-{name}")).diagnostics
    (notice,) = [diagnostic for diagnostic in diagnostics if diagnostic.code == "repetition"]
    assert f"after plies {plies} " in notice.message.en
    assert f"{plies} 手目のあと" in notice.message.ja


TWO_KINGS = """棋種：続・連合将棋
盤：碁盤9路
局面図
△{king}・・・・・・・・・・・・・・・・01
・・・・・・・・・・・・・・・・・・02
・・・・・・・・・・・・・・・・・・03
・・・・・・・・・・・・・・・・・・04
・・・・・・・・・・・・・・・・・・05
・・・・・・・・・・・・・・・・・・06
・・・・・・・・・・・・・・・・・・07
・・・・・・・・・・・・・・・・・・08
・・・・・・・・▲玉・・・・・・・・09
手番：先手
"""


@each(("king", "cycles"), [("君", 1), ("玉", 2), ("王", 3)])
def test_a_repetition_comes_before_a_double_pass(king, cycles):
    """rengo.13: (14) repetition, (15) double pass. The second pass brings the position back once more: a draw, not a count."""
    cycle = ["五09-四09玉", f"一01-二01{king}", "四09-五09玉", f"二01-一01{king}"]
    ended = {}
    for number in (cycles, cycles - 1):
        moves = [*cycle * number, "パス", "パス"]
        played = "".join(f"{ply} {move}\n" for ply, move in enumerate(moves, start=1))
        ended[number] = judged(TWO_KINGS.format(king=king) + played)
    drawn, counted = ended.values()
    assert (drawn.status.value, drawn.outcome.outcome, drawn.outcome.article) == ("CONFIRMED", "draw", "rengo.51")
    assert "count" not in drawn.to_json()
    assert "repetition" in codes(drawn)
    assert (counted.outcome.outcome, counted.outcome.article) == ("second", "rengo.55")
    assert "count" in counted.to_json()


def test_a_claimed_repetition_names_its_plies():
    """The verdict on a claimed repetition, and the refusal of an early claim, also name the plies."""
    assert "after plies 0, 4, 8 " in str(
        [diagnostic.message.en for diagnostic in judged(sample("repetition-claimed")).diagnostics]
    )
    early = sample("repetition-claimed").replace("   8 四01-五01王\n   9", "   8", 1)
    too_early = judged(early)
    assert "(after plies 3, 7;" in too_early.fault.message.en
    assert "unfounded-claim" not in codes(too_early)


def test_a_repetition_that_may_be_claimed_is_noted():
    """Under the rule of 王 the third and fourth occurrence are noted at their plies; under 玉 none is, nor the fifth."""
    cycle = ["五09-四09玉", "一01-二01{}", "四09-五09玉", "二01-一01{}"]
    played = "".join(f"{ply} {move}\n" for ply, move in enumerate(cycle * 4, start=1))
    verdict = judged(TWO_KINGS.format(king="王") + played.format(*"王" * 8))
    notices = [diagnostic for diagnostic in verdict.diagnostics if diagnostic.code == "repetition-claimable"]
    assert [notice.ply for notice in notices if notice.ply % 4 == 0] == [8, 12]
    assert [notice.ply for notice in notices] == [8, 9, 10, 11, 12, 13, 14, 15]
    assert "3 times (after plies 0, 4, 8)" in notices[0].message.en
    assert "4 回目です (0, 4, 8, 12 手目のあと)" in notices[4].message.ja
    assert (notices[0].severity.value, verdict.outcome.article) == ("note", "rengo.51")
    assert "repetition-claimable" not in codes(judged(TWO_KINGS.format(king="玉") + played.format(*"玉" * 8)))


@each(
    ("name", "closing", "status", "code"),
    [
        ("standstill-shogi", "まで{}手で先手の勝ち", None, None),
        ("standstill-shogi", "まで{}手で後手の勝ち", None, None),
        ("standstill-shogi", "まで{}手", "CONFIRMED", None),
        ("standstill-shogi", "", "CONFIRMED", None),
        ("standstill-shogi", "まで{}手で引き分け", "CONTRADICTED", "wrong-winner"),
    ],
)
def test_a_word_that_names_no_winner(name, closing, status, code):
    """手詰まり leaves the winner to the rules; a まで line behind it that names one is held to it."""
    text = sample(name)
    plies = judged(text).plies
    winner = judged(text).outcome.outcome.value
    head = text[: text.rindex("まで")]
    assert "手詰まり" in head.splitlines()[-1]
    verdict = judged(head + closing.format(plies) + "\n")
    if status is None:
        right = closing.endswith({"first": "先手の勝ち", "second": "後手の勝ち"}[winner])
        status, code = ("CONFIRMED", None) if right else ("CONTRADICTED", "wrong-winner")
    assert (verdict.status.value, verdict.fault and verdict.fault.code) == (status, code)
    assert verdict.outcome.outcome.value == winner


@each(
    ("old", "new", "status"),
    [("", "", "CONFIRMED"), ("▲楚", "▲歩", "ILLEGAL"), ("・・05", "05", "UNREADABLE")],
)
def test_refused_setups_on_reconstructed_boards_say_so_too(old, new, status):
    """The note on boards ①-⑤ stands in every verdict: also where the set-up is refused or cannot be read."""
    verdict = judged(sample("bikjang").replace(old, new, 1))
    assert verdict.status.value == status
    assert codes(verdict).count("reconstructed-board") == 1


def test_units_that_fonts_lack_are_told_by_set_and_arm():
    """傌 马 车 are in no Japanese font: their labels say whose they are, and pictures show 〓 for the character."""
    from analysis.plots.picture_style import safe_line  # noqa: PLC0415 - matplotlib

    labels = {name: label.ja for name, label in GAME.units.items() if label.ja != name}
    assert labels == {"傌": "傌 (シャンチーの騎士)", "马": "马 (チャンギの騎士)", "车": "车 (チャンギの戦車)"}
    assert [safe_line(label.ja)[0] == "〓" for name, label in GAME.units.items()] == [
        name in labels for name in GAME.units
    ]
