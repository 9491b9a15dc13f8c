"""Remarks that tell the winner, plies, points, sides, mover or set-up otherwise than the record is read: asked about.

No remark is read as a statement here: its words are too weak for that. What it may say is held against the reading, and only what
does not fit is asked about, so that a true remark costs nothing.
"""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.outcome import PLAYERS, SIDE_NAMES, Outcome, Side
from notation.freeform.check_counts_told_in_sentences import SentenceCounts
from notation.freeform.free_text_risk import is_within_move, move_patterns
from notation.freeform.head_lines_in_other_words import known_keys, only_game_named
from notation.freeform.hypothesis import sides_by_player_name
from notation.freeform.japanese_verbs import IF, PERHAPS, SEEMS, SUPPOSED
from notation.freeform.players_of_head_lines import HONORIFICS, TELLS_WHAT_IS_PLACED
from notation.freeform.result_of_word_tokens import MIN_FINAL_POINTS
from notation.freeform.spans_line_context_and_sides import (
    NAME,
    SIGNS_OF_SIDES,
    WHO,
    has_name,
    side_of_sign,
    with_signs_for_names,
)
from notation.freeform.texts_that_contradict_the_reading import told_otherwise_error
from notation.freeform.tokens_of_result_words import OF_ANOTHER_TIME, REOPENED
from notation.freeform.winners_in_weak_words import PLAYER, winner_called_so, winner_told
from notation.lazy_pattern import kept_pattern
from notation.line_kinds import NUMBER, POINTS, parse_numeral, parse_points

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from kifu.core.diagnostic import Diagnostic
    from kifu.core.game.game import Game
    from notation.freeform.hypothesis import CopyItem, Hypothesis
    from notation.freeform.hypothesis_search import Search

    _Check = Callable[["_Shown", str], bool]

MAX_SENTENCE_CHARACTERS = 80
"""The most characters of a sentence that is held against the reading; what is longer tells a story."""
_SENTENCE = kept_pattern(r"[^。!！?？\n]+[。!！?？]?")
_LEFT_OPEN = kept_pattern(
    rf"{OF_ANOTHER_TIME.pattern}|{IF}|{PERHAPS}|{SUPPOSED}|{SEEMS}|[?？]|だろう|でしょう|と?(?:思|おも)[うっいわ]|つもり|予定|たい(?=$|\W)|たかった|(?:次|今度|つぎ)[がはも]|ところだった|通算|対戦成績|合計|総合|両局|[\d一二三四五六七八九]勝[\d一二三四五六七八九]|この(?:ごろ|頃|ところ)"
    r"|(?i:\b(?:if|would|could|should|might|may|nearly|almost|if only|thought|hope[sd]?|wants?)\b)"
)
"""Words of a sentence that speaks of another game, another time, or of what may be."""

