"""Risk of free text: the cost of statements that it may hide."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.games import ids_named_in
from kifu.core.outcome import PLAYERS
from notation.freeform.head_lines_in_other_words import KEY_INSIDE, KEYS_OF_RESULTS, only_game_named
from notation.freeform.japanese_verbs import IF, PERHAPS, SEEMS, SUPPOSED
from notation.freeform.move_recogniser import HOLE, LEFT_OUT, NOT_RECORDED, PASS, YOURS
from notation.freeform.players_of_head_lines import HONORIFICS
from notation.freeform.spans_line_context_and_sides import LineContext, without_spacing
from notation.freeform.squares_named_in_text import SPOKEN, written_squares
from notation.freeform.tokens_of_result_words import WEIGHTY, may_tell_an_end
from notation.freeform.undecided_results import OF_NO_RESULT, is_hedged
from notation.freeform.word_list_patterns import tried_where_it_may_begin
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.core.game.game import Game

MIN_MOVESTOLD = 3
"""The fewest moves in a text that is no sentence about the game, but tells it."""
MIN_KANA_OF_A_SENTENCE = 4
"""The fewest hiragana of a sentence about the game."""
_NO_MOVE = kept_pattern(
    r"[+-]\d{1,4}\.\d{1,3}(?:/d?\d{1,3})?|https?://[!-~]{1,200}|(?<![!-~])[A-Za-z0-9_.+-]{1,64}@[A-Za-z0-9.-]{1,64}|(?<!\d)\d{2,4}-\d{2,4}-\d{3,4}(?!\d)"
)
"""What a program thinks of a position, and addresses: their figures and letters are no squares."""
BARE_SQUARE_PATTERN = r"(?<![0-9])[1-9][一二三四五六七八九]|[一二三四五六七八九十][0-9]{1,2}(?![0-9年月日時分秒歳名人局])|(?<![A-Za-z])[a-sA-S][0-9](?![0-9A-Za-z])"
BARE_SQUARE = kept_pattern(BARE_SQUARE_PATTERN)
"""What may be a square without a unit."""
_NOT_MISSED = kept_pattern(
    r"(?:敬称|肩書き?|段位|級位|(?:消費|考慮|持ち?)?時間|局面図?|盤面図?|図面?|写真|画像|コメント|解説|感想戦?|お?名前|氏名|持ち?駒|手持ち|点数|得点|経[過緯]|詳細|説明|理由|挨拶|あいさつ|紹介|前置き|講評|日付|場所)"
    r"[はのをも]?(?:について)?(?:は)?(?:以下|全て|すべて|一部)?[、]?(?:省略|略|割愛|省き)(?:し(?:ます|ました|た)|です|する|させて(?:いただき|頂き)ます|ます)?"
    r"|(?:上|下|次の?|左|右|第\d{1,2})?(?:図|局面図?|盤面図?|写真)は[^。]{0,14}?(?:まで|の局面|時点)(?:の(?:もの|図))?(?:です)?"
    r"|(?<!\d)\d{1,3}(?:手目?)?(?:まで)?で(?:全部|全て|すべて)?(?:並べ|置き|配置)(?:お?終(?:わり|わった|え)|完了|ました)(?:まし)?た?"
)
"""What is left out, and is no move: ※敬称は以下略します; 28手目までで並べ終わり."""
_HYPOTHETICAL = kept_pattern(
    rf"(?:^|[。、「\s])(?:もし(?:も)?|仮に|かりに|たとえば|例えば)|(?:{IF}|ても)[、。]?[^。]{{0,40}}(?:つもり|予定|狙い|{SUPPOSED}|だろう|でしょう|そうです|そうだ|{PERHAPS}|かった|{SEEMS}|ところ)"
)
"""A sentence about moves that were not played."""
_TALK = kept_pattern(
    r"\W{0,3}(?:反省会?|感想戦?|検討|講評|総評|観戦記|自戦記|後記|編集後記|余談|雑感|所感|コメント|解説|ひとこと|一言|おまけ|[Pp]\.?\s?[Ss]\.?|追伸|控室)(?:の検討|から|より|メモ)?\W{0,2}[:、]|\W{0,3}(?:感想戦|検討|局後|控室|後日)(?:では|で(?=[、「])|によると)"
    r"|\W{0,3}(?:解説|実況|聞き手|立会人?|観戦者?|記録係|視聴者|アナ)[^\s「:]{0,10}[「:]"
)
"""What a sentence about the game begins with: 反省会：, 感想戦では."""
_SQUARE_ASKED = kept_pattern(rf"(?:{BARE_SQUARE_PATTERN})\s?[?？]")
"""A square that somebody asks about: 次どこ？四05？"""
_BESIDES = kept_pattern(r"(?:[はも]|って)[^。、]{3,}")
"""What a sentence says of a move that it begins with."""
_FILLERS = kept_pattern(
    r"(?<!\S)(?:あー?っ?|えー?っ?と?|えーっと|ええと|んー?と?|うー?ん|はい|うん|では?|次(?:に|は)?)[、。,.]?(?!\S)"
)
"""What a speaker says between moves."""
_MAY_BE_SPACED = kept_pattern(r"(?:\S {1,2}){4}\S")
"""What a part of a text may have whose characters stand apart."""
_OF_A_PLY = kept_pattern(r"\s*[(<〈〔「]?\d{1,3}手目(?:では|[のはがでにをもと、])")
TORN_IN_LATIN = kept_pattern(
    r"(?<!\S)(?=[!-~]{5})(?=[!-~]{0,4}\d)(?:[a-sA-S]\d{0,2}[a-sA-S]?|\d{1,2}[a-sA-S])(?:[-=>]|(?=[0-9A-Za-z]{2,6}[~&]))[a-sA-S]?\d{0,2}[a-zA-Z]{1,3}[~&+*^]{0,3}(?!\S)"
)
"""A move in Latin letters with a sign too few or in a wrong place, alone: d2e-3xi, d2-exi."""
_SQUARE_LEFT = kept_pattern(r"(?<![0-9])[1-9] ?[-・,]? ?[1-9] ?(?:から|より) ?(?=$|[1-9])")
"""A square of two figures that a unit leaves."""
_SIDE_WORD = kept_pattern("(?:先手|後手|先番|後番|せんて|ごて)(?=[、,:：はが\\s])")
_SIDE_FIRST = kept_pattern(r"(?:[Ss]ente|[Gg]ote|[Bb]lack|[Ww]hite|[先後]手|[▲△☗☖])\s")
"""The side of a ply whose unit may be named in another language: 13. Sente pearl to 9,7."""
_NUMBERED = kept_pattern(
    r"(?!6(?:面体|[- ]?men|[- ]?sided)|[1一]手(?:につき)?\s?\d{1,3}\s?[分秒])\s*[(\[【第]?(?:\d{1,3}|[一二三四五六七八九十]{1,3}(?=[手\s、]))(?:手目?)?\s*[)\].:、】]?"
    r"(?:\s+(?![年月日時分秒])\S|\s*(?![\d月日年時分秒/:年級段回期戦組人名卓部節章号歳位件票通冊円連路限校階点]|がつ|ねん|にち)(?:[^\W\d]|[→▲△☗☖〓□■×?…(]))"
)
"""A text that begins with a ply number."""
_NUMBER_OF_PLIES = r"第?(?P<number>\d{1,3}|[一二三四五六七八九十百〇]{1,5})"
_MADE = r"(?:指し|さし|進み|進め|並べ|置い|打っ|やっ|送っ|終え|終わ|済ん|進ん|指せ)"
"""What players have done with a number of plies: 29手|指したところで中断."""
BROKEN_OFF = kept_pattern(
    r"中断|打ち?切り|打ち?掛け|指し?掛け|途中|終了|休憩|お開き|つづき|続き|(?i:stopped|adjourned)"
)
"""Words by which a game has stopped before its end."""
COUNT_OF_PLIES = kept_pattern(
    rf"{_NUMBER_OF_PLIES}\s?(?:(?:手|着|通|信|便)(?:で|にて|まで|[、。]|{_MADE}|\s(?=[^\d\s]{{1,12}}(?:{BROKEN_OFF.pattern}))|目?(?:の?(?:あと|後|終了)|を(?:終え|読ん|見)[てで])|目まで(?!は)|目で(?=お?しまい|終わり|おわり|終了|打ち?切り|中断))|手目は(?=[^\s、。]{{0,4}}(?:二歩|反則|禁手))|(?:個|コマ|駒|枚)(?:目?まで|置|並|打)|(?:moves|plies)(?![a-z]))\s?(?=\S)"
)
"""The number of the plies so far, at the beginning of a sentence."""
_POINTS_OF_SIDES = kept_pattern(
    r"(?:[白黒]|(?i:white|black))\s?\d{1,3}点?(?=$|[\s、,。.])|(?<!\d)\d{1,3}点?\s?対\s?\d{1,3}点?"
)
LABEL = kept_pattern(r"[(\[]?(?:[▲△☗☖▽]|[先後白黒](?:手|番)?)?(?:\s*\d{1,3}(?:手目?)?(?:[.):、]|\s|$))?\s*")
"""What may stand before a move: its side, and its number."""
_SPEAKER = kept_pattern(r"\W{0,4}[^\s\d:、。()]{1,12}:\s{0,4}")
"""Who played the move behind it: りく:二2→二3三外合."""
_QUOTED_ALONE = kept_pattern(r"「([^「」]{2,40})」(?=\s*(?:[。、!?…]|$))")
"""A quotation that nothing is said of: a sentence that ends with it tells it."""
_QUOTED_TO_THE_END = kept_pattern(r"「([^「」]{2,40})$")
_SENTENCE_END = kept_pattern("[。!]")
_PLY_WITHIN = kept_pattern(r"\d{1,3}手(?!前|後|間|ごと|毎|以)|(?:^|\s)\d{1,3}[.)]?\s")
_NUMBER_AT_THE_END = kept_pattern(r"\s[(]?\d{1,3}[.)]?$")
_SAID_RESULT = kept_pattern(rf"\W{{0,2}}(?:{KEYS_OF_RESULTS})(?:[\])】]|\s)\s*\w")
"""The key of a result without its colon: 結果 先手に軍配; 【結果】."""
_SIDE_AND_SQUARES = kept_pattern(
    r"(?:先手?番?|後手?番?|白番?|黒番?|しろ|くろ|[▲△☗☖▽▼●○])\W{0,2}(?<!\d)[1-9][1-9]\s?(?:[-→>]|から)\s?[1-9][1-9](?!\d)"
)
"""A side with two squares of two figures: a move that does not say what moves."""
_SUBJECT = kept_pattern(r"(?:[先後](?:手|番)?|[黒白]番?|[▲△☗☖▽])[はが]\s*")
_TOLD_BARE = kept_pattern(r"[^\sぁ-ん、。]{2,16}(?=[、。!]|$)")
"""A move behind which nothing more is said: 白は三01→六04D内反合、黒は…"""
MIN_WEIGHT_OF_A_MOVE = 2.5
"""The least weight of a free text that has a move in it."""
_APART = kept_pattern(r"\s*$|\s+(?![ぁ-ん])")
"""What stands behind a move that no sentence speaks of, with a blank before it: のぞみ 42占 13領."""
_TOPIC = kept_pattern(r"(?!\d)[^\sぁ-ん、。!?]{0,3}[ぁ-ん]")
"""The kana behind a move, or behind what happens at its end, by which a sentence speaks of it: 五02歩打は反則; 五420手まで has lost a line end."""
_COUNT_SAID = kept_pattern(
    r"まで[、,]?\s*\d{1,4}手|(?<![^\W_])(?<![。「])(?<!^)\d{1,4}手まで|以上\s*\d{1,4}手(?![はのをが目])|合計\W{0,2}\d{1,4}手(?![はのをが目])"
)
_ENDS = (
    "負けました",
    "まけました",
    "参りました",
    "まいりました",
    "ありません",
    "投了しました",
    "引き分け",
    "引分け",
    "先手の勝ち",
    "後手の勝ち",
    "黒の勝ち",
    "白の勝ち",
    "時間切れ負け",
)


def _with_one_slip(words: Sequence[str]) -> frozenset[str]:
    """Return the words that have lost a sign, have one twice, or two exchanged."""
    return frozenset(
        said
        for word in words
        for at in range(len(word))
        for said in (
            word[:at] + word[at + 1 :],
            word[:at] + word[at] * 2 + word[at + 1 :],
            word[:at] + word[at : at + 2][::-1] + word[at + 2 :],
        )
    ) - {*words}


_NEARLY_AN_END = _with_one_slip(_ENDS)
"""Ends with a slip: 引きけ, 負ました."""
_TURNED_OVER = (
    "flip",
    "flips",
    "flipped",
    "turned",
    "うらがえし",
    "うらがえす",
    "うらがえした",
    "裏返し",
    "裏返す",
    "ひっくり返し",
    "ひっくり返す",
)
_NEARLY_TURNED_OVER = (_with_one_slip(_TURNED_OVER) - {"lip", "裏返"}) | _with_one_slip(("turned over", "flipped over"))
"""Words for a unit that is turned over, with a slip: fliped, らがえし. A move without them is another one."""
RESULT_MARK = kept_pattern("[○◯●×✕]")
_TWO_NAMES_MARKED = kept_pattern(r"[○◯●×✕][^\s○◯●×✕]{1,10}\s{1,3}[○◯●×✕](?![○◯●×✕])")
"""A result of two players, of whom the last may be cut off: ○山田 ●."""
DOUBTED = kept_pattern(
    "思い?出せ|思いだせ|(?:覚|おぼ)えてい?(?:な|ま)|だったか(?![もら])|曖昧|あいまい|不明|分から|わから|読めな|自信|隠れ|たぶん|多分|かも|どちらか|怪し|うろ覚え|か[?？]"
)
"""Words of a remark that doubts the move before it."""
CORRECTION = kept_pattern(
    r"訂正(?!前)|正誤|正しくは|(?:間違|まちが)(?:[えっ]|い(?!(?:で|じゃ)は?(?:な|あり)|な[くいし]))|誤記|誤り|たぶん|多分|[cC]orrection|[sS]hould (?:be|read|have been)|[tT]ypo(?![a-z])|[mM]isprint|[sS]lip of the pen|[mM]eant (?:to be |to play )?(?=[a-s][0-9]|[一二三四五六七八九十])|perhaps|maybe"
)
"""Words by which a record corrects one of its moves, or doubts it."""
SPOKEN_CORRECTION = (
    "違(?:う|った|い(?:ます|ました))|ちが(?:う|った|い(?:ます|ました))|(?:間違|まちが)え(?:た|ました)|訂正(?:し(?:ます|ました)|です)?|もとい|いや(?!な)"
    "|ごめん(?:なさい)?|す[みい]ません|失礼(?:しました)?|(?:じゃ|では?)な(?:くて?|い(?:です)?)"
)
"""Words by which a speaker takes back the move before and tells another."""
MAX_PLY_CHARACTERS = 24
"""How far behind its number the move of a ply goes."""
_ANNOUNCED = kept_pattern(
    "(?:当方|こちら|小生)[、は]?.{0,6}[0-9一二三四五六七八九十]|と(?:いた|致)?します|でお願い(?:いた|致)?します"
)
"""Words of a sentence that tells a move of its writer."""
_SQUARE_TOLD = r"(?:[1-9a-gA-G一二三四五六七八九]\s?[、,・の.-]?\s?[1-9一二三四五六七八九]|(?<![\d:/.-])0[1-9]|[段だ]ん?(?:目|め)?)[)]?"
TOLD = kept_pattern(
    rf"(?:{_SQUARE_TOLD}\s*(?:に|へ|から|まで|で)[^。]{{0,24}}|{_SQUARE_TOLD}[^。]{{1,8}}[がはで]\s?{_SQUARE_TOLD}[^。]{{0,8}}を)"
    r"(?:置|お|打|う(?=[ちっつ])|動か|うごか|移|進|行|い|歩|ある|討|倒|やっつけ|取|着地)(?:き|し|み|り|ち)?(?:ました|ます|いた|した|んだ|った|った|た|く|す|む|つ|る|(?<=着地))(?:[。!?]|$)"
    rf"|を\s?{_SQUARE_TOLD}\s?へ(?:[、。!]|$)"
)
"""A sentence that tells a move, with the square and the verb."""
FOUL_SAID = kept_pattern(
    r"反則(?:負け)?|二歩|打ち?歩詰め?|王手放置|行き?所の?ない駒|はんそく|ハンソク|違反|ルール違い|illegal|not allowed|foul",
    re.IGNORECASE,
)
"""Words of a remark by which the move before it is no legal one."""
_SQUARE_IN_BRACKETS = kept_pattern(
    r"[【〔\[][^【】〔〕\[\]]{0,3}[一二三四五六七八九十a-s1-9]の?[1-9一二三四五六七八九]"
)
_MARK_OF_A_MOVE = kept_pattern(r"[▲△☗☖▽](?!\s?=?\s?(?:先手|後手|first|second|sente|gote)(?![a-z])|の手?番)")
"""The mark of a side, but where a sentence says whose it is."""
HIRAGANA = kept_pattern("[ぁ-ん]")
_SIGH = kept_pattern("[がはも](?:…{1,3}|[.。]{2,6}|[~〜ー!]{1,3})")
"""What stands behind a unit in a sigh over it: its sentence is not ended, and no square is told."""
SIDE_MARK = kept_pattern("[▲△☗☖▽]")


class _Signs(NamedTuple):
    """The patterns of a game's moves that a free text must not swallow."""

    strong: re.Pattern[str]
    """A square with a unit, or two squares: what is a move wherever it stands."""
    whole: re.Pattern[str]
    """The same, with the square behind it: 午七の一から五の二."""
    dictated: re.Pattern[str]
    """A square and a unit or a verb, or two squares, in kana."""
    unit: re.Pattern[str]
    end: re.Pattern[str]
    """A word for what happens at the end of a move."""
    damaged: re.Pattern[str]
    """A figure with a unit behind it: what is left of a move whose column is not legible."""
    torn: re.Pattern[str]
    """A column and a unit with something else between them, alone: 四なぞ占."""
    ink: frozenset[str]
    """The characters of units, columns and rows."""
    letters: frozenset[str]
    """Those that are letters or figures."""


