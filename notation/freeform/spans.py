"""The recognisers: each finds the spans of one kind that begin at a place of a line, with what they cost."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.core.outcome import PLAYERS, SIDE_MARKS
from kifu.core.special_words import find as find_special
from kifu.core.squares import BLANKS
from notation.formats.kif_claims import RESULT_KEYS
from notation.formats.kif_keys import KNOWN_KEYS, keys_of
from notation.formats.kif_moves import reads
from notation.freeform.fold import REMARK_KEYS
from notation.freeform.heads import game_in, read_head
from notation.freeform.ink import MAX_INK_CHARACTERS, moves_from
from notation.freeform.labels import AN, DISCS, HONORIFICS, clock_of, numbers_before, sides_before
from notation.freeform.result_words import ENDING, MAX_RESULT_CHARACTERS, WEIGHTY
from notation.freeform.results import is_a_total, read_result
from notation.freeform.setups import ends_a_setup, leaves_hands_open, read_setup, side_before
from notation.freeform.squares import SPOKEN
from notation.numerals import KANJI

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kifu.core.game.game import Game
    from notation.freeform.ink import Move
    from notation.freeform.labels import Around

MAX_LINE_CHARACTERS = 4096
"""The most characters of a line that is read so."""
MAX_EDGES = 24
"""The most places behind another that a free text is tried to end at."""
MAX_SIGNS_IN_A_ROW = 4
"""The most signs in a row between which free text may begin or end."""
MAX_PROSE_CHARACTERS = 400
MAX_PLIES_OF_A_LINE = 20
"""The most plies of a line that begins with the numbers of its first and last: 8-14."""
MAX_KEY_CHARACTERS = 12
MAX_UNITS_OF_A_MOVE = 2
"""The most units of a text that names a side, and may be its move."""
NAMED_LATE = 1.5
"""What it costs besides to name a player without a colon when the moves have begun: 黒は…"""
MIN_MOVESTOLD = 3
"""The fewest moves in a text that is no sentence about the game, but tells it."""
MIN_KANA_OF_A_SENTENCE = 4
"""The fewest hiragana of a sentence about the game."""
BOUNDS = frozenset(BLANKS + "、。，,.;/・|()[]{}【】「」『』〈〉《》<>:→←▲△▽☗☖●○◯!?！？…-~\n\t")
"""The characters beside which free text may begin and end."""
_SEPARATORS = frozenset("、。，,.;/・|→「」『』【】｜:>")
_CLOCK_TEXT = r"(?:\d{1,4}:)?\d{1,4}:\d{2}(?:\s*/\s*(?:\d{1,4}:\d{1,2}:\d{2})?)?"
_IN_WORDS = rf"(?:(?:{AN})時間)?(?:(?:{AN})分)?(?:(?:{AN})秒)?"
_PRIMES = r"(?:\d{1,3}[’'′])?\d{1,2}(?:[”\"″]|'')"
_TIME = re.compile(rf"([(\[]\s*)?({_CLOCK_TEXT}|{_PRIMES}|{_IN_WORDS})(\s*(?:\+\s*)?[)\]]\s*\+?)?")
SCORE_BEHIND = re.compile(
    r"(?<=[\s(\[])[(\[]?(?:計|得点|点数?|累計)? ?(?:白 ?)?(?!1 ?- ?0(?![0-9])|0 ?- ?1(?![0-9]))(\d{1,3}) ?(?:[-/:~]|対|点? ?黒) ?(\d{1,3})点?[)\]]?$"
)
"""The points of both sides behind a move."""
_ODD_TIME = re.compile(r"[(\[]\s*[\d:/'.\s]{3,30}\s*[)\]]")
_BLANK_TIME = re.compile(r"[(\[][\s:/-]*[)\]]")
_SAID_TIME = re.compile(
    rf"\{{?\[%(?:clk|emt|eval|csl|cal)[^\]{{}}]{{0,60}}\]\}}?|(?:残り?|残時間|長考|考慮|使用|消費|ここまで|経過)\s*[:は]?\s*(?:{_CLOCK_TEXT}|(?=\d|[一二三四五六七八九十]){_IN_WORDS})"
    rf"|[▲△☗☖]\s*{_CLOCK_TEXT}(?:\s*[▲△☗☖]\s*{_CLOCK_TEXT})?"
)
_MARKS = re.compile(
    r"(?:[!?！？☆★♪◎✓✔✅☑✨🙏👍🔥⭐❗❓‼⁉⩲⩱±∓]|[\U0001F300-\U0001FAFF])+(?:\s*\d{1,3}(?=\s*$))?|\$\d{1,3}|#+(?=\s|$)|\(=\)|=(?=\s*$)|\(?(?:編集済|既読)(?:み)?\)?(?:\s*\d+)?|[+-]\d+(?:\.\d+)(?:/\d+)?"
)
_CLOCKS = re.compile(
    rf"[(]?(?:残り?(?:時間)?|消費(?:時間)?|考慮(?:時間)?|使用(?:時間)?)\s*[:は]?\s*(?:[^\s\d:/()、,]{{0,8}}\s*(?:{_CLOCK_TEXT}|(?=[\d一二三四五六七八九十]){_IN_WORDS})\s*[/、,]?\s*){{1,2}}[)。]?"
)
"""What is left to the players, or what they have used, as a line of its own."""
_SIGNED = re.compile(
    r"(?:署名|サイン|文責|立会人?|審判員?|書記|記入者?|作成者?)\s*[:/]?\s*[^\d\s]\S*(?:[\s/、]+[^\d\s]\S*){0,2}\s*$"
)
"""Those who have signed, below the moves."""
_VARIATION = re.compile(
    r"[\s┗└┣├>・*-]{0,12}(?:変化|別案|代案|参考図?|仮に)\s*(?:[A-Za-z]|\d{1,2}|[一二三四イロハ])?\s*[).:、]\s*\S.{0,200}$"
)
"""A line of play that was not played, told in one line."""
_NO_MOVE = re.compile(
    r"[+-]\d{1,4}\.\d{1,3}(?:/d?\d{1,3})?|https?://[!-~]{1,200}|(?<![!-~])[A-Za-z0-9_.+-]{1,64}@[A-Za-z0-9.-]{1,64}|(?<!\d)\d{2,4}-\d{2,4}-\d{3,4}(?!\d)"
)
"""What a program thinks of a position, and addresses: their figures and letters are no squares."""
_SEVERAL_PLIES = re.compile(
    r"(?:[(\[【〔〈《<第]\s?(\d{1,3})(?:手目?)?\s?[-~〜～]\s?第?(\d{1,3})?\s?(?:手目?)?\s?[)\]】〕〉》>][.:]?|第?(\d{1,3})(?:手目?)?\s?[-~〜～]\s?第?(\d{1,3})(?:手目?)?(?:\s?[.:)|]|(?=\s))"
    r"|第?(\d{1,3})(?:手目?)?[~〜～](?!\s?\d)[:)]?)\s*(?=[^\d\s]|\d\D)"
)
"""The numbers of the first and last ply of a line, or of the first: 8-14, 〔6~10〕, 11~."""
_OF_A_PLY = re.compile(r"\s*[(]?\d{1,3}手目(?:では|[のはがでにをもと、])")
_RUNNING_SCORE = re.compile(
    r"(?:(?:この時点|ここまで|ここ|現在|これ)で?[、は]?\s?)?(?!1-0(?![0-9])|0-1(?![0-9]))[(\[【]?(?:[白先]手?)?\s?\d{1,3}点?\s?[-:対/、,]\s?(?:[黒後]手?)?\s?\d{1,3}点?[)\]】]?(?:です|となる|となった|になった)?(?=$|[\s、。])"
)
"""The points of both sides behind a move of a Union game."""
_SCORE_SO_FAR = re.compile(
    r"(?:score|points) (?:after|at) (?:move|ply|round) \d{1,3} ?[:=]? ?\d{1,3} ?[-:] ?\d{1,3}\.?"
    r"|(?:第?\d{1,3}手(?:目|時点)?(?:まで)?|途中)(?:で|の|まで)?(?:得点|点数|スコア)?[はで:、 ]{0,2}(?:白)?\d{1,3}点?(?:[-:対、]|黒){1,2}\d{1,3}点?。?",
    re.IGNORECASE,
)
"""The points of both sides in the middle of a game, as a line of its own."""
_BRACKETED = {
    pattern.lstrip("\\")[0]: re.compile(pattern)
    for pattern in (
        r"\(((?:[^()]|\([^()]{0,60}\)){1,120})\)", r"【([^【】]{1,80})】", r"「([^「」]{1,120})」", r"『([^『』]{1,120})』",
        r"\{([^{}]{1,160})\}", r"\[([^\[\]]{1,80})\]", r"〈([^〈〉]{1,80})〉", r"<([^<>]{1,80})>", r"《([^《》]{1,80})》", r'"([^"]{1,120})"',
    )
}  # fmt: skip
_BEHIND = re.compile(r"(?:←|<-|<=|※|#|//|;|\*|＊|…|‥|--|-(?= )|—|：)\s*(.{1,200})$")
_TAKEN = re.compile(r"[×✕x]\s?([^\s、,。]{1,2})(?=[\s、,。]|$)|(?<=\S)[×✕](?=[\s、,。]|$)")
"""The unit that a move has taken, behind it: ×马; or only that it has taken one."""
_STRUCK = re.compile(r"~~(.{1,60}?)~~|\(誤\)\s*(.{1,40}?)\s*(?=\(正\))|(?<!\S)[×✕]\s*(\S{2,20})(?=\s)")
_CORRECTING = re.compile(r"\(正\)\s*|(?:→|⇒|->|=>)?\s*(?:訂正|修正|正しくは|正)[:は]?\s*")
_CORRECTED = re.compile(
    r"\s*(?:の(?:間違い|まちがい|誤り|つもり)|[にへと](?:訂正|修正|変更|直し)|が(?:正しい|正解?))(?:です|でした|ます|ました|します|しました|した|済み?)?[。.]?\s*[)）」]?\s*"
)
"""What stands behind the move that takes the place of the one before it: 五07-五04弓の間違いです."""
_BEFORE_A_CORRECTION = re.compile(r"\s*(?:[(「]\s*(?:[^()「」0-9]{1,20}?[、,。:]\s*)?|→|⇒|->|=>)\s*")
HOLE = re.compile(
    r"[(\[【「]?(?:[×✕]|(?:\d+手目[はの]?)?(?:不明|未記入|未記録|記録(?:なし|無し|漏れ|もれ|忘れ)|記入漏れ|書き?忘れ(?:た|ました)?|書き?漏らし|忘れた|忘れました|"
    r"覚えていない|わからない|分からない|読めない|読めず|判読不能|聞き取れず|見(?:落と|逃)し|記録(?:できず|不能)|空欄|欠|[〓□■]+|[?？]+|[…‥.・]{2,}|-{1,}|[_＿]+|\?+手?))[)\]】」]?"
)
"""What people write in place of a move that is not known."""
RULE = re.compile(
    r"\s*[-~]\s?\d{1,4}\s?[-~]\s*|\s*(?:p|P|頁|page)\.?\s?\d{1,4}(?:\s?/\s?\d{1,4})?\s*|[\s=\-_*~─━―ー＝＊◆◇■□●○☆★・+|.,<>]{3,}"
)
_SPEAKER = re.compile(rf"([^\W\d_](?:[^\s\d:()（）、。,.]{{0,9}}))({HONORIFICS})\s*(?:[:：]\s*|\s+|(?:は|が)\s*)(?=\S)")
MAX_SCRAP_CHARACTERS = 4
_COLUMN_AND_ROW = re.compile(r"(?<![A-Za-z0-9])[a-sA-S][0-9]|[一二三四五六七八九十][0-9]")
MAX_WEIGHT_LENT = 1.45
"""The greatest weight of the moves and results in a text of whose cost something is lent."""
LENT = 0.4
"""How much of the least cost of free text is paid back where no move is missing."""
_MARKED_SCRAP = re.compile(r"[▲△☗☖▽]\s*\S{1,4}")
_LETTER = re.compile(r"[^\W\d_]|^[、。，,.…・~\-=_*]+$")
_WORD = re.compile(r"[ぁ-んァ-ヶー〜]{2}|[A-Za-z]{3}|[^\W\d_ぁ-ん一二三四五六七八九十]{3}")
_TOKEN = re.compile(r"[0-9A-Za-z~&+\-=]{3,20}")
"""A text without blanks in the ASCII dialect."""
_SEALED = re.compile(
    r"(?:当方|こちら|小生|封じ手|次の一手|初手|続いて|以下|返し手|まず|次に|つぎに|つづいて|ここで|そこで|対する|そして|すると|えーと|えっと|で(?=、))\s*(?:[はがの]|から)?\s*[:：、]?\s*(?=\S)"
)
_YOURS = re.compile(r"(?:貴[着手信]|そちらの(?:手|着手)|ご着手|前(?:回の)?手)の?[、:は]?\s*")
_ACKNOWLEDGED = re.compile(
    r"\s*(?:[をのは、]|との?お?(?:手紙|葉書|返事|返信)を?|に(?:対し(?:て|まして)?|は))?\s*(?:(?:拝[見受読承]|承知|確認|了解|受領|落手|受け?取り)(?:いた|致)?(?:し|り)?(?:ました|ます|た)?)?[。、,!]?\s*"
)
"""What stands behind a move that the other side has told, and that an answer repeats."""
_PASS = re.compile(r"パス(?![ァ-ヶーA-Za-z])")
_LEADING_TO_PASS = re.compile(
    r"(?:最後の)?(?:一|1)?手[をは]?(?:(?:指さず|打たず|動かさず|使わず)に?)?[、,]?\s*(?=パス)"
)
_SAID_PASS = re.compile(
    r"\s*(?:を?(?:選択|宣言)|と?(?:する|した|します|しました|です|でした|となる|となった))?[。.!]?\s*(?=$|\W)"
)
_FORMULA = re.compile(r"(?:拝啓|謹啓|前略|敬具|敬白|草々|早々|かしこ)(?=$|[\s、。])[\s、。]*")
"""What a letter begins and ends with."""
_OR = re.compile(r"\s*(?:か(?!ら)|または|又は|もしくは|あるいは|(?<![a-z])or(?![a-z])|[?？]\s*(?=[^\s]))[、,\s]*")
_WEAK_SQUARE = re.compile(
    r"(?<![0-9])[1-9][一二三四五六七八九]|[一二三四五六七八九十][0-9]{1,2}(?![0-9年月日時分秒歳名人局])|(?<![A-Za-z])[a-sA-S][0-9](?![0-9A-Za-z])"
)
"""What may be a square without a unit."""
_SIDE_WORD = re.compile("(?:先手|後手|先番|後番|せんて|ごて)(?=[、,:：はが\\s])")
_NUMBERED = re.compile(
    r"(?!6面体)\s*[(\[【第]?(?:\d{1,3}|[一二三四五六七八九十]{1,3}(?=[手\s]))(?:手目?)?\s*[)\].:、】]?"
    r"(?:\s+(?![年月日時分秒])\S|\s*(?![\d月日年時分秒/:年級段回期戦組人名卓部節章号歳位])(?:[^\W\d]|[→▲△☗☖]))"
)
"""A text that begins with a ply number."""
_COUNT_SAID = re.compile(r"まで[、,]?\s*\d{1,4}手|\d{1,4}手まで|以上\s*\d{1,4}手")
_SQUARE_BEHIND = re.compile(r"\([1-9][1-9]\)")
_BRACKETED_NUMBER = re.compile(r"[(]\d{1,3}[)]")
_NUMBER_OF_THE_NEXT = re.compile(r"\s[(]\d{1,3}[)]$")
LEFT_OUT = re.compile(
    "記録(?:なし|無し|漏れ|もれ|できず)|不明|省略|中略|以下略|途中略|書き忘れ|この間|思い出せ|思いだせ|だったか(?!も)|(?<!撮り)忘れ(?:た|ました|てしま)|覚えてい?(?:ない|ません)|おぼえてい?(?:ない|ません)|can(?:no|')t remember|forgot"
)
"""Words of a text that says that moves are missing."""
_NOT_RECORDED = re.compile("記録(?:なし|無し|漏れ|もれ|できず)|不明|略|書き忘れ")
"""Those by which they are missing whatever the numbers say."""
_ONLY_QUOTED = re.compile(r"[、」』)\s]{0,3}(?:と(?:言う|いう)?の?は|とか|と思)")
"""Words behind a result that somebody speaks of, but that is none."""
_RESULT_MARK = re.compile("[○◯●×✕]")
_DOUBTED = re.compile("不明|分から|わから|読めな|自信|隠れ|たぶん|多分|かも|どちらか|怪し|うろ覚え|か[?？]")
"""Words of a remark that doubts the move before it."""
CORRECTION = re.compile(
    r"訂正(?!前)|正誤|正しくは|間違[いえっ]|まちが[いえっ]|誤記|誤り|たぶん|多分|[cC]orrection|[sS]hould (?:be|read)|perhaps|maybe"
)
"""Words by which a record corrects one of its moves, or doubts it."""
MAX_HEDGE_CHARACTERS = 12
"""How far behind a result the words stand by which it is none."""
_HEDGED = re.compile(
    "うそ|嘘|冗談|たら|れば|なら|そう|かも|思|という(?!こと[にで])|(?:引き?分け?|ドロー|ひきわけ)(?:で|に)(?:お願い|しません|しよう|どう)|つもり|ところ|たい|ない|拒否|提案|断"
)
"""Words of a sentence that speaks about a result that is not one."""
_JOKE = re.compile("(?:なんて|てのは|というのは|は)?(?:うそ|嘘|冗談)")
_CONDITION = re.compile("(?:たら|れば|なら|ても)[^。!]{0,6}$")
"""What stands before a result that has not come."""
_ANNOUNCED = re.compile(
    "(?:当方|こちら|小生)[、は]?.{0,6}[0-9一二三四五六七八九十]|と(?:いた|致)?します|でお願い(?:いた|致)?します"
)
"""Words of a sentence that tells a move of its writer."""
TOLD = re.compile(
    r"(?:[1-9a-gA-G一二三四五六七八九]\s?[、,・の.-]?\s?[1-9一二三四五六七八九]|[段だ]ん?(?:目|め)?)[)]?\s*(?:に|へ|から|まで|で)[^。]{0,24}"
    r"(?:置|お|動か|うごか|移|進|行|い|歩|ある|討|倒|やっつけ|取)(?:き|し|み|り|ち)?(?:ました|ます|いた|した|んだ|った|った|た|く|す|む|る)(?:[。!?]|$)"
)
"""A sentence that tells a move, with the square and the verb."""
FOUL_SAID = re.compile(
    r"反則(?:負け)?|二歩|打ち?歩詰め?|王手放置|行き?所の?ない駒|はんそく|ハンソク|違反|ルール違い|illegal|not allowed|foul",
    re.IGNORECASE,
)
"""Words of a remark by which the move before it is no legal one."""
_SQUARE_IN_BRACKETS = re.compile(r"[【〔\[][^【】〔〕\[\]]{0,3}[一二三四五六七八九十a-s1-9]の?[1-9一二三四五六七八九]")
_SQUARE_AT_THE_END = re.compile(r"[1-9一二三四五六七八九a-s] ?[-の・]? ?[0-9一二三四五六七八九]$")
_KANA = re.compile("[ぁ-ん]")
_SPACED = re.compile(r"(?<!\S)(?:\S {1,2}){4}\S(?!\S)")
_MARKED = re.compile("[▲△☗☖▽]")
_KEYS_OF_RESULTS = "結果|勝者|敗者|勝敗"
_OTHER_KEYS = "棋種|規則|先手|後手|持ち?時間|秒読み|開始日時|終了日時|場所|棋戦|備考|盤|手番|局面図|得点"
_KEYS = f"{_OTHER_KEYS}|{_KEYS_OF_RESULTS}"
_KEY_INSIDE = re.compile(rf"(?:{_KEYS}|(?<![^\W_])[先後白黒]番?)\s*[:=：]")
_IN_BRACKETS = re.compile(r"[(\[【「]\s*(?=(?:先手?番?|後手?番?|白番?|黒番?)\s*[:=＝])")
"""A bracket before the players."""
_KEY_IN_LATIN = re.compile(r"(?:[Ss]ente|[Gg]ote|[Ff]irst|[Ss]econd)\s*[:=]")
_BOTH_SIDES = (("先手", "後手"), ("先番", "後番"), ("ente", "ote"), ("irst", "econd"))
"""The words for both sides, without their capitals."""
_BLANK_FIELD = re.compile(rf"[\s、。，,/|]*(?:$|(?:{_KEYS})\s*[:=：])")
"""What may stand behind a field that is not filled in."""
_BARE_KEY_INSIDE = re.compile(rf"(?<=\s)(?:{_KEYS}|[▲△☗☖])\s*(?=\S)")


class Span(NamedTuple):
    """A part of a line that is understood: what it is, what it means, and what it costs to read it so."""

    kind: str
    start: int
    end: int
    value: Any = None
    cost: float = 0.0


class Context(NamedTuple):
    """What the lines of a record are read with, besides their own text."""

    around: Around
    moving: bool
    """Whether the moves have begun."""
    titled: bool = False
    """Whether the line names the game by its title."""
    names_game: bool = False
    """Whether the line names a game at all."""
    scored: bool = False
    """Whether the points of both sides stand behind the moves."""
    quoted: bool = False
    """Whether the line stands in a quotation."""
    of_results: bool = True
    """Whether words of results may stand in the line."""

    @property
    def game(self) -> Game:
        """The game of the record."""
        return self.around.game


class _Signs(NamedTuple):
    """The patterns of a game's moves that a free text must not swallow."""

    strong: re.Pattern[str]
    """A square with a unit, or two squares: what is a move wherever it stands."""
    dictated: re.Pattern[str]
    """A square and a unit, or two squares, in kana."""
    end: re.Pattern[str]
    """A word for what happens at the end of a move."""
    damaged: re.Pattern[str]
    """A figure with a unit behind it: what is left of a move whose column is not legible."""
    torn: re.Pattern[str]
    """A column and a unit with something else between them, alone: 四なぞ占."""
    ink: frozenset[str]
    """The characters of units, columns and rows."""


