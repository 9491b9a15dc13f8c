"""Plies that a record writes twice, and moves or ends that their own line takes back."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.errors import InvalidMove
from notation.freeform.correction_clauses import SORRY, CorrectionClause, passage_put_right
from notation.freeform.corrections_of_numbered_plies import CORRECTS, PLY_OF_ANOTHER_GAME, places_of_ply
from notation.freeform.fold_text import LocatedText
from notation.freeform.free_text_risk import count_move_like_texts
from notation.freeform.move_and_unit_rewriting import rewrite_in_notation
from notation.freeform.move_ink import first_whole_move, whole_move_ends
from notation.freeform.moves_in_any_word_order import moves_by_slots
from notation.freeform.tokens_of_result_words import WEIGHTY
from notation.lazy_pattern import kept_pattern
from notation.line_kinds import KANJI, parse_numeral

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.core.game.game import Game
    from notation.freeform.clean_lines import CleanLine


MAX_LINES_BETWEEN = 2
"""The most lines between a ply and the same ply again."""
MAX_VARIATION_LINES = 60
MAX_PLY_CHARACTERS = 200
_WRONG_SIGN, _RIGHT_SIGN = "×✕✗✘❌☓", "○◯〇✓✔✅◎"
_SLIPPED = r"誤(?:り|記|植|打|入力|って)|間違(?:え|い(?!な))|まちが(?:え|い(?!な))|書き(?:損|そこな|違|ちが)|(?:書き|入力|記入|転記|打ち)ミス|取り?消|とりけ|抹消|無効|もとい|手が(?:滑|すべ)|訂正前|修正前|(?:置け|動け|指せ|打て)な[いか]|(?:戻|もど)(?:す|した|しました)|書き(?:落|忘|漏|もら)|下[がの](?:正|ほう|方)|→\s?(?:訂正|修正)\s?→?\s?$"
_SLIPPED_AT_ONCE = r"NG|(?:これは)?(?:無し|なし)|ボツ|没|消し|消す|消去|ミス|違っ?[たう]|ちがっ?[たう]|(?:じゃ|では?)な[いくし]|失礼|誤(?=\)|$)"
"""Words that take a move back only if nothing stands before them."""
_WRONG_BEHIND = kept_pattern(
    rf"\s*(?:[{_WRONG_SIGN}](?=\s|[(（]|$)|[((…‥.→←、。\s-]{{0,6}}(?:{_SLIPPED_AT_ONCE}|[^。]{{0,12}}?(?:{_SLIPPED})))"
)
"""What stands behind a move that is not the one that was played."""
_RIGHT_BEHIND = kept_pattern(
    rf"\s*(?:[{_RIGHT_SIGN}](?=\s|[(（]|$)|OK(?=\s|$)|[((←、。\s-]{{0,6}}[^。]{{0,8}}?(?:正(?:しい(?!か)|しく|解|$|\)|が)|(?:こっち|こちら|これ)が(?:本当|ほんと|正し|合って)|↑[^。]{{0,4}}(?:{_SLIPPED})|訂正(?!前)|修正(?!前)|上[はがの][^。]{{0,6}}(?:{_SLIPPED})))"
)
_STRUCK_OUT = kept_pattern(r"\s{0,3}(?:→|->)\s?(?:消|けし|取り?消|抹消)[^\d\s]{0,6}\s{0,3}")
"""What stands behind a move that is struck out, with nothing in its place."""
_BETWEEN = kept_pattern(
    rf"下[のがは]?[^。]{{0,8}}(?:正|通り|とおり)|[上前][のがは][^。]{{0,8}}(?:{_SLIPPED}|無視|消し)|{_SLIPPED}|訂正|待った|[一1]手(?:戻|もど)|(?:戻|もど)して|やり直し|やりなおし"
)
"""A line between both by which the first is none."""
_OOPS = rf"(?:あー?っ?|えー?っ?と?|おっと|やば[いっ]?|{SORRY}|(?i:ah|oh|oops|whoops|sorry|wait|no))"
_MISTAKEN = (
    r"(?:今のは?|いまのは?|(?:これ|それ)は?)?(?:書き|打ち|押し|入力|変換)?(?:間違|まちが|違|ちが)(?:い|え|う|った|えた|い(?:です|でした|ます|ました)|え(?:まし)?た)"
    r"|(?:打ち|押し|入力|変換)?ミス(?:です|でした|った|りました)?|訂正(?:します|です)?|もとい|(?:じゃ|では?)な(?:くて?|い(?:です)?)|誤(?:爆|送信|字)"
    r"|(?i:(?:that was |that's |it was )?(?:an? |my )?(?:typo|wrong|mistake|misclick|mis-click|slip|not that)(?: one| square| move)?)"
)
_ONLY_TAKES_BACK = kept_pattern(
    rf"\W{{0,4}}(?:{_OOPS}\W{{0,6}}){{0,3}}(?:{_MISTAKEN})\W{{0,6}}(?:{_OOPS}\W{{0,6}}){{0,2}}"
)
"""A message that says no more than that the one before it is a slip: ごめんまちがい; sorry, wrong square."""
_NUMBERED = kept_pattern(
    rf"\s*(?P<sign>[{_WRONG_SIGN}{_RIGHT_SIGN}]|(?:誤|正|訂正)(?=[\s:)])|\((?:誤|正|訂正)\))?[\s:)]?\s?(?P<number>\d{{1,3}})(?P<anew>['’′]|\s?\((?:訂正|正|修正|改)\))?\s?(?:手目)?[.:)、]?\s*"
)
_SIDE_AND_SIGN = kept_pattern(rf"(?:(?:先手?|後手?|[白黒])番?\s{{0,3}})?(?P<sign>[{_WRONG_SIGN}])?\s?")
"""What stands between a number and its move that is struck out: 12 黒 ×六02-七01八内."""
_PLAYER_BEFORE_A_MOVE = kept_pattern(r"[^\W\d_]{1,8}\s{1,3}(?=[一二三四五六七八九十a-sA-S1-9])")
"""Who plays a ply, between its number and its move: 5 みお 六7→三6."""
_SWITCH = (
    r"\s?(?:[、,。.…\s]{0,3}(?:あっ?(?=、)|おっと|ごめん(?:なさい)?|す[みい]ません|やっぱり?|やはり|もとい|いや(?:いや)?(?:[、,]?(?:違う|違った|ちがう|ちがった))?|(?:じゃ|では?)な(?:くて?|い[。、])|というか|改め|訂正(?:して|します)?|失礼)[、,。:\s]{0,2}(?:[▲△☗☖]\s?)?|\((?:誤り?|[×✕✗])\)\s?(?:→|、)?\s?|\([^()\d]{1,16}?(?:→|->|、正しくは)\s?"
    r"|→\s?(?:やっぱり?|やはり|取り?消し?て?|とりけして?|(?:消|け|書き?直|なお|直)し(?:て|ます|ました)?|訂正(?:して)?|もとい|いや|(?:置け|動け|指せ|打て)(?:な[いく]て?|ません)(?:\([^()]{1,12}\))?(?:ので|ため|から)?)[、,:\s]{0,2}(?:[▲△☗☖]\s?)?"
    r"|[×✕✗]\s?(?:(?:書き?|打ち)?(?:まちがい|間違い|違い|ミス|誤り)\s?)?(?:→|->)\s?"
    r"|\((?:(?i:taken back|takes? (?:it |that )?back|take-?back|retracted|undone)|待った|(?:取り消|取消|戻)し|やり直し)[^()\d]{0,30}\)\s?(?:(?:→|->)\s?)?(?:[▲△☗☖]\s?)?)"
)
_SETTLED = r"(?:\s?\((?:正|[○◯✓])\)|\s?\)|(?:に(?:します|した|しました|変更|訂正)|です|でした|だ|が正(?:しい|解)?)?[。!]?(?=\s|$|[/|、]))"
_SETTLED_PART = kept_pattern(rf"(?P<right>[^\s()、。→]{{1,4}}?){_SETTLED}")
"""A unit or a square that takes the place of the one before it: 五2→四4（誤）|四3（正）|."""
_OF_A_PLY_ELSEWHERE = kept_pattern(r"手目?[はの][「『]?(?:じゃ|では?)なく")
"""What corrects a ply that stands on a line of its own: 1手目は|六06占|ではなく一02占でした."""
_END = r"[^\s→。、()]{1,10}?の?(?:勝ち?|負け|勝利)(?:です|でした)?"
_ANOTHER_END = kept_pattern(
    rf"(?P<key>\W*(?:(?:結果|勝敗|勝者)\W{{1,3}})?)(?:(?:{_END})[→、。\s]{{0,2}}(?:訂正|もとい|(?:じゃ|では?)なくて?|失礼(?:しました)?|間違い?(?:えた|えました)?"
    rf"|、?と(?:言|い|書|申|思)[^。]{{1,16}}?(?:が|けど)(?:[^。]{{0,16}}(?<=[ぁ-ん、]))?(?=[^\Wぁ-ん]))|~~(?:{_END})~~|\((?:{_END})\)→)[。、:\s]{{0,2}}(?P<two>{_END})"
    r"(?:[。、]\s?(?:失礼|す[みい]ません)[^。]{0,8})?\W*"
)
"""An end that the same line takes back: 後手の勝ち→訂正。先手の勝ち。; 結果：~~先手勝ち~~ 後手勝ち"""
_VARIATION = kept_pattern(
    r"\W{0,3}(?:変化|参考|仮想|別案|検討)(?:手順|図|譜)?\W{0,2}\s?(?:第?\d{1,3}手目?)?(?:から|より)?\W{0,3}"
)
_BACK_TO_THE_GAME = kept_pattern(
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
    found = _without_messages_taken_back(game, found)
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
    start, ends, sided = numbered.end(), whole_move_ends(game, text, numbered.end()), None
    if not ends and (sided := _SIDE_AND_SIGN.match(text, start)) is not None:
        start, ends = sided.end(), whole_move_ends(game, text, sided.end())
    move = (start, max(ends)) if ends else _move_behind_name(game, text, numbered.end())
    behind = text[move[1] if move else numbered.end() :]
    if count_move_like_texts(game, behind) >= 1 or (move is None and not behind.startswith("(")):
        return None
    if numbered["sign"] == "訂正" and re.search("→|->|は|に", text[numbered.end() :]):
        return None  # the sentence says what it corrects
    sign = numbered["sign"] or (sided["sign"] if sided and ends else "") or ("正" if numbered["anew"] else "")
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


def _without_messages_taken_back(game: Game, lines: Sequence[CleanLine]) -> list[CleanLine]:
    """Return the lines; a message with a move is a comment where its sender calls it a slip and then sends another move."""
    found = list(lines)
    move: int | None = None
    slips: list[int] = []
    for at, laid in enumerate(found):
        if laid.furniture or not laid.sender or laid.parts:
            continue
        text = laid.passage.text[:MAX_PLY_CHARACTERS]
        same = move is not None and laid.sender == found[move].sender
        if _is_a_whole_move(game, text):
            for taken_back in (move, *slips) if move is not None and same and slips else ():
                found[taken_back] = found[taken_back]._replace(raw=None, furniture=True)
            move, slips = at, []
        elif same and _ONLY_TAKES_BACK.fullmatch(text) is not None:
            slips.append(at)
        elif same and not slips:
            move = None
    return found


def _is_a_whole_move(game: Game, text: str) -> bool:
    """Return whether a text is a move, and no more."""
    ends = whole_move_ends(game, text, 0) or [end for start, end in moves_by_slots(game, text) if start == 0]
    return max(ends, default=0) >= len(text.rstrip(" 。.!")) > 0


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
    right = passage_put_right(game, passage.part(0, move[1]), move, CorrectionClause(part["right"]))
    if right is None:
        return None
    return clean_line._replace(passage=right.joined(passage.part(part.end(), None)).cut(0), raw=None)


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


MAX_RESTATEMENT_CHARACTERS = 80
MAX_RESTATED_PLIES = 40
"""The most lines that are compared with the plies that they name: each ply is looked for on every line."""
_AS_ANOTHER_SHEET_HAS_IT = kept_pattern("(?i:looks? like|what was played)|[にと][見み]え")
"""Words about what another sheet has for a ply, whose move stands as it is."""
_RESTATED = kept_pattern(
    rf"(?P<first>初手)|第?(?P<ply>\d{{1,3}}|[{KANJI}十百]{{1,5}})\s?手目|(?<![A-Za-z])(?i:moves?|ply|turn)\s?(?:no\.?\s?|#)?(?P<no>\d{{1,3}})(?!\d)"
    r"|(?<!\d)(?P<nth>\d{1,3})(?:st|nd|rd|th)\s(?i:move|ply|turn)"
)
"""What names a ply in words, not by the bare number before a move."""
_OF_A_SIDE = r"(?:(?:[先後]手番?|[白黒]番?|[▲△☗☖]|(?i:white|black|sente|gote)(?:'s)?)[のはが、:]?\s?)?"
_JUDGED = "敗着|敗因|勝着|勝因|決め手|決定打|悪手|好手|妙手|疑問手|緩手|失着|見落とし"
"""Words for a move that was played; they tell no end of the game."""
_BEFORE_RESTATED = kept_pattern(
    rf"\W{{0,4}}(?i:(?:the|at|in|on)\s)?(?:(?:{_JUDGED})(?:だったの)?[はが、:]\s?)?{_OF_A_SIDE}"
)
_BETWEEN_RESTATED = kept_pattern(
    rf"(?:の(?:手|指し手)?)?\s?(?:[はがでに]は?|[:、,]|=|(?i:was|is))?\s?{_OF_A_SIDE}[「『(]?"
)
_BEHIND_RESTATED = kept_pattern(
    rf"[」』)]?(?:[がは](?:{_JUDGED}))?(?:です|でした|だった|だ|である|であった|[をと](?:指|打|置)(?:した|った|いた|しました|ちました|きました))?\W{{0,3}}"
)
_BEFORE_ITS_NUMBER = kept_pattern(r"[」』)]?\s?(?:[はが]|=|(?i:was|is)(?:\s(?i:the))?)?\s?[(]?")


def with_restated_plies_as_comments(game: Game, lines: Sequence[CleanLine]) -> list[CleanLine]:
    """Return the lines; one is a comment that tells a ply of another line once more, by its number in words and its move.

    One that says no more than another move for that ply is refused: nobody knows which of both it was.
    """
    found = list(lines)
    told = islice(_restated_plies(game, lines), MAX_RESTATED_PLIES)
    runs: list[list[_Restatement]] = []
    for one in told:
        if not runs or runs[-1][-1].number + 1 != one.number:
            runs.append([])
        runs[-1].append(one)
    for run in runs:
        if run[0].number == 1 < len(run) and not all(one.same for one in run):
            continue  # another game, or a variation, told from its first ply
        for one in run:
            if one.same:
                found[one.line] = found[one.line]._replace(raw=None, furniture=True)
            elif one.alone:
                found[one.line] = found[one.line]._replace(refused=True)
    return found


class _Restatement(NamedTuple):
    """A line that tells by words of its number a ply that another line has."""

    line: int
    number: int
    same: bool
    """Whether its move is that of the other line."""
    alone: bool
    """Whether it tells nothing else."""


def _restated_plies(game: Game, lines: Sequence[CleanLine]) -> Iterator[_Restatement]:
    """Yield what each line tells once more of a ply that another line has by its number."""
    for at, laid in enumerate(lines):
        text = laid.passage.text
        if laid.parts or laid.furniture or laid.refused or len(text) > MAX_RESTATEMENT_CHARACTERS:
            continue
        if any(words.search(text) for words in (CORRECTS, PLY_OF_ANOTHER_GAME, _AS_ANOTHER_SHEET_HAS_IT)):
            continue
        named = list(_RESTATED.finditer(text))
        if (
            len(named) == 1
            and not _counts_on(lines, at, named[0])
            and (one := _restated_move(game, lines, at, named[0])) is not None
        ):
            yield one


def _counts_on(lines: Sequence[CleanLine], at: int, named: re.Match[str]) -> bool:
    """Return whether the line above or below names the ply before or behind that of a line: the record counts so."""
    number = _restated_number(named)
    beside = ((lines[at + step].passage.text, number + step) for step in (-1, 1) if 0 <= at + step < len(lines))
    return any((one := _RESTATED.search(text)) is not None and _restated_number(one) == ply for text, ply in beside)


def _restated_number(named: re.Match[str]) -> int:
    """Return the number of the ply that a text names."""
    return 1 if named["first"] else parse_numeral(named["ply"] or named["no"] or named["nth"])


def _restated_move(game: Game, lines: Sequence[CleanLine], at: int, named: re.Match[str]) -> _Restatement | None:
    """Return what a line tells once more of a ply that another line has by its number.

    None if it tells no move, or no other line has that number with one move, or has it in words too.
    """
    text = lines[at].passage.text
    number = _restated_number(named)
    move = first_whole_move(game, text, named.end()) or first_whole_move(game, text, 0)
    if move is None or (move[0] < named.start() < move[1]):
        return None
    before = text[: min(move[0], named.start())]
    if ":" in before and not _BEFORE_RESTATED.fullmatch(before):
        return None  # the value of a head
    rest = f"{before} {text[max(move[1], named.end()) :]}"
    if WEIGHTY.search(re.sub(_JUDGED, "", rest)) or re.search(r"\d", rest) or count_move_like_texts(game, rest):
        return None
    above = list(places_of_ply(game, lines, number, at))
    if len(above) != 1 or _RESTATED.search(above[0].passage.text[: above[0].move[0]]):
        return None
    ends = sorted(whole_move_ends(game, text, move[0]))
    tries = {end: _written_move(game, text[move[0] : end]) for end in ends}
    other = _written_move(game, above[0].passage.text[slice(*above[0].move)])
    if other is None or not any(tries.values()):
        return None
    end = next((end for end, own in tries.items() if own == other), max(end for end in ends if tries[end]))
    move = (move[0], end)
    if move[0] > named.start():
        between = _BETWEEN_RESTATED.fullmatch(text[named.end() : move[0]])
        alone = (
            between
            and _BEFORE_RESTATED.fullmatch(text[: named.start()])
            and _BEHIND_RESTATED.fullmatch(text[move[1] :])
        )
    else:
        between = _BEFORE_ITS_NUMBER.fullmatch(text[move[1] : named.start()])
        alone = between and _BEHIND_RESTATED.fullmatch(text[named.end() :]) if not text[: move[0]].strip() else None
    return _Restatement(at, number, tries[end] == other, alone is not None)


def _written_move(game: Game, text: str) -> object:
    """Return what a move says, in whatever words; None if it is no whole move of the notation."""
    told = rewrite_in_notation(game, LocatedText(text, ((1, 1),) * len(text))).text.replace(" ", "")
    try:
        return game.read(told).written
    except InvalidMove:
        return None
