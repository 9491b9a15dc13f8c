"""Makes the error for a rule set that a game does not have; a record's 規則 or `--rules` named it."""

from __future__ import annotations

from kifu.model.errors import InvalidSetup
from kifu.model.message import Message, quoted


def unknown_rules(named: str, rules: str, game: Message, files: Message | None = None) -> InvalidSetup:
    """Return the error for the rules `named`, when the game has only the rule set `rules` and no options.

    `files` is the end of the message that tells about variant files, for games that read them.
    """
    words = named.split()
    if words and words[0] in {rules, rules.partition("/")[0]} and words[1:]:
        option = quoted(words[1])
        return InvalidSetup(
            "unknown-option",
            Message(
                f"規則の「{option}」が読めません。{game.ja}の規則に選べるものはありません。「{rules}」とだけ書いてください",
                f"'{option}' is no option of the rules; {game.en} has none: write just {rules}",
            ),
            offset=named.index(words[1], named.index(words[0]) + len(words[0])),
            width=len(words[1]),
        )
    more = files or Message("", "")
    return InvalidSetup(
        "unknown-rules",
        Message(
            f"規則「{quoted(named)}」はありません。{game.ja}の規則は「{rules}」です{more.ja}",
            f"there is no rule set '{quoted(named)}'; {game.en} has '{rules}'{more.en}",
        ),
        width=max(1, len(named)),
    )