@lru_cache(maxsize=16)
def unit_words(game: Game) -> tuple[str, ...]:
    """Return the words for a game's units, and those without their colour: A内 for 白A内."""
    units = game.vocabulary.units
    return tuple(dict.fromkeys((*units, *(unit[1:] for unit in units if unit[0] in "白黒"))))


def _unit_pattern(unit: str) -> str:
    """Return the pattern of a unit, whose sides may stand behind a dot or の: 白のD・内 for 白D内."""
    told = re.escape(unit)
    return f"{told[:-1]}[・の]?{told[-1]}" if len(unit) > 1 and unit[-1] in "内外" else told


@lru_cache(maxsize=16)
def move_patterns(game: Game) -> _Signs:
    """Return the patterns of a game's moves."""
    units = [unit for unit in unit_words(game) if not (unit.isascii() and unit.islower())]
    unit = "|".join(
        map(_unit_pattern, sorted((one for one in units if not re.fullmatch("[ぁ-ん]", one)), key=len, reverse=True))
    )
    kana = "|".join(one for one in game.vocabulary.units if re.fullmatch("[ぁ-んァ-ヶー]+", one)) or "(?!)"
    square = r"(?:(?:十?[一二三四五六七八九十][のノ之]?|[a-sA-S]|(?<![0-9])[1-9][のノ之])\s?(?:[01]?[0-9]|[一二三四五六七八九]|[のノ之][一二三四五六七八九])|[①-⑲]{2})"
    ink = frozenset(
        re.sub("[ぁ-んー]", "", "".join((*units, *game.vocabulary.suffixes))) + "一二三四五六七八九十0123456789〇○"
    )
    strong = (
        rf"{square}\s*[にへの、]?\s*(?:[白黒]の)?(?:{unit})|{square}\s*(?:-|→|から|ー|~)\s*{square}|(?:{unit})\s*[をがは]?\s*(?:{square}|[1-9][1-9](?![0-9分秒時年月日手歳名点]))"
        rf"|(?<![0-9])[1-9]-?[1-9]\s*(?:の\s*)?(?:{unit})"
        r"|(?<![0-9])[1-9]-?[1-9]\s?(?:→|->)\s?[1-9]-?[1-9](?![0-9])"
    )
    if ends := "".join(sorted({one for one in game.vocabulary.suffixes.values() if len(one) == 1} - {"打", "成"})):
        strong += rf"|(?:{square}|(?<![0-9])[1-9][1-9])\s?[へに][、,。]?\s?[{ends}]"
    return _Signs(
        kept_pattern(tried_where_it_may_begin(strong)),
        kept_pattern(tried_where_it_may_begin(rf"(?:{strong})(?:\s*(?:から|より|を|→|->)\s*{square})?")),
        kept_pattern(
            tried_where_it_may_begin(
                rf"(?:{SPOKEN})[のノ](?:{SPOKEN}|[1-9])[、, ]?(?:から|カラ|より|ヨリ|[をにへヲニヘ]?[、,\s]?(?:{kana}))"
                r"|[一二三四五六七八九]の[1-9一二三四五六七八九]\s?(?:から|より)\s?[一二三四五六七八九]の[1-9一二三四五六七八九]"
                rf"|(?:{SPOKEN})\s?[1-9]\s?(?:から|カラ|より|ヨリ)\s?(?:{SPOKEN})"
                rf"|(?:{SPOKEN})[のノ](?:{SPOKEN}|[1-9])[にへ][\s、]?(?:置[いき]|お[いき](?:た|ま)|打[っちつ]|う[っちつご]|動|進|すす[めみ]|行[きっ]|い[きっ](?:た|ま))"
            )
        ),
        kept_pattern(unit),
        kept_pattern("|".join(map(re.escape, game.vocabulary.suffixes)) or "(?!)"),
        kept_pattern(rf"[0-9](?:{unit})"),
        kept_pattern(rf"(?<![^\s、。,])[一二三四五六七八九十a-s][^\s一-鿿]{{1,3}}(?:{unit})(?![^\s、。,])"),
        ink,
        frozenset(filter(str.isalnum, ink)),
    )


