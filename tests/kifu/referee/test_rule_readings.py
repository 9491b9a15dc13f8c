"""What each reading of the rules says of a record: it is the verdict on the same text with that reading in its 規則."""

import re
from pathlib import Path

import pytest
from each import each
from helpers import DIAGRAM, HEAD, SIX, record
from small_records import FOUL, shuffled

import kifu
from kifu.core.errors import InvalidSetup
from kifu.core.game.options import unchosen_option_values
from kifu.core.message import Message
from kifu.games.six.position import NEAR_ANY
from kifu.referee.rule_readings import readings_summary, verdict_gist

SAMPLES = sorted(Path("samples").glob("*/*.kif"))
RULES = re.compile(r"\s*規則\s*[:：]")
NEAR = f"{DIAGRAM}1 六02武\n"
"""先手 places a 武 next to the 領 of 後手, far from the only 占: six.4 allows it only under near=any."""


def readings(text):
    """Return the readings of the only record of a text."""
    (only,) = kifu.readings(kifu.read(text.encode()))
    return only


def rewritten(lines, rules):
    """Return the lines of a record with these rules in its 規則."""
    kept = [line for line in lines if not RULES.match(line)]
    head = next(number for number, line in enumerate(kept, start=1) if "棋種" in line)
    return "\n".join([*kept[:head], f"規則：{rules}", *kept[head:]]) + "\n"


def compared(document):
    """Compare each row with `verify` of the record whose 規則 is rewritten; return how many were compared."""
    count = 0
    for reading, read in zip(kifu.readings(document), document.records, strict=True):
        lines = document.source.lines[read.span.first - 1 : read.span.last]
        for other in reading.others:
            game = read.game.under(other.option.name, other.value)
            (verdict,) = kifu.verify(kifu.read(rewritten(lines, game.rules).encode(), name=document.name))
            assert verdict.game.chosen == {**read.game.chosen, other.option.name: other.value}
            assert (other.name, other.gist.to_json()) == (other.name, verdict_gist(verdict).to_json())
            count += 1
    return count


@pytest.mark.parametrize("sample", SAMPLES, ids=str)
def test_a_row_is_the_verdict_on_the_rewritten_text(sample):
    """Each row of reading sample is what `verify` says of the same text with 規則 rewritten."""
    document = kifu.read(sample)
    games = [read.game for read in document.records if read.game is not None]
    assert compared(document) == sum(len(list(unchosen_option_values(game))) for game in games)


def test_the_own_reading_is_the_default():
    """Each other value of reading option has a row relative to what the record chose; the record's own value has none."""
    names = [other.name for other in readings(f"{HEAD}規則：six/1 near=any four=draw\n1 四04占\n").others]
    assert names == ["near=own", "line=blocked", "beat=any", "four=note"]


def test_a_number_has_no_other_value():
    """An option whose value is a number (budget, komi) has no row."""
    (each, *_) = kifu.readings(kifu.read("samples/rengo/by-default.kif"))
    names = [other.name for other in each.others]
    assert "jin=zone" in names
    assert not any(name.startswith(("budget", "komi")) for name in names)


def test_a_foul_that_a_reading_allows():
    """反則 after a move that one reading allows: confirmed by default, contradicted under near=any, whose fault has no article."""
    each = readings(f"{HEAD}{NEAR}2 反則負け\n")
    assert (each.status.value, each.default.fault_ply, each.default.fault_article) == ("CONFIRMED", 1, "six.4")
    (other,) = each.differing
    assert (other.name, other.option.article) == ("near=any", "six.4")
    assert (other.gist.status.value, other.gist.fault_ply, other.gist.fault_article) == ("CONTRADICTED", 1, None)


def test_a_fourth_occurrence_ends_the_game_under_one_reading():
    """Twelve plies to and fro bring the start back a fourth time: only four=draw ends the game there."""
    each = readings(shuffled(3))
    (other,) = each.differing
    assert (each.status.value, other.name, other.gist.status.value) == ("UNFINISHED", "four=draw", "CONFIRMED")
    assert other.gist.to_json() == {
        "status": "CONFIRMED",
        "winner": "draw",
        "termination": "repetition",
        "article": "six.16",
        "plies": 12,
        "fault": None,
    }


def test_a_fault_in_the_set_up_has_rows_too():
    """A set-up that breaks an article is judged under each reading as well."""
    each = readings(HEAD + DIAGRAM.replace("：13 占不可", "：99 占不可") + "1 四03-三03武\n")
    assert (each.status.exit_code, each.default.fault_ply, len(each.others)) == (
        1 if each.status == "ILLEGAL" else 3,
        0,
        4,
    )
    assert not each.differing


