"""Plies that a record corrects: beside the move or below it (※正しくは武), or by writing the ply twice."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from notation.freeform.fold_text import LocatedText
from notation.freeform.free_text_risk import SPOKEN_CORRECTION, count_move_like_texts, unit_words
from notation.freeform.move_and_unit_rewriting import rewrite_in_notation
from notation.freeform.move_ink import first_whole_move, whole_move_ends
from notation.freeform.moves_in_any_word_order import moves_by_slots
from notation.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.core.game.game import Game
    from notation.freeform.clean_lines import CleanLine


MAX_CORRECTION_CHARACTERS = 80
_NUMBER = re.compile(r"\s*\d{1,3}\s?(?:手目)?[.:)、]?\s+")
_PART = r"[「『]?(?P<right>[^\s「」『』、。()→:=]{1,12}?(?:\s{1,2}[^\s「」『』、。()→:=]{1,6}?)?)[」』]?"
_MISTAKEN = "(?:書き)?(?:間違い|まちがい|誤り|誤記|違い|ちがい|ミス)"
_WRONG = r"[「『]?(?P<wrong>[^\s「」『』、。()→:=]{1,12}?)[」』]?"
_SORRY = r"(?:[\s、,。.]{0,2}(?:す[みい]ません(?:でした)?|ごめん(?:なさい)?|失礼(?:しました)?|(?i:sorry|my (?:bad|mistake|slip))))?"
_POLITE = rf"(?:です|でした|だった|だ)?{_SORRY}[。.!]?\s?(?:[)]|$)"
_FRAMES = tuple(
    lazy_pattern(pattern)
    for pattern in (
        rf"(?:{_MISTAKEN}(?:です|でした|だった)?[。、,\s]{{1,2}})?(?:訂正|修正|正しくは|正)\s?[:は、\s]\s?{_PART}{_POLITE}",
        rf"(?:{_MISTAKEN}(?:です|でした|だった)?[。、,\s]{{1,2}})?正しくは\s?{_PART}{_POLITE}",
        rf"(?i:(?:typo|slip of the pen|misprint|mistake|wrong)(?:[\s,;:.]{{1,3}}|\s(?:for|of)\s)(?:it\s)?)?(?i:should\s(?:be|read|have\sbeen)|meant|i\smean|read|correct(?:ed\sto|\sis|:)|(?<=[,;:]\s)|(?<=for\s))\s?{_PART}{_POLITE}",
        rf"{_PART}(?:の(?:書き)?(?:間違い|まちがい|誤り|誤記|書き違い)|が正しい|が正){_POLITE}",
        rf"{_WRONG}(?:じゃ|では?)なく(?:て)?[、\s]?{_PART}(?:が正しい|の(?:間違い|誤り))?{_POLITE}",
        rf"{_WRONG}は(?:誤り|間違い|まちがい|誤記)(?:で|です|でした)?[、。\s]{{0,2}}(?:正しくは)?{_PART}(?:が正しい)?{_POLITE}",
        rf"{_PART}[にへ](?:訂正|修正|変更|直)(?:して(?:ください|下さい)|しました|します|し|す|済み?|した)?{_POLITE}",
    )
)
"""What a correction says: the right move or part, and the wrong one where it is named."""
_MAY_CORRECT = re.compile(
    "(?i:typo|should (?:be|read|have)|meant|misprint|slip of|corrected to)|訂正|修正|正しい|正しくは|正:|が正|間違い|まちがい|誤|書き違い|なく|直し|変更"
)
_CORRECTED_FROM = re.compile("[(←※#]|訂正|修正|正しくは")
_LEADS = re.compile(
    r"\s{0,3}(?:[×✕✗]\s{0,3})?(?:(?:[←※#→]|\((?!訂正|修正|正しくは))\s?|--\s?|(?=訂正|修正|正しくは|(?i:typo|should|misprint)))(?:は\s?)?"
)
_POINTS_UP = re.compile(r"\W{0,2}(?:↑|(?:今|いま|[上前]|直前)の(?:\d{0,3}(?:手目?|行目?|指し手)?))\s?[はのがを、:]?\s?")
_SPOKEN = re.compile(
    rf"\W{{0,3}}(?:(?:あっ?|やば[いっ]?)[、,。.!…\s]{{1,3}})?(?:(?:{SPOKEN_CORRECTION})[、,。.!…\s]{{0,4}}){{1,3}}"
)
"""How somebody takes back what was just said: まちがえた、六2！"""
_SLIP = re.compile(r"\W{0,3}(?:あっ?[、,。.!…\s]{1,3})?(?:いや[、,\s]?)?(?:違|ちが|間違|まちが|訂正|もとい)")
"""The same where nobody is known to speak."""
_SAID_ALONE = lazy_pattern(rf"{_PART}{_POLITE}")
_SQUARE_AT_THE_END = lazy_pattern(r"[1-9a-sA-S一二三四五六七八九十]\s?[、,・の.-]?\s?0?[1-9一二三四五六七八九]$")
_CHANGED = re.compile(r"\s?\((?:もと|元)?は?[^()、。]{1,12}(?:から|を)(?:訂正|修正|変更)(?:済み?|しました|した)?\)\s*$")
"""A remark that tells what stood there before: 四04武（四05武から訂正）."""


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
            or not (_MAY_CORRECT.search(text) or _SPOKEN.match(text))
        ):
            found.append(laid)
            continue
        up = _SPOKEN.match(text) or _POINTS_UP.match(text)
        move = _first_move(game, text)
        if up is not None and found:
            found[-1:] = _line_above_and_words(game, found[-1], laid, up)
        elif move is None:
            found.append(laid)
        else:
            made = None
            lead, changed = _LEADS.match(text, move[1]), _CHANGED.match(text, move[1])
            if changed is not None:
                made = laid._replace(passage=laid.passage.cut(0, move[1]), raw=None)
            elif lead is not None:
                made = _corrected_line(game, laid, move, text, lead.end())
            words = laid._replace(passage=laid.passage.cut(move[1]), raw=None, furniture=True)
            found += [laid] if made is None else [made, words]
    return found


def _line_above_and_words(
    game: Game, above: CleanLine, clean_line: CleanLine, up: re.Match[str]
) -> tuple[CleanLine, CleanLine]:
    """Return the line above another one with its move as that one corrects it, and that one as a comment.

    What is spoken corrects the move of the same speaker right above; if that is none of his, it is asked which is meant.
    """
    text, own = clean_line.passage.text, above
    if _first_move(game, above.passage.text) is None:  # 丸の外、裏返し
        above = above._replace(passage=rewrite_in_notation(game, above.passage), raw=None)
    move = _first_move(game, above.passage.text)
    whole = move is not None and move[1] >= len(above.passage.text.rstrip())
    slip = _SLIP.match(text) is not None
    spoken = up.re is _SPOKEN and (bool(clean_line.sender) or slip)
    made = _corrected_line(game, above, move, text, up.end(), spoken=spoken) if move is not None and whole else None
    said = _SAID_ALONE.fullmatch(text.rstrip(), up.end()) if spoken and slip and made is None else None
    nowhere = said is not None and _SQUARE_AT_THE_END.fullmatch(said["right"]) is not None
    if nowhere or (made is not None and spoken and above.sender != clean_line.sender):
        return own, clean_line._replace(refused=True)
    return (own, clean_line) if made is None else (made, clean_line._replace(furniture=True))


def _corrected_line(  # noqa: PLR0913 - a line with its move, and the words about it
    game: Game, clean_line: CleanLine, move: tuple[int, int], text: str, start: int, *, spoken: bool = False
) -> CleanLine | None:
    """Return a line with its move as a text behind a place corrects it; None if that does not."""
    for frame in (_SAID_ALONE,) if spoken else _FRAMES:
        said = frame.fullmatch(text.rstrip(), start)
        if said is None:
            continue
        own = clean_line.passage.text[slice(*move)]
        if said.groupdict().get("wrong") and said["wrong"] not in own:
            continue
        span = _part_of_move_meant(game, own, said["right"])
        if span is None:
            continue
        up_to_move = clean_line.passage.part(0, move[1])
        made = up_to_move.with_part_replaced(move[0] + span[0], move[0] + span[1], said["right"])
        return clean_line._replace(passage=made, raw=None)
    return None


def _part_of_move_meant(game: Game, move: str, corrected_text: str) -> tuple[int, int] | None:
    """Return the part of a move that a word takes the place of: all of it, its unit, or the square where it ends."""
    if (whole := _first_move(game, corrected_text)) == (0, len(corrected_text)) and whole is not None:
        return 0, len(move)
    units = unit_words(game)
    at, unit = max(
        ((found, unit) for unit in units if (found := move.rfind(unit)) >= 0 and not unit.isascii()),
        key=lambda one: (len(one[1]) == len(corrected_text), one[0] + len(one[1]), len(one[1])),
        default=(-1, ""),
    )
    if at < 0:
        return None
    if corrected_text in units:
        return at, at + len(unit)
    squares = _SQUARE_AT_THE_END.search(move) or _SQUARE_AT_THE_END.search(move[:at].rstrip())  # 銀 五2→四4
    return squares.span() if squares is not None and _SQUARE_AT_THE_END.fullmatch(corrected_text) else None


def _first_move(game: Game, text: str) -> tuple[int, int] | None:
    """Return the place of the first move with its unit in a text, if it begins within the first words."""
    start = number.end() if (number := _NUMBER.match(text)) is not None else 0
    corrected = _CORRECTED_FROM.search(text, start)
    text = text if corrected is None else text[: corrected.start()]
    return first_whole_move(game, text, start)


MAX_LINES_BETWEEN = 2
"""The most lines between a ply and the same ply again."""
MAX_VARIATION_LINES = 60
MAX_PLY_CHARACTERS = 200
_WRONG_SIGN, _RIGHT_SIGN = "×✕✗✘❌☓", "○◯〇✓✔✅◎"
_SLIPPED = r"誤(?:り|記|植|打|入力|って)|間違(?:え|い(?!な))|まちが(?:え|い(?!な))|書き(?:損|そこな|違|ちが)|(?:書き|入力|記入|転記|打ち)ミス|取り?消|とりけ|抹消|無効|もとい|手が(?:滑|すべ)|訂正前|修正前|(?:置け|動け|指せ|打て)な[いか]|(?:戻|もど)(?:す|した|しました)|書き(?:落|忘|漏|もら)|下[がの](?:正|ほう|方)|→\s?(?:訂正|修正)\s?→?\s?$"
_SLIPPED_AT_ONCE = r"NG|(?:これは)?(?:無し|なし)|ボツ|没|消し|消す|消去|ミス|違っ?[たう]|ちがっ?[たう]|(?:じゃ|では?)な[いくし]|失礼|誤(?=\)|$)"
"""Words that take a move back only if nothing stands before them."""
_WRONG_BEHIND = lazy_pattern(
    rf"\s*(?:[{_WRONG_SIGN}](?=\s|[(（]|$)|[((…‥.→←、。\s-]{{0,6}}(?:{_SLIPPED_AT_ONCE}|[^。]{{0,12}}?(?:{_SLIPPED})))"
)
"""What stands behind a move that is not the one that was played."""
_RIGHT_BEHIND = lazy_pattern(
    rf"\s*(?:[{_RIGHT_SIGN}](?=\s|[(（]|$)|OK(?=\s|$)|[((←、。\s-]{{0,6}}[^。]{{0,8}}?(?:正(?:しい(?!か)|しく|解|$|\)|が)|(?:こっち|こちら|これ)が(?:本当|ほんと|正し|合って)|↑[^。]{{0,4}}(?:{_SLIPPED})|訂正(?!前)|修正(?!前)|上[はがの][^。]{{0,6}}(?:{_SLIPPED})))"
)
_STRUCK_OUT = re.compile(r"\s{0,3}(?:→|->)\s?(?:消|けし|取り?消|抹消)[^\d\s]{0,6}\s{0,3}")
"""What stands behind a move that is struck out, with nothing in its place."""
_BETWEEN = lazy_pattern(
    rf"下[のがは]?[^。]{{0,8}}(?:正|通り|とおり)|[上前][のがは][^。]{{0,8}}(?:{_SLIPPED}|無視|消し)|{_SLIPPED}|訂正|待った|[一1]手(?:戻|もど)|(?:戻|もど)して|やり直し|やりなおし"
)
"""A line between both by which the first is none."""
_NUMBERED = re.compile(
    rf"\s*(?P<sign>[{_WRONG_SIGN}{_RIGHT_SIGN}]|(?:誤|正|訂正)(?=[\s:)])|\((?:誤|正|訂正)\))?[\s:)]?\s?(?P<number>\d{{1,3}})(?P<anew>['’′]|\s?\((?:訂正|正|修正|改)\))?\s?(?:手目)?[.:)、]?\s*"
)
_PLAYER_BEFORE_A_MOVE = re.compile(r"[^\W\d_]{1,8}\s{1,3}(?=[一二三四五六七八九十a-sA-S1-9])")
"""Who plays a ply, between its number and its move: 5 みお 六7→三6."""
_SWITCH = (
    r"\s?(?:[、,。.…\s]{0,3}(?:あっ?(?=、)|おっと|ごめん(?:なさい)?|す[みい]ません|やっぱり?|やはり|もとい|いや(?:いや)?(?:[、,]?(?:違う|違った|ちがう|ちがった))?|(?:じゃ|では?)な(?:くて?|い[。、])|というか|改め|訂正(?:して|します)?|失礼)[、,。:\s]{0,2}(?:[▲△☗☖]\s?)?|\((?:誤り?|[×✕✗])\)\s?(?:→|、)?\s?|\([^()\d]{1,16}?(?:→|->|、正しくは)\s?"
    r"|→\s?(?:やっぱり?|やはり|取り?消し?て?|とりけして?|(?:消|け|書き?直|なお|直)し(?:て|ます|ました)?|訂正(?:して)?|もとい|いや|(?:置け|動け|指せ|打て)(?:な[いく]て?|ません)(?:\([^()]{1,12}\))?(?:ので|ため|から)?)[、,:\s]{0,2}(?:[▲△☗☖]\s?)?"
    r"|[×✕✗]\s?(?:(?:書き?|打ち)?(?:まちがい|間違い|違い|ミス|誤り)\s?)?(?:→|->)\s?"
    r"|\((?:(?i:taken back|takes? (?:it |that )?back|take-?back|retracted|undone)|待った|(?:取り消|取消|戻)し|やり直し)[^()\d]{0,30}\)\s?(?:(?:→|->)\s?)?(?:[▲△☗☖]\s?)?)"
)
_SETTLED = r"(?:\s?\((?:正|[○◯✓])\)|\s?\)|(?:に(?:します|した|しました|変更|訂正)|です|でした|だ|が正(?:しい|解)?)?[。!]?(?=\s|$|[/|、]))"
_SETTLED_PART = re.compile(rf"(?P<right>[^\s()、。→]{{1,4}}?){_SETTLED}")
"""A unit or a square that takes the place of the one before it: 五2→四4（誤）|四3（正）|."""
_OF_A_PLY_ELSEWHERE = re.compile(r"手目?[はの][「『]?(?:じゃ|では?)なく")
"""What corrects a ply that stands on a line of its own: 1手目は|六06占|ではなく一02占でした."""
_END = r"[^\s→。、()]{1,10}?の?(?:勝ち?|負け|勝利)(?:です|でした)?"
_ANOTHER_END = re.compile(
    rf"(?P<key>\W*(?:(?:結果|勝敗|勝者)\W{{1,3}})?)(?:(?:{_END})[→、。\s]{{0,2}}(?:訂正|もとい|(?:じゃ|では?)なくて?|失礼(?:しました)?|間違い?(?:えた|えました)?"
    rf"|、?と(?:言|い|書|申|思)[^。]{{1,16}}?(?:が|けど)(?:[^。]{{0,16}}(?<=[ぁ-ん、]))?(?=[^\Wぁ-ん]))|~~(?:{_END})~~|\((?:{_END})\)→)[。、:\s]{{0,2}}(?P<two>{_END})"
    r"(?:[。、]\s?(?:失礼|す[みい]ません)[^。]{0,8})?\W*"
)
"""An end that the same line takes back: 後手の勝ち→訂正。先手の勝ち。; 結果：~~先手勝ち~~ 後手勝ち"""
_VARIATION = re.compile(
    r"\W{0,3}(?:変化|参考|仮想|別案|検討)(?:手順|図|譜)?\W{0,2}\s?(?:第?\d{1,3}手目?)?(?:から|より)?\W{0,3}"
)
_BACK_TO_THE_GAME = re.compile(
    r"\W{0,3}(?:変化|参考|検討)?(?:手順|図)?(?:は|、)?(?:ここまで|終わ?り?|おわり|以上)?[。、\s]{0,2}(?:(?:以下)?(?:本譜|実戦)(?:に|へ|の手順に)?(?:戻|もど)?(?:る|ります|って|り)?)?\W{0,3}"
)


class _Ply(NamedTuple):
    """A line with the number of a ply."""

    number: int
    sign: str
    """The sign or word before or behind the number by which it is right or wrong."""
    place: tuple[int, int]
    """Where the number stands."""
    move: tuple[int, int] | None
    rest: str


def with_rewritten_plies_as_comments(game: Game, lines: Sequence[CleanLine]) -> list[CleanLine]:
    """Return the lines; a ply that the next lines write anew, by a sign or in words, is a comment, and so is a variation that ends."""
    found = [_with_meant_move(game, laid) for laid in _without_ended_variations(lines)]
    plies = [_numbered_line(game, laid) for laid in found]
    at = 0
    while at < len(found):
        again = _index_of_ply_again(plies, found, at)
        wrong = None if again is None else _index_of_wrong_line(plies, found, at, again)
        if again is not None and wrong is not None:
            right = again if wrong == at else at
            for index in range(at, again + 1):
                if index != right and (plies[index] is not None or _BETWEEN.search(found[index].passage.text)):
                    found[index] = found[index]._replace(raw=None, furniture=True)
            found[right] = _without_correction_words(found[right], plies[right])
        elif (own := plies[at]) is not None and own.move is not None and _STRUCK_OUT.fullmatch(own.rest):
            found[at] = found[at]._replace(refused=True)  # what was played in its place nobody knows
        at += 1
    return found


def _numbered_line(game: Game, clean_line: CleanLine) -> _Ply | None:
    """Return the ply of a line that begins with its number; None for any other line."""
    text = clean_line.passage.text
    numbered = (
        None if clean_line.furniture or clean_line.parts or len(text) > MAX_PLY_CHARACTERS else _NUMBERED.match(text)
    )
    if numbered is None:
        return None
    ends = whole_move_ends(game, text, numbered.end())
    move = (numbered.end(), max(ends)) if ends else _move_behind_name(game, text, numbered.end())
    behind = text[move[1] if move else numbered.end() :]
    if count_move_like_texts(game, behind) >= 1 or (move is None and not behind.startswith("(")):
        return None
    if numbered["sign"] == "訂正" and re.search("→|->|は|に", text[numbered.end() :]):
        return None  # the sentence says what it corrects
    sign = numbered["sign"] or ("正" if numbered["anew"] else "")
    return _Ply(int(numbered["number"]), sign, numbered.span("number"), move, behind)


def _move_behind_name(game: Game, text: str, start: int) -> tuple[int, int] | None:
    """Return the place of the move whose parts stand in any order behind the player's name at a place; None if none does."""
    named = _PLAYER_BEFORE_A_MOVE.match(text, start)
    if named is None:
        return None
    return next((place for place in moves_by_slots(game, text) if place[0] == named.end()), None)