@lru_cache(maxsize=16)
def _better_move_pattern(game: Game) -> re.Pattern[str]:
    """Return the pattern of words that call a move the better one: 三04武のほうが勝った is no result."""
    return kept_pattern(
        rf"(?<=[0-9])(?:{move_patterns(game).unit.pattern})[」』]?の(?:ほう|方)が(?:勝|まさ)(?:った|る|っていた)"
    )


def _is_mostly_ink(signs: _Signs, text: str) -> bool:
    """Return whether most characters of a text are those of moves: what is left of one is no free text."""
    if signs.letters.isdisjoint(text):
        return False
    if (unit := signs.unit.match(text)) is not None and _SIGH.fullmatch(text, unit.end()) is not None:
        return False  # 巫女が…
    letters, figures = sum(map(str.isalnum, text)), sum(map(str.isdecimal, text))
    inked = sum(map(signs.letters.__contains__, text))
    if inked == letters > figures:
        return True  # 反, 六, 二02
    return letters > 1 and inked - figures > (figures == 0) and 10 * inked >= 6 * letters


@lru_cache(maxsize=1 << 14)
def risk_and_disprovable_part_of_words(
    game: Game, written: str, *, kana: bool, of_results: bool
) -> tuple[float, float]:
    """Return what the words of a text cost it as free text, whoever plays, and how much of it a count of the plies disproves."""
    signs = move_patterns(game)
    text = OF_NO_RESULT.sub(" ", _NOT_MISSED.sub(" ", _NO_MOVE.sub("", written)))
    text = text.replace(game.name.ja, "")  # the figure of 6面体 is no number
    of_results = of_results or _NO_MOVE.search(written) is not None
    text = without_spacing(_FILLERS.sub(" ", text)).strip()
    if game.counts_points and COUNT_OF_PLIES.match(text) is not None:
        text = _POINTS_OF_SIDES.sub(" ", text)  # which are compared with the board
    text = _better_move_pattern(game).sub(" ", text) if kana else text
    talk = kana and _TALK.match(text) is not None
    if kana and _SPEAKER.match(text):
        text = _SQUARE_ASKED.sub("?", text)
    moves = len(signs.strong.findall(text))
    cost = 2.5 * moves + 4.0 * len(KEY_INSIDE.findall(text)) + 2.5 * (_SAID_RESULT.match(text) is not None)
    if not cost:
        cost += 1.5 * len((*BARE_SQUARE.findall(text), *_SQUARE_LEFT.findall(text))) + 1.5 * (
            signs.damaged.search(text) is not None
        )
        cost += 8.0 * (kana and TORN_IN_LATIN.search(text) is not None)
    said = 2.0 * any(
        not (kana and is_hedged(part, said))
        for part in _SENTENCE_END.split(text)
        for said in (*(WEIGHTY.finditer(part) if of_results else ()), *PASS.finditer(part))
    )
    cost += 1.0 * len(_MARK_OF_A_MOVE.findall(text)) + 0.5 * len(_SIDE_WORD.findall(text)) * kana
    cost += 2.5 * (kana and signs.torn.search(text) is not None)
    about = kana and not cost and _OF_A_PLY.match(text) is not None  # 14手目では受けがない
    numbered = kana and not about and _NUMBERED.match(text) is not None and COUNT_OF_PLIES.match(text) is None
    left_out = kana and LEFT_OUT.search(text) is not None
    forgotten = left_out and not NOT_RECORDED.search(text)
    lent = 4.0 * numbered + 2.5 * forgotten
    cost += 2.5 * (left_out and not forgotten)
    said += 4.0 * (kana and text.rstrip("。!、 ") in _NEARLY_AN_END)
    said += 4.0 * ("反" in game.vocabulary.suffixes.values() and text.strip("。!、,() ") in _NEARLY_TURNED_OVER)
    said += 3.0 * len(signs.dictated.findall(text)) + 4.0 * (_SIDE_AND_SQUARES.match(text) is not None)
    said += 2.5 * (kana and _COUNT_SAID.search(text) is not None)
    if signs.strong.search(text) and YOURS.search(text):
        cost += 4.0  # the move that it repeats has to be the last one
    if kana and _is_mostly_ink(signs, text):
        cost += 4.0
    if kana and _PLY_WITHIN.search(text):
        cost += 0.6
    if _NUMBER_AT_THE_END.search(text):
        cost += 0.8
    cost += 4.0 * (kana and TOLD.search(text) is not None)
    bare = kana and moves > 0 and not talk and any(_tells_a_move(signs, part) for part in _SENTENCE_END.split(text))
    if (
        kana
        and moves < MIN_MOVESTOLD
        and not (numbered or left_out or bare or TOLD.search(text) or _ANNOUNCED.search(text))
        and not _SQUARE_IN_BRACKETS.search(text)
        and len(HIRAGANA.findall(signs.whole.sub("", text))) >= MIN_KANA_OF_A_SENTENCE  # those of a move are none
    ):
        cost *= 0.15 if talk or _HYPOTHETICAL.search(text) else 0.3
        lent *= 0.3
    return cost + said + lent, lent


