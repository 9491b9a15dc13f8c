"""Readings of many records at once are the readings of each record alone."""

import io
import random

import pytest
from hypothesis_profile import examples

import kifu
from analysis.batch import judge_pieces_and_rule_readings as bulk
from analysis.batch.file_splitting import read_pieces, survey_file
from analysis.batch.judge_pieces_and_rule_readings import Batch, batch_readings
from analysis.batch.scan_and_replay import WantedOutputs
from kifu.core.game.options import unchosen_option_values
from kifu.core.games import load
from notation.formats.kif_head_reader import RulesSource
from notation.random_record import random_game_as_kif

GAMES = ("six", "ace", "king", "master")
NAME = "many.kif"


def together(data, rules=None):
    """Return the JSON of the readings of a batch."""
    given = None if rules is None else RulesSource(given=rules)
    batch = Batch(list(read_pieces(survey_file(NAME, lambda: io.BytesIO(data)))), given, WantedOutputs())
    return [readings.to_json() for _, readings in batch_readings(batch)]


def one_by_one(data, rules=None):
    """Return the JSON of the readings of each record alone."""
    return [readings.to_json() for readings in kifu.readings(kifu.read(data, name=NAME), rules)]


def compared(text, rules=None):
    """Return the JSON of both ways, which is the same."""
    rows = together(text.encode(), rules)
    assert rows == one_by_one(text.encode(), rules)
    return rows


def readings_of_rules(game):
    """Yield a game under its own rules and under each other reading of one option."""
    yield game
    for option, value in unchosen_option_values(game):
        yield game.under(option.name, value)


@pytest.mark.no_cover  # the tests of damaged and given records run the same lines
@pytest.mark.parametrize("game_id", GAMES)
def test_generated_games(game_id):
    """Games played at random under each reading of a game say the same together and alone, whatever they stand on."""
    games = list(readings_of_rules(load(game_id)))
    texts = [random_game_as_kif(game, seed, 90) for game in games for seed in range(examples(8, 40))]
    rows = compared("".join(texts))
    assert len(rows) == len(texts)
    if len(games) > 1:
        assert any(not other["same"] for row in rows for other in row["readings"])


def test_rules_that_are_given():
    """Rules for all records in place of their own: each other reading changes one option of these."""
    text = "".join(random_game_as_kif(load("six"), seed, 60) for seed in range(10))
    rows = compared(text, "six/1 near=any line=blocked")
    assert {tuple(other["option"] for other in row["readings"]) for row in rows} == {
        ("near=own", "line=open", "beat=any", "four=draw")
    }
    assert any(not other["same"] for row in rows for other in row["readings"])


def test_plain_records_are_not_judged_with_care(monkeypatch):
    """The careful referee is asked once for each end that occurs, not once for each record."""
    text = "".join(random_game_as_kif(load("six"), seed, 60) for seed in range(40))
    asked = []
    careful = bulk.gist_under_option
    monkeypatch.setattr(
        bulk, "gist_under_option", lambda *arguments: asked.append(arguments[1:3]) or careful(*arguments)
    )
    rows = together(text.encode())
    illegal = sum(other["status"] == "ILLEGAL" for row in rows for other in row["readings"])
    assert illegal > 10
    assert len(asked) < 20


ENDS = (
    "",
    "{next} 投了\n",
    "{next} 千日手\n",
    "{next} 中断\n",
    "{next} 反則負け\n",
    "まで{plies}手で先手の勝ち\n",
    "まで{plies}手で後手の勝ち\n",
    "まで{plies}手で先手の反則負け\n",
    "まで{next}手で後手の勝ち\n",
    "まで{plies}手で引き分け\n",
    "まで{plies}手\n",
    "まで先手の勝ち\n",
    "{next} ▲投了\nまで{plies}手で後手の勝ち\n",
    "まで{plies}手で太郎の勝ち\n",
)


@pytest.mark.no_cover  # the tests of damaged and given records run the same lines
@pytest.mark.parametrize("game_id", GAMES)
def test_every_end(game_id):
    """Whatever a record claims at its end, right or wrong, it says the same together and alone under each reading."""
    texts = []
    for seed in range(examples(4, 20)):
        for game in readings_of_rules(load(game_id)):
            moves = random_game_as_kif(game, seed, 120).rsplit("まで", 1)[0]
            plies = int(moves.rstrip("\n").rsplit("\n", 1)[1].split()[0])
            texts += [moves + end.format(plies=plies, next=plies + 1) for end in ENDS]
    compared("".join(texts))


FORBIDDEN = {"ply": 27, "article": "six.12"}


def test_records_cut_around_a_forbidden_ply():
    """A record that ends with, before or behind the ply that another reading forbids: the same together and alone."""
    lines = random_game_as_kif(load("six"), 2, 60).splitlines()  # line=blocked forbids ply 27
    first = next(number for number, line in enumerate(lines) if line.split()[0] == "1")
    texts = [
        "\n".join(lines[:end]) + f"\n{end_line}"
        for end in range(first + 25, first + 30)
        for end_line in ("", f"{end - first + 1} 反則負け\n", f"まで{end - first}手で中断\n")
    ]
    rows = compared("".join(texts))
    blocked = [row["readings"][1] for row in rows]
    assert {(other["plies"], other["status"]) for other in blocked if other["fault"] == FORBIDDEN} == {
        (26, "ILLEGAL"),
        (26, "CONFIRMED"),
    }


@pytest.mark.parametrize("seed", range(examples(6, 30)))
def test_damaged_records(seed):
    """Slips of the pen anywhere change nothing in that: a record that is not plain is judged with care."""
    draw = random.Random(seed)
    lines = "".join(random_game_as_kif(load(game), seed, 60) for game in GAMES for seed in range(3)).splitlines()
    for _ in range(25):
        at = draw.randrange(len(lines))
        slip = draw.choice(("", lines[at] + "+", lines[at].replace("占", "武"), "*注", f"規則：{draw.choice(RULES)}"))
        lines[at] = slip
    compared("\n".join(lines) + "\n")


RULES = ("six/1 near=any", "six/1 line=blocked four=draw", "six/1 near=far", "rengo/1", "six/1")


def test_a_fourth_occurrence():
    """A position that comes back a fourth time is judged with care: four=draw ends the game there."""
    moves = ["四04占", "三03領", "四05武", "三02士"] + ["四05-四06武", "三02-三01士", "四06-四05武", "三01-三02士"] * 4
    text = "棋種：6面体\n" + "".join(f"{ply} {move}\n" for ply, move in enumerate(moves, start=1))
    (row,) = compared(text)
    assert [other["option"] for other in row["readings"] if not other["same"]] == ["four=draw"]