@lru_cache(maxsize=16)
def _signs(game: Game) -> _Signs:
    units = [unit for unit in game.vocabulary.units if not (unit.isascii() and unit.islower())]
    unit = "|".join(
        map(re.escape, sorted((one for one in units if not re.fullmatch("[ぁ-ん]", one)), key=len, reverse=True))
    )
    kana = "|".join(one for one in game.vocabulary.units if re.fullmatch("[ぁ-んァ-ヶー]+", one)) or "(?!)"
    square = r"(?:(?:十?[一二三四五六七八九十]|[a-sA-S]|(?<![0-9])[1-9][の之])\s?(?:[01]?[0-9]|[一二三四五六七八九]|[の之][一二三四五六七八九])|[①-⑲]{2})"
    return _Signs(
        re.compile(
            rf"{square}\s*[にへの、]?\s*(?:{unit})|{square}\s*(?:-|→|から|ー|~)\s*{square}|(?:{unit})\s*[をがは]?\s*{square}"
            rf"|(?<![0-9])[1-9][1-9]\s*(?:{unit})"
            r"|(?<![0-9])[1-9]-?[1-9]\s?(?:→|->)\s?[1-9]-?[1-9](?![0-9])"
        ),
        re.compile(rf"(?:{SPOKEN})[のノ](?:{SPOKEN})[、, ]?(?:から|カラ|より|ヨリ|[をにへヲニヘ]?[、,\s]?(?:{kana}))"),
        re.compile("|".join(map(re.escape, game.vocabulary.suffixes)) or "(?!)"),
        re.compile(rf"[0-9](?:{unit})"),
        re.compile(rf"(?<![^\s、。,])[一二三四五六七八九十a-s][^\s一-鿿]{{1,3}}(?:{unit})(?![^\s、。,])"),
        frozenset(
            re.sub("[ぁ-んー]", "", "".join((*units, *game.vocabulary.suffixes))) + "一二三四五六七八九十0123456789〇○"
        ),
    )


