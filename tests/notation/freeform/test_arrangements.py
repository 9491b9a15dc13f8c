"""Tests where the moves of a record stand: columns, pages, quotations, several games, data of programs."""

import pytest
import typed_records

import kifu
from kifu.referee.record import Span
from kifu.referee.status_fault_and_basis import Status
from notation.encoding import decode
from notation.formats.kif_head_reader import RulesSource
from notation.freeform import clean_lines, copy_of_cheapest_reading

HEAD = "6面体\n先手：山田\n後手：鈴木\n"
MOVES = ("二01占", "一01領", "三01占", "四01領", "二03占", "五01領", "二02武", "四02士")


def judged(text, tmp_path, name="record.txt"):
    """Return the records of a text as they are judged."""
    file = tmp_path / name
    file.write_text(text, "utf-8")
    return typed_records.judged(file)


def moves_of(text, tmp_path, name="record.txt"):
    """Return the moves of the only record of a text, which has no error."""
    (found,) = judged(text, tmp_path, name)
    assert not found.status.exit_code, found
    return found.moves


def numbered(moves, sign=" "):
    """Return a line for each move with its number."""
    return [f"{number}{sign}{move}" for number, move in enumerate(moves, start=1)]


ROWS = numbered(MOVES)
ARRANGED = {
    "newest first, with the time": "\n".join(f"20:{at:02d} {row}" for at, row in reversed(list(enumerate(ROWS, start=10)))),
    "two columns": "\n".join(f"{left}      {right}" for left, right in zip(ROWS[:4], ROWS[4:], strict=True)),
    "three columns": "\n".join("   ".join(ROWS[at::3]) for at in range(3)),
    "a list for each side": "\n".join(["先手（山田）の手", *numbered(MOVES[::2]), "", "後手（鈴木）の手", *numbered(MOVES[1::2])]),
    "the second side's list first": "\n".join(["後手の手", *numbered(MOVES[1::2]), "先手の手", *numbered(MOVES[::2])]),
    "a list for each side without numbers": "\n".join(["先手の手", *MOVES[::2], "後手の手", *MOVES[1::2]]),
    "the numbers of the line below": "1-4\n" + " / ".join(MOVES[:4]) + "\n（停電）\n5-8\n" + " / ".join(MOVES[4:]),
    "two numbers in the wrong order, as is said": "\n".join([*ROWS[:3], ROWS[4], ROWS[3], *ROWS[5:], "（4と5は書く順が逆になりました）"]),
    "upright, from the right": "八 七 六 五 四 三 二 一\n四 二 五 二 四 三 一 二\n二 二 一 三 一 一 一 一\n士 武 領 占 領 占 領 占",
    "pages with their heads": "第2回大会 1/2\n" + "\n".join(ROWS[:4]) + "\n\f第2回大会 2/2\n先手：山田\n" + "\n".join(ROWS[4:]),
    "posts of a thread": "\n".join(
        line
        for at in range(4)
        for line in (f"やま @yama · 2024年5月{at + 1}日", f"振り返り {at + 1}/4", *MOVES[2 * at : 2 * at + 2], f"返信{at} いいね{at}", "")
    ),
    "posts of a board": "\n".join(
        f"{at + 3} 名前：名無し 投稿日：2010/03/04(木) 19:{at:02d}:00 ID:{'AB'[at % 2]}xy\n{move}" for at, move in enumerate(MOVES)
    ),
    "an answer repeats the last move": "\n".join(
        f"> {number - 1}手目 {MOVES[number - 2]}\n{number}手目 {move}" if number > 1 else f"1手目 {move}"
        for number, move in enumerate(MOVES, start=1)
    ),
    "postcards": "\n".join(
        f"{number}通目 " + (f"貴手{MOVES[number - 2]}拝受。" if number > 1 else "") + f"当方{move}と致します。"
        for number, move in enumerate(MOVES, start=1)
    ),
    "subtitles": "\n".join(f"{at + 5}\n00:0{at}:00,000 --> 00:0{at}:04,500\n{move}\n" for at, move in enumerate(MOVES)),
    "moments of a film": "\n".join(["0:05 はじまり", *(f"{at}:2{at} {move}" for at, move in enumerate(MOVES, start=1)), "12:00 おわり"]),
    "the latest moment first, over the hour": "\n".join(
        f"{clock} {move}"
        for clock, move in zip(("1:10:07", "1:00:05", "59:30", "58:00", "31:15", "9:40", "9:39", "0:12"), MOVES[::-1], strict=True)
    ),
    "a figure among the moves": "\n".join(
        [*ROWS[:2], "第1図は2手目まで", "一二三四五六七", "領占○○○○○01", *(f"○○○○○○○0{row}" for row in range(2, 8)), *ROWS[2:]]
    ),
    "a table of a wiki": '{| class="wikitable"\n! 回 !! 先手 !! 後手\n'
    + "\n".join(f"|-\n| {at + 1} || {MOVES[2 * at]} || {MOVES[2 * at + 1]}" for at in range(4))
    + "\n|}",
    "chapters": "\n".join(["【第一譜 1-4】", *ROWS[:4], "【第二譜 5-8】", *ROWS[4:]]),
}  # fmt: skip


