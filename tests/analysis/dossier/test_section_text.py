"""Tests what a dossier says of a sheet: lines that are lines, and numbers that decide something."""

import re
from html import unescape

from disputed import SAMPLES, made

SIX = SAMPLES / "six"


def page_of(path):
    """Return the page of a dossier on one record, without its English, and its text on paper."""
    html = made(path.read_bytes())[1]["dossier.html"].decode()
    return re.sub(r'<span class="en" lang="en">.*?</span>', "", html)


def facts(path):
    """Return the facts of a dossier, by their Japanese labels."""
    pairs = re.findall(r"<dt>(.*?)</dt><dd.*?>(.*?)</dd>", page_of(path))
    return {label.strip(): unescape(words).strip() for label, words in pairs}


def test_the_lines_of_an_article_are_lines():
    """An article of several lines shows no picture of a line break."""
    html = made((SIX / "wrong-winner.kif").read_bytes())[1]["dossier.html"].decode()
    assert "␊" not in html
    assert html.count("<br>") == 2  # six.15, in both languages


def test_a_game_without_points_has_none():
    """A tally is no score: only a game whose points or count decide, and a match, has such a row."""
    rows = {"得点", "数え", "二局の合計 (前半の手番で)"}
    for name, row, numbers in (
        ("six/elimination.kif", None, None),
        ("rengo/mate.kif", None, None),
        ("rengo/counting.kif", "数え", "27 - 35.5"),
        ("king/draw.kif", "得点", None),
        ("king/match.kif", "二局の合計 (前半の手番で)", "207 - 183"),
    ):
        found = facts(SAMPLES / name)
        assert rows & found.keys() == ({row} if row else set()), name
        if numbers is not None:
            assert found[row] == numbers


def test_who_has_decided():
    """A result that the record alone gives is not called one of the rules; the colours of a match are not named."""
    assert "規則による結果" not in facts(SIX / "resigned.kif")
    assert facts(SIX / "wrong-winner.kif")["記録の結果"] == "先手の勝ち"
    match = facts(SAMPLES / "king/match.kif")
    assert match["規則による結果"].startswith("先手の勝ち")
    assert (match["先手"], match["後手"]) == ("プログラム甲", "プログラム乙")
