"""Corrections beside a move, or on the line below it: ※正しくは武; （いや、G内だった）; ↑武の間違い."""

from __future__ import annotations

from typing import TYPE_CHECKING

from notation.freeform.correction_clauses import (
    LEADS_TO_CLAUSE,
    LEAVES_A_SUFFIX_OUT,
    SLIP_ALONE,
    SORRY,
    CorrectionClause,
    correction_clause,
    passage_put_right,
    squares_without_brackets,
    tells_right_part_in_other_words,
    without_brackets,
)
from notation.freeform.free_text_risk import SPOKEN_CORRECTION, count_move_like_texts
from notation.freeform.move_and_unit_rewriting import rewrite_in_notation
from notation.freeform.move_ink import first_whole_move, whole_move_ends
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    import re
    from collections.abc import Sequence

    from kifu.core.game.game import Game
    from notation.freeform.clean_lines import CleanLine
    from notation.freeform.fold_text import LocatedText

MAX_CORRECTION_CHARACTERS = 80
MAX_PLIES_OF_A_LINE = 8
"""The most plies of a line whose corrections are looked for."""
_NUMBER = kept_pattern(r"\s*\d{1,3}\s?(?:手目)?[.:)、]?\s+")
_PART = r"[「『]?(?P<right>[^\s「」『』、。()→:=]{1,12}?(?:\s{1,2}[^\s「」『』、。()→:=]{1,6}?)?)[」』]?"
_POLITE = rf"(?:です|でした|だった|だ)?(?:[\s、,。.]{{0,2}}(?:{SORRY}|(?i:sorry|my (?:bad|mistake|slip))))?[。.!]?\s?(?:[)]|$)"
_CORRECTED_FROM = kept_pattern("[(←※#]|訂正|修正|正しくは")
_SPOKEN = kept_pattern(
    rf"\W{{0,3}}(?:(?:あっ?|やば[いっ]?)[、,。.!…\s]{{1,3}})?(?:(?:{SPOKEN_CORRECTION})[、,。.!…\s]{{0,4}}){{1,3}}"
)
"""How somebody takes back what was just said: まちがえた、六2！"""
_SLIP = kept_pattern(r"\W{0,3}(?:あっ?[、,。.!…\s]{1,3})?(?:いや[、,\s]?)?(?:違|ちが|間違|まちが|訂正|もとい)")
"""The same where nobody is known to speak."""
_SAID_ALONE = kept_pattern(rf"{_PART}{_POLITE}")
_SQUARE_AT_THE_END = kept_pattern(r"[1-9a-sA-S一二三四五六七八九十]\s?[、,・の.-]?\s?0?[1-9一二三四五六七八九]$")
_CHANGED = kept_pattern(
    r"\s?\((?:もと|元)?は?[^()、。]{1,12}(?:から|を)(?:訂正|修正|変更)(?:済み?|しました|した)?\)\s*$"
)
"""A remark that tells what stood there before: 四04武（四05武から訂正）."""


_MAY_TAKE_BACK = kept_pattern(
    r"でした|だった|です|above|^\s{0,3}[*＊]|実際|本当|ほんと|正確|直し|変更|いや|いえ|違|ちが|間違|まちが|誤|訂正|修正|正し[いく]|正解|が正|もとい|ごめん|すま?[みい]ません|失礼|なく|じゃな|申し訳|(?i:(?<![a-z])(?:no|nope|wait|sorry|oops|whoops|apologies|typo|mistake|misprint|meant?|should|correct(?:ion|ed)?|actually|rather|not|wrong|make that|my (?:bad|slip|error))(?![a-z]))"
)
"""Words without which no clause corrects a move."""
_LABEL_OF_A_SENTENCE = kept_pattern(
    r"\d\s?(?:手目?|番目?の手|番)\s?(?P<particle>[はのをが「])?|[訂修]正|正誤|(?i:move |ply )\d"
)
_CLAUSE_IN_BRACKETS = kept_pattern(r"(?P<said>(?:[^()\[\]【】〔〕{}]|\([^()]{0,40}\)){1,100})[)\]】〕}]")
_TIME_OF_A_PLY = r"\s{0,8}[(\[<]\s?(?:\d{1,3}[:.]\d{2}(?::\d{2})?|\d{1,3}\s?(?:時間|分|秒|min|sec|[ms'\"])(?:\s?\d{1,2}\s?[秒s\"]?)?)\s?[)\]>]|\s{1,8}\d{1,3}\s?[分秒](?:\d{1,2}秒)?"
_TIME_BEFORE = kept_pattern(rf"(?:{_TIME_OF_A_PLY})(?=\D)")
_TIME_BEHIND = kept_pattern(rf"(?:{_TIME_OF_A_PLY})\s{{0,8}}$")
"""The time of a ply, before the words about its move and behind them."""
_STAR_OF_A_MESSAGE = kept_pattern(r"\s{0,3}[*＊]\s?(?=[^\s*])")
"""The sign of a message that corrects the one above: *七05."""
_ARROW_ON = kept_pattern("[→⇒]|[-=]>")
_ABOVE = kept_pattern(
    r"\W{0,3}(?:(?:ごめん(?:なさい|ね)?|す[みい]ません|失礼(?:しました)?|あー?っ?|おっと|(?i:sorry|oops))[、,。.!…\s]{0,4}){0,2}(?:[↑^]|最後の一?手|最終手|(?i:(?:the )?(?:move|line|one) above|above|(?:the |my )?(?:last|previous) move)(?![a-z])|(?:今|いま|さっき|先ほど|さきほど|直前|ひとつ前|一つ前|[上前])の?(?:は|\d{1,3}(?=は)|手|行|指し手|やつ)?(?=[\s、,。はがをの:]|まちが|間違|訂正|違|誤))"
)
"""What points to the move above at the beginning of a message: ごめん↑."""


