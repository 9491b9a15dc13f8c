"""Tests of the wording of the sources and documents: phrases that make a sentence a riddle are banned."""

import re

import pytest
from repository import ROOT, tracked

BANNED = ("so many", "of which", "what is to be said", "likewise", "that many")
BETWEEN = r"[\s#*\"']+"
"""The characters between two words of a phrase, which may be parted by a line break in a comment or a string."""
PHRASE = re.compile(rf"\b(?:{'|'.join(phrase.replace(' ', BETWEEN) for phrase in BANNED)})\b", re.IGNORECASE)
EXEMPT = {"CHANGELOG.md", "tests/test_words.py"}
"""A changelog is history, and this file has to name the phrases."""
RULES = "kifu/games/"
"""The folder of the rulebooks: their .toml files quote sentences of the makers."""


def banned_in(text):
    """Return each banned phrase in a text, with the number of its line (from 1)."""
    return [(text.count("\n", 0, match.start()) + 1, match[0]) for match in PHRASE.finditer(text)]


def checked():
    """Return the paths of the files that are checked."""
    return [
        path
        for path in tracked()
        if path.endswith((".py", ".toml", ".md"))
        and path not in EXEMPT
        and not (path.startswith(RULES) and path.endswith(".toml"))
    ]


def test_no_file_has_a_banned_phrase():
    """Each sentence names its subject and its number instead."""
    paths = checked()
    assert {"README.md", "pyproject.toml", "notation/reading.py", "tests/support/helpers.py"} <= set(paths)
    places = [
        f"{path}:{line}: {phrase}" for path in paths for line, phrase in banned_in((ROOT / path).read_text("utf-8"))
    ]
    assert places == [], "\n".join(places)


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("Likewise.", [(1, "Likewise")]),
        ("a\n# after so\n# many plies", [(2, "so\n# many")]),
        ('"two files, of "\n"which one is empty"', [(1, 'of "\n"which')]),
        ("also many, of whichever kind; otherwise", []),
        ("so that the many", []),
    ],
)
def test_phrases_are_found(text, places):
    """A phrase is found in capitals and across line breaks, but not as part of other words."""
    assert banned_in(text) == places
