"""The disputed samples: each option of each game has a record whose verdict changes under that option alone."""

from pathlib import Path

from each import each

import kifu
from kifu.core import games
from kifu.referee.rule_readings import verdict_gist

SAMPLES = Path(__file__).parents[3] / "samples"
OLDER = {"jin": SAMPLES / "rengo" / "by-default.kif"}
"""A sample from before the others that shows what an option changes."""
OPTIONS = [(kind, option) for kind in games.ids() for option in games.load(kind).options if not option.number]
DISPUTES = {
    ("six", "near"): (("CONFIRMED", "first", "six.4"), ("CONTRADICTED", None, None)),
    ("six", "line"): (("CONFIRMED", "first", None), ("ILLEGAL", None, "six.13")),
    ("six", "beat"): (("ILLEGAL", None, "six.13"), ("CONFIRMED", "first", None)),
    ("six", "four"): (("DECLARED", "first", None), ("ILLEGAL", None, "six.16")),
    ("ace", "turn"): (("CONFIRMED", "second", "union.8"), ("CONTRADICTED", None, None)),
    ("ace", "four"): (("DECLARED", "first", None), ("ILLEGAL", None, "union.11")),
    ("ace", "last"): (("CONFIRMED", "first", None), ("ILLEGAL", None, "union.1")),
    ("king", "turn"): (("DECLARED", "first", None), ("ILLEGAL", None, "union.8")),
    ("king", "four"): (("DECLARED", "first", None), ("ILLEGAL", None, "union.11")),
    ("king", "last"): (("CONFIRMED", "first", None), ("ILLEGAL", None, "union.1")),
    ("master", "turn"): (("DECLARED", "first", None), ("ILLEGAL", None, "union.8")),
    ("master", "four"): (("DECLARED", "first", None), ("ILLEGAL", None, "union.11")),
    ("master", "last"): (("CONFIRMED", "first", None), ("ILLEGAL", None, "union.1")),
    ("master", "first"): (("ILLEGAL", None, "master.1"), ("CONFIRMED", "first", None)),
    ("rengo", "kan"): (("CONFIRMED", "second", None), ("ILLEGAL", None, "rengo.6")),
    ("rengo", "jin"): (("ILLEGAL", None, "rengo.30"), ("DECLARED", "first", None)),
    ("rengo", "nari"): (("CONFIRMED", "second", None), ("ILLEGAL", None, "rengo.24")),
    ("rengo", "pawn2"): (("DECLARED", "first", None), ("ILLEGAL", None, "rengo.18")),
    ("rengo", "kinshi"): (("ILLEGAL", None, "rengo.34"), ("CONFIRMED", "first", None)),
    ("rengo", "hasami"): (("ILLEGAL", None, "rengo.45"), ("DECLARED", "first", None)),
    ("rengo", "saki"): (("ILLEGAL", None, "rengo.42"), ("CONFIRMED", "first", None)),
}
"""Status, winner and the fault's article by default, and under the other value."""


def path_of(kind, option):
    """Return the sample of an option."""
    return OLDER.get(option, SAMPLES / kind / f"disputed-{option}.kif")


def words(said):
    """Return status, winner and the fault's article of a gist."""
    outcome = said.outcome
    return said.status.value, outcome.outcome.value if outcome else None, said.fault_article


def test_each_option_has_a_sample():
    """Every option with named values has a sample, and there is no sample of an option that is none."""
    named = {(kind, option.name) for kind, option in OPTIONS if kind in {"six", "ace", "king", "master", "rengo"}}
    assert named == set(DISPUTES)
    there = set(SAMPLES.glob("*/disputed-*.kif")) | set(OLDER.values())
    assert there == {path_of(*one) for one in named}


@each(("kind", "option"), sorted(DISPUTES))
def test_only_its_option_changes_the_verdict(kind, option):
    """The row of the other value says what is expected, and every other row says the same as the default."""
    (each,) = kifu.readings(kifu.read(path_of(kind, option)))
    assert [other.option.name for other in each.differing] == [option]
    assert (words(each.default), words(each.differing[0].gist)) == DISPUTES[kind, option]


@each(("kind", "option"), sorted(DISPUTES))
def test_the_verdict_under_the_option_itself(kind, option):
    """`kifu verify` of the record with the option in its 規則 gives the other verdict."""
    text = path_of(kind, option).read_text("utf-8")
    (value,) = games.load(kind).options[[one.name for one in games.load(kind).options].index(option)].values[1:]
    line = f"規則：{kind}/1\n"
    assert line in text
    (verdict,) = kifu.verify(kifu.read(text.replace(line, f"規則：{kind}/1 {option}={value}\n").encode()))
    assert words(verdict_gist(verdict)) == DISPUTES[kind, option][1]


@each("path", sorted(SAMPLES.glob("*/disputed-*.kif")), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_comment_names_what_is_disputed(path):
    """The file begins with a comment that names an article of its game's rules and the option with its value."""
    first = path.read_text("utf-8").splitlines()[0]
    option = path.stem.removeprefix("disputed-")
    game = games.load(path.parent.name)
    (found,) = [one for one in game.options if one.name == option]
    assert first.startswith("# 争点：")
    assert f"{found.article}" in first
    assert f"{option}={found.values[1]}" in first