def is_talk(text: str) -> bool:
    """Return whether a text speaks about the game rather than tells it: of what might have been, or when it was over."""
    return _TALK.match(text) is not None or _HYPOTHETICAL.search(text) is not None


def moves_as_they_stand(game: Game, text: str) -> list[tuple[int, int]]:
    """Return the places of the moves of a line that each text round one has in it; none where words are weighed otherwise."""
    if _NO_MOVE.search(text) or game.name.ja in text or _FILLERS.search(text) or _MAY_BE_SPACED.search(text):
        return []
    return [found.span() for found in move_patterns(game).strong.finditer(text)]


def _tells_a_move(signs: _Signs, sentence: str) -> bool:
    """Return whether a sentence tells a move rather than speaks of one: it begins with it, quotes it alone, ends with it, or parts it."""
    found = signs.strong.search(sentence)
    if found is None or _OF_A_PLY.match(sentence):
        return False
    label = _SPEAKER.match(sentence) or LABEL.match(sentence)
    begins = found.start() == (label.end() if label else 0) and _TOPIC.match(sentence, found.end()) is None
    short = len(HIRAGANA.findall(signs.whole.sub("", sentence))) < MIN_KANA_OF_A_SENTENCE
    told = (short and _BESIDES.match(sentence, found.end()) is None) or any(
        signs.strong.match(sentence, one.end()) and _TOLD_BARE.match(sentence, one.end())
        for one in _SUBJECT.finditer(sentence)
    )
    told = told or any(
        sentence[: one.start()][-1:].isspace() and _APART.match(sentence, one.end())
        for one in signs.strong.finditer(sentence)
    )
    left_open = _QUOTED_TO_THE_END.search(sentence)
    told = told or (left_open is not None and signs.strong.match(left_open[1]) is not None)
    return begins or told or any(signs.strong.search(quote[1]) for quote in _QUOTED_ALONE.finditer(sentence))


