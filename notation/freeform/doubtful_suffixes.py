"""Signs behind moves that are not understood, and may say what happens at the end of the move."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from notation.freeform.move_errors import several_readings_error
from notation.freeform.move_readings import is_legal, move_key
from notation.freeform.plain_copy import move_text_of_line
from notation.freeform.plies import Situation
from notation.freeform.table_cells_and_columns import column_role

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.core.game.game import Game, Position
    from notation.freeform.hypothesis import CopyItem, Hypothesis
    from notation.freeform.plain_copy import CopyLine

MAX_WORDS, MAX_WORD_CHARACTERS = 3, 8
"""The most words of a remark that may be no remark, and the most characters of each."""
MAX_SHORT_CHARACTERS = 4
"""The most characters of a word that may be one for a suffix wherever the move may have one, as on a shogi board."""
MIN_TIMES = 2
"""How often a word has to stand behind moves so that it may be one for what happens at their end."""
_WORD = re.compile(r"[^\s、。,;・()（）\[\]【】「」]+")
_REMARK = re.compile(
    r"[!?！？☆★♪♬✓✔✅☑✨⭐❗❓‼⁉⩲⩱±∓🙏👍🎉🔥\U0001F600-\U0001F64F\U0001F466-\U0001F478\U0001F44A-\U0001F450.…‥~〜～・:/—―ー-]+"
    r"|.*\d.*|[wｗ]+|[笑草汗泣初済同次]|[ぁ-ん]|.*[手着筋形考]|はい|どうぞ|了解|お願い.*|ok|move|place|moving|placing",
    re.IGNORECASE,
)
"""What people write behind moves that says nothing of what happens at their end."""


def moves_with_doubtful_suffixes(hypothesis: Hypothesis) -> Iterator[tuple[int, CopyLine]]:
    """Yield the moves behind which a sign stands that may be a suffix, by identity, each with its error.

    A word that stands behind several moves may be the suffix that no move of the record has.
    """
    game, suffixes = hypothesis.game, tuple(dict.fromkeys(hypothesis.game.vocabulary.suffixes.values()))
    turns = list(_turns_with_remarks(hypothesis)) if suffixes else []
    absent = [one for one in suffixes if all(one not in move_text_of_line(turn.lines[0].text) for turn, _, _ in turns)]
    if game.vocabulary.cells and len(absent) < len(suffixes):
        absent = []  # few moves of theirs may have a suffix, and 跳び越えて取る is said of several
    times = Counter(word for _, _, words in turns for word in set(words))
    for turn, position, words in turns:
        named = [word for word in words if _names_a_suffix(game, word)]
        most = (
            MAX_SHORT_CHARACTERS if game.vocabulary.cells else 1
        )  # where few moves may have a suffix, words are asked too
        short = bool(named) or any(len(word) <= most for word in words)
        line = turn.lines[0]
        foul = (
            turn.kind == "turn"
            and line.unread is None
            and position is not None
            and not is_legal(game, position, move_text_of_line(line.text))
        )
        signs = [
            word
            for word in words
            if foul or len(word) <= most or word in named or (absent and times[word] >= MIN_TIMES)
        ]
        if signs and position is not None and turn.kind == "turn" and line.unread is None:
            text = move_text_of_line(line.text)
            before = Situation(position)
            played = move_key(game, text, before)
            meant = [
                text + suffix
                for suffix in (suffixes if short or foul else absent)
                if is_legal(game, position, text + suffix)
            ]
            meant = [other for other in meant if move_key(game, other, before) != played]  # 不成 says nothing new
            if meant:
                yield id(turn), line._replace(unread=several_readings_error(" ".join((text, *signs)), [text, *meant]))


def _turns_with_remarks(hypothesis: Hypothesis) -> Iterator[tuple[CopyItem, Position | None, list[str]]]:
    """Yield each turn, the last first, with the position before it, and the short remarks behind it on its line.

    Below it only a suffix counts: a remark of its own says nothing of the move.
    """
    plies, behind = hypothesis.plies, list[tuple[str, int]]()
    for item in hypothesis.items_from_last():
        if item.is_turn and item.ply is not None:
            plies = plies.link_of_ply(item.ply - 1)
            line = item.lines[0].line
            texts = [one.text for one in item.lines[1:]] + [text for text, at in behind if at == line]
            below = [
                word
                for text, at in behind
                if at != line
                for word in _short_words_of_remark(text)
                if _names_a_suffix(hypothesis.game, word)
            ]
            yield item, plies.position, [*(word for text in texts for word in _short_words_of_remark(text)), *below]
        behind = [*behind, *((one.text, one.line) for one in item.lines)] if item.kind == "comment" else []


def _names_a_suffix(game: Game, word: str) -> bool:
    """Return whether a word is one for what happens at the end of a move, in a cell or behind the move."""
    suffixes = game.vocabulary.suffixes
    return word in suffixes or word in suffixes.values() or column_role(word, ()) in suffixes.values()


def _short_words_of_remark(remark: str) -> list[str]:
    words = [
        word for word in (one.strip("-") for one in _WORD.findall(remark.removeprefix("*").removeprefix("# "))) if word
    ]
    return (
        [word for word in words if len(word) <= MAX_WORD_CHARACTERS and not _REMARK.fullmatch(word)]
        if sum(map(str.isalnum, (word[0] for word in words))) <= MAX_WORDS
        else []
    )
