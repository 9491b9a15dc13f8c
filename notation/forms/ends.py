"""Reads how people say that a game is over: 先手の勝ちです。 ○山田 ●鈴木, 105対98で白の勝ち, 終局."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kifu.model.outcome import SIDE_LABELS, Side
from notation.closing_line import read_closing
from notation.forms.labels import HONORIFICS
from notation.numerals import NUMBER, number

if TYPE_CHECKING:
    from notation.forms.labels import Around

LONGEST = 80
"""The most characters of such a sentence."""
_CLOSED = re.compile(
    r"(?:これにて|これで|ここで|これまで)?(?:終局|終了|終わり|おわり|おしまい|了|完|以上)(?:です|しました|となりました|いたします)?"
)
_END_OF_SENTENCE = re.compile(
    r"(?:です|でした|である|だった|とな(?:る|った|りました)|になりました|にな(?:る|った)|しました|とします|にしました|(?<!ま)した)?[。.!！、]*$"
)
_OPENING = re.compile(
    r"^[…‥]*(?:(?![^。]*[勝負投])[^。]{1,20}(?:ので|ため)[、,]?)?(?:結果[はが:=→]*|ここで|これで|この?まま|最後は|対局は|勝負は|結局)?[、,]?"
)
_SCORE = re.compile(
    rf"(?:白|黒|先手?|後手?)?({NUMBER})点?(?:対|-|―|~|〜|:|、|,|vs)(?:白|黒|先手?|後手?)?({NUMBER})点?(?:で|にて|、|,|により)?"
)
_SIDED_SCORE = re.compile(
    rf"(白|黒|先手?|後手?)({NUMBER})点?[、,対-]*(白|黒|先手?|後手?)({NUMBER})点?(?:で|にて|、|,|により)?"
)
_POINTS_BEHIND = re.compile(rf"(.+)\(((?:{NUMBER})点?(?:対|-|―|~|〜|:|、|,|vs)(?:{NUMBER})点?)\)")
_WINS, _LOSES = "○◯〇", "●×✕✖"
_VERSUS = r"[-−―~〜対:、,/]*"
_WORDS = (
    (re.compile(r"(?:双方|両者|お互い)?の?合意(?:により|によって|で|の)?(引き?分け?)"), "引き分け"),
    (
        re.compile(
            r"(?:双方|両者|お互い)?(引き?分け?)(?:で|に|とすることで)?(?:双方|両者|お互い)?(?:合意|同意|決着|終了|終局)?"
        ),
        "引き分け",
    ),
    (re.compile(r"ドロー|draw|1/2-1/2|½-½", re.IGNORECASE), "引き分け"),
    (
        re.compile(
            r"(?:対局)?(?:中断|指し?掛け?|指しかけ|打ち?掛け?|打ちかけ|封じ手|中止|続く|つづく|続きは(?:また)?(?:後日|今度|次回))"
        ),
        "中断",
    ),
    (re.compile(r"投了|負けました|まけました|参りました|まいりました|ありません"), "投了"),
)
_VERBS = (
    (
        re.compile(r"(?:の|が|は)?(?:勝ち|かち|勝利|勝|優勢勝ち|win|wins|が勝(?:った|ち|ちました)?)(?:ました)?$"),
        "の勝ち",
    ),
    (re.compile(r"(?:の|が|は)?(?:負け|まけ|敗北|敗|敗れました|敗れる|負けました)$"), "の負け"),
    (re.compile(r"(?:の|が|は)?(?:投了|resigns|resigned|resign)$"), "の投了"),
    (re.compile(r"(?:の|が|は)?(?:時間切れ|切れ負け)(?:負け)?$"), "の時間切れ"),
    (re.compile(r"(?:の|が|は)?反則負け?$"), "の反則負け"),
)
_WON = "の勝ち"
_POINTS = {"1-0": Side.FIRST, "0-1": Side.SECOND}
_COUNT = re.compile(
    rf"(?:以上|計|全|まで)?[、,]?({NUMBER})手(?:まで)?(?:で|にて|をもって|をもちまして)?[、,]?(?:まで)?"
)
_UNTIL = re.compile("^(?:以上で|まで|以上(?=、))[、,]?")
_REASON = re.compile(
    r"(?P<who>.+?)??(?:の|が|は)?(?P<why>投了|時間切れ|反則)(?:負け)?(?:して|し|により|によって|で|、)+(?P<winner>.+)"
)


class _Claim(NamedTuple):
    """What a sentence says: that `side` wins (の勝ち), or why it loses (の投了, …)."""

    side: Side
    verb: str

    @property
    def winner(self) -> Side:
        return self.side if self.verb == _WON else self.side.other

    @property
    def text(self) -> str:
        return self.side.label.ja + self.verb


def _reason_first(said: str) -> str:
    """Return a sentence with the reason before the claim: 時間切れで先手の勝ち for 先手の勝ち(時間切れ)."""
    if points := _POINTS_BEHIND.fullmatch(said):
        return f"{points[2]}で{points[1]}"
    reason = re.fullmatch(r"(.+)\((投了|時間切れ|反則)(?:により|による|で|勝ち|負け)?\)", said)
    return f"{reason[2]}で{reason[1]}" if reason else said


def read_end(around: Around, text: str, ply: int) -> tuple[str, ...] | None:
    """Return the lines of the notation for the end that a folded text says below ply `ply`; None if it is no end."""
    said = re.sub(r"\s+", "", text) if len(text) <= LONGEST else ""
    if said.startswith("(") and said.endswith(")"):
        said = said[1:-1]
    said = _END_OF_SENTENCE.sub("", said) or said
    count = _COUNT.match(said)
    head = f"まで{number(count[1])}手で" if count else "まで"
    rest = _reason_first(_OPENING.sub("", said[count.end() :] if count else _UNTIL.sub("", said)))
    if said and (not rest or _CLOSED.fullmatch(rest)):
        return (head.removesuffix("で") if count else f"まで{ply}手",)
    word = next((word for pattern, word in _WORDS if pattern.fullmatch(rest)), "")
    if word:
        return (word if word == "投了" and not count else head + word,)
    score, rest = _score(around, rest)
    claim = _claim(around, rest)
    if claim is None or (score is not None and claim.verb != _WON) or not _understood(head + claim.text):
        return None
    closing = head + claim.text
    if score is None:
        return (closing,)
    first, second = score if claim.winner is Side.FIRST else score[::-1]
    return (f"得点：先手{first} 後手{second}", closing)


def _understood(closing: str) -> bool:
    sides = {label.ja: side for side, label in zip(Side, SIDE_LABELS, strict=True)}
    return read_closing(closing, 1, 1, sides) is not None


def _score(around: Around, said: str) -> tuple[tuple[int, int] | None, str]:
    """Return the points as (winner's, loser's), and the text behind them. The points of a side may be named with it."""
    if sided := _SIDED_SCORE.match(said):
        rest = said[sided.end() :]
        one, other, claim = around.side(sided[1]), around.side(sided[3]), _claim(around, rest)
        if one is None or other is not one.other or claim is None:
            return None, said
        points = {one: number(sided[2]), other: number(sided[4])}
        return (points[claim.winner], points[claim.winner.other]), rest
    plain = _SCORE.match(said)
    if plain is None or plain.end() == len(said):
        return None, said
    points_of_both = number(plain[1]), number(plain[2])
    return (max(points_of_both), min(points_of_both)), said[plain.end() :]


def _claim(around: Around, said: str) -> _Claim | None:
    """Return what a sentence without its count and its points says of a side; None if it says nothing."""
    if said in _POINTS:
        return _Claim(_POINTS[said], _WON)
    one, comma, two = said.partition("、")
    if comma and (first := _of_a_side(around, one)) and (second := _of_a_side(around, two)):
        return first if first.winner is second.winner and first.side is not second.side else None
    return _signs(around, said) or _with_reason(around, said) or _of_a_winner(around, said) or _of_a_side(around, said)


def _with_reason(around: Around, said: str) -> _Claim | None:
    """Return the claim of 後手が投了して先手の勝ち, or of 時間切れで先手の勝ち."""
    found = _REASON.fullmatch(said)
    rest = _claim(around, found["winner"]) if found else None
    if found is None or rest is None or rest.verb != _WON:
        return None
    blamed = _person(around, found["who"]) if found["who"] else rest.winner.other
    if blamed is not rest.winner.other:
        return None
    return _Claim(blamed, f"の{found['why']}{'負け' if found['why'] == '反則' else ''}")


def _of_a_winner(around: Around, said: str) -> _Claim | None:
    led = re.match(r"(?:勝者|勝ち|勝)[はが:]?(?=.)", said)
    side = _person(around, said[led.end() :]) if led else None
    return None if side is None else _Claim(side, _WON)


def _of_a_side(around: Around, said: str) -> _Claim | None:
    for pattern, verb in _VERBS:
        found = pattern.search(said)
        side = _person(around, said[: found.start()]) if found else None
        if side is not None:
            return _Claim(side, verb)
    return None


def _signs(around: Around, said: str) -> _Claim | None:
    """Return the claim of ○山田 ●鈴木, 先手○, 山田○−●鈴木; None if the signs say nothing or do not agree."""
    names = [re.escape(name) for name in (*around.players, "先手番", "後手番", "先手", "後手")]
    person, sign = rf"(?:{'|'.join(names)}){HONORIFICS}", f"[{_WINS}{_LOSES}]"
    for one in (rf"({person})({sign})", rf"({sign})({person})"):
        for other in ("", rf"{_VERSUS}({person})({sign})", rf"{_VERSUS}({sign})({person})"):
            if found := re.fullmatch(one + other, said):
                parts = found.groups()
                winners = {_of_sign(around, *pair) for pair in zip(parts[::2], parts[1::2], strict=True)}
                winner = winners.pop()
                return None if winners or winner is None else _Claim(winner, _WON)
    return None


def _of_sign(around: Around, one: str, two: str) -> Side | None:
    sign, name = (one, two) if one in _WINS + _LOSES else (two, one)
    side = _person(around, name)
    return side if side is None or sign in _WINS else side.other


def _person(around: Around, text: str) -> Side | None:
    """Return the side of a name, a mark, or both (後手鈴木さん)."""
    text = re.sub(rf"{HONORIFICS}$", "", text.strip("のがは:、。[]()「」"))
    if text in around.players:
        return around.players[text]
    side = around.side(text.removesuffix("番"))
    if side is not None:
        return side
    for word in ("先手", "後手"):
        if text.startswith(word):
            named = around.players.get(re.sub(r"^[のはが:、(]|[)]$", "", text.removeprefix(word)))
            return named if named is not None and named == around.side(word) else None
    return None