def _is_ink(signs: _Signs, text: str) -> bool:
    """Return whether most characters of a text are those of moves: what is left of one is no free text."""
    letters = [sign for sign in text if sign.isalnum()]
    figures = sum(sign.isdecimal() for sign in letters)
    inked = sum(sign in signs.ink for sign in letters)
    if letters and inked == len(letters) > figures:
        return True  # 反, 六, 二02
    return len(letters) > 1 and inked - figures > (figures == 0) and 10 * inked >= 6 * len(letters)


def closed_up(text: str) -> str:
    """Return a text without the blanks between its characters, where each is parted from the next."""
    return text.replace(" ", "") if _SPACED.search(text) else text


@lru_cache(maxsize=1 << 14)
def _risk(game: Game, written: str, *, kana: bool, of_results: bool) -> tuple[float, float]:
    """Return what the words of a text cost it as free text, whoever plays, and how much of it a count of the plies disproves."""
    signs = _signs(game)
    text = _NO_MOVE.sub("", written)
    text = text.replace(game.name.ja, "")  # the figure of 6面体 is no number
    of_results = of_results or text != written
    text = closed_up(text)
    moves = len(signs.strong.findall(text))
    cost = 2.5 * moves + 4.0 * len(_KEY_INSIDE.findall(text))
    if not cost:
        cost += 1.5 * len(_WEAK_SQUARE.findall(text)) + 1.5 * (signs.damaged.search(text) is not None)
    said = 2.0 * any(
        not (kana and _is_hedged(part, said))
        for part in re.split("[。!]", text)
        for said in (*(WEIGHTY.finditer(part) if of_results else ()), *_PASS.finditer(part))
    )
    cost += 1.0 * len(_MARKED.findall(text)) + 0.5 * len(_SIDE_WORD.findall(text)) * kana
    cost += 2.5 * (kana and signs.torn.search(text) is not None)
    about = kana and not cost and _OF_A_PLY.match(text) is not None  # 14手目では受けがない
    numbered = kana and not about and _NUMBERED.match(text) is not None
    left_out = kana and LEFT_OUT.search(text) is not None
    forgotten = left_out and not _NOT_RECORDED.search(text)
    lent = 4.0 * numbered + 2.5 * forgotten
    cost += 2.5 * (left_out and not forgotten)
    said += 3.0 * len(signs.dictated.findall(text))
    said += 2.5 * (kana and _COUNT_SAID.search(text) is not None)
    if signs.strong.search(text) and _YOURS.search(text):
        cost += 4.0  # the move that it repeats has to be the last one
    if kana and _is_ink(signs, text):
        cost += 4.0
    if kana and re.search(r"\d{1,3}手(?!前|後|間|ごと|毎|以)|(?:^|\s)\d{1,3}[.)]?\s", text):
        cost += 0.6
    if re.search(r"\s[(]?\d{1,3}[.)]?$", text):
        cost += 0.8
    cost += 4.0 * (kana and TOLD.search(text) is not None)
    move = signs.strong.match(text)
    bare = kana and move is not None and _KANA.match(text, move.end()) is None  # a move, and words behind it
    if (
        kana
        and moves < MIN_MOVESTOLD
        and not (numbered or left_out or bare or TOLD.search(text) or _ANNOUNCED.search(text))
        and not _SQUARE_IN_BRACKETS.search(text)
        and len(_KANA.findall(text)) >= MIN_KANA_OF_A_SENTENCE
    ):
        cost *= 0.3
        lent *= 0.3
    return cost + said + lent, lent