MIN_PLIES_OF_A_GAME = 4
"""The fewest plies that a sentence may tell of a whole game: 一手ずつ tells of none."""
_COUNT_OF_PLIES = kept_pattern(
    rf"(?<![\d.:/A-Za-z-])(?P<n>{NUMBER})\s?(?:手|ターン)(?![目番前先後詰差間損得早遅違筋合直品抜]|ほど|くらい|ぐらい|以[上下内]|近く|余|あまり)"
)
_OF_THE_WHOLE = kept_pattern(
    "手数|総|合計|全部|ぜんぶ|最終|終局|終了|終わ|おわ|記録|棋譜|対局|勝負|戦い|熱戦|一局|指し(?:た|まし)|かか[っり]|決ま|決着|長い|たった|わずか|まで|合わせて|あわせて|二人で|ずつ|それぞれ|(?:だった|でした)$"
)
_OF_A_PART = kept_pattern(
    "あと|残り|のこり|最後の|次の|最初の|はじめの|序盤|秒|分|時間|途中|置|並べ|連続|続け|ごと|おき|手順|先"
)
_LAST_PLY = kept_pattern(
    rf"(?:最後|最終|終局)[^\d。、一二三四五六七八九十]{{0,6}}第?(?P<one>{NUMBER})手|第?(?P<two>{NUMBER})手目?[がは](?:最後|最終)"
    rf"|(?P<three>{NUMBER})手目[でに](?:決ま|決着|勝負[がはを]|終わ|終局|終了)|(?:総|最終|全|終局|終了)?手の?数[^\d。、先後白黒]{{0,4}}(?P<four>\d{{1,3}})(?!\d)"
    rf"|最後の(?:番号|数字)は(?P<five>\d{{1,3}})(?!\d)|(?<![\d.])(?P<six>{NUMBER})(?:て|ターン|回)(?:で(?:お|終)わ|指し(?:た|ました)|だった|でした)|(?P<seven>{NUMBER})手目まで(?:の?記録|で終)"
    r"|\b(?:last|final) (?:move|ply)(?: (?:was|is))?(?: number)?[: ]{1,2}#?(?P<eight>\d{1,3})\b|\b(?:over|ended|finished) (?:after|at|on|in) (?:move|ply) (?P<nine>\d{1,3})\b",
    re.IGNORECASE,
)
_PLIES_IN_ENGLISH = kept_pattern(
    r"\b(?:last(?:s|ed)|took|length|over|ended|finished|game of|played|total)\b[^\d.]{0,14}?\b(?P<n>\d{1,3}) (?:moves|plies)\b(?! each)|\b(?:length|number of moves|moves)[: ]{1,3}(?P<m>\d{1,3})\b",
    re.IGNORECASE,
)
_ABOUT_POINTS = kept_pattern(r"点|得点|スコア|ポイント|(?i:points?|score|margin)|対|\d\D{1,12}\d")
_OF_A_SCORE = kept_pattern(r"点|得点|スコア|対|結果|終わ|(?i:points?|score|final|ended)")
_NO_FINAL_POINTS = kept_pattern(
    r"点(?:以上)?[にを](?:到達|達|届|の[せっ]|乗[せっ]|超|越)|訂正|→|以[上下]|未満|目標|あと|足り|座標|マス|筋|列|段|(?i:columns?|rows?|letters?|squares?)|必要|ハンデ|レート|時点|途中|一時|手目|(?<!に達する)まで|合体|[五5]組|持ち点|ずつ|勝ち?点|ルール|規則|先に|[\d一二三四五六七八九十]点(?:を|取っ|加|増|減|ずつ)|(?i:after|first to|target|needs?|at move)"
)
_MARGIN = kept_pattern(
    rf"(?P<one>{NUMBER})点(?:の)?(?:差|リード|上回|勝ち|多)|(?:差|リード)[はがを]?[\s:：]?(?P<two>{NUMBER})点?(?!\d)|\bmargin\b[^\d]{{0,8}}(?P<three>\d{{1,3}})|\bby (?P<four>\d{{1,3}}) points?\b",
    re.IGNORECASE,
)
_TWO_NUMBERS = kept_pattern(
    r"(?<![\d.:/a-z-])(?P<one>\d{1,3}(?:\.5)?)点?\s?(?:対|[-−–]|\bto\b)\s?(?P<two>\d{1,3}(?:\.5)?)(?![\d:/-]|\.\d)"
)
_SIDE = r"先手|後手|先番|後番|先攻|後攻|白番|黒番|白(?!星|旗|熱)|黒(?!星|字)"
_SIDE_IN_ENGLISH = r"(?i:white|black|first|second|sente|gote)"
_HANDICAP = kept_pattern(
    r"[香角飛]落ち|駒落ち|[二四六八十2468]枚落ち|(?:変則|特別|独自|特殊)(?:な)?ルール(?![はがも]?(?:な[しく]|無))|初期配置は変則|(?i:\bhouse rules?\b|\bcustom (?:start|rules?))"
)
"""Words for another start or other rules than those that the record is judged by."""
_GAME_OF_RECORD = kept_pattern(
    r"ルール(?:で|を)|(?:で|を)(?:遊ん|やっ|指し|対局)|の(?:記録|棋譜|対局)(?:です|だ|$)|^(?:今日は|これは|本局は)|ゲーム(?:名)?(?:は|[:：])|種類|棋種|使ったゲーム|(?i:^game[: ])"
)


_SIDES_IN_WORDS = {
    f"{order}に指した{one}": side for order, side in zip("先後", Side, strict=True) for one in ("方", "ほう", "人")
}
"""Words for a side by when it moves."""