@pytest.mark.parametrize("kind", ARRANGED)
def test_the_moves_in_the_order_of_the_game(kind, tmp_path):
    """The moves are those of the game in its order, wherever they stand."""
    assert moves_of(HEAD + ARRANGED[kind] + "\n", tmp_path) == MOVES


def test_data_of_programs(tmp_path):
    """The members of JSON and the elements of XML are heads and rows, with a comment, cut off, or without quotes."""
    listed = ", ".join(f'"{move}"' for move in MOVES)
    assert moves_of(f'{{"game": "6面体", "sente": "山田",\n "moves": [{listed}]}}\n', tmp_path, "a.json") == MOVES
    objects = "\n".join(f"{{n:{n}, put:'{move[-1]}', at:'{move[:-1]}'}}," for n, move in enumerate(MOVES, start=1))
    assert moves_of(f'{{"game": "6面体", /* 対局 */ "moves": [\n{objects}\n ', tmp_path, "b.json") == MOVES
    rows = "\n".join(
        f'<手 n="{n}"><置 マス="{move[:-1]}">{move[-1]}</置></手>' for n, move in enumerate(MOVES, start=1)
    )
    assert (
        moves_of(f'<?xml version="1.0"?>\n<対局 棋種="6面体">\n<先手>山田</先手>\n{rows}\n</対局>\n', tmp_path) == MOVES
    )


@pytest.mark.parametrize(
    "text",
    [
        '{"game": "6面体", "moves": ["二01占", "???", "三01占"]}',
        '{"game": "6面体", "moves": ["二01占", "一01領"], "variation": {"moves": ["二01占", "一01領"]}}',
        '{"game": "6面体",\n"sente": {"moves": ["二01占", "三01占"]},\n"gote": {"moves": ["一01領", "四01領"]}}',
        HEAD + "1 二01占\n貴手三01占拝見。当方一01領。\n",
        HEAD + "1 二01占\n" + "記録なし（席を外した）\n" * 3 + "2 一01領\n",
        "ユニオンキング\n手,番,コマ,元,先,反,合\n1,白,丸内,七06,七07,たぶん,✓\n",
        HEAD + "1;S;二01占;ok\n2;G;二0l領;ok\n3;S;三01占;ok\n",
    ],
)
def test_what_is_asked_about(text, tmp_path):
    """A move that is not legible, that is not the one it repeats, or that was left out is no remark; two lists are not one game."""
    (found,) = judged(text, tmp_path)
    assert found.status is Status.UNREADABLE


def test_json_of_this_house_stays_an_error(tmp_path):
    """A broken file of the own form is no text that people write."""
    file = tmp_path / "own.json"
    file.write_text('{"format": "kifu/1", "records": [{"lines": "6面体 1 二01占"}]}', "utf-8")
    assert not judged(file.read_text("utf-8"), tmp_path, "own.json")


def test_a_diff_is_the_file_that_it_makes(tmp_path):
    """The lines that a diff takes out are no moves."""
    lines = [
        "--- a/x",
        "+++ b/x",
        "@@ -1,10 +1,10 @@",
        " 棋種：6面体",
        *(f" {row}" for row in ROWS[:5]),
        "-6 七07領",
        *(f"+{row}" for row in ROWS[5:]),
    ]
    assert moves_of("\n".join(lines) + "\n", tmp_path) == MOVES


def test_upright_text_that_both_orders_read_is_asked_about(tmp_path):
    """Without numbers, columns from the right and from the left may be two games."""
    block = "二 一 三 四\n一 一 五 五\n士 占 士 占"
    (found,) = judged("続けて\n" + HEAD + "一 七\n一 七\n占 占\n" + block + "\n", tmp_path)
    assert found.status is Status.UNREADABLE


GAMES = {
    "sides in the headings": ("6面体 山田 対 鈴木", "第1局 先手：山田 後手：鈴木", "第2局 先手：鈴木 後手：山田"),
    "one side in each heading": ("6面体 二番勝負 山田－鈴木", "■第一局（先手 山田）", "■第二局（先手 鈴木）"),
    "the sides are exchanged": ("6面体\n先手：山田\n後手：鈴木", "1局目", "2局目（先後入れ替え）"),
}


@pytest.mark.parametrize("kind", GAMES)
def test_several_games_below_headings(kind, tmp_path):
    """Each game has its own record, with its own sides; what is said about all of them is no end of the last."""
    title, one, two = GAMES[kind]
    lines = [title, "", one, *ROWS, "山田投了", "", two, *ROWS[:6], "山田投了", "", "通算 鈴木の2勝"]
    first, second = judged("\n".join(lines) + "\n", tmp_path)
    assert (first.moves, first.winner) == (MOVES, "second")
    assert (second.moves, second.winner) == (MOVES[:6], "first")


