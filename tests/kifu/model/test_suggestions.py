"""What was probably meant by a word that is not known."""

import pytest

from kifu.model.message import Message
from kifu.model.suggestions import LONGEST, closest, suggestion

COMMANDS = ("convert", "moves", "show", "verify")


@pytest.mark.parametrize(
    ("word", "known", "found"),
    [
        ("verfiy", COMMANDS, "verify"),
        ("VERIFY", COMMANDS, "verify"),
        ("ｖｅｒｉｆｙ", COMMANDS, "verify"),
        ("キンク", ("キング", "マスター"), "キング"),
        ("先手番", ("先手", "後手"), "先手"),
        ("xyz", COMMANDS, None),
        ("", COMMANDS, None),
        ("verify", (), None),
        ("verify" * LONGEST, COMMANDS, None),
    ],
)
def test_the_nearest_known_word_is_found(word, known, found):
    """A slip of the finger, another case or width lead to the known word; what resembles none leads nowhere."""
    assert closest(word, known) == found


def test_a_suggestion_ends_a_sentence():
    """The words stand behind a sentence, and are empty where there is nothing to suggest."""
    assert suggestion("verfiy", COMMANDS) == Message("。もしかして「verify」ですか", "; did you mean 'verify'?")
    assert suggestion("xyz", COMMANDS) == Message("", "")


def test_a_suggestion_rules_no_terminal():
    """A known word may come from a file: its control characters are shown as pictures."""
    assert "\x1b" not in suggestion("head", ["head\x1b"]).ja