class _Shown(NamedTuple):
    """What a reading shows of its game, for a remark to be held against."""

    best: Hypothesis
    counts: SentenceCounts
    names: Mapping[str, Side]
    """The sides of players' names, and of words for a side."""
    players: Mapping[str, Side]
    winner: Side | None
    is_over: bool


def remark_errors(search: Search, best: Hypothesis) -> Iterator[Diagnostic]:
    """Yield an error for each remark that may tell something otherwise than the record is read."""
    remarks: list[tuple[str, tuple[int, int], int, bool]] = []
    ply = 0
    for item in list(best.items_from_last())[::-1]:
        ply += item.is_turn
        text, place = _text_and_place(search, best.game, item)
        is_end = item.kind == "end" or (item.kind == "head" and item.lines[0].text.startswith("結果"))
        remarks += [(text, place, ply, is_end)] if text else []
    counts = SentenceCounts.of(best) if remarks else None
    if counts is None:
        return
    shown = _shown_by(best, counts)
    for text, (line, column), ply, is_end in remarks:
        checks = _AT_AN_END if is_end else _ABOVE if not ply else _BEHIND if ply == best.ply else _BETWEEN
        for part in _SENTENCE.finditer(text):
            sentence = part[0].strip()
            if _does_not_fit(shown, sentence, checks):
                yield told_otherwise_error(sentence, line, column + part.start())


def _does_not_fit(shown: _Shown, sentence: str, checks: Sequence[_Check]) -> bool:
    """Return whether a sentence tells something otherwise than the reading, and no count that contradicts it by itself."""
    if len(sentence) > MAX_SENTENCE_CHARACTERS or _LEFT_OPEN.search(sentence) is not None:
        return False
    differs = any(contradicts(shown, sentence) for contradicts in checks)
    return differs and not any(one.clear and not one.right for one in shown.counts.told(sentence, None))


def _text_and_place(search: Search, game: Game, item: CopyItem) -> tuple[str, tuple[int, int]]:
    """Return the words of a remark, an end, a title, or a field that the notation does not know; else nothing."""
    first = item.lines[0] if item.lines else None
    key, colon, _ = ("", "", "") if first is None else first.text.partition("：")
    is_field = colon != "" and item.kind in {"kept", "head"} and not key.startswith(("*", "#", "＊", "＃"))
    unknown = is_field and key.strip() not in known_keys(game)
    if item.passage is not None and (item.kind in {"comment", "end"} or key in {"表題", "結果"} or unknown):
        text = search.written(item.passage)
        of_a_head = _FIELD_OF_A_PLAYER.match(text) is not None  # whose sides were exchanged
        return ("", (0, 0)) if of_a_head else (text, item.passage.place)
    return (first.text, (first.line, 1)) if first is not None and unknown else ("", (0, 0))


_TITLES = ("さん", "くん", "君", "ちゃん", "氏", "先生")
"""What stands behind a name of one character, which may be a piece of a word without it."""
_FIELD_OF_A_PLAYER = kept_pattern(rf"\s*(?:{'|'.join(PLAYERS)})\s?[:：]")


def _shown_by(best: Hypothesis, counts: SentenceCounts) -> _Shown:
    named = sides_by_player_name(best.head)
    players = {name: side for name, side in named.items() if len(name) > 1}
    players |= {f"{name}{title}": side for name, side in named.items() if len(name) == 1 for title in _TITLES}
    ending = best.game.outcome(counts.positions[-1])
    winner = best.said if isinstance(best.said, Side) else _winner_of_plain_end(best)
    if ending is not None:
        winner = next((side for side in Side if ending.outcome is Outcome.win(side)), None)
    words = {word: side for word, side in SIDE_NAMES.items() if len(word) > 1} | _SIDES_IN_WORDS
    colours = ("White", "Black", "白番", "黒番")
    words |= {word: side for word in colours if (side := counts.side_of_word(word)) is not None}
    return _Shown(best, counts, {**words, **players}, players, winner, ending is not None or best.over == "end")


_PLAIN_END = kept_pattern(r"(先手|後手)の(?:(勝ち)|投了|負け|時間切れ|反則負け|不戦敗)")