def _is_hedged(text: str, result: re.Match[str]) -> bool:
    """Return whether the words round a result say that it is none, or has not come."""
    behind = _HEDGED.search(text, result.start(), result.end() + MAX_HEDGE_CHARACTERS)
    return behind is not None or _CONDITION.search(text[: result.start()]) is not None


def risk(context: Context, text: str, *, kana: bool = True) -> float:
    """Return what it costs to take a text for free text although statements may stand in it.

    `kana` says that a sentence in hiragana may speak about the game; the value of a head may not.
    """
    cost, _ = _risk(context.game, text, kana=kana, of_results=context.of_results)
    about = text
    for name in context.around.players:
        about = about.replace(name, "")  # マスター may be a player
    if kana and context.moving and context.names_game and not context.quoted and (named := game_in(about)) is not None:
        in_a_sentence = named.id == context.game.id and len(_KANA.findall(text)) >= MIN_KANA_OF_A_SENTENCE
        cost += 0.3 if in_a_sentence else 2.5
    for name in context.around.players if _RESULT_MARK.search(text) else ():
        if re.search(rf"[○◯●×✕]\s*{re.escape(name)}|{re.escape(name)}\s*[○◯●×✕]", text):
            return cost + 2.5
    return cost


def names_both(text: str) -> bool:
    """Return whether a text has the keys of both sides in it."""
    return len(_KEY_INSIDE.findall(text)) > 1