def free_text_risk(context: LineContext, text: str, *, kana: bool = True) -> float:
    """Return what it costs to take a text for free text although statements may stand in it.

    `kana` says that a sentence in hiragana may speak about the game; the value of a head may not.
    """
    return risk_and_disprovable_part(context, text, kana=kana)[0]


def risk_and_disprovable_part(context: LineContext, text: str, *, kana: bool = True) -> tuple[float, float]:
    """Return the risk of a text, and how much of it a count of the plies disproves."""
    cost, disproved = risk_and_disprovable_part_of_words(context.game, text, kana=kana, of_results=context.of_results)
    if kana and context.moving and not context.quoted and _names_game(context.line):
        about = text
        for name in context.around.players:
            about = about.replace(name, "")  # マスター may be a player
        if (named := only_game_named(about)) is not None:
            in_a_sentence = named.id == context.game.id and len(HIRAGANA.findall(text)) >= MIN_KANA_OF_A_SENTENCE
            cost += 0.3 if in_a_sentence else 2.5
    if context.of_results and _TWO_NAMES_MARKED.match(text):
        return cost + 2.5, disproved
    for name in (*context.around.players, *PLAYERS) if RESULT_MARK.search(text) else ():
        if re.search(rf"[○◯●×✕]\s*{re.escape(name)}|{re.escape(name)}{HONORIFICS}\s*[○◯●×✕]", text):
            return cost + 2.5, disproved
    return cost, disproved