def _index_of_ply_again(plies: Sequence[_Ply | None], lines: Sequence[CleanLine], at: int) -> int | None:
    """Return the index of the line that writes the ply of a line again; None if none does."""
    own = plies[at]
    if own is None or lines[at].furniture:
        return None
    for index in range(at + 1, min(at + MAX_LINES_BETWEEN + 2, len(plies))):
        two = plies[index]
        if two is not None:
            return index if two.number == own.number and two.move is not None else None
    return None


def _index_of_wrong_line(
    plies: Sequence[_Ply | None], lines: Sequence[CleanLine], index: int, index_again: int
) -> int | None:
    """Return the index of the line of two with one ply that signs or words take back; None where they do not, or take back both."""
    one, two = plies[index], plies[index_again]
    assert one is not None  # noqa: S101 - both have a number
    assert two is not None  # noqa: S101
    between = any(_BETWEEN.search(laid.passage.text) for laid in lines[index + 1 : index_again])
    first = one.move is None or between or _is_marked(one, _WRONG_SIGN, _WRONG_BEHIND)
    second = _is_marked(two, _WRONG_SIGN, _WRONG_BEHIND)
    right = [_is_marked(ply, _RIGHT_SIGN, _RIGHT_BEHIND) for ply in (one, two)]
    second = second and not right[1]  # 上は間違い stands behind the right one
    first = first or right == [False, True]
    second = second or (right == [True, False] and not between)
    if one.move is None and _WRONG_BEHIND.match(one.rest) is None:
        return None
    return None if first is second else index if first else index_again