def moves_in(game: Game, text: str) -> float:
    """Return the number of texts in a line that look like moves; what may be a square without a unit counts less."""
    return len(_signs(game).strong.findall(text)) or 0.7 * len(_WEAK_SQUARE.findall(text))


def says_nothing(context: Context, text: str) -> bool:
    """Return whether a text says nothing about the game: no move, no end, no place where a move is missing."""
    return not (
        (_signs(context.game).ink - frozenset("0123456789")).intersection(text)
        or risk(context, text, kana=False) >= 1
        or moves_in(context.game, text)
        or ENDING.search(text)
        or HOLE.fullmatch(text)
        or text in context.around.words
    )


def edges_of(text: str) -> list[int]:
    """Return the places of a text where free text may begin or end."""
    edges, run = [0], 0  # within many signs in a row no text begins or ends
    for at in range(1, len(text)):
        run = run + 1 if text[at - 1] in BOUNDS and text[at - 1] not in BLANKS else 0
        inside = run > MAX_SIGNS_IN_A_ROW and text[at] in BOUNDS and text[at] not in BLANKS
        if (text[at] in BOUNDS or text[at - 1] in BOUNDS) and not inside:
            edges.append(at)
    return [*edges, len(text)]


def spans_from(  # noqa: C901 - one kind of span after the other
    context: Context, text: str, at: int, before: str, edges: list[int]
) -> Iterator[Span]:
    """Yield the spans but free text that may begin at a place of a line; `before` is the kind of the span that ends there."""
    sign = text[at]
    if sign in BLANKS:
        end = at + len(text[at:]) - len(text[at:].lstrip(BLANKS))
        yield Span("blank", at, end)
        return
    if at == 0 and RULE.fullmatch(text):
        yield Span("rule", 0, len(text), cost=0.1)
    yield from _separators(text, at, before)
    yield from _numbers(text, at, before)
    yield from _sides(context, text, at, before)
    yield from _times(context, text, at, before)
    yield from _words(context, text, at)
    yield from _moves(context, text, at, before)
    yield from _remarks(context, text, at, before)
    yield from _of_letters(text, at) if at in edges else ()
    if sealed := _SEALED.match(text, at):
        yield Span("sep", at, sealed.end(), sealed[0], 0.1)
    if yours := _YOURS.match(text, at):
        for end, moves in moves_from(context.game, text, yours.end()).items():
            said = _ACKNOWLEDGED.match(text, end)
            yield Span("again", at, said.end() if said else end, (yours.end(), end, tuple(moves)), 0.2)
    if leading := _LEADING_TO_PASS.match(text, at):
        yield Span("sep", at, leading.end(), leading[0], 0.1)
    if before == "move":
        if (other := _OR.match(text, at)) is not None and other.end() < len(text):
            yield Span("or", at, other.end(), cost=0.1)
        elif sign == "/":
            yield Span("or", at, at + 1, cost=0.9)
    if before in {"num", "side"} and (hole := HOLE.match(text, at)) is not None:
        yield Span("hole", at, hole.end(), cost=0.3)


def _of_letters(text: str, at: int) -> Iterator[Span]:
    if formula := _FORMULA.match(text, at):
        yield Span("sep", at, formula.end(), formula[0], 0.05)


def _separators(text: str, at: int, before: str) -> Iterator[Span]:
    sign = text[at]
    if sign in _SEPARATORS:
        yield Span("sep", at, at + 1, sign, 0.02 if sign in "、。，,.「」『』【】" else 0.15)
    elif (at and sign in ")]】" and before in {"head", "sep"}) or _IN_BRACKETS.match(text, at):
        yield Span("sep", at, at + 1, sign, 0.1)


def _numbers(text: str, at: int, before: str) -> Iterator[Span]:
    part = text[at : at + 24]
    if before not in {"num", "word"} and not (at and text[at - 1].isdigit()):
        seen = set()
        for value, end in numbers_before(part):
            if (value, end) in seen or (part[:end].strip().isdecimal() and end < len(part) and part[end] in "'’′\"″"):
                continue
            seen.add((value, end))
            signed = not part[:end].strip().isalnum() or "手" in part[:end]
            kanji = not any(sign.isdecimal() for sign in part[:end])
            close = 0.5 * (
                before == "move" and text[at - 1] not in BLANKS and _SQUARE_BEHIND.match(part) is not None
            )  # 同飛(82) left 82
            yield Span("num", at, at + end, value, close + 0.12 if signed else 0.6 if kanji else 0.3)
        if prime := re.match(r"(\d{1,3})['’′](?=\s)\s*", part):
            yield Span("num", at, at + prime.end(), int(prime[1]), 0.4)
        pair = re.match(r"(\d{1,4})\s*[-~・,]\s*(\d{1,4})[.:)]?\s+", part)
        if pair and int(pair[2]) == int(pair[1]) + 1:
            yield Span("num", at, at + pair.end(), int(pair[1]), 0.2)
        several = None if text[:at].strip() else _SEVERAL_PLIES.match(part)
        ends = [int(one) for one in several.groups() if one] if several else []
        if several and (len(ends) == 1 or 0 < ends[1] - ends[0] < MAX_PLIES_OF_A_LINE):
            yield Span("num", at, at + several.end(), ends[0], 0.2)
        if of_all := re.match(r"[(\[]?(\d{1,3})\s*/\s*\d{1,3}[)\]]?[.:)]?\s+", part):
            yield Span("num", at, at + of_all.end(), int(of_all[1]), 0.2)
        if tens := re.match(r"[❶-❿⓫-⓴]", part):
            yield Span("num", at, at + 1, ord(tens[0]) - (0x2775 if tens[0] <= "❿" else 0x24E0), 0.12)
    if before in {"move", "time", "side-behind"} and (
        behind := re.match(r"\s*(?:\((\d{1,4})(?:手目?|\s*/\s*\d{1,3})?\)|第?(\d{1,4})手目|#(\d{1,4})(?!\d))", part)
    ):
        yield Span("num-behind", at, at + behind.end(), int(next(filter(None, behind.groups()))), 0.37)


def _sides(context: Context, text: str, at: int, before: str) -> Iterator[Span]:  # noqa: C901 - marks, words, names
    part = text[at : at + 40]
    around = context.around
    coloured = any(unit[0] in "黒白" for unit in context.game.vocabulary.units)
    if before != "side":
        for side, end in sides_before(around, part):
            named = any(part.lstrip("[(【").startswith(known) for known in around.players)
            own = coloured and part.lstrip("[(【")[:1] in "黒白"  # the colour is that of the unit
            yield Span("side", at, at + end, side, 0.2 if named else 1.2 if own else 0.1)
        disc = re.match(r"[\[(【]?\s*([●⚫○⚪◯]|[黒白])\s*[\])】]?\s*(?:番|側)?\s*(?:は|が|の手は|[:、.])?\s*", part)
        if disc and around.side(disc[1]) is None:
            yield Span("side", at, at + disc.end(), DISCS[disc[1]], 0.25)
        if english := re.match(r"(B|W|Black|White|Sente|Gote)(?:\s*[:.]\s*|\s+)", part):
            word = {"B": "黒", "W": "白", "Black": "黒", "White": "白", "Sente": "先手", "Gote": "後手"}[english[1]]
            yield Span(
                "side", at, at + english.end(), around.side(word) if around.side(word) is not None else word, 0.15
            )
        if context.moving and before in {"", "num", "sep", "time"} and (speaker := _SPEAKER.match(part)):
            name = speaker[1]
            if (
                not (name.isascii() and name.islower() and ":" not in speaker[0])  # pawn b7 to b6
                and name not in around.players
                and name not in _keys(context.game)
                and risk(context, name) == 0
                and name not in around.words
                and re.fullmatch(f"[{KANJI}十百]+", name) is None
                and not WEIGHTY.search(name)
            ):
                yield Span("side", at, at + speaker.end(), f"@{name}", 0.8)
    if before in {"move", "time"}:
        for name, side in around.players.items():
            if name in part and (behind := re.match(rf"\s*\(?{re.escape(name)}{HONORIFICS}\)?(?=$|[\s、。,(])", part)):
                yield Span("side-behind", at, at + behind.end(), side, 0.3)
        mark = re.match(r"\s*\((先手?|後手?|[▲△☗☖])\)|[▲△☗☖](?=$|\s)", part)
        marked = None if mark is None else around.side(mark[0].strip(" ()"))
        if mark is not None and marked is not None:
            yield Span("side-behind", at, at + mark.end(), marked, 0.3)