def _winner_of_plain_end(best: Hypothesis) -> Side | None:
    """Return the winner that the lines of the copy below the last move name; None if they name none, or both."""
    ends = [
        item.lines[0].text for item in takewhile(lambda item: not item.is_turn, best.items_from_last()) if item.lines
    ]
    told = {
        SIDE_NAMES[found[1]] if found[2] else SIDE_NAMES[found[1]].other
        for text in ends
        if (found := _PLAIN_END.search(text)) is not None and not text.startswith(("*", "#"))
    }
    return told.pop() if len(told) == 1 else None


def _tells_another_winner(shown: _Shown, sentence: str) -> bool:
    """Return whether a sentence tells that the side has won which has lost: 勝った人は田中, 田中さん、おめでとう."""
    told = None if shown.winner is None else winner_told(shown.names, sentence)
    return told is not None and told is not shown.winner


def _calls_another_player_winner(shown: _Shown, sentence: str) -> bool:
    """Return whether the words of an end call the player the winner who has lost: 勝った田中は大喜び."""
    told = None if shown.winner is None else winner_called_so(shown.names, sentence)
    return told is not None and told is not shown.winner


_MARGIN_WON = kept_pattern(rf"(?P<won>{POINTS}[点目]?(?<=[点目半]))(?:の?差[でを]|勝ち|負け)")
"""By how many points somebody has won: 5目半勝ち."""


def _tells_another_margin(shown: _Shown, sentence: str) -> bool:
    """Return whether the words of an end tell by how many points it was won, and the board shows another number."""
    found = _MARGIN_WON.search(sentence) if shown.counts.counts_points else None
    if found is None:
        return False
    points = shown.counts.game.score(shown.counts.positions[-1])
    return parse_points(found["won"]) not in {abs(points[0] - points[1]), max(points)}


