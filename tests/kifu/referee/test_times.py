"""The times of a verdict: those of its legal plies, and the time before the word that ends the record."""

from __future__ import annotations

from each import each

from kifu.referee.verify import verify
from notation.reading import read

HEAD = "棋種：6面体\n"
MATCH = "棋種：ユニオンキング\n対局：前半\n1 一06-一05十内 (0:09)\n対局：後半\n1 一06-一05十内\n"


def verdict_on(text):
    """Return the verdict on the only record of a text."""
    (record,) = read("game.kif", text.encode()).records
    return verify(record, "0" * 64)


def test_seconds_ply_by_ply():
    """JSON has a number for each ply with a time, null for the others, and the time before 投了 by itself."""
    verdict = verdict_on(
        HEAD + "1 四04占 ( 0:05/00:00:05)\n2 四06領\n3 四05武 （１：０２：０３）\n4 五05士 (5)\n5 投了 (1:00)\n"
    )
    assert verdict.seconds == (5, None, 3723, None)
    assert verdict.end_seconds == 60
    assert verdict.to_json()["seconds"] == [5, None, 3723, None]
    assert verdict.to_json()["end_seconds"] == 60


def test_a_time_of_nothing_is_a_time():
    """0:00 is a recorded time."""
    assert verdict_on(HEAD + "1 四04占 (0:00)\n2 四06領\n").to_json()["seconds"] == [0, None]


@each("text", ["1 四04占\n2 四06領\n3 投了\n", "", "1 四99占 (0:05)\n"])
def test_without_times_the_json_does_not_speak_of_them(text):
    """A record without a time of a legal ply has no member for times."""
    verdict = verdict_on(HEAD + text)
    assert verdict.to_json().keys().isdisjoint({"seconds", "end_seconds"})
    assert len(verdict.seconds) == verdict.plies


def test_an_illegal_move_ends_the_times():
    """Times after an illegal move do not count, nor does that of the word that ends the record."""
    verdict = verdict_on(HEAD + "1 四04占 (0:05)\n2 四06領 (0:06)\n3 一01武 (0:07)\n4 投了 (0:08)\n")
    assert (verdict.status, verdict.seconds, verdict.end_seconds) == ("ILLEGAL", (5, 6), None)


def test_the_times_of_a_match_are_those_of_its_games():
    """A match has the times of its games one after the other, and each game has its own."""
    verdict = verdict_on(MATCH)
    assert verdict.seconds == (9, None)
    assert [game.seconds for game in verdict.games] == [(9,), (None,)]
    assert "seconds" not in verdict.games[1].to_json()


def test_a_verdict_knows_its_record():
    """A verdict holds its record, and the verdicts on the games of a match hold theirs."""
    (record,) = read("game.kif", MATCH.encode()).records
    verdict = verify(record, "0" * 64)
    assert verdict.record is record
    assert [game.record for game in verdict.games] == list(record.games)