def _times(context: Context, text: str, at: int, before: str) -> Iterator[Span]:
    if context.scored and before == "move" and (score := SCORE_BEHIND.match(text, at)):
        yield Span("remark", at, score.end(), score[0], 0.05)
        return
    if blank := _BLANK_TIME.match(text, at):
        yield Span("furniture", at, blank.end(), cost=0.05)
    said = _SAID_TIME.match(text, at)
    if said is not None and before not in {"", "num"}:
        yield Span("remark", at, said.end(), said[0], 0.1)
    time = _TIME.match(text, at)
    if time is not None and time[2] and not (at and text[at - 1].isdigit()):
        bracketed = bool(time[1]) and bool(time[3])
        whole = (bracketed or not (time[1] or time[3])) and not text[time.end() : time.end() + 1].isdigit()
        if whole and (clock := clock_of(time[2])) is not None:
            yield Span("time", at, time.end(), clock, 0.05 if bracketed else 0.3)
    if (odd := _ODD_TIME.match(text, at)) is not None and ":" in odd[0]:
        yield Span("time", at, odd.end(), odd[0], 0.6)


def _words(context: Context, text: str, at: int) -> Iterator[Span]:
    rest = text[at : at + 60]
    if not rest.startswith(tuple(context.around.words)):
        return
    for word in context.around.words:
        if rest.startswith(word):
            end = at + len(word)
            tail = re.match(
                r"\s*(?:です|でした|しました|します|いたします|いたしました|しますね)?[。.!！]?\s*", text[end:]
            )
            assert tail is not None  # noqa: S101 - every part of the pattern may be missing
            yield Span("word", at, end + tail.end(), (word, ""), 0.2)
            if context.around.words[word].detail and (found := find_special(text[at:].strip(), context.around.words)):
                yield Span("word", at, len(text), found, 0.25)


def _moves(context: Context, text: str, at: int, before: str) -> Iterator[Span]:
    glued = 0.3 if before == "move" and text[at - 1] not in BOUNDS else 0.0
    found = dict(moves_from(context.game, text, at))
    if _PASS.match(text, at) and (said := _SAID_PASS.match(text, at + 2)) is not None:
        yield Span("move", at, at + 2, (), 0.05)
        if said[0].strip():
            yield Span("move", at, said.end(), (), 0.1)
    token = _TOKEN.match(text, at)
    if token is not None and (at == 0 or text[at - 1] in BOUNDS or before in {"num", "side", "time"}):
        for end in {token.end(), token.end() - len(token[0]) + len(token[0].rstrip("~.。!?+#"))}:
            if end not in found and end > at + 2 and reads(context.game, text[at:end]):
                found[end] = []
    for end, moves in found.items():
        if not moves:
            yield Span("move", at, end, (), 0.05 + glued)
            continue
        if text.count("(", at, end) > text.count(")", at, end):
            continue  # 三四怨(三七よ: what the bracket says goes on
        cost = min(_cost_of_ink(text[at:end], move) for move in moves)
        if text[end - 1] in BLANKS or (end < len(text) and text[end].isdigit() and text[end - 1].isdigit()):
            continue
        # (22) before a move, or behind a blank and right before the next one, is its number, and no square that it leaves
        inside = _NUMBER_OF_THE_NEXT.search(text, at, end) is not None and text[end : end + 1] not in {"", *BLANKS}
        numbered = 1.2 * (inside or _BRACKETED_NUMBER.match(text, at) is not None)
        yield Span("move", at, end, tuple(moves), cost + glued + numbered)


@lru_cache(maxsize=4096)
def _cost_of_ink(written: str, move: Move) -> float:
    cost = 0.0
    if re.search(r"(?:^|[^\d(（])[1-9]\s?[・.,]?\s?[1-9](?!\d)", written):
        cost += 1.0
    elif move.order:
        cost += 0.3 if re.search(r"\(\d\d\)|[①-⑲]{2}", written) else 1.0
    elif re.search("[一二三四五六七八九十][一二三四五六七八九〇]", written):
        cost += 0.1
    if move.same:
        cost += 0.2
    if not move.unit:
        cost += 0.8 if len(move.squares) > 1 else 1.6
        if move.fragment:
            cost += 0.2
    if written[:1] not in "一二三四五六七八九十abcdefghijklmnopqrs":
        cost += 0.05
    return cost + 0.004 * len(written)


@lru_cache(maxsize=16)
def _labels(game: Game) -> tuple[str, ...]:
    return tuple(side.label.ja for side in game.sides)


