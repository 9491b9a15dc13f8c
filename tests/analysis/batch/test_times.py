"""A batch reads the times of records as the careful reader does, in JSON and in the rows of a corpus."""

from __future__ import annotations

import io
import random

import pytest
from corpora import in_order

import kifu
from analysis.batch.file_splitting import read_pieces, survey_file
from analysis.batch.judge_pieces_and_rule_readings import Batch
from analysis.corpus.judged_records_to_tables import tables_of_pieces
from analysis.corpus.partitions_and_shards import InputPiece
from analysis.corpus.record_sources_and_variant_files import rules_of_variants
from kifu.cli.arguments.game_and_rules_options import rules_source as rules_beside
from kifu.core.games import load
from notation.random_record import random_game_as_kif
from notation.reading import read

HEADS = ("", "", "", "", "持ち時間：10分\n", "持ち時間：1分、秒読み30秒\n", "秒読み：30秒\n", "持ち時間：なし\n")
ENDS = ("投了", "投了", "投了", "時間切れ", "中断", "千日手", "▲投了", "△時間切れ")
CLOSINGS = ("時間切れ", "先手の時間切れ", "時間切れにより先手の勝ち", "後手の勝ち")

RESIGNED = "棋種：6面体\n1 四04占 (0:05)\n2 四06領\n3 投了 (1:07)\n"
"""The end of each archive: a plain record whose last word has a time."""


def clock(spent, total, draw):
    """Return one spelling of a time, usually a common one."""
    minutes, seconds = divmod(spent, 60)
    sums = f"{total // 3600:02d}:{total // 60 % 60:02d}:{total % 60:02d}"
    usual = [f"({minutes:>2}:{seconds:02d}/{sums})", f" ( {minutes}:{seconds:02d}/ )", f"({minutes}:{seconds:02d})"]
    rare = [
        f"({spent // 3600}:{minutes % 60:02d}:{seconds:02d}/{sums})",
        f"（{minutes}：{seconds:02d}／{sums}）".translate(str.maketrans("0123456789", "０１２３４５６７８９")),
        f"({minutes}:{seconds:02d}/{sums})+",
        f"({minutes}:{seconds + 60}/{sums})",
        f"({minutes}:{seconds:02d}/00:00:01)",
        "(早い)",
    ]
    return draw.choice(rare if draw.random() < 0.004 else usual)


def timed(game, seed, draw):
    """Return a random game with times on most of its moves."""
    head, table, moves = random_game_as_kif(load(game), seed, 40).partition("手数----")
    lines = moves.splitlines()
    gaps = draw.choice([0, 0.1, 1])
    totals = [0, 0]
    for at in range(1, len(lines)):
        if lines[at].lstrip()[:1].isdigit() and draw.random() >= gaps:
            spent = draw.choice([0, 5, 59, 60, 75, 600, 4000])
            totals[at % 2] += spent
            lines[at] += clock(spent, totals[at % 2], draw)
    plies = sum(line.lstrip()[:1].isdigit() for line in lines)
    if draw.random() < 0.5:
        while not lines[-1].lstrip()[:1].isdigit():
            lines.pop()
        side = len(lines) % 2
        spent = draw.choice([1, 7, 3600])
        end = "" if draw.random() < 0.3 else f" {clock(spent, totals[side] + spent, draw)}"
        lines.append(f"{plies + 1:>4} {draw.choice(ENDS)}{end}")
    elif draw.random() < 0.5:
        while not lines[-1].lstrip()[:1].isdigit():
            lines.pop()
        lines.append(f"まで{plies}手で{draw.choice(CLOSINGS)}")
    return head + draw.choice(HEADS) + table + "\n".join(lines) + "\n"


@pytest.fixture(scope="module", params=range(6))
def archive(request):
    """Return many records with times, in UTF-8."""
    draw = random.Random(request.param)
    games = [draw.choice(("six", "six", "ace", "king", "master")) for _ in range(30)]
    texts = [timed(game, request.param * 100 + number, draw) for number, game in enumerate(games)]
    return "".join([*texts, RESIGNED]).encode()


def test_the_json_is_the_same(archive):
    """Plain and other records, both with times, get the JSON members of the careful verdict in the same order."""
    surveyed = survey_file("timed.kif", lambda: io.BytesIO(archive))
    items = list(Batch(list(read_pieces(surveyed)), rules_beside("timed.kif")))
    careful = [verdict.to_json() for verdict in kifu.verify(read("timed.kif", archive, rules_beside("timed.kif")))]
    assert [list(item.judgement.to_json().items()) for item in items] == [list(members.items()) for members in careful]
    plain_verdicts = [item.judgement for item in items if item.record is None]
    assert any(any(verdict.seconds) for verdict in plain_verdicts)
    assert (plain_verdicts[-1].seconds, plain_verdicts[-1].end_seconds) == ((5, None), 67)
    assert any("seconds" in item.judgement.to_json() for item in items if item.record is not None)


def test_the_rows_are_the_same(archive):
    """Rows of games and plies are the same with and without machine code; their seconds are those of the verdicts."""
    file_pieces, rules = [InputPiece("timed.kif", archive)], rules_of_variants(())
    rows, rejects = in_order(tables_of_pieces(file_pieces, rules, max_unbatched_bytes=0))
    assert (rows, rejects) == in_order(tables_of_pieces(file_pieces, rules, max_unbatched_bytes=1 << 60))
    verdicts = {
        verdict.index: verdict for verdict in kifu.verify(read("timed.kif", archive, rules_beside("timed.kif")))
    }
    for game, plies in rows:
        if game["match"] is None:
            assert [ply["seconds"] for ply in plies] == [None, *verdicts[game["index"]].seconds]
            assert game["end_seconds"] == verdicts[game["index"]].end_seconds
    assert any(ply["seconds"] for _, plies in rows for ply in plies)


def test_a_time_is_not_that_of_a_record_before():
    """The times of a record that is not plain do not leak into the next record, which has none."""
    moves = "1 四04占{}\n2 四06領{}\n"
    odd = "棋種：6面体\n" + moves.format("(0:05)", "(0:07)") + "変化：1手\n1 四05占\n"
    data = (odd + "棋種：6面体\n" + moves.format("", "")).encode()
    surveyed = survey_file("two.kif", lambda: io.BytesIO(data))
    first, second = Batch(list(read_pieces(surveyed)))
    assert (first.record is None, second.record is None) == (False, True)
    assert first.judgement.seconds == (5, 7)
    assert second.judgement.seconds == (None, None)
    assert "seconds" not in second.judgement.to_json()
