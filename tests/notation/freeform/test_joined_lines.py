"""Tests that lines written as one say what they say on several lines, or are refused: heads, moves and ends."""

import random
import unicodedata
from itertools import permutations, product
from pathlib import Path
from types import SimpleNamespace

import pytest
import typed_records
import written_forms

import kifu
from kifu.referee.status_fault_and_basis import Status
from notation.line_kinds import LineKind, classify_line

SAMPLES = sorted(path for path in Path("samples").glob("*/*.kif") if path.stat().st_size < 1 << 12)
SEPARATORS = (" ", "　", "、", "／", " / ", "；", "\t", "。", ", ", "｜", "")
"""What stands between two lines that are written as one; nothing where a line end was deleted."""
JOINS_OF_A_SAMPLE = 5
KNOWN = {"six": 0, "ace": 2, "king": 2, "master": 1, "rengo": 3}
"""How many joins of twenty are read otherwise in silence today, by game; none is to be added. In each a value of the head keeps
the separator, has swallowed the next head, or has the notation's words for its own (合 for 合体)."""
_APART = frozenset({LineKind.FILE_COMMENT, LineKind.COMMENT, LineKind.BOOKMARK, LineKind.BLANK, LineKind.TABLE})


def said(text):
    """Return what the records of a text say: verdict, moves, the claimed winner and the head; None where it is refused."""
    found = []
    document = kifu.read(text.encode())
    if not document.records:
        return None
    for record, verdict in zip(document.records, kifu.verify(document), strict=True):
        if verdict.status is Status.UNREADABLE:
            return None
        moves = [[entry.text.lstrip("▲△☗☖") for entry in line.entries] for line in record.plain.lines]
        recorded = verdict.recorded
        claimed = recorded.outcome.value if recorded is not None and recorded.outcome is not None else None
        head = sorted(
            (header.key, "".join(unicodedata.normalize("NFKC", header.value).split())) for header in record.headers
        )
        found.append((verdict.status.value, moves, claimed, head))
    return found


def joins_of(text, draw):
    """Yield a text with two neighbouring lines written as one, of lines that are no comments and no rows of a diagram."""
    lines = text.splitlines()
    drawn = [at for at, line in enumerate(lines) if line.startswith("局面図")]
    begin = next((at for at, line in enumerate(lines) if classify_line(line).kind is LineKind.MOVE), len(lines))
    free = [
        at
        for at in range(len(lines) - 1)
        if not {classify_line(lines[at]).kind, classify_line(lines[at + 1]).kind} & _APART
        and not (drawn and drawn[0] - 1 <= at < begin)
        and not any(line[:1] in "#*&" for line in lines[at : at + 2])
    ]
    for at in draw.sample(free, min(len(free), JOINS_OF_A_SAMPLE)):
        by = draw.choice(SEPARATORS)
        yield (
            (by, lines[at], lines[at + 1]),
            "\n".join([*lines[:at], lines[at] + by + lines[at + 1], *lines[at + 2 :]]) + "\n",
        )


def faults(game, number):
    """Return the joins of samples of a game that are read otherwise than on two lines, and how many were made."""
    draw = random.Random(7)
    own = [path for path in SAMPLES if path.parent.name == game]
    found, made = [], 0
    for path in draw.sample(own, min(len(own), number)):
        text = path.read_bytes().decode("utf-8", "replace")
        wanted = said(text)
        for join, joined in joins_of(text, draw):
            made += 1
            got = said(joined)
            if wanted is not None and got is not None and got != wanted:
                found.append((path.name, *join))
    return found, made


@pytest.mark.parametrize("game", written_forms.GAMES)
def test_lines_written_as_one(game):
    """The verdict, the moves, the head and the claims are those of two lines, or the record is refused."""
    found, made = faults(game, 4)
    assert made
    assert len(found) <= KNOWN[game], found


HEADS = (
    "先手：山田",
    "後手：鈴木",
    "場所：東京",
    "開始日時：2026/11/03",
    "棋戦：秋の会",
    "持ち時間：10分",
    "▲山田 △鈴木",
    "備考：晴れ",
)
TAILS = (
    "結果：後手の勝ち",
    "勝者：後手",
    "後手：佐藤",
    "先手：高橋",
    "場所：大阪",
    "秒読み：30秒",
    "1 四04占",
    "まで1手で後手の勝ち",
)
BETWEEN = ("　", "、", " / ")


def is_heard(record, verdict, tail):
    """Return whether a record has the statement: its head, its claim, its move, or an error or a warning about it."""
    key, colon, value = tail.partition("：")
    if verdict.status is Status.UNREADABLE or any(one.severity != "note" for one in verdict.diagnostics):
        return True
    if not colon:
        claimed = verdict.recorded is not None and verdict.recorded.outcome is not None
        return claimed if tail.startswith("まで") else bool(record.main.entries)
    if key in {"結果", "勝者"}:
        return verdict.recorded is not None and verdict.recorded.outcome is not None
    return any(header.key == key and header.value.strip() == value for header in record.headers)