def test_refused_rules_are_refused_under_each_reading():
    """A record whose headers do not suit its game has a row for each reading, and each says the same."""
    refused = record(f"{HEAD}1 四04占\n")._replace(refused=InvalidSetup("unfit", Message("合わない", "unfit")))
    (each,) = kifu.readings(kifu.read(b"")._replace(records=(refused,)))
    assert each.status.value == "UNREADABLE"
    assert (len(each.others), each.differing) == (4, ())


@each("text", ["棋種：将棋\n1 四04占\n", f"{HEAD}規則：six/1 near=far\n1 四04占\n", "何もない\n"])
def test_without_a_game_there_is_no_row(text):
    """A game or an option that is unknown, and a file without records: the verdict is UNREADABLE, no reading has a row."""
    each = readings(text)
    assert (each.status.value, each.others, each.to_json()["game"]) == ("UNREADABLE", (), None)


def test_a_move_that_cannot_be_read_cannot_be_read_under_any_reading():
    """A reading does not help where the text cannot be read."""
    each = readings(f"{HEAD}1 四04占\n2 四四四\n")
    assert {other.gist.status.value for other in each.others} == {"UNREADABLE"}
    assert not each.differing


def test_a_reading_that_cannot_be_decided_says_so(monkeypatch):
    """Rules too deep for the machine under one reading: its row is UNREADABLE, never a guess, and the others are judged."""

    def too_deep(*_):
        raise RecursionError

    deep, under = type(SIX)(NEAR_ANY), type(SIX).under
    monkeypatch.setattr(deep, "explain", too_deep)
    monkeypatch.setattr(type(SIX), "under", lambda self, *row: deep if row == ("near", "any") else under(self, *row))
    each = readings(f"{HEAD}1 四04占\n")
    assert [other.gist.status.value for other in each.others] == ["UNREADABLE", *["UNFINISHED"] * 3]
    assert readings_summary(each).en.endswith("Under near=any it cannot be decided.")


def test_given_rules_are_the_own_reading_of_every_record():
    """The argument `rules` replaces the reading that a record names."""
    (each,) = kifu.readings(kifu.read(f"{HEAD}1 四04占\n".encode()), rules="six/1 four=draw")
    assert each.verdict.game.rules == "six/1 four=draw"
    assert each.others[-1].name == "four=note"


def test_the_json_is_the_contract():
    """The members of the object and of its rows have fixed names; `same` compares all the others of a row."""
    value = readings(f"{HEAD}{NEAR}").to_json()
    row = ["status", "winner", "termination", "article", "plies", "fault"]
    assert list(value) == ["file", "index", "game", "default", "readings"]
    assert list(value["default"]) == row
    for other in value["readings"]:
        assert list(other) == ["option", "rule", *row, "same"]
        assert other["same"] is ({name: other[name] for name in row} == value["default"])
    assert value["default"] == {
        "status": "ILLEGAL",
        "winner": None,
        "termination": None,
        "article": None,
        "plies": 0,
        "fault": {"ply": 1, "article": "six.4"},
    }
    assert [other["same"] for other in value["readings"]] == [False, True, True, True]


@each(
    ("text", "ja", "en"),
    [
        (
            f"{HEAD}{NEAR}",
            "⚖ 4 のうち 3 では変わらない。near=any なら 1 手目は合法で、UNFINISHED: 1 手。",
            "⚖ 3 of 4 readings change nothing. Under near=any ply 1 is legal, and it is UNFINISHED: 1 plies.",
        ),
        (
            shuffled(3),
            "⚖ 4 のうち 3 では変わらない。four=draw なら CONFIRMED: 12 手で引き分け (千日手) [six.16]。",
            "⚖ 3 of 4 readings change nothing. Under four=draw it is CONFIRMED: 12 plies, draw (repetition) [six.16].",
        ),
        (
            f"{HEAD}規則：six/1 near=any\n{NEAR}",
            "⚖ 4 のうち 3 では変わらない。near=own なら 1 手目が規則に合わない [six.4]。",
            "⚖ 3 of 4 readings change nothing. Under near=own ply 1 is illegal [six.4].",
        ),
        (FOUL, "⚖ 4 のどれでも変わらない。", "⚖ None of 4 readings changes anything."),
        ("何もない\n", "⚖ 棋種がわからないので、読み方もありません。", "⚖ Without a known game there are no readings."),
    ],
)
def test_one_sentence_sums_up(text, ja, en):
    """How many readings change nothing, and what each other one says."""
    assert readings_summary(readings(text)) == Message(ja, en)