def _is_marked(ply: _Ply, signs: str, behind: re.Pattern[str]) -> bool:
    word = "誤" if signs is _WRONG_SIGN else "正"
    return (ply.sign != "" and (ply.sign in signs or word in ply.sign)) or behind.match(ply.rest) is not None


def _without_correction_words(clean_line: CleanLine, ply: _Ply | None) -> CleanLine:
    """Return the line of a ply without what says that it is the right one."""
    if ply is None or ply.move is None:
        return clean_line
    behind = _RIGHT_BEHIND.match(ply.rest) or re.match(r"→", ply.rest)
    bracket = None if behind is None else re.search(r"[(（←]", behind[0])
    end = None if behind is None else ply.move[1] + (bracket.start() if bracket is not None else 0)
    if not ply.sign:
        return clean_line if end is None else clean_line._replace(passage=clean_line.passage.cut(0, end), raw=None)
    number = clean_line.passage.part(ply.place[0], ply.place[1])
    blank = LocatedText(" ", (number.place,))
    return clean_line._replace(passage=number.joined(blank).joined(clean_line.passage.cut(ply.move[0], end)), raw=None)


def _with_meant_move(game: Game, clean_line: CleanLine) -> CleanLine:
    """Return a line with the move that was meant in place of the one before it, or the end in place of another one."""
    text = clean_line.passage.text
    if clean_line.furniture or clean_line.parts or len(text) > MAX_PLY_CHARACTERS:
        return clean_line
    if (ends := _ANOTHER_END.fullmatch(text)) is not None:
        passage = clean_line.passage.part(*ends.span("key")).joined(clean_line.passage.part(*ends.span("two")))
        return clean_line._replace(passage=passage.cut(0), raw=None)
    for switch in re.finditer(_SWITCH, text):
        before = [
            start
            for start in range(max(0, switch.start() - 16), switch.start())
            if switch.start() in whole_move_ends(game, text, start)
        ]
        behind = max(
            (end for end in whole_move_ends(game, text, switch.end()) if re.match(_SETTLED, text[end:])), default=None
        )
        if before and behind is None and (part := _SETTLED_PART.match(text, switch.end())) is not None:
            made = _with_part_of_move(game, clean_line, (before[0], switch.start()), part)
            if made is not None:
                return made
        if before and behind is not None and _OF_A_PLY_ELSEWHERE.search(text[: before[0]] + switch[0]) is None:
            settled = re.compile(_SETTLED).match(text, behind)
            assert settled is not None  # noqa: S101 - the end was chosen by it
            passage = clean_line.passage
            whole = (
                passage.part(0, before[0])
                .joined(passage.part(switch.end(), behind))
                .joined(passage.part(settled.end(), None))
            )
            return clean_line._replace(passage=whole.cut(0), raw=None)
    return clean_line


