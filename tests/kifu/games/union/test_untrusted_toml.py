"""Variant files that are bombs: each is refused before it is parsed, or parsed within bounds."""

import tomllib

import pytest
from each import each

from kifu.core import games
from kifu.core.errors import InvalidSetup
from kifu.games.union import variant_file_entries

BOMBS = {
    "brackets": ("x = " + "[" * 5000, "nest too deep"),
    "brackets in lines": ("x = " + "[\n" * 5000, "nest too deep"),
    "tables": ("x = " + "{a=" * 5000, "nest too deep"),
    "digits": ("[score]\ntarget = " + "9" * 10_000, "digits"),
    "hexadecimal digits": ("[score]\ntarget = 0x" + "f" * 10_000, "digits"),
    "digits parted": ("[score]\ntarget = " + "9_" * 5000 + "9", "digits"),
    "dotted key": (".".join("a" * 49_000) + " = 1", "dots"),
    "dotted quoted key": (".".join(['"a"'] * 20_000) + " = 1", "dots"),
    "dotted key with blanks": (" . ".join("a" * 20_000) + " = 1", "dots"),
    "dotted heading": ("[" + ".".join("a" * 40_000) + "]", "dots"),
    "dotted key in a table": ("x = {" + ".".join("a" * 40_000) + " = 1}", "dots"),
    "entries": ("".join(f"{{a{number} = 1}}, " for number in range(6000)), "entries"),
    "many dotted keys": ("a{0}.b.c.d.e.f.g = 1\n" * 5000, "dots in all"),
    "keys in lines": ("".join(f"a.k{number} = 1\n" for number in range(50_000)), "lines"),
    "a key of many parts": (".".join("a" * 20) + " = 1", "too many parts"),
    "items": ("x = [" + "1," * 20_000 + "]", "entries and items"),
    "headings": ("[[a]]" * 12_000, "entries and items"),
    "a long line": ("#" * 200_000, "line 1 is too long"),
    "blank lines": ("\n" * 900_000, "lines"),
    "after a string that hides nothing": ('a = """\n"""""\nx = ' + "[" * 5000, "nest too deep"),
    "after a string with an escaped end": ('a = "\\""\nx = ' + "[" * 5000, "nest too deep"),
    "after a comment with a quote": ("# \"\n# '''\nx = " + "[" * 5000, "nest too deep"),
    "after a literal string": ("a = '\\'\nx = " + "[" * 5000, "nest too deep"),
}


@pytest.mark.timeout(120)
@each("bomb", BOMBS)
def test_bombs(bomb, monkeypatch):
    """The parser never sees one; the message says which limit it is beyond."""
    text, pattern = BOMBS[bomb]
    king = games.load("king")  # its own file is parsed
    monkeypatch.setattr(tomllib, "loads", None)
    with pytest.raises(InvalidSetup, match=pattern) as refused:
        king.variant("x.toml", text)
    assert refused.value.code == "variant-toml"
    assert all(len(words) < 300 and words.isprintable() for words in refused.value.message)


@each(
    "text",
    [
        'a = """\n[[[[\n"""\n',
        "a = '''\n" + "." * 50 + "\n'''\n",
        f'a = "{"9" * 50}{"[" * 50}{"." * 50}"\n',
        f"a = '{'9' * 50}'  # {'[' * 50}\n",
        'a = "\\"[[[[[[[[[[[[[[[[[[[[[[[[[[[["\n',
    ],
)
def test_strings_and_comments_are_not_measured(text):
    """The limits ignore brackets and digits inside strings and comments."""
    assert variant_file_entries.parse_toml(text) == tomllib.loads(text)


@pytest.mark.parametrize("failure", [RecursionError, MemoryError, OverflowError, ValueError("Exceeds the limit")])
def test_what_the_limits_let_through(monkeypatch, failure):
    """Every failure of the parser becomes a message too."""

    def fails(_text):
        raise failure

    monkeypatch.setattr(tomllib, "loads", fails)
    with pytest.raises(variant_file_entries.BadToml, match="too large"):
        variant_file_entries.parse_toml("")


def test_a_bad_file_is_looked_at_once(monkeypatch):
    """A bad file is read only once, for ten thousand records may name it."""
    king = games.load("king")
    seen = []
    parse = variant_file_entries.parse_toml
    monkeypatch.setattr(variant_file_entries, "parse_toml", lambda text: seen.append(text) or parse(text))
    for _ in range(5):
        with pytest.raises(InvalidSetup) as wrong:
            king.variant("once.toml", "[score]\ntarget = 0\n")
    assert seen.count("[score]\ntarget = 0\n") == 1
    depth, trace = 0, wrong.value.__traceback__
    while trace is not None:
        depth, trace = depth + 1, trace.tb_next
    assert depth < 5  # it does not grow with each record


def test_keys_are_shown_safely():
    """TOML has escapes: a key may hold what rules a terminal, and line ends."""
    with pytest.raises(InvalidSetup, match=r"score\.a␊<U\+202E>␛") as wrong:
        games.load("king").variant("x.toml", '[score]\n"a\\n\\u202e\\u001b" = 1\n')
    assert all(words.isprintable() for words in wrong.value.message)
