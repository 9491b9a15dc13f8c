"""Suggestions for an unknown word."""

from each import each

from kifu.core.errors import MAX_WORD_CHARS, closest_word, suggestion
from kifu.core.message import Message

COMMANDS = ("convert", "moves", "show", "verify")


@each(
    ("word", "known", "suggested"),
    [
        ("verfiy", COMMANDS, "verify"),
        ("VERIFY", COMMANDS, "verify"),
        ("ｖｅｒｉｆｙ", COMMANDS, "verify"),
        ("キンク", ("キング", "マスター"), "キング"),
        ("先手番", ("先手", "後手"), "先手"),
        ("xyz", COMMANDS, None),
        ("", COMMANDS, None),
        ("verify", (), None),
        ("verify" * MAX_WORD_CHARS, COMMANDS, None),
    ],
)
def test_the_nearest_known_word_is_found(word, known, suggested):
    """A typing mistake, another case or another width gives the known word; a word that resembles none gives None."""
    assert closest_word(word, known) == suggested


def test_a_suggestion_ends_a_sentence():
    """The question stands behind a sentence, and is empty without a suggestion."""
    assert suggestion("verfiy", COMMANDS) == Message("。もしかして「verify」ですか", "; did you mean 'verify'?")
    assert suggestion("xyz", COMMANDS) == Message("", "")


def test_a_suggestion_rules_no_terminal():
    """A known word may come from a file: its control characters are shown as pictures."""
    assert "\x1b" not in suggestion("head", ["head\x1b"]).ja