def _remarks(context: Context, text: str, at: int, before: str) -> Iterator[Span]:  # noqa: C901 - one kind of remark after the other
    if marks := _MARKS.match(text, at):
        doubt = 3.0 * (
            before == "end" and not {"?", "？"}.isdisjoint(marks[0])
        )  # a result that somebody doubts is none
        cost = doubt + (0.1 if before in {"move", "time", "remark"} else 0.5)
        yield Span("remark", at, marks.end(), marks[0].strip(), cost)
    if context.moving and before in {"", "end", "sep"} and (signed := _SIGNED.match(text, at)):
        yield Span("prose", at, signed.end(), cost=0.4 + 4.0 * (WEIGHTY.search(signed[0]) is not None))
    if context.moving and (clocks := _CLOCKS.match(text, at)) is not None and not text[clocks.end() :].strip():
        yield Span("remark", at, clocks.end(), clocks[0].strip(), 0.3)
    if context.moving and not text[:at].strip() and (score := _SCORE_SO_FAR.fullmatch(text, at)) is not None:
        yield Span("prose", at, len(text), cost=0.3)
    if context.moving and not text[:at].strip() and _VARIATION.match(text, at):
        yield Span("prose", at, len(text), cost=1.0)
    if (
        before == "move"
        and (taken := _TAKEN.match(text, at))
        and (taken[1] is None or taken[1] in context.game.vocabulary.units)
    ):
        yield Span("remark", at, taken.end(), taken[0].strip(), 0.1)
    if struck := _STRUCK.match(text, at):
        inside = next(filter(None, struck.groups()))
        yield Span("struck", at, struck.end(), inside, 0.2)
    if (
        before in {"move", "time", "remark", "side-behind"}
        and _labels(context.game)[0] == "白"
        and (score := _RUNNING_SCORE.match(text, at))
    ):
        yield Span("remark", at, score.end(), score[0].strip(), 0.35 if ":" in score[0] else 0.25)
    yield from _corrections(context, text, at, before)
    if (pattern := _BRACKETED.get(text[at])) and (found := pattern.match(text, at)):
        inside = found[1].strip()
        cost = 0.5 + 0.004 * len(inside) + risk(context, FOUL_SAID.sub("", inside))
        cost += moves_in(context.game, inside) * (_KANA.search(inside) is None)
        cost += 4.0 * (before == "move" and _DOUBTED.search(inside) is not None)
        cost += 4.0 * (CORRECTION.search(inside) is not None and moves_in(context.game, inside) >= 1)
        own = tuple(context.game.vocabulary.suffixes)
        cost += 3.0 * (before == "move" and len(inside) <= MAX_SCRAP_CHARACTERS and inside.startswith(own))
        if inside and not (re.fullmatch(r"[\d\s:/]+", inside)):
            yield Span("remark", at, found.end(), inside if found[0][0] in "([{<" else found[0], cost)
    if before in {"move", "time", "remark", "side-behind", "num-behind"} and (behind := _BEHIND.match(text, at)):
        stop = re.search(r"[.。](?=\s)", behind[1])  # what stands behind its first sentence may be the result
        for part in (behind[1], behind[1][: stop.end()]) if stop else (behind[1],):
            without = FOUL_SAID.sub("", part)  # a remark on a foul may name squares
            told = 2.0 * (WEIGHTY.search(without) is not None) if without != part else risk(context, part)
            cost = 0.5 + 0.01 * len(part) + told
            yield Span("remark", at, behind.start(1) + len(part), part.strip(), cost)


def _corrections(context: Context, text: str, at: int, before: str) -> Iterator[Span]:
    """Yield what parts a move from the one that takes its place, and what may stand behind that one."""
    if before in {"move", "struck"} and (correcting := _CORRECTING.match(text, at)):
        yield Span("correcting", at, correcting.end(), cost=0.1)
    if before in {"move", "time"} and (begun := _BEFORE_A_CORRECTION.match(text, at)):
        for end in moves_from(context.game, text, begun.end()):
            if _CORRECTED.match(text, end):
                yield Span("correcting", at, begun.end(), cost=0.05)
                break
    if before == "move" and (corrected := _CORRECTED.match(text, at)):
        yield Span("sep", at, corrected.end(), cost=0.05)


def free_from(  # noqa: C901, PLR0913, PLR0917 - one kind of text after the other
    context: Context, text: str, at: int, before: str, edges: list[int], most: float
) -> Iterator[Span]:
    """Yield the heads, ends and free texts that begin at a place, each up to an edge behind it, if they cost at most `most`."""
    if text[at] in BLANKS or not (at in edges or before in {"move", "time", "remark", "num", "side"}):
        return
    first = bisect_right(edges, at)
    for end in dict.fromkeys([*edges[first : first + MAX_EDGES], edges[-1]]):
        part = text[at:end]
        if part[-1] in BLANKS or sign_of_another(text, at, end):
            continue
        if context.of_results and len(part) <= MAX_RESULT_CHARACTERS and _may_end(part):
            result = read_result(context.around, part, alone=not at or before == "sep" or ":" in text[:at])
            if _ONLY_QUOTED.match(text, end):
                result = None
            if _RESULT_MARK.search(part) and (text[:at].strip(" ,、。") or text[end:].strip(" ,、。")):
                result = None
            if result is not None and not (result.unsaid and len(text.strip()) > 1):
                alone = result.winner is None and not result.inferred and result.count is None and before == "num"
                told = 0.4 + 0.02 * len(result.clause) + risk(context, result.clause) if result.clause else 0.0
                yield Span(
                    "end", at, end, result, told + 0.35 + (0.5 if result.inferred else 0.0) - (0.2 if alone else 0.0)
                )
        between = (part[-1] in "、，,;/|" and bool(text[end:].strip())) or _closes_another(
            part
        )  # the sign stands between two heads
        if len(part) <= 100 and not between and (not context.moving or before != "move"):  # noqa: PLR2004
            yield from _heads(context, text, at, end)
        if context.titled and (named := game_in(part)) is not None and named.id == context.game.id:
            yield Span(
                "title", at, end, part, 0.3 + 0.01 * len(part) + risk(context, part, kana=False) + _players_in(part)
            )
        if (
            context.of_results
            and len(part) <= MAX_RESULT_CHARACTERS
            and is_a_total(part)
            and not moves_in(context.game, part)
        ):
            yield Span("prose", at, end, cost=0.6)
        if context.game.vocabulary.cells and not context.moving:
            yield from _setups(context, text, at, end)
        if len(part) <= MAX_PROSE_CHARACTERS and (prose := _prose(context, text, at, end, before, most)) is not None:
            yield prose


@lru_cache(maxsize=1 << 14)
def _may_end(text: str) -> bool:
    """Return whether a text has words of an end, and no key of a head but that of the result."""
    if not ENDING.search(closed_up(text)) or _OTHER_KEY.search(text):
        return False
    first = re.search(r"\w", text)
    return all(first is None or key.start() <= first.start() for key in _RESULT_KEY.finditer(text))


@lru_cache(maxsize=1 << 14)
def _scraps(text: str) -> tuple[float, float, bool]:
    """Return what it costs that a text is a scrap, or in cells, how much of it is lent, and whether it doubts the move before it."""
    scrap = len(text) <= MAX_SCRAP_CHARACTERS and not _WORD.search(text)
    lent = 0.8 * scrap + 2.5 * (not _LETTER.search(text))
    cost = 2.5 * (not lent and _MARKED_SCRAP.fullmatch(text) is not None) + 1.5 * ("\t" in text)
    return cost + lent, lent, _DOUBTED.search(text) is not None


def _setups(context: Context, text: str, at: int, end: int) -> Iterator[Span]:
    game, around = context.game, context.around
    if not ends_a_setup(game, text, end):
        return
    names = tuple((name, side) for name, side in around.players.items() if name in text)
    told = read_setup(game, text[at:end], names, around.order, side_before(text[:at], names))
    if told is not None:
        few = 1.5 * (bool(around.order or names) and 0 < len(told.units) <= MAX_UNITS_OF_A_MOVE)
        yield Span("setup", at, end, told, 0.3 + 0.004 * (end - at) + few)


def _players_in(part: str) -> float:
    """Return what it costs to take a text for a title although it names both players."""
    return 1.5 * (
        any(one in part and two in part for one, two in _BOTH_SIDES) or _KEY_IN_LATIN.search(part) is not None
    )


def _closes_another(part: str) -> bool:
    """Return whether a text ends with a bracket that was opened before it."""
    return any(
        part.endswith(close) and part.count(close) > part.count(start) for start, close in ("()", "[]", "【】", "「」")
    )


_FIELD = re.compile(r"(?:先手|後手|白|黒)の?[^\s:]{1,6}:\s*\d")
"""What looks like a field below a diagram, as what a side holds."""


