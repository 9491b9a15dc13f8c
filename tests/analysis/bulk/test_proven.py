"""The statuses of records whose moves are proven are those of the careful referee."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pytest
from effort import effort
from statements import cases

from analysis.bulk.files import pieces, survey
from analysis.bulk.judge import Batch
from kifu.cli.judging import judge
from kifu.model.diagnostic import Severity
from notation.reading import read

SAMPLES = sorted(Path("samples/rengo").glob("*.kif"))
HEAD = """\
棋種：続・連合将棋
盤：碁盤9路
局面図
・・・・・・・・△王・・・・・・・・01
・・・・・・・・・・・・・・・・△貝02
・・・・・・・・・・・・・・・・・・03
・・・・・・・・・・△平・・・・・・04
・・・・・・・・・・・・・・・・・・05
・・・・・・・・▲平・・・・・・・・06
・・・・・・・・・・・・・・▲貝・・07
・・・・・・・・・・・・・・・・・・08
・・・・・・・・▲玉・・・・・・・・09
先手の駒台：碁3
後手の駒台：碁3
アゲハマ：先手0 後手0
手番：先手
"""
MOVES = "1 八07-八06貝\n2 六04-七05平\n3 八06-七05貝\n4 五01-四01王\n"
SIGNS = "一二三九▲△・歩玉碁翻平打成パス-0149 \n：*"
PROVEN = (
    "",
    "手数----指手---------消費時間--\n",
    "先手：甲\n",
    "*序盤\n",
    "持ち時間：30分\n",
    "死石：五05\n",
)
LEFT = (
    "備考：三06-三05歩\n",
    "結果：先手の勝ち\n",
    "知らない：1\n",
    "局面図\n",
    "先手：甲\n先手：乙\n",
)


def batch_of(text: str) -> Batch:
    """Return a batch of all records of a text."""
    data = text.encode()
    surveyed = survey("x.kif", lambda: io.BytesIO(data))
    assert surveyed is not None
    return Batch(list(pieces(surveyed)))


def proven(text: str) -> int:
    """Return how many records are proven, after comparing all statuses with those of the careful referee."""
    batch = batch_of(text)
    counts = batch.plain_statuses() + batch.prove()
    left = [item.judgement for item in batch.others()]
    careful = judge(read("x.kif", text.encode()))
    assert counts.total() + len(left) == len(careful)
    shown = {verdict.index for verdict in left}
    for verdict in careful:
        if verdict.index not in shown:
            counts[verdict.status] -= 1
            assert not verdict.status.exit_code
            assert all(diagnostic.severity is Severity.NOTE for diagnostic in verdict.diagnostics)
    assert not any(counts.values())
    by_index = {verdict.index: verdict.to_json() for verdict in careful}
    assert all(verdict.to_json() == by_index[verdict.index] for verdict in left)
    return len(careful) - len(left)


def test_most_whole_games_are_proven():
    """Whole games get the same statuses together as one by one; most are proven to their end."""
    whole = "".join(file.read_text("utf-8") for file in SAMPLES if file.name.startswith("game"))
    assert proven(whole) > whole.count("棋種：") / 2


def test_contradictory_records_are_left_to_the_careful_referee():
    """No record that contradicts itself is proven; the others have the careful status."""
    assert proven("".join(case.text for case in list(cases("rengo"))[::3])) > 0


def test_samples_have_their_statuses():
    """All samples get the same statuses together as one by one."""
    assert proven("".join(file.read_text("utf-8") for file in SAMPLES)) > len(SAMPLES) / 2


@pytest.mark.parametrize("extra", PROVEN)
def test_a_usual_head_is_proven(extra):
    """A record with a usual line in its head is proven; 貝 and 平 that promote by themselves are read by the position."""
    assert proven(HEAD + extra + MOVES) == 1


@pytest.mark.parametrize("extra", LEFT)
def test_a_head_with_a_claim_or_a_fault_is_left(extra):
    """A record whose head claims something, or is not understood, is left to the careful referee."""
    assert proven(HEAD + extra + MOVES) == 0


@pytest.mark.parametrize(
    ("end", "expected"),
    [
        ("5 投了\n", 1),
        ("5 中断\n", 1),
        ("5 投了\nまで4手で後手の勝ち\n", 1),
        ("5 投了\nまで4手で先手の勝ち\n", 0),
        ("まで3手で先手の勝ち\n", 0),
        ("5 千日手\n", 0),
        ("5 整地\n", 0),
        ("5 反則負け\n", 0),
        ("5 パス\n6 パス\n", 0),
        ("5 五09-五07玉\n", 0),
        ("5 ▲五09-五08玉\n", 1),
        ("5 △五09-五08玉\n", 0),
        ("5 五09-五08玉\n5 四01-五01王\n", 0),
        ("5 五09-五08玉\n\n変化：5手\n5 五09-六09玉\n", 0),
    ],
)
def test_an_end_that_rests_on_the_way_is_left(end, expected):
    """An end about which the last position says all is proven; a wrong one, and one about the way there, are not."""
    assert proven(HEAD + MOVES + end) == expected


def test_a_repetition_is_left():
    """A line in which a position occurs three times is left, because the game may end there."""
    there_and_back = ["五09-四09玉", "四01-三01王", "四09-五09玉", "三01-四01王"]
    moves = "".join(f"{ply} {there_and_back[(ply - 5) % 4]}\n" for ply in range(5, 5 + 16))
    assert proven(HEAD + MOVES + moves) == 0
    assert proven(HEAD + MOVES + "".join(moves.splitlines(keepends=True)[:7])) == 1


def test_times_are_left_where_the_head_limits_them():
    """Times beside 持ち時間 are checked by the careful reader; without it they are only added up."""
    timed = MOVES.replace("貝\n", "貝 ( 0:05/)\n")
    assert proven(HEAD + timed) == 1
    assert proven(HEAD + "持ち時間：30分\n" + timed) == 0


@pytest.mark.parametrize("seed", range(effort(2, 60)))
def test_damaged_records_have_their_statuses(seed):
    """Records with a changed sign or a missing line get the statuses of the careful referee."""
    draw = random.Random(f"proven {seed}")
    records = [HEAD + MOVES, *(file.read_text("utf-8") for file in draw.sample(SAMPLES, 12))]
    damaged = []
    for record in records:
        lines = record.splitlines(keepends=True)
        at = draw.randrange(1, len(lines))
        if draw.random() < 0.3:
            del lines[at]
        else:
            place = draw.randrange(len(lines[at]))
            lines[at] = lines[at][:place] + draw.choice(SIGNS) + lines[at][place + 1 :]
        damaged.append("".join(lines).rstrip("\n") + "\n")
    proven("".join(damaged))