def _tells_other_plies(shown: _Shown, sentence: str) -> bool:
    """Return whether a sentence tells another number of plies than there are: 最後は30手目, The game took 30 moves."""
    plies = shown.best.ply
    last = {plies} if shown.counts.game.outcome(shown.counts.positions[-1]) is not None else {plies, plies + 1}
    for found in _LAST_PLY.finditer(sentence):
        if parse_numeral(next(filter(None, found.groups()))) not in {1, *last}:  # 最後の一手
            return True
    for found in _PLIES_IN_ENGLISH.finditer(sentence):
        if int(found["n"] or found["m"]) not in {*last, (plies + 1) // 2}:
            return True
    if _OF_THE_WHOLE.search(sentence) is None or _OF_A_PART.search(sentence) is not None:
        return False
    known = {*last, (plies + 1) // 2, plies // 2, *map(shown.counts.plies_made_by, Side)}
    numbers = (parse_numeral(found["n"]) for found in _COUNT_OF_PLIES.finditer(sentence))
    return any(number >= MIN_PLIES_OF_A_GAME and number not in known for number in numbers)


_POINTS_OF_A_SIDE = kept_pattern(
    rf"{WHO}{HONORIFICS}?(?:側|番)?(?:の?(?:得点|点数|スコア))?[はがのも:：、\s]{{0,2}}(?:had |scored |with )?(?P<n>\d{{1,3}})\s?(?:点(?!差|の差|リード|勝|上回)|points?\b)"
)
"""The points of a side: 先手は15点, Tanaka 20 points."""
_BARE_POINTS_OF_A_SIDE = kept_pattern(
    rf"{WHO}{HONORIFICS}?[はが:：\s]{{1,2}}(?P<n>\d{{1,3}})(?![\d手回勝敗段級歳年分秒:])"
)
"""A number behind a side, which counts points where both have one: Tanaka: 83, Suzuki: 75."""


def _tells_other_points(shown: _Shown, sentence: str) -> bool:
    """Return whether a sentence tells other points than those of the last position: 先手は15点, 結果は20対101."""
    counts = shown.counts
    if not counts.counts_points or not _ABOUT_POINTS.search(sentence) or _NO_FINAL_POINTS.search(sentence):
        return False
    points = counts.game.score(counts.positions[-1])
    if (margin := _MARGIN.search(sentence)) is not None:
        return parse_points(next(filter(None, margin.groups()))) != abs(points[0] - points[1])
    if _OF_A_SCORE.search(sentence) is not None and (pair := _TWO_NUMBERS.search(sentence)) is not None:
        return (
            sorted(map(parse_points, pair.groups())) != sorted(points)
            and max(map(parse_points, pair.groups())) >= MIN_FINAL_POINTS
        )
    colours = {word: side for word in "白黒" if (side := shown.counts.side_of_word(word)) is not None}
    signed = with_signs_for_names({**colours, **shown.names}, sentence)
    told = [(side_of_sign(one["who"]), parse_points(one["n"])) for one in _POINTS_OF_A_SIDE.finditer(signed)]
    if not told:
        told = [(side_of_sign(one["who"]), parse_points(one["n"])) for one in _BARE_POINTS_OF_A_SIDE.finditer(signed)]
        told *= len({side for side, _ in told}) == len(Side)
    return any(points[side] != number for side, number in told)


_PLAYER_AND_SIDE = (
    kept_pattern(
        rf"{PLAYER}[がはも=＝:：の]\s?(?P<side>{_SIDE})(?:番)?(?=だ|でし|です|で(?:指|始|対局)|を(?:持|握)|に(?:な[りっ]|決ま|回)|側|$|[。、)）\s])"
    ),
    kept_pattern(
        rf"(?P<side>{_SIDE})番?(?:を持ったのは|になったのは|[はがの=＝:：]|駒[はが])\s?{PLAYER}(?!の|が?勝|が?負)"
    ),
    kept_pattern(rf"{PLAYER}(?:が|は|から|が、)(?P<first>先に(?:指|打|置|始)|始め|スタート|開始)"),
    kept_pattern(
        rf"(?P<first>先に指した(?:の|人|方|ほう)は|初手(?:は|を指したのは)|(?<!\d)1手目(?:[はをが]|を指したのは)|奇数(?:手目?|番)?[はが]|(?i:sente|first player)\s?[:=]\s?|(?i:move 1 was (?:played )?by )){PLAYER}"
    ),
    kept_pattern(rf"{PLAYER} (?i:was|is|=|played|plays|as|had|took) (?i:the )?(?P<side>{_SIDE_IN_ENGLISH})(?![a-z])"),
    kept_pattern(rf"{PLAYER} ?[=:] ?(?P<side>{_SIDE_IN_ENGLISH})(?![a-z])"),
    kept_pattern(rf"(?P<side>{_SIDE_IN_ENGLISH})(?: player)?(?i: ?[=:] ?| (?:was|is) ){PLAYER}"),
    kept_pattern(
        rf"{PLAYER} (?P<first>(?i:moved|went|moves|goes|played) (?i:first)|(?i:started|starts|began|begins)\b)"
    ),
)
"""The side that a player is said to have."""


def _tells_another_side(shown: _Shown, sentence: str) -> bool:
    """Return whether a sentence gives a player the other side: 鈴木が先手だった, Suzuki moved first."""
    if shown.best.game.places_once and TELLS_WHAT_IS_PLACED.search(sentence) is not None:
        return False
    return _is_another_side_told(shown, sentence, _PLAYER_AND_SIDE)


_SIDE_BEFORE_A_PLAYER = (kept_pattern(rf"(?P<side>{_SIDE})番?の{WHO}{HONORIFICS}(?=[がはもにを、。」]|$)"),)


def _calls_a_player_by_another_side(shown: _Shown, sentence: str) -> bool:
    """Return whether the words of an end name a player with the word for the other side before him: 先手のゆうき."""
    return _is_another_side_told(shown, sentence, _SIDE_BEFORE_A_PLAYER)


def _is_another_side_told(shown: _Shown, sentence: str, patterns: Sequence[re.Pattern[str]]) -> bool:
    """Return whether a match of one of some patterns gives a player the other side; without a word for a side, the first."""
    signed = with_signs_for_names(shown.players, sentence)
    for pattern in patterns if has_name(signed) else ():
        for found in pattern.finditer(signed):
            word = found.groupdict().get("side") or PLAYERS[Side.FIRST]
            side = shown.counts.side_of_word(re.sub("[番攻]$", "", word))
            if side is not None and side_of_sign(found["who"]) is not side:
                return True
    return False


_PLY = rf"(?<![\d.])(?P<n>{NUMBER})手目"
_PLY_AND_MOVER = (
    kept_pattern(
        rf"(?:{_PLY}(?:を指したのは|[はをに、]|の)|(?i:(?:move|ply) (?P<number>\d{{1,3}}) (?:was )?(?:played |made )?by )|(?P<last>最後(?:の(?:一?手|1手))?(?:を指したのは|に指したのは|は)|(?i:last move (?:was )?(?:played )?by )))\s?{WHO}{HONORIFICS}?(?=$|[。、\s]|が(?:指|打|置|動か)|の(?![^。、]{{1,10}}[がを](?:倒|討|取|と[らっ]|撃|消|全滅|なくな|や))|です|でし)"
    ),
    kept_pattern(
        rf"{WHO}{HONORIFICS}(?:が{_PLY}を(?:指|打|置|考え|動か)(?!.{{0,4}}(?:て(?:もら|ほし)|せ))|の(?<![\d.])(?P<number>{NUMBER})手目(?=[をにはがで、]|の(?:あと|後)|$))"
    ),
    kept_pattern(
        rf"{_PLY}を(?:指し|打っ|置い|動かし)た(?:ばかりの|直後の|あとの)?{WHO}(?={HONORIFICS}(?:[がはのも、。]|です|でし|$))"
    ),
)
"""Whose a ply was, or is to be."""


def _tells_another_mover(shown: _Shown, sentence: str) -> bool:
    """Return whether a sentence gives a ply to the other side: 7手目を鈴木が指した, 最後の一手は田中, 9手目を置いた鈴木."""
    turns = [Side(shown.counts.game.turn(one)) for one in shown.counts.positions]
    signed = with_signs_for_names(shown.names, sentence)
    for pattern in _PLY_AND_MOVER if has_name(signed) else ():
        for found in pattern.finditer(signed):
            told = found.groupdict()
            ply = len(turns) - 1 if told.get("last") else parse_numeral(told.get("n") or told["number"])
            side = side_of_sign(found["who"])
            own = "last" not in told and ply <= shown.counts.plies_made_by(side)  # 鈴木の5手目: the fifth of that side
            if 0 < ply <= len(turns) - ("last" in told) and turns[ply - 1] is not side and not own:
                return True
    return False


_ANYBODY = rf"{NAME}|白|黒|(?i:white|black)"
_NEXT_MOVER = kept_pattern(
    rf"(?:(?:今|いま|あと)は?|次[はの:：]|(?:次の)?手番[はが:：]|封じ手は|再開(?:したら|は))\s?(?P<one>{_ANYBODY}){HONORIFICS}?(?:の?手?番|の手|から|$|[。、\s]|です|待ち)"
    rf"|(?P<two>{_ANYBODY}){HONORIFICS}?(?:の?手?番(?:の(?:まま|とき|時))?(?:で|に)(?:中断|打ち?掛|指し?掛|止|終)|待ち(?=$|\W)|の長考|が(?:考え|長考)|[のが]封じ手|から(?:再開|続き))"
    rf"|(?P<three>{_ANYBODY}){HONORIFICS}?(?:の手(?:の(?:あと|後))?で(?:中断|打ち?掛|指し?掛|止)|が指したところで)"
    rf"|(?i:(?<![a-z])(?P<four>{_ANYBODY})(?:'s (?:turn|move)(?![a-z])| to (?:play|move)| has the move))"
)
"""Who moves next, or in the group `three` has moved last."""


def _tells_another_next_mover(shown: _Shown, sentence: str) -> bool:
    """Return whether a sentence behind a break lets the other side move next: 今は鈴木の番, White to play."""
    if shown.is_over:
        return False
    turn = Side(shown.counts.game.turn(shown.counts.positions[-1]))
    for found in _NEXT_MOVER.finditer(with_signs_for_names(shown.names, sentence)):
        word = found["one"] or found["two"] or found["three"] or found["four"]
        side = side_of_sign(word) if word[0] in SIGNS_OF_SIDES else shown.counts.side_of_word(word)
        if side is not None and (side is turn) is (found["three"] is not None):
            return True
    return False


def _tells_another_move(shown: _Shown, sentence: str) -> bool:
    """Return whether a sentence tells a ply otherwise than it was played: 13手目の三03巫, 最後は三05-四07馬."""
    game, moves = shown.counts.game, shown.counts.moves
    if _OF_ANOTHER_MOVE.search(sentence) is not None:
        return False
    for found in _PLY_WITH_A_MOVE.finditer(sentence):
        ply = 1 if found["first"] else len(moves) if found["last"] else parse_numeral(found["n"])
        told = move_patterns(game).strong.match(sentence, found.end())
        if told is not None and 0 < ply <= len(moves) and not is_within_move(game, told[0], moves[ply - 1]):
            return True
    return False


_LAST_BLOW = kept_pattern(
    r"最後は(?P<unit>[^\W\d_ぁ-ん]{1,3})で[^。、]{0,8}(?:しとめ|仕留|討[っちた]|取[っり]|倒[しれ]|とどめ)"
)


def _tells_another_last_unit(shown: _Shown, sentence: str) -> bool:
    """Return whether a sentence gives the last ply to another unit: 最後は馬で占をしとめて."""
    found = _LAST_BLOW.search(sentence)
    known = found is not None and found["unit"] in shown.counts.game.vocabulary.units
    return found is not None and known and found["unit"] not in shown.counts.moves[-1]


_OF_ANOTHER_MOVE = kept_pattern(
    "訂正|ではなく|じゃなく|でなく|正しく|正し[いか]|と書[いき]|間違|まちが|誤|もあ[っる]|べき|[ほ方]う?が|候補|検討|(?i:instead|correct|should)"
)
"""Words of a sentence that corrects a ply, or tells what else might have been played."""
_PLY_WITH_A_MOVE = kept_pattern(
    rf"(?:(?<![\d.])(?P<n>{NUMBER})手目|(?P<first>初手)|(?P<last>最後(?:の(?:一?手|1手))?))(?:[がはにの、:：]|[^\d。、]{{1,6}}?[のがは])?\s?"
)


def _tells_another_start(shown: _Shown, sentence: str) -> bool:
    """Return whether a sentence tells of a handicap, of other rules, or of another game."""
    game = shown.best.game
    if _HANDICAP.search(sentence) is not None and shown.counts.positions[0] == game.start():
        return True
    named = only_game_named(sentence) if _GAME_OF_RECORD.search(sentence) is not None else None
    return named is not None and named.id != game.id


_LINES_OF_A_BOARD = kept_pattern(r"(?<![\d.])(9|13|19|九|十三|十九)路")


def _tells_another_board(shown: _Shown, sentence: str) -> bool:
    """Return whether a sentence tells another number of lines than the square board has: 碁盤19路での一局."""
    board = shown.counts.game.board
    told = {parse_numeral(found[1]) for found in _LINES_OF_A_BOARD.finditer(sentence)}
    return board.columns == board.rows and bool(told) and board.columns not in told


_NOT_OVER = kept_pattern(
    r"(?:決着|勝負)[がはも]?(?:つか(?:な|ず)|おあずけ|お預け)|(?:まだ|最後まで)(?:終わ|指せ)(?:って|ら)?(?:い?な|ず)|終わらなかった|途中(?:で(?:やめ|止め|中断)|までの記録)|後日(?:に)?再開|(?:指し|打ち)掛け|(?:ここで|一時|対局は?)?中断(?:し(?:た|ました)|する|です)?[。\s]*$"
    r"|(?i:\bunfinished\b|\bto be continued\b|\bwas (?:adjourned|not finished)\b|\bnobody won\b)"
)


def _tells_no_end(shown: _Shown, sentence: str) -> bool:
    """Return whether a sentence tells that a game is not over that somebody has won and that was never broken off."""
    if shown.winner is None or _NOT_OVER.search(sentence) is None or REOPENED.search(sentence) is not None:
        return False
    return not (shown.best.reopened or any(item.kind == "break" for item in shown.best.items_from_last()))


_BETWEEN: Sequence[_Check] = (_tells_another_side, _tells_another_mover, _tells_another_move)
_OF_THE_END: Sequence[_Check] = (
    _tells_another_winner,
    _tells_other_plies,
    _tells_other_points,
    _tells_no_end,
    _tells_another_board,
    _tells_another_last_unit,
)
_ABOVE = (*_OF_THE_END, *_BETWEEN, _tells_another_start)
_BEHIND = (*_OF_THE_END, *_BETWEEN, _tells_another_next_mover)
_AT_AN_END: Sequence[_Check] = (
    _calls_another_player_winner,
    _tells_another_margin,
    _tells_another_mover,
    _calls_a_player_by_another_side,
    _tells_another_board,
    _tells_another_last_unit,
)
"""What a sentence between the moves, above them, behind them and one about the end is held against."""