def test_a_text_of_many_games_is_laid_out_once(monkeypatch):
    """Sides that are exchanged from game to game are followed through as many headings as there are numbers."""
    laid, headings = [], 999
    monkeypatch.setattr(
        copy_of_cheapest_reading, "clean_lines", lambda *lines: laid.append(lines) or clean_lines.clean_lines(*lines)
    )
    monkeypatch.setattr(copy_of_cheapest_reading, "_copy_of_record", lambda *_, **__: None)
    text = ["6面体", "先手：山田", "後手：鈴木"]
    text += [line for at in range(1, headings + 1) for line in (f"第{at}局（先後入れ替え）", *MOVES[:2])]
    source = decode("", "\n".join(text).encode())
    copies = copy_of_cheapest_reading.plain_copies_of_games(source, Span(1, len(text)), RulesSource())
    assert (len(copies), len(laid)) == (headings, 1)
    found = copy_of_cheapest_reading._sections_in(source, Span(1, len(text)), RulesSource(), begun_anew=False)
    last = [one.passage.text for one in found.lines[-1][-4:]]
    assert last == ["先手:山田", "後手:鈴木", *MOVES[:2]]


def test_one_heading_is_a_title(tmp_path):
    """A number of a game that stands alone says nothing."""
    assert moves_of(HEAD + "第3局\n" + "\n".join(ROWS) + "\n", tmp_path) == MOVES


@pytest.mark.parametrize("score", ["{}:{}", "{}-{}", "[{}-{}]", "計{}/{}", "{}対{}"])
def test_running_scores_are_no_times_and_no_numbers(score, tmp_path):
    """The points of both sides behind each move are remarks."""
    rows = [
        ("一07-三05十外反", 0, 0),
        ("七01-五03十外反", 0, 0),
        ("三07-五05六外反", 0, 0),
        ("五01-三03六外反", 0, 0),
        ("六06-五05六内反合", 18, 0),
    ]
    lines = [f"{at} {move} {score.format(*points)}" for at, (move, *points) in enumerate(rows, start=1)]
    assert moves_of("ユニオンエース\n白：熊谷 黒：デュボワ\n" + "\n".join(lines) + "\n", tmp_path) == tuple(
        row[0] for row in rows
    )
    (document,) = kifu.read(("ユニオンエース\n" + "\n".join(lines) + "\n").encode()).records
    assert all(entry.seconds is None for entry in document.main.entries)


def test_a_result_is_no_score(tmp_path):
    """1-0 behind a move is the end of the game, whatever stands behind the others."""
    rows = ["1 一07-三05十外反 0-0", "2 七01-五03十外反 0-0", "3 三07-五05六外反 0-0", "4 五01-三03六外反 1-0"]
    (found,) = judged("ユニオンエース\n" + "\n".join(rows) + "\n", tmp_path)
    assert (len(found.moves), found.winner) == (4, "first")


PASSES = [
    "28 パス",
    "28 黒 pass",
    "黒はパスしました。白の勝ち",
    "ラッセルさんは最後の一手を指さずパス。白の勝ち",
    "黒は最後の一手を放棄",
]


@pytest.mark.parametrize("said", PASSES)
def test_a_pass_in_a_sentence_is_a_move(said, tmp_path):
    """A pass is a ply, whatever it is told with."""
    text = (typed_records.TYPED / "b" / "31-reikai.txt").read_text("utf-8")
    *above, _ = text.rstrip("\n").split("\n")
    assert moves_of("\n".join([*above, said]) + "\n", tmp_path)[-1] == "パス"
    (hedged,) = judged("\n".join([*above, "黒はパスしたかったが指した"]) + "\n", tmp_path)
    assert hedged.status is Status.UNREADABLE


@pytest.mark.parametrize(
    "text",
    ["6面体\n先手 佐々\n後手 野々\n1 二01占\n2 一01領\n", "棋種：6面体\n先手：佐々\n後手：野々\n1 二01占\n※ 終わり"],
)
def test_a_repeated_character_is_no_ditto_mark(text, tmp_path):
    """々 behind a character of a word repeats that character, not what stands above."""
    judged(text, tmp_path)
    (record,) = kifu.read(tmp_path / "record.txt").records
    assert [header.value for header in record.headers if header.key in {"先手", "後手"}] == ["佐々", "野々"]


def test_a_title_that_is_no_plain_one_keeps_its_key_once(tmp_path):
    """A title above the game that holds marks stays as it stands, however often it is written anew."""
    text = "表題：0:0 ▲I\n棋種：6面体\n1 二01占\n2 ☖一01領\n"
    judged(text, tmp_path)
    (record,) = kifu.read(tmp_path / "record.txt").records
    assert record.plain.source.lines[0] == "表題：0:0 ▲I"