def test_statements_behind_heads():
    """Each of 192 statements on the line of a head is heard or named: none vanishes."""
    lost = []
    for head, tail, by in product(HEADS, TAILS, BETWEEN):
        document = kifu.read(f"棋種：6面体\n{head}{by}{tail}\n{'' if tail.startswith('1') else '1 四04占'}\n".encode())
        (record,), (verdict,) = document.records, kifu.verify(document)
        if not is_heard(record, verdict, tail):
            lost.append(head + by + tail)
    assert lost == []


def test_players_and_result_on_one_line():
    """Both players and the result are heard in every order, behind every key and separator, or refused."""
    moves = "1 四04占\n2 四02領\n3 四03武\n4 三01士\n5 四03-四02武\n"
    for order, by in product(
        permutations(("先手：山田", "後手：鈴木", "結果：後手の勝ち")), ("　", " ", "、", "／", "\t", " / ")
    ):
        document = kifu.read(f"棋種：6面体\n{by.join(order)}\n{moves}".encode())
        (record,), (verdict,) = document.records, kifu.verify(document)
        if verdict.status is not Status.UNREADABLE:
            assert (record.header("先手"), record.header("後手")) == ("山田", "鈴木"), (order, by)
            assert verdict.status is Status.CONTRADICTED, (order, by)


JOINS = (
    ("j/42", 13, 14, ""),
    ("j/42", 5, 6, "、"),
    ("j/42", 0, 1, "、"),
    ("j/42", 0, 1, "／"),
    ("a/30", 0, 1, " "),
    ("g/38", 18, 19, " "),
    ("g/38", 19, 20, "、"),
    ("j/39", 14, 15, ""),
    ("d/06", 1, 2, "／"),
    ("k/57", 15, 16, ""),
    ("k/14", 2, 5, "。"),
    ("b/18", 0, 5, "・"),
    ("n/19", 27, 28, "・"),
    ("b/48", 2, 4, ""),
)
"""Typed records, the first and the last of the lines that are written as one, and what then parts them."""


@pytest.mark.parametrize(("name", "first", "last", "by"), JOINS)
def test_typed_lines_written_as_one(name, first, last, by):
    """Rows, moves behind names, corrections and numbers right behind a square: as on two lines, or asked about."""
    folder, start = name.split("/")
    (path,) = (typed_records.TYPED / folder).glob(f"{start}-*")
    lines = path.read_text("utf-8").splitlines()
    joined = [*lines[:first], by.join(lines[first : last + 1]), *lines[last + 1 :]]
    wanted, got = (verdicts_of(path.name, "\n".join(text).encode()) for text in (lines, joined))
    assert got in {None, wanted}


HIDDEN = (
    ("typed/n/33-discord-kurage.txt", "投げます", "後手：鈴木\t{}"),
    ("typed/o/04-hyou.csv", "23,黒", "場所：東京。{}"),
    ("typed/m/13-onaji.txt", "  21　七", "**{}**"),
    ("typed/m/13-onaji.txt", "  21　七", "* {}"),
    ("typed/m/18-wiki-table.txt", "| 13 |", "* {}"),
    ("typed/l/42-master.csv", "move,29", "{}。"),
    ("cases/r09-engine-comment.kif", "   4 三01士", "#定跡: △八05、{}"),
    ("../../samples/ace/out-of-time.kif", "   1 三07", "備考：晴れ {}"),
    ("../../samples/ace/last-move-taken.kif", "  42 五07", "備考：晴れ／{}"),
)
"""Files, the beginning of a line, and what is put round it: a head, a comment, bold type, a stop."""


@pytest.mark.parametrize(("name", "line", "into"), HIDDEN)
def test_a_line_behind_a_head_or_a_sign(name, line, into):
    """A move or an end that was written behind something else on its line is as before, or asked about."""
    path = typed_records.DATA / name
    text = path.read_text("utf-8-sig")
    (own,) = [one for one in text.splitlines() if one.startswith(line)]
    wanted, got = (verdicts_of(path.name, one.encode()) for one in (text, text.replace(own, into.format(own))))
    assert wanted is not None
    assert got in {None, wanted}


def test_a_result_beside_another_month():
    """来月 in the next sentence leaves the result of the one before: it is no remark."""
    (path,) = (typed_records.TYPED / "i").glob("11-*")
    lines = path.read_text("utf-8").splitlines()
    wanted, got = (verdicts_of(path.name, by.join(lines).encode()) for by in ("\n", "・"))
    assert got in {None, wanted}


@pytest.mark.parametrize("by", ["\v", "\x85", "\u2029"])
def test_other_line_ends(by):
    """A tabulator of lines, as word processors copy it, ends them too."""
    (path,) = (typed_records.TYPED / "d").glob("31-*")
    lines = path.read_text("utf-8").splitlines()
    wanted, got = (verdicts_of(path.name, end.join(lines).encode()) for end in ("\n", by))
    assert got in {None, wanted}


def test_the_line_ends_of_a_word_processor():
    """A comment takes no line of another form behind such an end, where lines outside the comments end so."""
    (path,) = (typed_records.TYPED / "h").glob("23-*")
    title, *below = path.read_text("utf-8").splitlines()
    whole, parted = (verdicts_of(path.name, f"{title}\n{end.join(below)}".encode()) for end in ("\n", "\u2028"))
    assert parted in {None, whole}