def _prose(  # noqa: PLR0913, PLR0917 - where it stands
    context: Context, text: str, at: int, end: int, before: str, most: float
) -> Span | None:
    """Return the free text from `at` to `end`, with what it costs; None if that is more than `most`.

    Its value is how much of the cost is lent: it is paid back when the number of a later ply, or the count at the end, shows
    that the text hides no move.
    """
    part = text[at:end]
    cut = (at > 0 and text[at - 1] not in BOUNDS) + (end < len(text) and text[end] not in BOUNDS)
    if before == "move" and text[at - 1] not in BOUNDS and not _KANA.match(part):
        cut += 6  # the rest of a longer move that is not understood
    if before == "move" and not _KANA.search(part) and _WEAK_SQUARE.search(part):
        cut += 5  # a square behind a move is a part of it
    if text.startswith(("→", "->"), end) and _SQUARE_AT_THE_END.search(part[-5:]):
        cut += 5  # a square before an arrow is a part of the move behind it
    told = before in {"move", "sep", "remark", "time"}
    behind = context.moving or (told and moves_in(context.game, text[max(0, at - MAX_INK_CHARACTERS) : at]) >= 1)
    if before in {"move", "sep"} and behind and _signs(context.game).end.match(part):
        cut += 5  # so is what happens at its end: 裏返し, 合体, 成
    if before in {"move", "sep"} and behind and _ends_a_move(context.game).search(part[-4:]):
        cut += 5  # そこの仲間と合
    if behind and _ends_with_a_name(context.around.players, part):
        cut += 3  # 悪くない。彼【四2→五3: whose move it is
    scrap, lent, doubted = _scraps(part)
    scrap += 4.0 * (doubted and before in {"move", "time"})
    scrap += 4.0 * (before == "end" and _JOKE.match(part) is not None)
    scrap += 4.0 * (not context.moving and not at and _FIELD.match(part) is not None)
    scrap += 4.0 * (not context.moving and bool(context.game.vocabulary.cells) and leaves_hands_open(part))
    if not context.moving and context.game.required_head and len(part) <= MAX_KEY_CHARACTERS * 4:
        lines = read_head(part.strip(), context.game)  # a game that has lost its board has no fouls either
        scrap += 4.0 * (lines is not None and lines[0].partition("：")[0] in context.game.required_head)
    length = min(1.2, 0.03 * len(part))
    cost = 0.7 + scrap + length + 0.6 * cut
    if cost > most:
        return None
    weight = risk(context, part)
    disproved = _risk(context.game, part, kana=True, of_results=context.of_results)[1]
    inked = (
        weight - disproved > MAX_WEIGHT_LENT
        or (disproved > 0 and bool(text[end:].strip()))  # the number may be that of a move behind it
        or any(sign.search(part) for sign in (_COLUMN_AND_ROW, _MARKED))
        or HOLE.fullmatch(part)
        or part.strip(" .)").isdecimal()
    )
    lent = 0.0 if inked or not context.moving else lent + length + LENT + disproved  # above the moves it may be a head
    return Span("prose", at, end, lent, cost + weight)


def _ends_with_a_name(players: Iterable[str], part: str) -> bool:
    """Return whether a player's name stands at the end of a text, behind other words."""
    return any(part.endswith(name) and part[: -len(name)][-1:] in BOUNDS - {""} for name in players)


@lru_cache(maxsize=16)
def _ends_a_move(game: Game) -> re.Pattern[str]:
    """Return the pattern of a text that ends with what happens at the end of a move."""
    words = "|".join(map(re.escape, game.vocabulary.suffixes))
    return re.compile(rf"(?<![試場都具割組待連])(?:{words})[。、.,]?$" if words else "(?!)")


def sign_of_another(text: str, at: int, end: int) -> bool:
    """Return whether a free text would begin with the sign behind a key, or end before one."""
    return text[at] in ":)]）" or text[end : end + 1] == ":"


_OTHER_KEY = re.compile(rf"(?:{_OTHER_KEYS})\s*[:=]")
_RESULT_KEY = re.compile(rf"(?:{_KEYS_OF_RESULTS})\s*[:=]")


@lru_cache(maxsize=16)
def _keys(game: Game) -> frozenset[str]:
    return keys_of(game) | frozenset(game.diagram_keys) | frozenset(KNOWN_KEYS)


def _heads(  # noqa: C901 - one kind of head after the other
    context: Context, text: str, at: int, end: int
) -> Iterator[Span]:
    part = text[at:end].strip()
    key, colon, value = part.partition(":")
    blank = not value.strip() and _BLANK_FIELD.match(text, end) is not None
    if colon and not context.moving and blank and key.strip() in _keys(context.game) - {"備考", *SIDE_MARKS}:
        yield Span("head", at, end, (f"{key.strip()}：",), 0.1 if end == len(text) else 0.5)
        return
    lines = read_head(part, context.game)
    if lines is None:
        if (
            colon
            and value.strip()
            and 0 < len(key.strip()) <= MAX_KEY_CHARACTERS
            and not context.moving
            and not any(map(str.isdigit, key))
        ):
            yield Span(
                "head",
                at,
                end,
                (f"{key.strip()}：{value.strip()}",),
                1.0 + 0.012 * len(value) + risk(context, value, kana=False) + _bare_keys(value),
            )
        return
    if not "".join(line.partition("：")[2] for line in lines).strip("()[]{}「」【】、。,.:;・/| "):
        return
    if not colon and (lines[0].partition("：")[0] in SIDE_MARKS or any(map(_OF_A_SENTENCE.search, lines))):
        return  # 先手の勝ち names nobody
    free = len(lines) == 1 and lines[0].partition("：")[0] in REMARK_KEYS
    if free and _BLANK_FIELD.match(text, end) is None and not _ends_behind(context, text, end):
        return  # a remark goes on to the end of its line, or to the next statement
    found = _KEYED.match(part) if len(lines) == 1 else None
    written = part[found.end() :] if found else part
    if lines[0].startswith("棋種："):
        name = lines[0].partition("：")[2]
        cost = 0.1 + 0.05 * max(0, len(written) - len(name) - 3)
    else:
        cost = 0.1 if colon else 0.3 if len(lines) > 1 else 0.5
        cost += 0.5 * (lines[0].partition("：")[0] in RESULT_KEYS)
    if context.moving:
        cost += moves_in(context.game, written) + NAMED_LATE * (not colon and lines[0].partition("：")[0] in PLAYERS)
    if len(lines) > 1 and not colon:
        cost += 2.5 * moves_in(context.game, written)
    understood = lines[0].partition("：")[0] in RESULT_KEYS and read_result(context.around, written) is not None
    if len(lines) == 1 and not understood:
        cost += risk(context, written, kana=False) + _bare_keys(written)
    yield Span("head", at, end, lines, cost + 0.012 * len(written))


def _ends_behind(context: Context, text: str, end: int) -> bool:
    """Return whether a result stands behind a separator at `end`, up to the end of the line."""
    rest = text[end:].strip(" \u3000、。，,/|")
    if rest == text[end:] or not ENDING.search(rest):
        return False
    result = read_result(context.around, rest, alone=True)
    return result is not None and (result.winner is not None or result.count is not None)


_OF_A_SENTENCE = re.compile("^(?:先手|後手)：[のがはにもと]")
_KEYED = re.compile(r"[^\s:=→]{1,12}?\s*(?:[:=→]|\t| は|は、?|\s)\s*")


def _bare_keys(value: str) -> float:
    return 1.5 * len(_BARE_KEY_INSIDE.findall(value))