def correct_moves_beside(game: Game, lines: Sequence[CleanLine]) -> list[CleanLine]:
    """Return the lines with the moves as the words right behind them, or on the line below, correct them.

    The words stand behind the move as a comment: one that is no legal move is asked about.
    """
    found: list[CleanLine] = []
    for laid in lines:
        text = laid.passage.text
        if (
            laid.furniture
            or laid.parts
            or laid.refused
            or len(text) > MAX_CORRECTION_CHARACTERS
            or not (_SPOKEN.match(text) or _MAY_TAKE_BACK.search(text))
        ):
            found.append(laid)
            continue
        by_clause = _lines_corrected_by_clause(game, found, laid)
        if by_clause is not None and not by_clause[-1].refused:
            found = by_clause
            continue
        spoken, move = _SPOKEN.match(text), _first_move(game, text)
        changed = None if move is None else _CHANGED.match(text, move[1])
        if spoken is not None and found:
            found[-1:] = _line_above_and_words(game, found[-1], laid, spoken.end())
        elif move is not None and changed is not None:
            words = laid._replace(passage=laid.passage.cut(move[1]), raw=None, furniture=True)
            found += [laid._replace(passage=laid.passage.cut(0, move[1]), raw=None), words]
        else:
            found.append(laid)
        if by_clause is not None and found[-1] is laid:
            found = by_clause
    return found


def _lines_corrected_by_clause(game: Game, above: Sequence[CleanLine], clean_line: CleanLine) -> list[CleanLine] | None:
    """Return the lines up to one whose clause corrects its own move, or the one above; None if none does.

    It is refused where its clause cannot be followed.
    """
    if above and _ABOVE.match(clean_line.passage.text) is not None:
        return _line_above_corrected_by_clause(game, above, clean_line)
    if above and clean_line.sender and clean_line.sender == above[-1].sender:  # 七05だった; *七05
        said = _line_above_corrected_by_clause(game, above, clean_line)
        if said is not None and not said[-1].refused:
            return said
    made = _line_corrected_by_clause(game, clean_line)
    return None if made is None else [*above, *made]


def _line_above_corrected_by_clause(
    game: Game, above: Sequence[CleanLine], clean_line: CleanLine
) -> list[CleanLine] | None:
    """Return the lines with the last move as a message of the same sender right below it says it."""
    said = without_brackets(squares_without_brackets(rewrite_in_notation(game, clean_line.passage)).text)
    star = _STAR_OF_A_MESSAGE.match(said) if clean_line.sender else None
    clause = correction_clause(game, said, star.end() if star else 0, pointed=True, sure=star is not None)
    if clause is None:
        of_a_ply = _LABEL_OF_A_SENTENCE.search(said) is not None
        lost = not of_a_ply and tells_right_part_in_other_words(said)
        return [*above, clean_line._replace(refused=True)] if lost else None
    passage = squares_without_brackets(rewrite_in_notation(game, above[-1].passage))
    move = _first_move(game, passage.text)
    sure = move is not None and move[1] >= len(passage.text.rstrip()) and above[-1].sender == clean_line.sender
    right = passage_put_right(game, passage, move, clause) if sure and move is not None else None
    if right is None or LEAVES_A_SUFFIX_OUT.search(clean_line.passage.text):
        return [*above, clean_line._replace(refused=True)]
    if right.text == passage.text:
        return None
    return [*above[:-1], above[-1]._replace(passage=right, raw=None), clean_line._replace(furniture=True)]


def _line_corrected_by_clause(game: Game, clean_line: CleanLine) -> list[CleanLine] | None:
    """Return a line with one of its moves as the clause behind it says it, and that clause as a comment."""
    passage = squares_without_brackets(rewrite_in_notation(game, clean_line.passage))
    move = _first_move(game, passage.text)
    for _ in range(MAX_PLIES_OF_A_LINE):
        if move is None:
            return None
        shorter = sorted({*whole_move_ends(game, passage.text, move[0])} - {move[1]})
        for end in (move[1], *shorter):
            made = _line_with_move_put_right(game, clean_line, passage, (move[0], end), surely=end != move[1])
            if made is not None:
                return made
        move = first_whole_move(game, passage.text, move[1])
    return None


