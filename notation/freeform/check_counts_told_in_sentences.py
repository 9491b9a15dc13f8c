"""Counts that a sentence tells of plies, units or points: compared with the record, or named as not compared."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from typing import TYPE_CHECKING

from kifu.core.diagnostic import Diagnostic, Severity, error, warning
from kifu.core.message import Message, quoted
from kifu.core.outcome import SIDE_NAMES, Side
from kifu.referee.decide import TOLD_COUNT
from kifu.referee.replay import replay_record
from kifu.referee.resolve import Resolved, resolve
from notation.formats.kif_head_reader import SCORE
from notation.freeform import may_tell_a_count
from notation.freeform.check_facts_and_points_told_in_sentences import (
    COUNTER,
    OF_A_MATCH,
    UNIT,
    VAGUE,
    Count,
    SentencePoints,
    kinds_of_unit,
)
from notation.freeform.free_text_risk import BROKEN_OFF, COUNT_OF_PLIES
from notation.freeform.hypothesis import sides_by_player_name
from notation.freeform.plain_copy import move_text_of_line
from notation.freeform.tokens_of_result_words import OF_ANOTHER_GAME, plies_of_a_side_pattern, with_komi_added
from notation.freeform.word_list_patterns import any_word_pattern
from notation.lazy_pattern import kept_pattern
from notation.line_kinds import NUMBER, parse_numeral

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.core.game.game import Game, Position
    from kifu.referee.record import Record
    from notation.freeform.fold_text import Place
    from notation.freeform.hypothesis import CopyItem, Hypothesis
    from notation.freeform.hypothesis_search import Search

_IN_HAND = kept_pattern(
    "手元|手もと|手駒|持ち?駒|駒台|台に|(?:盤|ばん|板)の?(?:外|そと)|置いていない|(?:並べ|ならべ|おい)てい?ない|打っていない|in hand|off the board",
    re.IGNORECASE,
)
_OF_A_COLOUR = kept_pattern("[白黒]い(?:駒|こま|コマ|石)")
"""Units by their colour, whoever puts them: 白い駒."""
_ON_BOARD = kept_pattern("(?:盤|ばん|板)の?(?:上|面|中)|盤に|on the board", re.IGNORECASE)
_LEFT = kept_pattern("残|のこ|left|remain", re.IGNORECASE)
_REST = kept_pattern("残り|のこり|left", re.IGNORECASE)
_NAMED_TOTAL = kept_pattern(
    rf"(?:^|[\s、,(])[総全]?手数(?:の?合計)?[\s,、:は]{{1,3}}(?P<named>\d{{1,3}}(?=手?(?:$|[\s,、)]))|{NUMBER}(?=手))手?(?=$|[\s,、)])"
)
"""The count of the plies behind its name, as in the cells of a row: 結果,先手の勝ち,手数,24."""
_BEHIND_A_PLY = (
    r"[手着通信便](?:目?(?:の?(?:あと|後)|を(?:終え|読ん))|目まで(?=$|で(?!す|し)|[、\s]|(?:指|進|並|打|置|終)))"
)
"""What stands behind the number of a ply after which something is said: 24手目のあと, 15通目まで."""
_TOTAL = kept_pattern(
    rf"(?:全部で|ぜんぶで|以上、?|総手数は?|(?<!残り)手数は|合わせて|あわせて|数えたら)[^。\d先後黒白、]{{0,6}}?(?P<total>{NUMBER})手(?!目|差|番|ずつ|づつ|前|先|詰)"
    rf"|^\W{{0,3}}第?(?P<so_far>{NUMBER})(?:[手通](?:で(?!詰)|にて|、|$)|{_BEHIND_A_PLY}|(?:個|コマ|駒|枚)目?(?:まで)?(?:置|並|打))"
    rf"|{_NAMED_TOTAL.pattern}"
)
_ENDED_AFTER = kept_pattern(
    rf"(?<![\d.])(?<!あと)(?<!残り)(?P<plies>{NUMBER})手(?:で(?:の?(?:終わ|おわ|終局|終了|お?しまい|決着|完結?|幕))|完|の(?:[短長]手数|熱戦|激戦|名局|一局)(?:でし?た?|だった)?\W*$|にて(?:\W*$|終)|まで\W*$)"
    rf"|(?:しめて|(?:終局|投了|終了|完)まで|完\W|最終手は|棋譜は|対局は)[^。\d]{{0,4}}(?P<behind>{NUMBER})手(?:目|まで)?(?!差|番|ずつ|づつ|前|先|で(?!す|し))"
    rf"|(?<![\d.])(?P<at>{NUMBER})手目(?:[でに](?:[^。、\d]{{0,8}}が)?(?:投了|終局|終わ|おわ|時間切れ)|[がを](?:指|置|打)[せけて]ず)"
    rf"|^\W*(?:total |number of )?(?:moves|plies)\s?[:=：]\s?(?P<named>\d{{1,3}})\W*$|^\W*(?:in )?(?:total|all)(?: of)?[:,]? (?P<total_en>\d{{1,3}}) (?:moves|plies)(?=\W*$|[.,;] )|^\W*(?P<en>\d{{1,3}}) (?:moves|plies)(?: in (?:all|total)| total| played)?\W*$",
    re.IGNORECASE,
)
"""The number of the plies, or of the last one, in a sentence about the end: わずか8手で終わった, 8手目で投了, 24 moves in all."""
_PAST = kept_pattern(
    r"(?:でし|まし|だっ|わっ)た[。\s]*$|しめて|わずか|完\W|(?i:\d (?:moves|plies) (?:in |played|total))"
)
"""What a sentence above the moves says if it tells of this game, and no rule of how long one lasts."""
_NUMBER_BEFORE = kept_pattern(r"\s*第?\d{1,3}手目\s?")
"""What may have been taken for the number of a ply before an end: 5手目|に白石が投了."""
_KEY_OF_PLIES = kept_pattern(r"(?:total |number of )?(?:moves|plies)[:：=]", re.IGNORECASE)
_LAST_PLY = kept_pattern(
    rf"^\W{{0,3}}第?(?P<ply>{NUMBER})(?:{_BEHIND_A_PLY}|[手着通信便](?:目?(?:を見|終了)|目で(?:お?しまい|終わり|おわり|終了|打ち?切り|中断)))"
)
"""The number of the ply behind which the game has ended, at the beginning of its end."""
_PLIES_SO_FAR = kept_pattern(rf"ここまで[でがは、:]{{0,2}}\s?(?P<number>{NUMBER})手(?=\W|$|です|でし|だっ|経過|進)")
"""A count of the plies above it: (ここまで20手)."""
_NEXT_PLY = kept_pattern(
    rf"(?<!の)(?:次|つぎ)(?:の手)?[はがも][、\s]?(?P<number>{NUMBER})(?:コマ|こま|駒|個|枚|手|着|通)目(?=[、,の。\s]|です|から|$)(?:[、,の\s]{{0,2}}(?P<colour>[白黒])い?(?:コマ|こま|駒|石))?"
)
"""The number of the ply to come, and the colour of its unit: 次は21コマ目、白コマです."""
_PLACED_AT = kept_pattern(
    rf"(?P<placed>{NUMBER})手目(?:で|に|まで)(?:全部|すべて|ぜんぶ)?(?:を|の)?(?:置き終|並べ終|おき終|配置(?:が|を|は)?(?:終|完了))"
)
_AT_THE_END = kept_pattern("残|のこ|終局|結果|終わ|最後|left|remain", re.IGNORECASE)
"""Words of a sentence above the moves that tells of the end, not of the start."""
_POINTS_IN_KANA = kept_pattern(r"(?<=\d)\s?てん(?=[\s、。]|$)")
_BETWEEN_CELLS = kept_pattern(r"(?<=[^\x00-\x7f]),|,(?=[^\x00-\x7f])")
_SO_FAR = kept_pattern(
    r"ここまで|現在|この時点|今のところ|so far"
    r"|ここで[、は]?\s?(?=[^\s\dがはを]{1,8}\s?\d{1,3}点[、・,\s]{1,2}[^\s\dがはを]{1,8}\s?\d{1,3}点\W*$)"
)
_HALF_POINTS = kept_pattern(r"(?<![\d.])\d{1,3}(?:\.5(?!\d)|[点目]?半)")
"""Points with the half that keeps a count from being equal."""
_SENTENCE = kept_pattern(r"[^。!！]+")
_WORD = kept_pattern(r"[^\W\d_]")
"""What stands in every text that tells a count; two bare numbers behind a move are cells of its row."""
_EACH = kept_pattern(
    rf"(?:両者|双方|お?互い(?:に)?|二人|どちら|それぞれ|各|[先後]手も[先後]手も)[^。\d]{{0,8}}?(?P<each>{NUMBER})手(?:ずつ|づつ)"
    rf"|(?<![\d.])(?P<each_en>{NUMBER}) (?:moves|plies) each",
    re.IGNORECASE,
)
_PARTS = kept_pattern(
    rf"(?:配置|置き|並べ|置く)[^。\d]{{0,6}}?(?P<placed>{NUMBER})手(?!目)[^。\d]{{0,14}}?"
    rf"(?:移動|動かし|動かす|その(?:後|あと)|本戦|指し)[^。\d]{{0,8}}?(?P<moved>{NUMBER})手(?!目)"
)
_IN_ALL = kept_pattern(
    rf"(?:全部|ぜんぶ|合わせて|あわせて|合計|計)(?:で|の)?[^。\d]{{0,4}}?(?P<all>{NUMBER}){COUNTER}",
    re.IGNORECASE,
)
_AT_A_PLY = kept_pattern(rf"({NUMBER})手(?:目|時点|終了|の時|のとき)")
_UNCOMPARED = kept_pattern(
    rf"(?:{UNIT}|[先後]手の\S)[^。\d、]{{0,8}}?(?:{NUMBER}){COUNTER}|合体[^。\d、]{{0,6}}?(?:{NUMBER})組"
    rf"|\d (?:pieces|dice|units)\b|\d (?:moves|plies) each",
    re.IGNORECASE,
)
"""A count of a kind that the record shows."""


def told_count_diagnostics(search: Search, best: Hypothesis) -> Iterator[Diagnostic]:
    """Yield an error for each count of a sentence that differs from the record, and a warning for one that is not compared."""
    counts, ply = SentenceCounts.of(best), 0
    above = "", (0, 0)
    if counts is None:
        return
    for item in list(best.items_from_last())[::-1]:
        ply += item.is_turn
        if item.is_turn:
            yield from _beaten_beside_move(counts, item, ply)
        if item.is_turn and ply == best.ply:
            yield from _differences_behind_last_move(counts, item, ply)
        text, (line, column) = _text_and_place_of_item(search, item)
        before, above = above, (text, (line, column))
        if item.kind == "end" and before[1] == (line, column - len(before[0])):
            text, column = before[0] + text, before[1][1]  # 38手を終えて白15点|、黒10点。白投了: one sentence
        label = search.source.lines[line - 1][: column - 1] if item.kind == "end" and line else ""
        if _NUMBER_BEFORE.fullmatch(label):
            text, column = unicodedata.normalize("NFKC", label) + text, 1
        for part in _SENTENCE.finditer(text):
            place = line, column + part.start()
            if item.kind == "end":  # its plies and points are claims, and compared as such
                is_scored = any(one.text.startswith(f"{SCORE}：") for one in item.lines)
                beside = counts.beside_an_end(part[0].strip(), is_scored=is_scored)
                yield from (_difference_warning(one, part[0].strip(), *place) for one in beside if not one.right)
            elif ply or _AT_THE_END.search(search.source.lines[line - 1]) or _tells_the_end_above(text):
                yield from counts.differences(part[0].strip(), ply, place)


def _differences_behind_last_move(counts: SentenceCounts, item: CopyItem, ply: int) -> Iterator[Diagnostic]:
    """Yield what is said of the counts in the remarks on the line of the last move: 六内反　得点は白4点、黒0点でした."""
    for line in item.lines[1:] if item.passage is not None else ():
        if line.text.startswith("*") and line.place is not None and _WORD.search(line.text) is not None:
            for part in _SENTENCE.finditer(unicodedata.normalize("NFKC", line.text[1:])):
                yield from counts.differences(part[0].strip(), ply, line.place)


def _beaten_beside_move(counts: SentenceCounts, item: CopyItem, ply: int) -> Iterator[Diagnostic]:
    """Yield what a remark on the line of a move says of the unit that it beats, where that is another one."""
    for line in item.lines[1:] if item.passage is not None else ():
        if line.text.startswith("*") and line.place is not None:
            text = unicodedata.normalize("NFKC", line.text[1:])
            beaten = counts.counts_of_units_beaten_beside(text, ply)
            yield from (_difference_warning(one, text, *line.place) for one in beaten if not one.right)


def _tells_the_end_above(text: str) -> bool:
    """Return whether a text above the moves tells how many plies the game had."""
    said = _KEY_OF_PLIES.match(text) or (_PAST.search(text) and (_ENDED_AFTER.search(text) or _TOTAL.search(text)))
    return said is not None


def with_compared_counts(record: Record) -> Record:
    """Return a plain record with a warning for each count of its comments that the record does not show.

    A comment of a plain record says nothing to the verdict, whatever it tells.
    """
    told = [one for one in record.main.comments if may_tell_a_count(one.text)]
    counts = SentenceCounts.of_record(record) if told else None
    found: list[Diagnostic] = []
    if counts is None:
        return record
    for comment in told:
        for part in _SENTENCE.finditer(unicodedata.normalize("NFKC", comment.text)):
            if comment.ply or _AT_THE_END.search(comment.text) is not None:
                found += counts.differences(part[0].strip(), comment.ply, (comment.line, part.start() + 2))
    warnings = [one._replace(severity=Severity.WARNING) for one in found]
    return record._replace(diagnostics=(*record.diagnostics, *warnings)) if found else record


def _text_and_place_of_item(search: Search, item: CopyItem) -> tuple[str, Place]:
    """Return a remark, an end, one that ended nothing, or a line that is not understood, and its place; nothing for other items."""
    if item.passage is not None and item.kind in {"comment", "unread", "end", "break"}:
        written = search.written(item.passage)
        named = written.count("\t") > 1 and "\t" not in item.passage.text  # by the names of the columns above
        return unicodedata.normalize("NFKC", item.passage.text if named else written), item.passage.place
    line = item.lines[0] if item.lines else None
    if item.passage is not None and item.kind == "head":
        text = unicodedata.normalize("NFKC", search.written(item.passage))
        told = _tells_the_end_above(text) or text.startswith("手番")
        return (text, item.passage.place) if told else ("", (0, 0))
    if line is not None and (item.kind == "unread" or line.text.startswith("手番")):
        return unicodedata.normalize("NFKC", line.text), (line.line, 1)
    if line is not None and item.kind == "kept" and line.text.startswith(("*", "＊")):
        return unicodedata.normalize("NFKC", line.text[1:]), (line.line, 2)
    return "", (0, 0)


def _difference_warning(count: Count, text: str, line: int, column: int) -> Diagnostic:
    """Return the error for a count that the record does not show: a contradiction if it is clear what was counted."""
    if not count.clear:
        return error("not-compared", _not_compared_message(text), line, column, width=len(text))
    message = Message(
        f"「{quoted(text)}」とありますが、棋譜では {count.shown} です ({count.told} と書かれています)",
        f"'{quoted(text)}' tells {count.told}, but by the record it is {count.shown}",
    )
    return error(TOLD_COUNT, message, line, column, width=len(text))


def _not_compared_message(text: str) -> Message:
    return Message(
        f"「{quoted(text)}」の数は棋譜と比べていません",
        f"the count in '{quoted(text)}' was not compared with the record",
    )


def _contradicts_nothing(text: str) -> bool:
    """Return whether a text is about another game, or too vague for its counts to be compared."""
    return OF_ANOTHER_GAME.search(text) is not None or VAGUE.search(text) is not None


class SentenceCounts(SentencePoints):
    """The counts of a record's sentences, and what the record shows."""

    @classmethod
    def of(cls, best: Hypothesis) -> SentenceCounts | None:
        """Return the counts of a reading; None where a move is not legal or not known."""
        context = best.side_context()
        colours = {word: side for word in "白黒" if (side := context.side_meant_by(word)) is not None}
        positions = [one for one in best.plies.positions()[::-1] if one is not None]
        moves = [move_text_of_line(item.lines[0].text) for item in best.turns()]
        if not best.ply or not len(positions) - 1 == len(moves) == best.ply:
            return None
        sides = {**SIDE_NAMES, **colours, **best.sides_of_players()}
        return cls(best.game, positions, sides, moves, is_decided=isinstance(best.said, Side))

    @classmethod
    def of_record(cls, record: Record) -> SentenceCounts | None:
        """Return the counts of a plain record; None where a move is not legal or not known."""
        game, entries = record.game, record.main.entries
        if game is None or not entries or record.games:
            return None
        resolved = resolve(record, game)
        if not isinstance(resolved, Resolved):
            return None
        positions = replay_record(resolved, record).main.positions
        if len(positions) != len(entries) + 1:
            return None
        colours = {side.label.ja: at for at, side in zip(Side, resolved.game.sides, strict=True)}
        players = sides_by_player_name(tuple((header.key, header.value) for header in record.headers))
        moves = [one.text for one in entries]
        is_decided = record.main.special is not None
        return cls(resolved.game, positions, {**SIDE_NAMES, **colours, **players}, moves, is_decided=is_decided)

    def differences(self, sentence: str, ply: int, place: Place) -> Iterator[Diagnostic]:
        """Yield what is said of the counts in a sentence behind a ply."""
        found = list(self.told(sentence, ply if 0 < ply < len(self.moves) else None))
        yield from (_difference_warning(one, sentence, *place) for one in found if not one.right)
        if not found and ply in {0, len(self.moves)} and _UNCOMPARED.search(sentence) is not None:
            yield warning("not-compared", _not_compared_message(sentence), *place, width=len(sentence))

    def beside_an_end(self, text: str, *, is_scored: bool) -> Iterator[Count]:
        """Yield what a sentence tells beside an end, but for the count of the plies, and for points, that it claims.

        Points of both sides beside a resignation are nobody's: who resigns may be ahead.
        """
        if not is_scored:
            yield from self._points_against_each_other(text)
        yield from self._plies_of_sides_beside_an_end(text)
        for tell in (self._pairs, self._counts_of_prisoners, self._counts_on_stands, self._next_mover):
            yield from tell(text, self.positions[-1])
        if (found := _LAST_PLY.match(text)) is not None:
            ply = parse_numeral(found["ply"])
            yield Count(str(ply), str(len(self.moves)), ply == len(self.moves), clear=ply > len(self.moves))
            yield from self._points(text, self.positions[-1])
        elif (found := _ENDED_AFTER.search(text)) is not None and found["at"]:
            yield self._plies_at_the_end(found)
        yield from self._points_reached(text, self.positions[-1])

    def _plies_of_sides_beside_an_end(self, text: str) -> Iterator[Count]:
        """Yield the plies that a sentence tells of both sides, or those of one, which may be all: 鈴木は11手で中断."""
        found = list(plies_of_a_side_pattern(tuple(self.sides)).finditer(text))
        told = {self.sides[one["who"]]: parse_numeral(one["number"]) for one in found if one["who"] in self.sides}
        if len(told) == len(found) == len(Side):
            yield self._plies_of_sides(told[Side.FIRST], told[Side.SECOND])
        for side, number in told.items() if len(found) == 1 else ():
            meant = (self.plies_made_by(side), len(self.moves))
            yield Count(str(number), " / ".join(map(str, meant)), number in meant)

    def told(self, text: str, ply: int | None) -> Iterator[Count]:
        """Yield the counts that a sentence tells; behind a ply of the game, if `ply` names it."""
        text = with_komi_added(_BETWEEN_CELLS.sub("、", _POINTS_IN_KANA.sub("点", text)))
        if _contradicts_nothing(text):
            position = self.positions[len(self.moves) if ply is None else ply]
            yield from (one._replace(clear=ply is None) for one in self._next_mover(text, position))
            return
        if ply is None:
            yield from self._told_of_the_whole_game(text)
        if (found := _PLIES_SO_FAR.search(text)) is not None:
            so_far, number = len(self.moves) if ply is None else ply, parse_numeral(found["number"])
            yield Count(str(number), str(so_far), number in {so_far, (so_far + 1) // 2})  # of one side, or of both
        if ply is None and (found := _NEXT_PLY.search(text)) is not None:
            yield from self._next_ply_and_its_unit(found)
        if (found := _PLACED_AT.search(text)) is not None and self.game.places_once:
            yield Count(
                found["placed"],
                str(self._placed_and_moved()[0]),
                parse_numeral(found["placed"]) == self._placed_and_moved()[0],
            )
        yield from self._counts_of_taken_units(text, len(self.moves) if ply is None else ply)
        clear = ply is None or _SO_FAR.search(text) is not None
        at = _AT_A_PLY.search(text)
        if at is not None and parse_numeral(at[1]) not in {ply, len(self.moves)}:
            ply, clear = min(parse_numeral(at[1]), len(self.moves)), False
        position = self.positions[len(self.moves) if ply is None else ply]
        yield from self._counts_of_named_plies(text)
        of_a_kind = (
            self._points,
            self._points_reached,
            self._units,
            self._pairs,
            self._counts_of_prisoners,
            self._counts_on_stands,
            self._counts_of_standing_units,
            self._next_mover,
        )
        for count in (*(one for tell in of_a_kind for one in tell(text, position)), *self._plies(text, ply)):
            yield count._replace(clear=clear and count.clear)

    def _next_ply_and_its_unit(self, found: re.Match[str]) -> Iterator[Count]:
        """Yield the number of the ply to come, and the colour of its unit, which is that of the ply before the last."""
        number, due = parse_numeral(found["number"]), len(self.moves) + 1
        yield Count(str(number), str(due), number == due)
        colours = [re.findall("[白黒]", move) for move in self.moves[-2:-1]]
        if found["colour"] and colours and colours[0]:
            yield Count(found["colour"], colours[0][0], found["colour"] == colours[0][0])

    def _told_of_the_whole_game(self, text: str) -> Iterator[Count]:
        """Yield the numbers of plies of a whole game, and the points that stand alone."""
        if (found := _EACH.search(text)) is not None:
            each = parse_numeral(found["each"] or found["each_en"])
            yield self._plies_of_sides(each, each)
        if (found := _PARTS.search(text)) is not None:
            told = (parse_numeral(found["placed"]), parse_numeral(found["moved"]))
            shown = self._placed_and_moved()
            yield Count("{}+{}".format(*told), "{}+{}".format(*shown), told == shown)
        if (found := _TOTAL.search(text)) is not None:
            total = parse_numeral(found["total"] or found["so_far"] or found["named"])
            clear = found["so_far"] is None  # a number that begins a sentence may be of a part of the game
            yield Count(str(total), str(len(self.moves)), total == len(self.moves), clear=clear)
        elif (found := _ENDED_AFTER.search(text)) is not None:
            yield from self._plies_at_the_end_of_sides(found, self._plies_by_side(text))
        elif (found := COUNT_OF_PLIES.match(text)) is not None:
            yield from self._plies_and_points_so_far(text, parse_numeral(found["number"]))
        if (self.game.joins or self.counts_points) and not OF_A_MATCH.search(text):
            alone = list(self._points_alone(text))
            yield from alone or (self._points_against_each_other(text) if _HALF_POINTS.search(text) else ())

    def _plies_and_points_so_far(self, text: str, number: int) -> Iterator[Count]:
        """Yield the count that a sentence begins with, and the points of both sides behind it."""
        clear = BROKEN_OFF.search(text) is not None
        yield Count(str(number), str(len(self.moves)), number == len(self.moves), clear=clear)
        yield from self._points_behind_a_count(text)

    def _plies_at_the_end(self, found: re.Match[str]) -> Count:
        """Return the number of the plies that a sentence about the end tells: a resignation may count, or both plies of a round as one."""
        plies = len(self.moves)
        number = parse_numeral(next(filter(None, found.groups())))
        meant = (
            {plies, plies + 1}
            if found["at"]
            else {plies, (plies + 1) // 2}
            if found["named"] or found["en"] or found["total_en"]
            else {plies}
        )
        return Count(str(number), str(plies), number in meant, clear=len(meant) == 1 or found["total_en"] is not None)

    def _plies_at_the_end_of_sides(self, found: re.Match[str], told: Sequence[tuple[Side, int]]) -> Iterator[Count]:
        """Yield the number of the plies at the end; behind a side it may be of its own: 田中は11手、鈴木は11手で終わった."""
        count = self._plies_at_the_end(found)
        if {side for side, _ in told} == set(Side) and len(told) == len(Side):
            return  # compared as the plies of both
        own = {self.plies_made_by(side) for side, number in told if str(number) == count.told}
        yield count._replace(right=count.right or int(count.told) in own)

    def _units(self, text: str, position: Position) -> Iterator[Count]:
        left = any(words.search(text) for words in (_LEFT, _IN_HAND, _ON_BOARD))
        if left and (found := _IN_ALL.search(text)) is not None:
            everything = parse_numeral(found["all"])
            units = self._units_before(text[: found.start()])
            meanings = self._possible_counts_of_units(text, position, tuple(Side), "")
            if units:  # the same unit of the other side may have a character of its own
                texts = [one.text for one in self.game.tokens(position)]
                kinds = set().union(*(kinds_of_unit(self.game, unit) for unit in units))
                meanings = [sum(text in kinds for text in texts), sum(text in units for text in texts)]
            yield Count(
                str(everything), " / ".join(map(str, meanings)), everything in meanings, len(set(meanings)) == 1
            )
            return
        parts = [one for one in self._sides_units_numbers_and_counters(text) if one[3] not in {"点", "手", "組"}]
        counted = any(counter for *_, counter in parts)
        listed = len(parts) == len(Side) and all(unit for _, unit, *_ in parts)
        for side, unit, number, _ in parts if counted and (left or listed) else ():
            meanings = self._possible_counts_of_units(text, position, (side,), unit)
            if (
                self.game.places_once and not unit and _OF_A_COLOUR.search(text) is None
            ):  # what a side still puts may be of the colour of the other one
                meanings += self._possible_counts_of_units(text, position, (side.other,), "")
            told, shown = f"{side.label.ja} {number}", " / ".join(map(str, meanings))
            yield Count(told, f"{side.label.ja} {shown}", number in meanings, len(set(meanings)) == 1)

    def _pairs(self, text: str, position: Position) -> Iterator[Count]:
        for side, _, number, counter in self._sides_units_numbers_and_counters(text) if self.game.joins else ():
            if counter == "組":
                squares = Counter(one.square for one in self.game.tokens(position) if one.side is side)
                shown = sum(height > 1 for height in squares.values())
                yield Count(f"{side.label.ja} {number}", f"{side.label.ja} {shown}", number == shown)

    def _plies(self, text: str, ply: int | None) -> Iterator[Count]:
        parts = self._plies_by_side(text)
        if ply is None and {side for side, _ in parts} == set(Side) and len(parts) == len(Side):
            told = dict(parts)
            yield self._plies_of_sides(told[Side.FIRST], told[Side.SECOND])

    def _units_before(self, text: str) -> list[str]:
        """Return the units that stand before a count of all as its subject: 盤上の占は|全部で4個."""
        units = tuple(unit for unit in self.game.vocabulary.units if not re.fullmatch(NUMBER, unit))
        named = re.compile(rf"(?<=[のと、・\s])({any_word_pattern(units)})(?=[はがもとや、・\s])")
        return list(dict.fromkeys(named.findall(f" {text} ")))

    def _plies_by_side(self, text: str) -> list[tuple[Side, int]]:
        """Return the numbers of plies that a text tells behind a side."""
        parts = self._sides_units_numbers_and_counters(text)
        return [(side, int(number)) for side, _, number, counter in parts if counter == "手"]

    def plies_made_by(self, side: Side) -> int:
        """Return how many plies a side has made."""
        return sum(self.game.turn(one) == side for one in self.positions[:-1])

    def _possible_counts_of_units(self, text: str, position: Position, sides: tuple[Side, ...], unit: str) -> list[int]:
        """Return what a count of units may be: of those on the board, or of those in hand."""
        board = sum(_units_on_board(self.game, position, side, unit) for side in sides)
        if unit or _ON_BOARD.search(text):
            return [board]
        held = sum(units_in_hand(self.game, position, side) for side in sides)
        still_placed = held > 0 and self.game.places_once and _REST.search(text) is not None
        return [held] if still_placed or _IN_HAND.search(text) else [board, held]

    def _plies_of_sides(self, first: int, second: int) -> Count:
        shown = (self.plies_made_by(Side.FIRST), self.plies_made_by(Side.SECOND))
        return Count(f"{first}-{second}", "{}-{}".format(*shown), (first, second) == shown)

    def _placed_and_moved(self) -> tuple[int, int]:
        placed = sum(len(self.game.read(text).written.squares) == 1 for text in self.moves)
        return placed, len(self.moves) - placed


def _units_on_board(game: Game, position: Position, side: Side, unit: str) -> int:
    """Return how many units of a side stand on the board; of one kind, if `unit` names it by the character of either side."""
    kinds = kinds_of_unit(game, unit)
    return sum(one.side is side and (not unit or one.text in kinds) for one in game.tokens(position))


def units_in_hand(game: Game, position: Position, side: Side) -> int:
    """Return how many units a side can still put on the board."""
    held, beside = game.held(position, side), game.beside(position, side)
    number = None if beside is None else re.search(r"\d+", beside.en)
    return int(number[0]) if number is not None and None in held.values() else sum(one or 0 for one in held.values())