@lru_cache(maxsize=64)
def _names_game(line: str) -> bool:
    """Return whether a line names a game at all."""
    return bool(ids_named_in(line)) or only_game_named(line) is not None


def hides_a_move(game: Game, text: str) -> bool:
    """Return whether a free text has a whole move in it, and is no sentence about the game."""
    weight, disproved = risk_and_disprovable_part_of_words(game, text, kana=True, of_results=False)
    signs = move_patterns(game)
    named = signs.strong.search(text) or signs.dictated.search(text)
    return weight - disproved >= MIN_WEIGHT_OF_A_MOVE and named is not None


def names_both_sides(text: str) -> bool:
    """Return whether a text has the keys of both sides in it."""
    return len(KEY_INSIDE.findall(text)) > 1


@lru_cache(maxsize=4096)
def count_move_like_texts(game: Game, text: str) -> float:
    """Return the number of texts in a line that look like moves; what may be a square without a unit counts less."""
    signs = move_patterns(game)
    whole = len(signs.strong.findall(text)) or len(signs.dictated.findall(text))
    return whole or 0.7 * len(BARE_SQUARE.findall(text))


def is_within_move(game: Game, told: str, played: str) -> bool:
    """Return whether the squares and the unit of a text are among those of a move: 三03巫 is within 二03-三03巫."""
    squares = set(written_squares(told))
    unit = move_patterns(game).unit.search(told)
    of_unit = unit is None or not squares or unit[0] in played
    return squares <= set(written_squares(played)) and of_unit