def _with_part_of_move(
    game: Game, clean_line: CleanLine, move: tuple[int, int], part: re.Match[str]
) -> CleanLine | None:
    """Return a line with the unit of a move, or the square where it ends, as what stands behind it; None if it is neither."""
    passage = clean_line.passage
    span = _part_of_move_meant(game, passage.text[slice(*move)], part["right"])
    if span is None:
        return None
    made = passage.part(0, move[0] + span[0]).joined(passage.part(*part.span("right")))
    rest = passage.part(move[0] + span[1], move[1])
    return clean_line._replace(passage=made.joined(rest).joined(passage.part(part.end(), None)).cut(0), raw=None)


def _without_ended_variations(lines: Sequence[CleanLine]) -> Iterator[CleanLine]:
    """Yield the lines; those of a variation are comments where a line says that the game goes on behind them."""
    last = -1
    for at, laid in enumerate(lines):
        if at > last and _VARIATION.fullmatch(laid.passage.text[: MAX_PLY_CHARACTERS + 1]):
            ends = (
                index
                for index in range(at + 1, min(at + MAX_VARIATION_LINES, len(lines)))
                if lines[index].passage.text.strip()
                and _BACK_TO_THE_GAME.fullmatch(lines[index].passage.text[:MAX_PLY_CHARACTERS])
            )
            last = next(ends, last)
        yield laid._replace(raw=None, furniture=True) if at <= last else laid