def _line_with_move_put_right(
    game: Game, clean_line: CleanLine, passage: LocatedText, move: tuple[int, int], *, surely: bool
) -> list[CleanLine] | None:
    """Return a line with a move as the clause behind it says it, and that clause; refused if it cannot be followed.

    `surely`: a longer move may stand there, 五03占 …四03; behind an arrow that leads on it does.
    """
    clock = _TIME_BEFORE.match(passage.text, move[1])
    lead = LEADS_TO_CLAUSE.match(passage.text, clock.end() if clock else move[1])
    if lead is None or _is_about_a_ply(passage.text[: move[0]], apart=lead.end() > lead.start()):
        return None
    said, end = _clause_and_its_end(passage.text, lead)
    pointed = bool(lead["arrow"] or lead["bracket"])
    clause = correction_clause(game, said, 0, pointed=pointed)
    alone = SLIP_ALONE.fullmatch(said) is not None and count_move_like_texts(game, passage.text[: move[1]]) <= 1
    if clause is None and not (pointed and alone):
        return None
    explains = bool(lead["bracket"]) and "た" not in said and correction_clause(game, said, 0, pointed=False) is None
    right = None if clause is None or explains else passage_put_right(game, passage.part(0, move[1]), move, clause)
    if surely and (right is None or not pointed or _ARROW_ON.search(lead[0])):
        return None
    if right is None or LEAVES_A_SUFFIX_OUT.search(clean_line.passage.text, move[1]):
        return [clean_line._replace(refused=True)]
    if right.text == passage.text[: move[1]] and not (clause is not None and clause.wrong):
        return None
    made = right.joined(passage.part(move[1], lead.start())).joined(passage.part(end, None))
    words = passage.cut(lead.start(), end)
    return [
        clean_line._replace(passage=made, raw=None),
        clean_line._replace(passage=words, raw=None, furniture=True),
    ]


def _clause_and_its_end(text: str, lead: re.Match[str]) -> tuple[str, int]:
    """Return the text behind what leads to a clause, and where it ends: at its bracket, or before the time of the ply."""
    time = _TIME_BEHIND.search(text, lead.end())
    end = len(text) if time is None else time.start()
    bracket = _CLAUSE_IN_BRACKETS.match(text[:end], lead.end()) if lead["bracket"] else None
    return (text[lead.end() : end], end) if bracket is None else (bracket["said"], bracket.end())


def _is_about_a_ply(label: str, *, apart: bool) -> bool:
    """Return whether the words before a move make a sentence about a ply that stands elsewhere: 3手目は五03占と書いたが…."""
    said = _LABEL_OF_A_SENTENCE.search(label)
    return said is not None and (said["particle"] is not None or not apart)


def _line_above_and_words(
    game: Game, above: CleanLine, clean_line: CleanLine, start: int
) -> tuple[CleanLine, CleanLine]:
    """Return the line above another one with its move as that one, from a place on, takes it back, and that one as a comment.

    What is spoken corrects the move of the same speaker right above; if that is none of his, it is asked which is meant.
    """
    text, own = clean_line.passage.text.rstrip(), above
    if _first_move(game, above.passage.text) is None:  # 丸の外、裏返し
        above = above._replace(passage=rewrite_in_notation(game, above.passage), raw=None)
    slip = _SLIP.match(text) is not None
    said = _SAID_ALONE.fullmatch(text, start) if clean_line.sender or slip else None
    if said is None:
        return own, clean_line
    made = _line_with_part(game, above, said["right"])
    if made is None:
        nowhere = slip and _SQUARE_AT_THE_END.fullmatch(said["right"]) is not None
        return own, clean_line._replace(refused=True) if nowhere else clean_line
    if above.sender != clean_line.sender:
        return own, clean_line._replace(refused=True)
    return made, clean_line._replace(furniture=True)


def _line_with_part(game: Game, clean_line: CleanLine, part: str) -> CleanLine | None:
    """Return a line that is a move, with another part in it; None if it is no move, or the part fits nowhere."""
    text = clean_line.passage.text
    move = _first_move(game, text)
    if move is None or move[1] < len(text.rstrip()):
        return None
    made = passage_put_right(game, clean_line.passage.part(0, move[1]), move, CorrectionClause(part))
    return None if made is None else clean_line._replace(passage=made, raw=None)


def _first_move(game: Game, text: str) -> tuple[int, int] | None:
    """Return the place of the first move with its unit in a text, if it begins within the first words."""
    start = number.end() if (number := _NUMBER.match(text)) is not None else 0
    corrected = _CORRECTED_FROM.search(text, start)
    text = text if corrected is None else text[: corrected.start()]
    return first_whole_move(game, text, start)
