"""What a reading leaves open: moves and ends that may be others, free texts that may hide one, fouls that may be slips."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import dropwhile, islice, pairwise, takewhile
from typing import TYPE_CHECKING

from kifu.core.diagnostic import Diagnostic, error, warning
from kifu.core.message import Message
from kifu.core.outcome import SIDE_NAMES, Side
from notation.formats.kif_head_reader import SCORE
from notation.formats.kif_moves_of_line import is_move
from notation.freeform.apply_move import BEATEN_THERE, moves_with_passed_squares
from notation.freeform.axis_order_and_direction import NAMES_ROWS_FIRST
from notation.freeform.claims_of_players import tells_a_foul
from notation.freeform.correction_clauses import tells_correction
from notation.freeform.doubtful_texts import not_understood_unless_denied
from notation.freeform.fold_text import fold_line
from notation.freeform.free_text_risk import (
    CORRECTION,
    FOUL_SAID,
    SPOKEN_CORRECTION,
    count_move_like_texts,
    hides_a_move,
)
from notation.freeform.hypothesis import Situation
from notation.freeform.move_and_unit_rewriting import rewrite_in_notation
from notation.freeform.move_ink import ink_moves_by_end
from notation.freeform.move_readings import is_legal, move_key, moves_meant_by_ink
from notation.freeform.number_time_and_side_recogniser import SEVERAL_PLIES
from notation.freeform.plain_copy import move_text_of_line
from notation.freeform.remark_recogniser import VARIATION
from notation.freeform.squares_named_in_text import A_SQUARE
from notation.freeform.tokens_of_result_words import WEIGHTY
from notation.freeform.unsettled_move_errors import illegal_reading_error, several_readings_error
from notation.lazy_pattern import kept_pattern
from notation.line_kinds import KANJI

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kifu.core.game.game import Game, Position
    from notation.freeform.fold_text import Place
    from notation.freeform.hypothesis import CopyItem, Hypothesis
    from notation.freeform.hypothesis_search import Search
    from notation.freeform.plain_copy import CopyLine, LineOfItemId


def with_errors_at_doubtful_moves(search: Search, best: Hypothesis, other_readings: Sequence[Hypothesis]) -> Hypothesis:
    """Return the cheapest reading, with an error at each move that an equally good one reads otherwise."""
    if doubted := dict(_moves_with_number_as_column(search, best)):
        best = replace_first_lines(best, doubted)
    for other in other_readings:
        if doubted := dict(_differing_turns(search, best, other)) | dict(_texts_read_elsewhere(search, best, other)):
            return replace_first_lines(best, doubted)
    return best


_NUMBER_AND_ROW = kept_pattern(
    r"\s{0,3}(?P<number>[1-9])[.．]\s?[0０]?(?P<row>[1-9１-９])(?![\d.．→a-s一二三四五六七八九-])"
)
"""A figure with a stop, and one figure of a square behind it: 2. 02領 has lost its column, if 2 is the number."""


def _moves_with_number_as_column(search: Search, best: Hypothesis) -> Iterator[LineOfItemId]:
    """Yield the moves that take the number of their ply for a column, by identity, below a ply with its number."""
    above = ""
    for ply, item in enumerate(best.turns(), start=1):
        line = item.lines[0]
        written = search.source.lines[line.line - 1] if line.line else ""
        found = _NUMBER_AND_ROW.match(written)
        if (
            found is not None
            and line.unread is None
            and int(found["number"]) == ply
            and re.match(rf"\s{{0,3}}{ply - 1}[.．]", above)
            and move_text_of_line(line.text).startswith(f"{KANJI[ply]}0{int(found['row'])}")
        ):
            rest = written[found.end("number") + 1 :].strip()
            readings = [move_text_of_line(line.text), rest]
            yield id(item), line._replace(unread=several_readings_error(written, readings), text=written)
        above = written


_BROKEN_OFF = kept_pattern(r"中断|^\W*まで\d+手$")
"""An end without a winner, which says no more than that nothing follows."""


def _texts_read_elsewhere(search: Search, best: Hypothesis, other_reading: Hypothesis) -> Iterator[LineOfItemId]:
    """Yield the free texts in which another reading finds a move or an end, by identity, as lines that are not understood."""
    known = {
        place
        for item in best.items_from_last()
        if item.passage and item.kind != "comment"
        for place in item.passage.places
    }
    said: set[Place] = set()
    kinds = {"turn"} if other_reading.said == best.said else {"turn", "end"}  # who has won is not in doubt
    for item in other_reading.items_from_last():
        places = item.passage.places if item.passage is not None and item.kind in kinds else ()
        told = [
            line for line in item.lines if not line.text.startswith(SCORE)
        ]  # points are compared in a comment as well
        says = told and told[0].unread is None and not _BROKEN_OFF.search(told[0].text)
        if says and known.isdisjoint(places):
            said.update(places)
    for item in best.items_from_last():
        if item.kind == "comment" and item.passage is not None and not said.isdisjoint(item.passage.places):
            yield from not_understood_unless_denied(search, item, item.passage)


_TOLD_PLY = kept_pattern(r"(?<!\d)(\d{1,3})手目[はの:、]?\s*[「『]?")
"""What stands before a move that is told for a ply."""
_EXCUSE = kept_pattern(rf"\W*(?:{SPOKEN_CORRECTION}|申し訳\w{{0,9}}|正しくは|訂正)[\s、,。.!:…]*")
"""What a sentence begins with that corrects the move above it."""
_PUT_RIGHT = kept_pattern(rf"{CORRECTION.pattern}|(?:でし|だっ)た|すみません|すいません|ごめん|失礼")
"""Words of a text that tells a ply otherwise than it was written."""
MIN_MOVES_IN_DOUBT = 2
"""How many moves that are not understood leave open whether another one is a foul."""


def column_first_warning(best: Hypothesis, other_readings: Sequence[Hypothesis]) -> Diagnostic | None:
    """Return the warning on squares of two figures whose column stands first by habit alone; None where the moves tell.

    It is an error where a text of the record names rows before columns: it may tell the order.
    """
    mine = best.turns()
    for other in other_readings if best.order == "column" else ():
        theirs = other.turns()
        if other.order != "row" or len(mine) != len(theirs):
            continue
        for one, two in zip(mine, theirs, strict=True):
            read, else_ = move_text_of_line(one.lines[0].text), move_text_of_line(two.lines[0].text)
            if read != else_:
                message = Message(
                    f"二つの数字のマスを列・段の順に読みました ({read})。段・列の順 ({else_}) でも最後まで規則に合います",
                    f"squares of two figures were read as column and row ({read}); as row and column ({else_}) the game is legal too",
                )
                told = any(
                    NAMES_ROWS_FIRST.search(line.text)
                    for item in best.items_from_last()
                    if not item.is_turn
                    for line in item.lines
                )
                return (error if told else warning)("column-first", message, one.lines[0].line, 1)
    return None


def reading_stopped_warning(line: int) -> Diagnostic | None:
    """Return the warning at the first line that was not tried; None if each was."""
    message = Message(
        "ここまでに指し手でない文が長く続くので、この行から先は記法どおりの行だけを読みました。棋譜でない部分を除いてください",
        "so much above is no move that from this line on only lines of the notation are read: leave out what is no part of the record",
    )
    return warning("reading-stopped", message, line, 1) if line else None


def _corrects_move_before(best: Hypothesis, text: str) -> bool:
    """Return whether a remark corrects the move before it, in a word of its own or by naming another one."""
    spoken = re.search(SPOKEN_CORRECTION, text) is not None and count_move_like_texts(best.game, text) > 0
    return spoken or CORRECTION.search(text) is not None


_FIGURE = kept_pattern("[1-9１-９一二三四五六七八九]")
_SCANNED = kept_pattern(r"(?<=[0-9一二三四五六七八九十])[lIOoS|](?![A-Za-z])|(?<![ァ-ヶ])[ニミー―](?=[0Oo]?[0-9])")
"""A character in a square that a scanner makes of another one."""


_MOVE_MISSING = kept_pattern(
    "手が[^。]{0,8}(?:足り|抜け|落ち|飛ん|とん)|(?:書き|写し)(?:落と|漏ら|もら|忘れ)|どれが抜けた|a move (?:is|was) missing"
)
"""Words by which a move is missing in the record."""
_MARKS = tuple("○●◯⚪⚫▲△▼▽☗☖")
"""The signs of the sides at the head of a line."""
_OF_ANOTHER_GAME = kept_pattern(r"[局戦]目|第\s?\S{1,3}\s?[局戦]|[Gg]ame\s?\d")
"""What stands in the heading of a game."""


def first_foul_with_error(search: Search, best: Hypothesis) -> Iterator[LineOfItemId]:
    """Yield the first move that is not legal, by identity, with an error if it may be none.

    That is so where several moves of the record are not understood, where a line corrects one or tells another for its ply,
    where a unit comes from a stand that the record does not tell, where a scanner may have confused a character of the move, and
    where it is not written as it was read and another move is not understood, or its line has the numbers of several plies, or the
    record has no numbers and a line of it that is not understood has figures, and where it may be of another game than the moves above.
    """
    unread = [line.text for item in best.items_from_last() if item.kind == "unread" for line in item.lines]
    told = [
        item.passage.text
        for item in best.items_from_last()
        if item.kind == "comment" and item.passage is not None and not tells_a_foul(item.passage.text)
    ]
    positions = best.plies.positions()[::-1]
    foul = next((ply for ply, (one, two) in enumerate(pairwise(positions), start=1) if one and two is None), None)
    of_the_ply = re.compile(rf"(?<!\d){foul}\s*\s*(?:手目|[)\]番:の])|(?:move|ply) {foul}(?!\d)")
    doubted = sum(int(count_move_like_texts(best.game, text)) for text in unread) >= MIN_MOVES_IN_DOUBT
    doubted = (
        doubted
        or any(CORRECTION.search(text) or _MOVE_MISSING.search(text) for text in (*unread, *told))
        or any(tells_correction(best.game, text) for text in (*unread, *told))
    )
    ends = (item.passage.text for item in best.items_from_last() if item.kind == "end" and item.passage is not None)
    doubted = doubted or any("訂正" in text for text in ends)
    doubted = doubted or any(
        of_the_ply.search(text) and count_move_like_texts(best.game, text) >= (0.5 if _PUT_RIGHT.search(text) else 1)
        for text in (*told, *(one for one in unread if not FOUL_SAID.search(one)))
    )
    if best.slipped:  # a comment of the file may hold the ply that is missing
        commented = (line.text for item in best.items_from_last() if item.kind == "kept" for line in item.lines)
        missing = re.compile(rf"[#*＃＊].*(?<!\d){foul}[.)]?[\s\u3000]+\S")
        doubted = doubted or any(
            missing.match(text) and count_move_like_texts(best.game, text) >= 1 for text in commented
        )
    if not best.numbering:  # the first move may stand in a text above the others
        head = takewhile(lambda item: not item.is_turn, list(best.items_from_last())[::-1])
        texts = (line.text for item in head if item.kind == "comment" for line in item.lines)
        doubted = doubted or any(
            count_move_like_texts(best.game, text) > 0 or _spells_out_a_unit(best.game, text) for text in texts
        )
    before = positions[foul - 1] if foul is not None else None
    mover = Side.FIRST if before is None else Side(best.game.turn(before))
    stands = any(f"{mover.label.ja}の駒台：" in line.text for line in best.lines(("comment", "unread")))
    turns, own = best.turns(), None
    if foul is not None and len(turns) == best.ply:
        own = turns[foul - 1]  # the number that it has may be another
    elif foul is not None:
        own = next((one for one in turns if one.ply == foul), None)
    behind: tuple[CopyLine, ...] = ()
    for item in best.items_from_last():
        if item is own:
            written = re.match(r"\s*(\d+)\s", item.lines[0].text)
            fits = best.base or best.numbering == "zero" or written is None or int(written[1]) == foul
            doubted = doubted or not fits
            remarks = [line for line in (*item.lines[1:], *behind) if not tells_a_foul(line.text)]
            move = move_text_of_line(item.lines[0].text)
            doubted = (
                doubted
                or _may_be_of_another_game(best, item)
                or _is_foul_by_extra_square_or_line(search, best, item)
                or ("打" in move and "打" in best.game.vocabulary.suffixes and not stands)
            )
            line = search.source.lines[item.lines[0].line - 1]
            torn = re.search(r"\d\s?[-→]\s?$", line[: max(line.find(move), 0)]) is not None  # ▲05-五06武
            doubted = doubted or torn or _side_of_line(best, line, move) is mover.other  # 白：六6-六5三内　五7-六6四外
            written_as = "" if item.passage is None else search.written(item.passage)
            ply = foul or 0
            next_ply = rf"\S[・、。,／/\s]\s*{ply + 1}(?:手目?|[.)]|\s)\s*\S|\({ply}\).*\({ply + 1}\)"
            doubted = doubted or re.search(next_ply, written_as) is not None  # ・4 さんのいち し・5 よんの
            others = (one.lines[0].unread for one in best.items_from_last() if one.is_turn and one is not item)
            doubted = doubted or (move not in line and (any(others) or SEVERAL_PLIES.match(line.strip()) is not None))
            doubted = doubted or _SCANNED.search(written_as) is not None
            told_of = move not in line and not best.numbering
            doubted = doubted or (
                told_of and any(_FIGURE.search(text) and not FOUL_SAID.search(text) for text in unread)
            )
            if item.lines[0].unread is None and (
                doubted or any(_corrects_move_before(best, line.text) for line in remarks)
            ):
                yield id(item), item.lines[0]._replace(unread=illegal_reading_error(move, move))
            return
        behind = item.lines if item.kind == "comment" else ()


def ends_by_its_foul(best: Hypothesis) -> bool:
    """Return whether the end behind a last ply that is not legal says that its side has lost by a foul."""
    ends = (line.text for item in best.items_from_last() if item.kind == "end" for line in item.lines)
    return best.fouled is not None and best.said is best.fouled.other and any("反則" in text for text in ends)


def _side_of_line(best: Hypothesis, line: str, move: str) -> Side | None:
    """Return the side that the line of a move begins with, if another move stands between them."""
    label = re.sub(r"^[\W\d]*(?=[^\W\d]|[▲△▽☗☖])", "", line[: max(line.find(move), 0)])
    colours = {side.label.ja: at for at, side in zip(Side, best.game.sides, strict=True)}
    named = {**SIDE_NAMES, **colours, **best.sides_of_players()}
    name = max((one for one in named if label.startswith(one)), key=len, default="")
    return named[name] if name and count_move_like_texts(best.game, label[len(name) :]) >= 1 else None


def _spells_out_a_unit(game: Game, text: str) -> bool:
    """Return whether the name of a unit stands in a text: in a piece of a move that was broken between two lines."""
    return any(unit in text for unit in game.vocabulary.units if len(unit) > 1 and not unit.isascii())


def _is_foul_by_extra_square_or_line(search: Search, best: Hypothesis, foul: CopyItem) -> bool:
    """Return whether a foul is legal without its first square, or its line has the mark of the line above, or is that line again."""
    move, before = move_text_of_line(foul.lines[0].text), best.plies.link_of_ply((foul.ply or 1) - 1).position
    rests = (move[at:] for at in range(1, len(move)) if A_SQUARE.match(move, at) and "-" in move[at:])
    lines = search.source.lines
    one, two, three = (
        lines[at].strip() if at >= 0 else "" for at in range(foul.lines[0].line - 1, foul.lines[0].line - 4, -1)
    )
    repeated = one[:1] == two[:1] != three[:1] and one[:1] in _MARKS and three[:1] in _MARKS
    return one == two or repeated or (before is not None and any(is_legal(best.game, before, rest) for rest in rests))


def _may_be_of_another_game(best: Hypothesis, foul: CopyItem) -> bool:
    """Return whether the text above a foul hides the moves before it, ends a game or is the heading of another one."""
    behind = dropwhile(lambda item: item is not foul, best.items_from_last())
    above = list(takewhile(lambda item: not item.is_turn, islice(behind, 1, None)))
    heads, comments = (
        [line.text for one in above if one.kind in kinds for line in one.lines]
        for kinds in (("head", "kept"), ("comment",))
    )
    hides = any(count_move_like_texts(best.game, text) for text in (*heads, *(comments if foul.ply == 1 else ())))
    hides = hides or any(text.strip("*# ") in best.sides_of_players() for text in comments)  # whose move is missing
    ended = any(one.kind == "end" for one in above)
    ended = ended or any(_OF_ANOTHER_GAME.search(text) or WEIGHTY.search(text) for text in comments)
    return hides or (foul.ply != 1 and ended)


def moves_with_doubtful_captures(best: Hypothesis) -> Iterator[LineOfItemId]:
    """Yield the moves that may beat what a remark behind them names, by identity, each with its error.

    Behind a move that is not legal any square may be that of a beaten unit; behind another one only if the remark says so.
    """
    positions = best.plies.positions()[::-1]
    behind: tuple[CopyLine, ...] = ()
    for item in best.items_from_last():
        ply = item.ply if item.is_turn and item.ply is not None and item.ply < len(positions) else 0
        before = positions[ply - 1] if ply else None
        if before is not None and item.lines[0].unread is None:
            move = move_text_of_line(item.lines[0].text)
            texts = [
                rewrite_in_notation(best.game, fold_line(line.text, 1)).text for line in (*item.lines[1:], *behind)
            ]
            texts = (
                texts if positions[ply] is None else [told[1] for text in texts for told in BEATEN_THERE.finditer(text)]
            )
            meant = [way for text in texts for way, _ in moves_with_passed_squares(best.game, move, text)]
            meant = [way for way in meant if is_legal(best.game, before, way)]
            if meant:
                yield id(item), item.lines[0]._replace(unread=several_readings_error(move, [move, *meant]))
        behind = (*item.lines, *behind) if item.kind == "comment" else ()


@lru_cache(maxsize=16)
def _extra_figure_pattern(game: Game) -> re.Pattern[str]:
    """Return the pattern of a move whose square has a figure too many: 四034武にします."""
    units = "|".join(map(re.escape, sorted(game.vocabulary.units, key=len, reverse=True)))
    return kept_pattern(rf"\W*(?:[一二三四五六七八九十]{{1,2}}|[a-s])\s?\d{{3,4}}\s?(?:{units})")


def texts_that_hide_moves(search: Search, best: Hypothesis) -> Iterator[LineOfItemId]:
    """Yield the free texts among the moves that hide a move, by identity, as lines that are not understood.

    A text that tells a ply again, as it stands, hides none; one that tells another move for a ply does.
    """
    turns, positions = best.turns(), best.plies.positions()[::-1]
    above = len(turns)
    for item in best.items_from_last():
        above -= item.is_turn
        remark = item.kind == "comment" and item.passage is not None and item.lines[0].text.startswith("*")
        if item.passage is None or not remark or item.lines[0].text.startswith(("*待った：", "*訂正前")):
            continue
        text = item.passage.text
        again = [
            _begins_with_move_of_ply(best, text[told.end() :], int(told[1]), turns, positions)
            for told in _TOLD_PLY.finditer(text)
        ]
        hides = hides_a_move(best.game, text) or _extra_figure_pattern(best.game).match(text) is not None
        hides = hides and not VARIATION.match(text) and not (again and all(again))
        again.append(_was_corrected_move_legal(best, text, above, turns, positions))
        if hides or (False in again and _PUT_RIGHT.search(text) and "かもしれ" not in text):
            yield from not_understood_unless_denied(search, item, item.passage)


def _was_corrected_move_legal(
    best: Hypothesis, text: str, ply: int, turns: Sequence[CopyItem], positions: Sequence[Position | None]
) -> bool | None:
    """Return False for a text that names, with an excuse, a move which was legal in place of the one above; else None."""
    excused = _EXCUSE.match(text)
    before = positions[ply - 1] if excused is not None and 0 < ply <= len(positions) else None
    if excused is None or before is None:
        return None
    ends = ink_moves_by_end(best.game, text, excused.end())
    ways = (
        moves_meant_by_ink(best.game, text[excused.end() : max(ends)], ends[max(ends)], Situation(before))
        if ends
        else ()
    )
    legal = any(is_legal(best.game, before, way.text) for way in ways)
    return (
        False
        if legal and _begins_with_move_of_ply(best, text[excused.end() :], ply, turns, positions) is False
        else None
    )


def _begins_with_move_of_ply(
    best: Hypothesis, text: str, ply: int, turns: Sequence[CopyItem], positions: Sequence[Position | None]
) -> bool | None:
    """Return whether a text begins with the move of a ply; None if it begins with none."""
    ends = {end: moves for end, moves in ink_moves_by_end(best.game, text, 0).items() if any(one.unit for one in moves)}
    if not ends or not 0 < ply <= min(len(turns), len(positions)):
        return None
    before = Situation(positions[ply - 1])
    ways = moves_meant_by_ink(best.game, text[: max(ends)], ends[max(ends)], before)
    played = move_key(best.game, move_text_of_line(turns[ply - 1].lines[0].text), before)
    return any(move_key(best.game, way.text, before) == played for way in ways)


def with_error_at_doubtful_order(search: Search, best: Hypothesis, other_readings: Sequence[Hypothesis]) -> Hypothesis:
    """Return the cheapest reading, with an error at its first move if the lines in another order are an equally good game."""
    mine = best.turns()
    moves = [move_text_of_line(item.lines[0].text) for item in mine]
    for other in other_readings:
        theirs = [move_text_of_line(item.lines[0].text) for item in other.turns()]
        if theirs != moves and len(theirs) == len(moves) and mine[0].lines[0].unread is None:
            line = mine[0].lines[0]
            written = search.source.lines[line.line - 1].strip()
            return replace_first_lines(
                best, {id(mine[0]): line._replace(unread=several_readings_error(written, [moves[0], theirs[0]]))}
            )
    return best


def _differing_turns(search: Search, best: Hypothesis, other_reading: Hypothesis) -> Iterator[LineOfItemId]:
    """Yield the turns that another reading of the same lines takes for other moves, by identity, and their lines with an error."""
    positions = best.plies.positions()[::-1]
    for at, (mine, their) in enumerate(zip(best.turns(), other_reading.turns(), strict=False)):
        one, two = mine.lines[0], their.lines[0]
        before = Situation(positions[at] if at < len(positions) else None)
        same = move_key(best.game, move_text_of_line(one.text), before) == move_key(
            best.game, move_text_of_line(two.text), before
        )
        if same or one.unread is not None or two.unread is not None:
            continue
        if one.line != two.line or mine.kind != "turn":
            return
        written = (
            search.source.lines[one.line - 1][one.place[1] - 1 : one.place[1] - 1 + one.width] if one.place else ""
        )
        line = _as_written(one.text, written)
        if is_move(best.game, move_text_of_line(line)):
            continue  # a move of the notation is that move
        yield (
            id(mine),
            one._replace(
                unread=several_readings_error(written, [move_text_of_line(one.text), move_text_of_line(two.text)]),
                text=line,
            ),
        )


def _as_written(text: str, written: str) -> str:
    number = re.match(r"\s*\d+\s+", text)
    return (number[0] if number else "") + written


def replace_first_lines(hypothesis: Hypothesis, doubted: Mapping[int, CopyLine | list[CopyLine]]) -> Hypothesis:
    """Return the hypothesis with other first lines, or other lines, of some of its items."""
    items = list(hypothesis.items_from_last())
    hypothesis = hypothesis._replace(made=None)
    for one in reversed(items):
        line = doubted.get(id(one))
        lines = tuple(line) if isinstance(line, list) else one.lines if line is None else (line, *one.lines[1:])
        hypothesis = hypothesis.adding(one._replace(lines=lines))
    return hypothesis
