"""The times of a verdict: those of the legal prefix, and that before the word that ends the record."""

from __future__ import annotations

import pytest

from kifu.referee.verify import verify
from notation.reading import read

HEAD = "棋種：6面体\n"
MATCH = "棋種：ユニオンキング\n対局：前半\n1 一06-一05四内 (0:09)\n対局：後半\n1 一06-一05四内\n"


def judged(text):
    """Return the verdict on the only record of a text."""
    (record,) = read("game.kif", text.encode()).records
    return verify(record, "0" * 64)


def test_seconds_ply_by_ply():
    """A number for each ply whose time can be read, null for the others; the time before 投了 stands apart."""
    found = judged(
        HEAD + "1 四04占 ( 0:05/00:00:05)\n2 四06領\n3 四05武 （１：０２：０３）\n4 五05士 (5)\n5 投了 (1:00)\n"
    )
    assert found.seconds == (5, None, 3723, None)
    assert found.end_seconds == 60
    assert found.to_json()["seconds"] == [5, None, 3723, None]
    assert found.to_json()["end_seconds"] == 60


def test_a_time_of_nothing_is_a_time():
    """0:00 is written down, so it is a time."""
    assert judged(HEAD + "1 四04占 (0:00)\n2 四06領\n").to_json()["seconds"] == [0, None]


@pytest.mark.parametrize("text", ["1 四04占\n2 四06領\n3 投了\n", "", "1 四99占 (0:05)\n"])
def test_without_times_the_json_does_not_speak_of_them(text):
    """Records without a time of a legal ply have the members that they have always had."""
    found = judged(HEAD + text)
    assert found.to_json().keys().isdisjoint({"seconds", "end_seconds"})
    assert len(found.seconds) == found.plies


def test_an_illegal_move_ends_the_times():
    """What stands after it, the word that ends the record too, was never reached."""
    found = judged(HEAD + "1 四04占 (0:05)\n2 四06領 (0:06)\n3 一01武 (0:07)\n4 投了 (0:08)\n")
    assert (found.status, found.seconds, found.end_seconds) == ("ILLEGAL", (5, 6), None)


def test_the_times_of_a_match_are_those_of_its_games():
    """One after the other, as its plies and its scores are; each game has its own too."""
    found = judged(MATCH)
    assert found.seconds == (9, None)
    assert [game.seconds for game in found.games] == [(9,), (None,)]
    assert "seconds" not in found.games[1].to_json()


def test_a_verdict_knows_its_record():
    """Whatever it says; a match's games have theirs."""
    (record,) = read("game.kif", MATCH.encode()).records
    found = verify(record, "0" * 64)
    assert found.record is record
    assert [game.record for game in found.games] == list(record.games)