@pytest.mark.parametrize("by", [" ", "↵", "¶"])
def test_a_whole_file_on_one_line(by):
    """A file whose moves all stand in its title is no game without moves."""
    (path,) = (typed_records.TYPED / "h").glob("34-*")
    whole = by.join(path.read_text("utf-8").splitlines())
    found = typed_records.judged(SimpleNamespace(name=path.name, read_bytes=whole.encode))
    assert all(one.status is Status.UNREADABLE or one.plies for one in found)


def test_the_next_ply_behind_the_end():
    """A line with the number of the next ply behind the end is no remark on the game, even if its move is not understood."""
    (path,) = (typed_records.TYPED / "h").glob("57-*")
    *lines, last, end = path.read_text("utf-8").rstrip().splitlines()
    assert last.startswith("二十一手")
    assert verdicts_of(path.name, "\n".join((*lines, end, last)).encode()) is None


def verdicts_of(name, data):
    """Return the verdict, the moves and the winner of each record of a text; None where one is asked about."""
    found = typed_records.judged(SimpleNamespace(name=name, read_bytes=lambda: data))
    asked = any(one.status is Status.UNREADABLE for one in found)
    return None if asked else tuple((one.status, one.moves, one.winner) for one in found)


_PLACED = "第三手　黒番　五ノ七に白のD・内駒を置く\t第四手　白番　二ノ七に黒のD・外駒を置く"


def test_units_in_two_words_are_moves():
    """A line of moves whose units stand in words of their own is no remark on the move before them."""
    head = "ユニオンマスター\n先手：若林\n後手：榊原\n列は左より、段は上より。\n"
    lines = ["第一手　黒番　六ノ五に白のB・外駒を置く", "第二手　白番　六ノ六に黒のB・内駒を置く", *_PLACED.split("\t")]
    apart, joined = said(head + "\n".join(lines)), said(head + "\t".join(lines))
    assert apart is not None
    assert len(apart[0][1][0]) == 4
    assert joined is None or joined[0][:2] == apart[0][:2]


def test_a_move_behind_its_side_is_no_head():
    """A move that the count of the plies has grown into does not become a field of the head."""
    text = "ユニオンマスター先手　小暮後手　yuki後:白A内五２　先:黒B内四５後:白C外三３　先:黒A外六２４手まで置いたところで中断。"
    assert said(text) is None


def test_points_on_the_line_of_the_last_move():
    """Points behind the last move on its line are compared with the board, as on a line of their own."""
    told = "得点は先手99点、後手0点でした。"
    lines = ["ユニオンエース", "1 ▲五06-五05八内反", "2 △四02-四03十内"]
    for separator in ("\n", "\t", "　"):
        found = said("\n".join(lines) + separator + told)
        assert found is None or found[0][0] == "CONTRADICTED"


@pytest.mark.parametrize("word", ["flipped", "flip", "うらがえし", "裏返す"])
def test_a_word_for_a_turned_unit_with_a_slip(word):
    """A unit that is turned over in a word with a slip is asked about: without it the move is another one."""
    head, move = "ユニオンエース\n1 ▲五06-五05八内　", "\n2 △四02-四03十内\n"
    right = said(f"{head}{word}{move}")
    assert right is not None
    slips = {word[:at] + word[at + 1 :] for at in range(1, len(word) - 1)} - {"裏す"}
    assert not [slip for slip in slips if said(f"{head}{slip}{move}") not in (None, right)]


@pytest.mark.parametrize(
    ("behind", "moves"),
    [
        ("して裏返しました。裏返すと昇格です。", ["二06-二05三内反", "二02-二03六内"]),
        ("して裏返しました。裏返してみました。", ["二06-二05三内反", "二02-二03六内"]),
        ("しました。裏返してみました。", None),
    ],
)
def test_what_happens_at_the_end_of_a_move_told_again(behind, moves):
    """A sentence that tells it again is a remark; where only that sentence tells it, it may belong to the move."""
    text = f"ユニオンエース\n白：甲野\n黒：乙山\n1手目 甲野：二06から二05に三角の内コマを動か{behind}\n2手目 乙山：二02から二03に六角の内コマを動かしました。\n"
    (record,) = kifu.read(text.encode()).records
    (verdict,) = kifu.verify(kifu.read(text.encode()))
    read = [entry.text.lstrip("▲△") for entry in record.main.entries] if verdict.status.exit_code == 0 else None
    assert read == moves


@pytest.mark.parametrize(("word", "asked"), [("turned over", False), ("tuned over", True), ("fliped over", True)])
def test_a_slip_in_the_words_for_a_unit_that_is_turned_over(word, asked):
    """It is asked about: without it the move is another one."""
    text = f"Union Ace\n1) 三角の内 b6 to b5, {word}\n2) 六角の内 b2 to b3\n"
    (verdict,) = kifu.verify(kifu.read(text.encode()))
    assert (verdict.status.exit_code != 0) is asked