def holds_move_of_ply(game: Game, text: str, number: int) -> bool:
    """Return whether a text has the number of a ply, and then a unit with a figure, as on the line that it was joined to.

    A row of a table tells them in cells: 12,black,C,out,3,3.
    """
    signs = move_patterns(game)
    if re.search(rf"(?<![\d.:/-]){number}([,;\t|])(?:[^,;\t|]{{0,12}}\1){{2,12}}[^,;\t|]{{0,8}}\d", text):
        return True
    for found in re.finditer(rf"(?<![\d.:/-]){number}(?:手目?|[.)、:,|]|\s)\s*(?=\S)", text):
        rest = text[found.end() : found.end() + MAX_PLY_CHARACTERS]
        named = signs.unit.search(rest) or _SIDE_FIRST.match(rest)
        if signs.strong.search(rest) or (named and len(re.findall(r"\d", rest)) > 1):
            return True
    return False


def says_nothing_about_game(context: LineContext, text: str) -> bool:
    """Return whether a text says nothing about the game: no move, no end, no place where a move is missing."""
    return not (
        (move_patterns(context.game).ink - frozenset("0123456789")).intersection(text)
        or free_text_risk(context, text, kana=False) >= 1
        or count_move_like_texts(context.game, text)
        or may_tell_an_end(text)
        or HOLE.fullmatch(text)
        or text in context.around.words
    )
