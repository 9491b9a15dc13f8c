"""Clauses of corrections, read word by word (いや、G内だった; 53じゃなくて51でした), and the moves whose parts they put right."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from notation.freeform.free_text_risk import count_move_like_texts, unit_words
from notation.freeform.japanese_verbs import IF, PERHAPS, SEEMS, SUPPOSED
from notation.freeform.move_ink import first_whole_move, ink_moves_by_end
from notation.freeform.squares_named_in_text import squares_ends_and_first_axes_at
from notation.freeform.tokens_of_result_words import WEIGHTY
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kifu.core.game.game import Game
    from notation.freeform.fold_text import LocatedText
    from notation.freeform.move_ink import InkMove

MAX_CLAUSE_CHARACTERS = 120
MAX_WORDS = 12
"""The most words, parts and remarks of a clause."""
_CLAUSE_BREAK = kept_pattern(r"[\s、,。.…:;!\"「」『』・-]{0,8}")
"""What stands between the words of a clause."""
_COPULA_FORMS = r"(?:でございました|でした(?:ね|わ)?|だった(?:ね|わ|よ)?|でしたので|です(?:ね|よ)?|である|だ(?:よ|ね)?)"
_SLIP_OF_PEN = r"(?:書き|打ち|写し|入力|記録|記入|転記|聞き|読み|言い|見|変換|表示|[ァ-ヶー]{2,8})?(?:間違い|まちがい|誤り|違い|ちがい|損じ|ミス)|誤記|誤植"
SORRY = r"(?:ごめん(?:なさい|ね)?|す[みい]ません(?:でした)?|失礼(?:しました|いたしました)?|申し訳(?:ない|ありません|ございません))"
"""Words by which somebody is sorry for a slip."""
_STRONG = kept_pattern(
    rf"(?:[^\s、。()\d]{{1,8}}の)?(?:{_SLIP_OF_PEN})(?:{_COPULA_FORMS}|で|につき|なので|ゆえ)?|誤(?=[\s「:])"
    r"|(?:書き|打ち|写し)?(?:間違え|まちがえ|違え|ちがえ|損じ|そこね)(?:て(?:い|おり|しまい|しまっ(?:てい|ており)?)?)?(?:た|ました)"
    r"|(?:違|ちが)(?:う|った|います|いました)|訂正(?:いた)?(?:します|しました|して|です)?|修正(?:します|しました|です)?|正しく(?:は|が)|正解は|正(?=[\s「:])|もとい"
    rf"|{SORRY}"
    r"|(?i:(?:sorry|apologies|oops|whoops|typo|misprint|mistake|my (?:bad|mistake|slip|error)|(?:this |it |that )?should (?:be|read|have (?:been|read))|(?:i )?meant(?: to (?:write|be|play|say))?|i mean|corrected to|correct(?:ion)?(?: is)?|make that|wrong|mis(?:typed|printed|written|recorded|noted)(?: (?:above|here|there|earlier|before))?)(?![a-z])(?: for(?![a-z]))?)"
)
"""Words that take something back."""
_INSTEAD = kept_pattern(
    r"(?:じゃ|では?)なく(?:て|、)?|(?:じゃ|では?)ない(?:です)?|(?i:rather than|instead of|not)(?![a-z])"
)
"""What stands between the wrong part and the right one: ではなく, or the other way round: not."""
_WEAK = kept_pattern(
    r"いや(?!な)|いえ|(?:実際|本当|ほんとう?|正確に)は、?|(?:あ|え)ー?っ?(?=[\s、,…!])|おっと|うっかり|(?i:(?:no|nope|wait|hold on|actually|rather|ah|hmm)(?![a-z]))"
)
"""Words that take something back if nothing but the right part follows."""
_POINTING = kept_pattern(
    r"[↑^]|最後の(?:一?手)(?:の(?=[1-9一二三四五六七八九]))?|最終手|(?:今|いま|さっき|先ほど|さきほど|直前|ひとつ前|一つ前|[上前])(?:の(?:は|\d{1,3}(?=は)|手|行|指し手|やつ)?の?)?(?=[\s、,。はがを:]|(?<=の)|まちが|間違|訂正|違|誤)|(?i:(?:the )?(?:move|line|one) above|above|(?:the |my )?(?:last|previous) move)(?![a-z])"
)
"""Words that point to the move above."""
_SAYING_NOTHING = kept_pattern(
    r"は|[がを]|[▲△▼▽☗☖](?=\s?[1-9一二三四五六七八九])|へ|に(?=$|[\s。(])|(?:行き?先|着点|移動先|場所|マス|動かし?先|置き?場所)[はがを]|実は|これは|それは|(?:あと|後)で|のちに|すぐ(?:に)?|その場で|お詫びして|[^\s\d:、。()「」]{1,8}[:「](?=\D)|(?i:sic(?![a-z]))|(?i:(?:it|that|this|the move|the right move)(?: is| was|'s)|but|was|is|the|to)(?![a-z])"
    r"|(?:と|って)(?:ある|書い|記し|し|言っ|打っ|入力し|送っ|書き|打ち|言い|送り)(?:た|て(?:い|しまい|しまっ)?(?:ました|た|ます|る)|ました)?(?:の?が|けど|けれど(?:も)?|の?ですが|んですが|のだが|ものの|のは|が)?"
)
"""Words that say nothing by themselves: 実際は, と書いたが, and the mark of the side that a right move bears."""
_COPULA = kept_pattern(rf"(?:へ|に|を|の|まで)?\s?{_COPULA_FORMS}")
_CALLED_RIGHT = kept_pattern(
    rf"の(?:{_SLIP_OF_PEN}|こと)(?:{_COPULA_FORMS})?|が(?:正しい|正解|正しかった|正|本当|ほんと)(?:{_COPULA_FORMS})?"
    r"|[にへと](?:訂正|修正|変更|直|改め|読み替え)(?:いた)?(?:して(?:ください|下さい|おきます)|て(?:ください|下さい)|し(?:ます|ました|た)|す|する|済み?|ます|ました|た)?(?:とのこと)?"
    r"|(?:で)?お願いします|(?i:(?:is|was) (?:right|correct|meant)|(?:is )?the right (?:one|move)|instead|please)(?![a-z])"
)
"""What calls the part before it the right one."""
_REMARK_IN_BRACKETS = kept_pattern(r"\([^()]{1,40}\)")
_SENTENCE = kept_pattern(r"[^\s。()→][^。()→]{0,39}(?:。|$)")
_BETWEEN_SENTENCES = frozenset("。.!)")
_CLOSING = frozenset(")]】〕}")
_DOUBTFUL = kept_pattern(
    rf"{PERHAPS}|だろう|でしょう|{SEEMS}|と思|{SUPPOSED}|たぶん|多分|おそらく|不明|べき|[?？]|っけ|つもり|(?i:perhaps|maybe|probably|i think|possibly|might)"
)
"""Words by which nobody knows what is right."""
_MIGHT_HAVE_BEEN = kept_pattern(
    rf"{IF}|よかった|良かった|(?:ほう|方)が|べき|狙い|悪手|好手|疑問|(?i:better|would|could|if |instead of this|was best|stronger)"
)
"""Words of what might have been played."""
LEADS_TO_CLAUSE = kept_pattern(
    r"\s{0,8}(?:(?:(?P<arrow>[←⇐⟵※#→⇒—]|<-|<=|->|=>|--|//|…|\.{2,3})|(?P<bracket>[(\[【〔{])|[、,;。×✕✗])\s{0,4}){0,4}"
)
"""What stands between a move and the clause that corrects it."""
SLIP_ALONE = kept_pattern(
    rf"(?:[^\s、。()\d]{{1,8}}の)?(?:(?:書き|打ち|写し|入力|記入|転記)(?:間違い|まちがい|誤り|違い|ちがい|損じ|ミス)|誤記|誤植|(?i:typo|misprint))(?:{_COPULA_FORMS})?[。.!\s]{{0,3}}"
)
"""What says that the move before it is a slip, and not what is right."""
_TAKES_A_PART_BACK = kept_pattern("(?:じゃ|では)なく")
LEAVES_A_SUFFIX_OUT = kept_pattern(r"(?:反|合|成|裏返し|合体|重ね)[^\s、。()]{0,3}(?:なし|無し|ない|せず|なく)")
"""What a clause says of the end of a move besides its right part: 正しくは五1、合なし."""
_LOOSE_PART = kept_pattern(
    r"(?:[白黒]?[A-G][内外]|[1-9一二三四五六七八九十]\s?[の、,・.-]?\s?(?:[0-9]{1,2}|[一二三四五六七八九十])|(?<![A-Za-z])[a-sA-S][0-9]{1,2})(?![0-9])(?:\s?[一-鿿]{1,2}(?![一-鿿]))?|(?:反(?![則対省])|合(?![計意])|成(?![功])|裏返し|合体)(?:なし|無し|あり|有り)?"
)
"""What looks like a part of a move although the board may have no such square."""

_CALLS_RIGHT = kept_pattern("(?:本当|ほんとう?|実際)[はの]|正しくは|正解は|(?i:should (?:be|have been)|correct(?:ly)?)")
_SQUARE_IN_BRACKETS = kept_pattern(r"\((?P<inside>[1-9]\s?[,、.・-]\s?[1-9])\)")


class CorrectionClause(NamedTuple):
    """Clause that corrects a move: its right part, and what that takes the place of."""

    right: str
    """A move, its squares, the last of them, or its unit; empty if the clause speaks of a correction that is not understood."""
    wrong: str = ""
    """What is not right; empty if the clause does not name it."""


NOT_UNDERSTOOD = CorrectionClause("")


class _Word(NamedTuple):
    kind: str
    start: int
    end: int


_WORDS_OF_A_CLAUSE = (
    ("strong", _STRONG),
    ("pointing", _POINTING),
    ("weak", _WEAK),
    ("instead", _INSTEAD),
    ("aside", _SAYING_NOTHING),
    ("settled", _CALLED_RIGHT),
    ("copula", _COPULA),
)
_TELLING = (_STRONG, _WEAK, _INSTEAD, _CALLED_RIGHT)
"""The kinds of words with one in each clause, unless something else tells that it corrects a move."""


def squares_without_brackets(passage: LocatedText) -> LocatedText:
    """Return a text with its squares in brackets, (2,1), as figures alone, so that a part of a move may be put right."""
    for found in reversed(list(_SQUARE_IN_BRACKETS.finditer(passage.text))):
        inside = passage.part(*found.span("inside"))
        passage = passage.part(0, found.start()).joined(inside).joined(passage.part(found.end(), None))
    return passage


def correction_clause(
    game: Game, text: str, start: int, *, pointed: bool, sure: bool = False
) -> CorrectionClause | None:
    """Return what a text from a place on corrects; NOT_UNDERSTOOD if it corrects something else, None if nothing.

    `pointed`: an arrow or a bracket stands before it: でした is enough then; `sure`: a word of a correction does.
    """
    text = text[start:]  # an arrow before it would make its square the one that a unit comes from
    if len(text) > MAX_CLAUSE_CHARACTERS or _MIGHT_HAVE_BEEN.search(text):
        return None
    known = None if _DOUBTFUL.search(text) else _first_clause(text, _known_parts(game), pointed=pointed, sure=sure)
    if (
        known is not None
        and known is not NOT_UNDERSTOOD
        and known.right != known.wrong
        and not _says_something_else(game, known, text)
    ):
        return known
    loose = known or _first_clause(_DOUBTFUL.sub("", text), _loose_parts, pointed=pointed, sure=sure)
    return None if loose is None else NOT_UNDERSTOOD


def tells_right_part_in_other_words(text: str) -> bool:
    """Return whether a text calls something a slip and names what looks like a part of a move as the right one."""
    right = _CALLS_RIGHT.search(text)
    return (
        right is not None
        and _MIGHT_HAVE_BEEN.search(text) is None
        and _STRONG.search(text) is not None
        and _LOOSE_PART.search(text, right.end()) is not None
    )


def tells_correction(game: Game, text: str) -> bool:
    """Return whether a text is a clause that corrects a move, with what leads to it."""
    body = without_brackets(text)
    instead = _TAKES_A_PART_BACK.search(text) is not None and _MIGHT_HAVE_BEEN.search(text) is None
    return (
        SLIP_ALONE.fullmatch(body) is not None
        or (instead and (count_move_like_texts(game, text) > 0 or _LOOSE_PART.search(text) is not None))
        or correction_clause(game, body, 0, pointed=body != text) is not None
    )


def without_brackets(text: str) -> str:
    """Return a text without what leads to a clause, and without the brackets round it."""
    lead = LEADS_TO_CLAUSE.match(text)
    body = text if lead is None else text[lead.end() :]
    return body.rstrip()[:-1] if lead is not None and lead["bracket"] and body.rstrip()[-1:] in _CLOSING else body


def _says_something_else(game: Game, clause: CorrectionClause, text: str) -> bool:
    """Return whether a clause has an end, or more moves than its own, in what is said besides."""
    rest = text.replace(clause.right, " ").replace(clause.wrong or clause.right, " ")
    return WEIGHTY.search(rest) is not None or count_move_like_texts(game, rest) >= 1


def _known_parts(game: Game) -> Callable[[str, int], Sequence[int]]:
    """Return the function that tells where the parts of a move that begin at a place of a text end, the longest first."""
    units = unit_words(game)

    def ends(text: str, at: int) -> Sequence[int]:
        found = {at + len(unit) for unit in units if text.startswith(unit, at)}
        return sorted({*found, *ink_moves_by_end(game, text, at)}, reverse=True)

    return ends


def _loose_parts(text: str, at: int) -> Sequence[int]:
    found = _LOOSE_PART.match(text, at)
    return () if found is None else (found.end(),)


def _first_clause(
    text: str, parts: Callable[[str, int], Sequence[int]], *, pointed: bool, sure: bool
) -> CorrectionClause | None:
    """Return the first way to take a text word by word as a correction; None if there is none."""
    telling = (*_TELLING, _COPULA) if pointed else _TELLING
    if not (sure or any(pattern.search(text) for pattern in telling)):
        return None
    for words in _ways_to_take(text, 0, parts, ()):
        clause = _clause_of_words(text, words, pointed=pointed, sure=sure)
        if clause is not None:
            return clause
    return None


def _ways_to_take(
    text: str, at: int, parts: Callable[[str, int], Sequence[int]], words: tuple[_Word, ...]
) -> Iterator[tuple[_Word, ...]]:
    """Yield the ways to take a text from a place on as words, parts of moves and remarks behind them."""
    gap = _CLAUSE_BREAK.match(text, at)
    at = at if gap is None else gap.end()
    if at == len(text):
        yield words
    if at == len(text) or len(words) >= MAX_WORDS:
        return
    told = sum(word.kind == "part" for word in words)
    for kind, pattern in _WORDS_OF_A_CLAUSE:
        if (found := pattern.match(text, at)) is not None and found.end() > at:
            yield from _ways_to_take(text, found.end(), parts, (*words, _Word(kind, at, found.end())))
    for end in parts(text, at):
        again = any(word.kind == "part" and text[word.start : word.end] == text[at:end] for word in words)
        if again or told < len(("wrong", "right")):
            yield from _ways_to_take(text, end, parts, (*words, _Word("aside" if again else "part", at, end)))
    if told:
        behind = _REMARK_IN_BRACKETS.match(text, at)
        if behind is None and text[:at].rstrip()[-1:] in _BETWEEN_SENTENCES:
            behind = _SENTENCE.match(text, at)
        if behind is not None:
            yield from _ways_to_take(text, behind.end(), parts, (*words, _Word("remark", at, behind.end())))


def _clause_of_words(text: str, words: Sequence[_Word], *, pointed: bool, sure: bool) -> CorrectionClause | None:
    """Return the correction that words say; None if they say none, or not which part is right."""
    at = [index for index, word in enumerate(words) if word.kind == "part"]
    kinds = [word.kind for word in words]
    told = [text[slice(*words[index][1:])].strip(" 、,。.") for index in at]
    if len(at) == len(("wrong", "right")):
        english = text[words[at[1] - 1].start].isascii()
        order = _order_of_parts(kinds[: at[0]], kinds[at[0] + 1 : at[1]], kinds[at[1] + 1 :], english=english)
        return CorrectionClause(told[order[0]], told[order[1]]) if order else None
    if not at or "instead" in kinds:
        return None
    before, behind = kinds[: at[0]], kinds[at[0] + 1 :]
    told_again = behind[:1] in (["copula"], ["settled"]) and "strong" in behind  # 四03でした、すみません; 五03は間違い
    said = sure or told_again or "strong" in before or "settled" in kinds or before[-1:] == ["weak"]
    if not (said or (pointed and behind[:1] == ["copula"])):
        return None
    praised = "!" in text and not {"strong", "settled"} & {*kinds}  # no, g2! may praise a better move
    return NOT_UNDERSTOOD if praised else CorrectionClause(told[0])


def _order_of_parts(
    before: Sequence[str], between: Sequence[str], behind: Sequence[str], *, english: bool
) -> tuple[int, int] | None:
    """Return which of two parts is right and which is wrong, by the words round them; None if these do not tell."""
    if before[-1:] == ["instead"] and between == ["aside"]:  # not e2 but g2
        return 1, 0
    if (between[-1:] == ["instead"] and english) or behind[:1] == ["instead"]:  # g2, not e2; 一2です、二2じゃなくて
        return 0, 1
    if "instead" in between or "strong" in between or (between and "settled" in behind):
        return 1, 0
    return None


BOTH = 2
"""The squares of a move that leaves one and ends at another."""
_CORRECTED_WITHIN = kept_pattern(
    r"\(\s{0,3}(?:訂正|修正|正しくは)\s{0,3}[:は→]?\s{0,3}(?P<right>[^()\s]{1,6})\s{0,3}\)"
    r"|\s?(?:→|⇒|->)\s?(?P<arrow>[^()\s→、。/]{1,6}?)[にへ](?:訂正|修正|変更|直)(?:し)?(?:ます|ました|す|た|済み?)?"
    r"|\s?(?:→|⇒|->|=>)\s?(?P<marked>[^()\s→、。/]{1,6}?)\s?\((?:(?:訂正|修正)(?:済み?|後)?|(?i:corrected|fixed))\)"
)
"""What corrects a unit or a square right before it on its line: 七02より七03(訂正:七04)へ; 六05黒E内→F内に訂正."""
_SQUARE_RIGHT_BEFORE = kept_pattern(r"[1-9a-sA-S一二三四五六七八九]\s?[、,・の.-]?\s?0?[1-9一二三四五六七八九]$")


class _Replacement(NamedTuple):
    start: int
    end: int
    text: str


class _SquareSpan(NamedTuple):
    start: int
    end: int
    names: frozenset[str]
    """The squares that it may be: figures may name the row first."""


def passage_put_right(
    game: Game, passage: LocatedText, move: tuple[int, int], clause: CorrectionClause
) -> LocatedText | None:
    """Return a line with its move as a correction says it; None if that cannot be followed."""
    own = passage.text[slice(*move)]
    if clause.wrong and clause.right == own.strip():
        return passage  # 四2-一5F内反 ※はじめ「四2-一4F内反」と書いたが四2-一5F内反が正しい
    found = _replacement(game, own, clause.right) if clause.right else None
    if found is None:
        return None
    if clause.wrong:
        at = own.find(clause.wrong)
        if own.count(clause.wrong) != 1 or at >= found.end or at + len(clause.wrong) <= found.start:
            return None  # 五1ではなく…: of another move, or of another part of it
    return passage.with_part_replaced(move[0] + found.start, move[0] + found.end, found.text)


def _replacement(game: Game, own: str, right: str) -> _Replacement | None:
    """Return the part of a move whose place a correction takes; None if that is not sure."""
    if right in unit_words(game):
        unit = _span_of_unit(game, own, right)
        return None if unit is None else _Replacement(*unit, right)
    old, new = _ink_of(game, own), _ink_of(game, right)
    if new is None or not new.squares:
        return None
    if new.unit and (old is None or new.unit != old.unit or len(new.squares) >= len(old.squares)):
        return _Replacement(0, len(own), right)
    if old is None or (new.suffixes and (old.suffixes not in ((), new.suffixes) or len(new.squares) == BOTH)):
        return None
    found = _replacement_of_squares(game, (own, old), (right, new))
    if found is None or new.suffixes == old.suffixes or not new.suffixes:
        return found
    behind = _spans_of_squares(game, right)[0].end
    at_the_end = found.text and found.end == len(own.rstrip())  # (2,1)→(2,3): (2,2)で合体
    return found._replace(text=found.text + right[behind:]) if at_the_end else None


def _replacement_of_squares(game: Game, own: tuple[str, InkMove], right: tuple[str, InkMove]) -> _Replacement | None:
    """Return what takes the place of both squares of a move, or of the one where it ends; None if that is not sure."""
    squares, told = _spans_of_squares(game, own[0]), _spans_of_squares(game, right[0])
    old, new = own[1].squares, right[1].squares
    if len(squares) != len(old):
        return None
    if len(new) == BOTH:
        instead = old[0] == old[-1] or new[0] == old[-1]  # 六3→六2 may be 六2 for 六3
        return None if instead else _Replacement(squares[0].start, squares[-1].end, right[0])
    goal = [span for span in squares if old[-1] in span.names]
    if len(goal) != 1 or len(told) != 1:
        return None
    if goal[0].names & told[0].names:
        return _Replacement(0, 0, "")  # the same square in other signs
    return _Replacement(goal[0].start, goal[0].end, right[0][told[0].start : told[0].end])


def _ink_of(game: Game, text: str) -> InkMove | None:
    """Return the parts of a move that a whole text is, with its unit where it may name one; None if it is none."""
    found = ink_moves_by_end(game, text, 0).get(len(text), ())
    return max(found, key=lambda one: (bool(one.unit), len(one.squares)), default=None)


def _span_of_unit(game: Game, own: str, right: str) -> tuple[int, int] | None:
    """Return the place of the unit of a move; of words for it the one that is as long as another unit."""
    at, unit = max(
        ((found, unit) for unit in unit_words(game) if (found := own.rfind(unit)) >= 0 and not unit.isascii()),
        key=lambda one: (len(one[1]) == len(right), one[0] + len(one[1]), len(one[1])),
        default=(-1, ""),
    )
    return None if at < 0 else (at, at + len(unit))


def _spans_of_squares(game: Game, text: str) -> Sequence[_SquareSpan]:
    """Return the places of the squares of a move, and which squares each may be."""
    spans: list[_SquareSpan] = []
    at = 0
    while at < len(text):
        found = [(name, end) for name, end, _ in squares_ends_and_first_axes_at(game.board, text, at)]
        longest = max((end for _, end in found), default=at + 1)
        if found:
            spans.append(_SquareSpan(at, longest, frozenset(name for name, end in found if end == longest)))
        at = longest
    return spans


def correct_within(game: Game, passage: LocatedText) -> LocatedText | None:
    """Return a line with a unit or a square as what stands right behind it corrects it; None if nothing does, or several."""
    said = _CORRECTED_WITHIN.search(passage.text)
    if said is None or _CORRECTED_WITHIN.search(passage.text, said.end()) is not None:
        return None
    before, right = passage.text[: said.start()].rstrip(), said["right"] or said["arrow"] or said["marked"]
    units = unit_words(game)
    if (
        not said["right"]
        and len(_spans_of_squares(game, before)) < len(("from", "to"))
        and not any(unit in before for unit in units)
    ):
        return None  # 8 三1→四1に訂正: of a ply that stands elsewhere
    if right in units:
        ending = [unit for unit in units if before.endswith(unit)]
        wrong = max(ending, key=lambda unit: (len(unit) == len(right), len(unit)), default="")
    else:
        square = _SQUARE_RIGHT_BEFORE.search(before) if _SQUARE_RIGHT_BEFORE.fullmatch(right) else None
        wrong = "" if square is None else square[0]
    if not wrong and (move := first_whole_move(game, before, 0)) is not None and move[1] == len(before):
        made = passage_put_right(game, passage.part(0, len(before)), move, CorrectionClause(right))
        return None if made is None else made.joined(passage.part(said.end(), None))
    return passage.with_part_replaced(len(before) - len(wrong), said.end(), right) if wrong else None
