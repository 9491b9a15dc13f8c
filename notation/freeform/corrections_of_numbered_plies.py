"""Sentences that correct a ply elsewhere, by its number (6手目、53じゃなくて51だった) or right above them, or the count of the plies."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from notation.freeform.correction_clauses import (
    LEADS_TO_CLAUSE,
    LEAVES_A_SUFFIX_OUT,
    MAX_CLAUSE_CHARACTERS,
    correct_within,
    correction_clause,
    passage_put_right,
    squares_without_brackets,
)
from notation.freeform.fold_text import LocatedText
from notation.freeform.free_text_risk import count_move_like_texts, unit_words
from notation.freeform.japanese_verbs import IF_SO, PERHAPS, SEEMS
from notation.freeform.move_and_unit_rewriting import rewrite_in_notation
from notation.freeform.move_ink import first_whole_move
from notation.freeform.number_time_and_side_recogniser import leading_ply_numbers_and_ends
from notation.freeform.tokens_of_result_words import WEIGHTY
from notation.lazy_pattern import kept_pattern
from notation.line_kinds import KANJI, parse_numeral

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.core.game.game import Game
    from notation.freeform.clean_lines import CleanLine
    from notation.freeform.fold_text import LocatedText

MAX_LINE_OF_PLIES = 400
_HEADING_OF_A_NOTE = r"(?:お詫びと訂正|訂正とお詫び|お詫び|おわび|追記|追伸|備考|メモ|注|(?P<sure>訂正|修正|正誤|誤記|(?i:corrections?|errat(?:um|a)))|(?i:p\.?s\.?|note|n\.?b\.?|edit(?:ed)?|update))"
_REFERENCE = kept_pattern(
    rf"\W{{0,4}}(?:{_HEADING_OF_A_NOTE}(?:\([^()]{{1,12}}\))?(?=\W)\W{{1,4}})?(?:[^\s\d、。]{{0,12}}(?:読み返|見返|見直|確認|照合|確かめ|点検)[^\s\d、。]{{0,8}}(?:ところ|たら|と)[、,]?\s?)?(?:上の|本局の|(?i:in |the |at ))?"
    rf"(?:(?:第\s?)?(?P<ply>\d{{1,3}}|[{KANJI}十百]{{1,5}})\s?(?:手目?|番目?の手|番)(?=[\sはのをが、:,「])|(?:No\.?|№|#|(?i:move|ply|turn))\s?(?P<no>\d{{1,3}})(?!\d)"
    r"|(?P<nth>\d{1,3})(?:st|nd|rd|th)\s(?i:move|ply))"
)
"""What names the ply that a sentence is about, at its beginning."""
_ASPECT = kept_pattern(
    r"\s?の\s?(?:(?P<goal>行き?先|着点|移動先|行った先|場所|マス|位置|座標|手|指し手|駒|コマ|石)|(?P<unit>[^\s、。はがを「」]{1,6}))\s?(?=[はがを、:])"
)
"""What of the ply it is about: its goal, or its unit by name."""


class _Place(NamedTuple):
    """Place of a move: the index of its line, the line, and the move on it."""

    line: int
    passage: LocatedText
    move: tuple[int, int]


def correct_numbered_ply(game: Game, lines: Sequence[CleanLine], at: int) -> tuple[list[CleanLine] | None, bool]:
    """Return the lines with the ply put right that one of them corrects, and whether that one speaks of a correction.

    There are no lines where it does not, or where it cannot be followed.
    """
    passage = lines[at].passage
    said = _REFERENCE.match(passage.text) if len(passage.text) <= MAX_CLAUSE_CHARACTERS else None
    if said is None:
        return None, False
    text = squares_without_brackets(rewrite_in_notation(game, passage.part(said.end(), None))).text
    aspect = _ASPECT.match(text)
    lead = LEADS_TO_CLAUSE.match(text, 0 if aspect is None else aspect.end())
    start = lead.end() if lead else 0
    clause = correction_clause(game, text, start, pointed=False, sure=bool(said["sure"]))
    told = correction_clause(game, text, start, pointed=True) if clause is None else clause  # 5手目は四03でした
    is_ply = clause is None and (text[:1] not in {*"はのを"} or (told is not None and _is_a_ply(game, told.right)))
    if told is None or is_ply:  # 1手目、五04に占領です
        return None, False
    places = list(places_of_ply(game, lines, parse_numeral(said["ply"] or said["no"] or said["nth"]), at))
    if len(places) != 1:
        tells_ply = clause is not None and not (said["sure"] or clause.wrong) and _is_a_ply(game, clause.right)
        return None, clause is not None and not tells_ply
    index, above, move = places[0]
    right = passage_put_right(game, above, move, told)
    if LEAVES_A_SUFFIX_OUT.search(passage.text):
        right = None
    if aspect is not None and aspect["unit"] and not _is_unit_of(game, aspect["unit"], above.text[slice(*move)]):
        right = None
    if clause is None or right is None or right.text == above.text:
        return None, right is None or right.text != above.text
    found = list(lines)
    found[index] = found[index]._replace(passage=right, raw=None)
    found[at] = found[at]._replace(furniture=True)
    return found, True


def _is_a_ply(game: Game, text: str) -> bool:
    """Return whether a part is a move with its unit: a text that tells it may be the ply itself."""
    return first_whole_move(game, text, 0) == (0, len(text))


def _is_unit_of(game: Game, word: str, move: str) -> bool:
    """Return whether a word is one for the unit of a move."""
    meant = game.vocabulary.units.get(word, word)
    return word in move or any(game.vocabulary.units.get(unit) == meant and unit in move for unit in unit_words(game))


def places_of_ply(game: Game, lines: Sequence[CleanLine], ply: int, at: int) -> Iterator[_Place]:
    """Yield the places of the moves with the number of a ply, on lines other than that of the correction."""
    for index, laid in enumerate(lines):
        if index == at or laid.furniture or laid.parts or len(laid.passage.text) > MAX_LINE_OF_PLIES:
            continue
        if str(ply) not in laid.passage.text and not any(sign in laid.passage.text for sign in KANJI):
            continue
        for passage in (laid.passage, squares_without_brackets(rewrite_in_notation(game, laid.passage))):
            moves = {
                move
                for start in _ends_of_number(passage.text, ply)
                if (move := _only_move(game, passage.text, start, ply))
            }
            if moves:
                yield from (_Place(index, passage, move) for move in moves)
                break


def _ends_of_number(text: str, ply: int) -> Iterator[int]:
    """Yield where the number of a ply ends on a line: at its beginning, or behind a blank."""
    blanks = len(text) - len(text.lstrip())
    yield from (blanks + end for value, end in leading_ply_numbers_and_ends(text.lstrip()) if value == ply)
    yield from (found.end() for found in _number_pattern(ply).finditer(text))


def _number_pattern(number: int) -> re.Pattern[str]:
    return re.compile(rf"(?<![^\s、。,|(\[])(?:第|No\.?\s?)?{number}(?:手目?)?(?!\d)[.)\]:、]?")


def _only_move(game: Game, text: str, start: int, ply: int) -> tuple[int, int] | None:
    """Return the place of the move behind the number of a ply; None if none follows, or two do before the next number."""
    following = _number_pattern(ply + 1).search(text, start)
    text = text if following is None else text[: following.start()]
    move = first_whole_move(game, text, start)
    if move is None:
        return None
    cell = text.find("\t", move[0])
    text = text if cell < 0 else text[:cell]
    move = first_whole_move(game, text, start)
    return None if move is None or first_whole_move(game, text, move[1]) is not None else move


MAX_CORRECTION_CHARACTERS = 200
MAX_CORRECTIONS = 40
"""The most sentences of a record that are followed as corrections: each is looked for on every line."""
_PLY = rf"(?:(?:第\s*)?(?P<ply>\d{{1,3}}|[{KANJI}十百]{{1,5}})\s*(?:手(?:目|(?!目))|[通信便]目)|(?:訂正|修正|正誤)\W{{1,4}}(?P<bare>\d{{1,3}})(?=[\s:.、)])|(?<![\d.:/-])\(?(?P<only>\d{{1,3}})\s?(?:番目?|\)|\.)?(?=[はのを「]))"
_WRONG = r"[^\s「」『』、。→=]{1,14}?"
_TOLD_SO = "と(?:ある|あった|した|しました|書いた|書きました|記した|(?:書いて|記して|なって)い(?:た|ました|ます|る))"
_SLIP = "書き(?:違い|まちがい|間違い|損じ)|打ち?(?:間違い|まちがい)|誤記|誤り|間違い|まちがい"
_SLIPPED = rf"(?:{_SLIP})(?:でした|です|だった|だ|で)?|(?:書き|打ち|写し)?(?:間違え|まちがえ)(?:て(?:い|しまい)?)?(?:た|ました)|書き(?:損じ|そこね|違え|ちがえ)(?:た|ました)"
_BUT = r"(?:が|けど|けれど(?:も)?|のだが|のですが)[、,]?\s*(?:実際は|本当は)?"
_NOT_BUT = r"(?:じゃ|では?)なく(?:て)?、?"
_CORRECTION = kept_pattern(
    rf"{_PLY}\s*(?:(?:(?:の|を見直したら、?|[、,])?(?:行き?先|着点|移動先|マス)[をはが]|[のにはでが、:])\s*(?:[^\s「」『』、。]{{1,8}}で(?=[「『]))?)?[「『]?(?P<wrong>{_WRONG})[」』]?\s*"
    rf"(?:(?:{_TOLD_SO}が?|[はが](?:{_SLIP})(?:です|でした|で)?)[、。,]?\s*(?:正しくは[、:]?|(?={_WRONG}(?:でした|です|が正)))|{_TOLD_SO}{_BUT}|(?:{_TOLD_SO}の?)?(?:は|を|→|->|⇒|{_NOT_BUT})\s*(?:正しくは|正しいのは)?)\s*"
    rf"[「『]?(?P<right>(?!訂正|修正|正し){_WRONG})[」』]?\s*(?:の(?:誤り|誤記|誤植|間違い|まちがい)|に(?:訂正|修正|改め)|が(?:正しい|正)|(?:でした|です|だった)(?=[。)\s」』]|$)|$|(?=[。)]))"
)
"""A sentence that corrects a ply: 第三手に「五の三」とあるは「五の二」の誤り; 7手目は巫ではなく武でした."""
_RIGHT = kept_pattern(
    rf"{_PLY}\s*(?:[はを:、]|が)?\s*(?:(?:{_SLIPPED})[。、]?\s*)?(?:正しくは[、:]?)?\s*[「『]?(?P<right>[^。「」『』]{{2,40}}?)[」』]?\s*"
    r"(?:(?:でした|です|だった)|が正(?:しい|解)(?:です)?|に(?:訂正|修正)(?:します|しました|する|した)?)?[。.]?\s*(?:す[みい]ません(?:でした)?[。.]?)?\s*$"
)
"""A sentence that says what a ply was, not what stands there: 訂正 9手目は 七06-三06四内 でした."""
_COUNT = kept_pattern(
    rf"(?<!\d)(?P<wrong>\d{{1,3}})手[はの]?(?:{_SLIP}|→|->)(?:です|でした|で)?[。、,\s]{{0,2}}(?:正しくは)?[、:\s]{{0,2}}(?P<right>\d{{1,3}})手(?!目)"
)
"""A sentence that corrects the count of the plies: 65手は誤り。66手です."""
_CLOSES = kept_pattern(r"まで|以上|全")
_SOMEWHERE = kept_pattern(
    r"(?:訂正|正誤|棋譜|記録|書き|写し|清書|転記|メモ|入力)[^。]{0,16}(?:どこか|どれか|どちらか|いずれか|いくつか|何(?:手|か所|ヶ所|カ所|箇所)か)[^。]{0,12}(?:間違|まちが|誤|違|おかし|抜け|飛ん)"
)
"""A sentence by which some ply of the record is another one, and nobody knows which."""
_IN_DOUBT = kept_pattern(
    r"\d手目?[^。]{0,24}(?:(?:では?|じゃ)なく[^。]{1,12}(?:かも|だったか)|か(?:不明|忘れ)|(?:記録|記憶)が(?:あいまい|曖昧|不確か)|うろ覚え)"
    r"|\d手目?と\d{1,3}手目?[^。]{0,6}(?:逆(?:に書|です|でした|だった)|入れ替わって|あべこべ|順(?:番|序)が)"
    r"|(?:何手か|数手|\d手(?:ほど|くらい|ぐらい)?)、?(?:抜けて|飛んで|欠けて|(?:書き|記録し|メモし)(?:忘れ|もら|漏))"
)
"""A sentence by which a ply of the record may be another one, or may be missing: 5手目は五05ではなく三06かもしれない."""
_SQUARE_ABOVE = kept_pattern(
    rf"\W{{0,4}}(?:(?:右|上|前|直前)(?:の(?:手|行))?(?:に|は|、)?)?\s{{0,2}}[「『]?(?P<wrong>{_WRONG})[」』]?\s*(?:と(?:書いた|書きました|書きし|記した|記せし|ある|した)の?は(?:{_SLIP})|は(?:{_SLIP}))(?:です|でした|で|につき)?[、。,]?\s{{0,2}}"
    r"正しくは[、:]?\s{0,2}[「『]?(?P<right>[^\s「」『』、。]{2,6}?)[」』]?(?:です|でした)?。?"
)
"""A line that corrects a square of the move above it: ※七の7と書きしは誤り。正しくは七の6。"""
_STRUCK_OUT = kept_pattern(
    r"(?:^|(?<=\t)|(?<=\s\s)|(?<=\d[.)]\s))(?P<wrong>[^\s()?？](?:[^\s()?？]|[ ](?![ ])){1,15}?)\s?"
    r"\((?:scored|crossed|struck|ruled|scratched) out\)\s?(?=[1-9a-sA-S一二三四五六七八九]\s?[、,・の.-]?\s?[1-9一二三四五六七八九])",
    re.IGNORECASE,
)
"""What was struck out before the move that takes its place, in one cell: g4 (scored out) g3 Horse."""
_MOVE_STRUCK = kept_pattern(
    r"(?<![0-9])[1-9a-sA-S一二三四五六七八九]\s?[、,・の.-]?\s?[1-9一二三四五六七八九](?![0-9])[^()\d]{0,20}\((?:scored|crossed|struck|ruled|scratched) out[^()]{0,12}\)",
    re.IGNORECASE,
)
_LAST_WAS_WRONG = kept_pattern(
    r"(?:今|いま|さっき|先ほど|さきほど|直前|ひとつ前|一つ前)の(?:手|指し手)?(?:は|、)?[^。!「」]{0,8}(?:間違い|まちがい|間違え|まちがえ|誤り|誤記|ミス|取り消し)(?:でした|です|ました|た)?[。!、]\s*"
)
"""A sentence that takes the last move back: ごめん、いまのは打ち間違い。"""
CORRECTS = kept_pattern(
    r"手目は[^。、]{1,16}が正しい(?:です)?[。)]?$|手目は[^。]{1,16}と書[いき][^。]{1,28}が正しい|書き(?:損じ|そこね|ちがえ|違え)|\d\W{0,2}(?:手目)?[はの][^。]{1,32}正しくは|(?:手目?|\d番?目?(?=は)|\d\))[はのがでを、:].{1,20}(?:じゃ|では?)なく|正誤|訂正|\(\s?正しくは|誤り|誤記|誤植|書き違い|間違[いえ]|まちが[いえ]|errat|correction|\((?:修正|corrected|fixed)",
    re.IGNORECASE,
)
"""Words of a sentence that corrects something."""
_UNSURE = kept_pattern(rf"{PERHAPS}|だろう|{SEEMS}|と思う|たぶん|多分|[?？]|{IF_SO}|よかった|良かった|(?:ほう|方)が")
PLY_OF_ANOTHER_GAME = kept_pattern(
    r"(?:前局|前回|(?<!手)前の(?:対局|局|回|試合|一局)|(?:別|他|ほか)の(?:対局|局|棋譜|試合|一局)|(?i:(?:last|previous|other) game)).{0,12}\d"
)
"""A ply of another game: 前局の5手目は…."""
_PLY_OF_SOME_GAME = kept_pattern(
    r"(?:(?:昨日|先日|先週|きのう)の|第?[\d一二三四五]{1,2}(?:局|戦)目?の|(?i:game) \d\W).{0,8}\d{1,3}手目"
)
"""A ply of a game that may be this one, or another."""
PAIR = kept_pattern(r"(?<![0-9])[1-9a-sA-S一二三四五六七八九]\s?[、,・の.-]?\s?[1-9一二三四五六七八九](?![0-9])")


def apply_corrections(game: Game, lines: Sequence[CleanLine]) -> list[CleanLine]:
    """Return the lines with the plies put right that a sentence elsewhere corrects; one that cannot be followed is refused."""
    found, followed = list(lines), 0
    for at, laid in enumerate(lines):
        text = laid.passage.text
        if laid.parts or laid.furniture or len(text) > MAX_CORRECTION_CHARACTERS:
            continue
        if _MOVE_STRUCK.search(text):
            found[at] = _without_struck_move(laid)
        if PLY_OF_ANOTHER_GAME.search(text):
            continue
        corrects = CORRECTS.search(text) is not None
        followed += corrects
        if _IN_DOUBT.search(text) or (corrects and (followed > MAX_CORRECTIONS or _PLY_OF_SOME_GAME.search(text))):
            found[at] = laid._replace(refused=True)
            continue
        corrected_ply, speaks = correct_numbered_ply(game, found, at)
        if corrected_ply is None and corrects and not _UNSURE.search(text):
            corrected_ply = _correct_in_other_words(game, found, at)
        found = found if corrected_ply is None else corrected_ply
        if speaks and not found[at].furniture:
            found[at] = found[at]._replace(refused=True)
    return found


def _correct_in_other_words(game: Game, lines: Sequence[CleanLine], at: int) -> list[CleanLine]:
    """Return the lines as the sentence on one of them corrects a count, a part of its own line, or a ply."""
    found, laid = list(lines), lines[at]
    if (recounted := _correct_count(found, at)) is not None:
        return recounted
    if (corrected := correct_within(game, laid.passage)) is not None:
        found[at] = laid._replace(passage=corrected, raw=None)
    elif _SOMEWHERE.search(laid.passage.text):
        found[at] = laid._replace(refused=True)
    else:
        found = _correct_a_ply(game, found, at)
    return found


def _without_struck_move(laid: CleanLine) -> CleanLine:
    """Return a line without what was struck out before the move in its place; refused where none stands right behind it."""
    struck = _STRUCK_OUT.search(laid.passage.text)
    if struck is None or PAIR.search(struck["wrong"]) is None:
        return laid._replace(refused=True)
    return laid._replace(passage=laid.passage.with_part_replaced(*struck.span(), ""), raw=None)


def _correct_a_ply(game: Game, lines: Sequence[CleanLine], at: int) -> list[CleanLine]:
    """Return the lines with the ply put right that the sentence on one of them corrects, if it names one."""
    found = list(lines)
    text = lines[at].passage.text
    correction = _CORRECTION.search(text)
    told = _RIGHT.search(text)
    said = correction or told
    if said is not None and (
        first_whole_move(game, text[: said.start()], 0)
        or first_whole_move(game, text[said.end() :], 0)
        or WEIGHTY.search(text, said.end())
    ):
        found[at] = lines[at]._replace(refused=True)  # a turn, or an end, stands on the line besides
        return found
    if correction is not None:
        ply = parse_numeral(correction["ply"] or correction["bare"] or correction["only"])
        wrong, right = correction["wrong"], correction["right"]
    elif told is not None and _is_a_move(game, told["right"]):
        ply, wrong, right = parse_numeral(told["ply"] or told["bare"] or told["only"]), "", told["right"]
    else:
        return _correct_a_square_above(found, at)
    own = [
        (index, place)
        for index, one in enumerate(found)
        if index != at and (place := _span_of_wrong_text(game, one.passage.text, ply, wrong)) is not None
    ] or _span_of_wrong_text_without_number(game, found[:at], ply, wrong)
    if len(own) != 1:
        found[at] = lines[at]._replace(refused=True)
        return found
    ((index, (start, end)),) = own
    return _with_passage_corrected(found, index, found[index].passage.with_part_replaced(start, end, right).cut(0), at)


def _with_passage_corrected(lines: Sequence[CleanLine], index: int, passage: LocatedText, at: int) -> list[CleanLine]:
    """Return the lines with another passage on one of them, and the sentence that corrects it, on line `at`, as a comment."""
    found = list(lines)
    found[index] = found[index]._replace(passage=passage, raw=None)
    found[at] = found[at]._replace(furniture=True)
    return found


def _correct_a_square_above(lines: Sequence[CleanLine], at: int) -> list[CleanLine]:
    """Return the lines with a square of the move above one of them as that one corrects it, if the move has it once."""
    found = list(lines)
    said = _SQUARE_ABOVE.fullmatch(lines[at].passage.text) if at else None
    if said is None:
        return found
    above = lines[at - 1].passage
    start = above.text.find(said["wrong"])
    if above.text.count(said["wrong"]) != 1 or not all(map(PAIR.fullmatch, (said["wrong"], said["right"]))):
        found[at] = lines[at]._replace(refused=True)
        return found
    right = above.with_part_replaced(start, start + len(said["wrong"]), said["right"])
    return _with_passage_corrected(lines, at - 1, right, at)


def _correct_count(lines: Sequence[CleanLine], at: int) -> list[CleanLine] | None:
    """Return the lines with the count of the plies as the sentence on one of them corrects it; None if it does not, or of several."""
    said = _COUNT.search(lines[at].passage.text)
    if said is None:
        return None
    wrong = re.compile(rf"(?<!\d){said['wrong']}(?=手)")
    counts = [
        (index, found)
        for index, laid in enumerate(lines)
        if index != at and _CLOSES.search(laid.passage.text) and (found := wrong.search(laid.passage.text)) is not None
    ]
    if len(counts) != 1:
        return None
    ((index, found),) = counts
    return _with_passage_corrected(
        lines, index, lines[index].passage.with_part_replaced(*found.span(), said["right"]), at
    )


def lines_parted_at_moves_taken_back(game: Game, lines: Sequence[CleanLine]) -> Iterator[CleanLine]:
    """Yield the lines; one that takes the move above back and tells another is parted between both."""
    for laid in lines:
        text = laid.passage.text
        back = None if laid.parts or len(text) > MAX_CORRECTION_CHARACTERS else _LAST_WAS_WRONG.search(text)
        if (
            back is None
            or count_move_like_texts(game, text[: back.end()])
            or not _begins_with_move(game, text[back.end() :])
        ):
            yield laid
        else:
            yield laid._replace(passage=laid.passage.cut(0, back.end()), raw=None)
            yield laid._replace(passage=laid.passage.cut(back.end()), raw=None)


def _begins_with_move(game: Game, text: str) -> bool:
    """Return whether a text begins with a move."""
    found = first_whole_move(game, text, 0)
    return found is not None and not text[: found[0]].strip(" 、「『")


def _span_of_wrong_text(game: Game, text: str, ply: int, wrong: str) -> tuple[int, int] | None:
    """Return the place of what is wrong on a line with the number of a ply: of a word, or of its only move."""
    blanks = len(text) - len(text.lstrip())
    ends = [blanks + end for value, end in leading_ply_numbers_and_ends(text.lstrip()) if value == ply]
    if not ends or (wrong and text.count(wrong) != 1):
        return None
    if wrong:
        return text.index(wrong), text.index(wrong) + len(wrong)
    only = first_whole_move(game, text, max(ends))
    return None if only is None or first_whole_move(game, text, only[1]) is not None else only


def _span_of_wrong_text_without_number(
    game: Game, lines: Sequence[CleanLine], ply: int, wrong: str
) -> list[tuple[int, tuple[int, int]]]:
    """Return the line and the place of what is wrong of a ply, where each line is a ply without a number; else nothing."""
    plies: list[tuple[int, tuple[int, int]]] = []
    for index, laid in enumerate(lines):
        text = laid.passage.text
        move = None if laid.furniture else first_whole_move(game, text, 0)
        if move is not None:
            if first_whole_move(game, text, move[1]) is not None or any(leading_ply_numbers_and_ends(text.lstrip())):
                return []
            plies.append((index, move))
    if not wrong or ply > len(plies):
        return []
    index, (start, end) = plies[ply - 1]
    at = lines[index].passage.text.find(wrong, start, end)
    return [] if at < 0 else [(index, (at, at + len(wrong)))]


def _is_a_move(game: Game, text: str) -> bool:
    """Return whether a text is a move, with signs behind it that a legend may explain."""
    found = first_whole_move(game, text, 0)
    return found is not None and found[0] == 0 and not any(map(str.isalnum, text[found[1] :]))
