"""The grammar of results: an end as a bag of words that are all understood, for heads, closing lines and sentences alike."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kifu.model.outcome import SIDE_NAMES, TERMINATION_LABELS, Side, Termination
from notation.freeform.labels import DISCS, HONORIFICS
from notation.numerals import NUMBER, number

if TYPE_CHECKING:
    from notation.freeform.labels import Around

MAX_RESULT_CHARACTERS = 100
WINS, LOSES = "○◯〇", "●×✕✖"
_WORDS = {
    "win": r"(?:優勢|逆転|判定)勝ち|中押し勝ち|快勝|完勝|圧勝|辛勝|勝ちました|勝った|勝ち|勝利|勝者|(?<!優)勝(?!負)|かちました|かち|winner|wins|win|won",
    "lose": r"(?:切断|逆転|判定)負け|完敗|惜敗|敗れました|敗れる|敗北|敗者|敗|失格|負けました|負けた|負け|まけました|まけた|まけ|loser|loses|lost",
    "time-win": r"切れ勝ち|時間勝ち",
    "time": r"時間切れ負け|時間切れ|時間負け|切れ負け|タイムアップ|(?:規定|制限|持ち?)?時間(?:\(\d{1,3}分\))?(?:超過|オーバー)|(?:on)?time ?out|ontime",
    "foul-win": r"反則勝ち",
    "foul": r"反則負け|反則",
    "forfeit-win": r"不戦勝ち?",
    "forfeit": r"不戦敗|不戦負け?|不戦|棄権|forfeits?|bydefault",
    "resign": r"投了|とうりょう|投げ(?:ました|た|る)|(?:駒|石|匙|さじ)を投じ(?:ました|た)|ギブアップ|リタイア|降参|resigned|resigns|resignation|resign",
    "give-up": r"負けました|まけました|参りました|まいりました|まいった|参った|ありません",
    "draw": r"引き?分け|引分|ひきわけ|無勝負|和局|ドロー|drawn?|½-½|1/2-1/2|½|持碁",
    "void": r"無効試合|ノーゲーム|ノーコンテスト|nocontest",
    "repetition": r"千日手",
    "impasse": r"持将棋",
    "mate": r"詰み|詰",
    "break": r"(?:対局)?(?:中断|指し?掛け?|指しかけ|打ち?掛け?|打ちかけ|封じ手|(?:を)?封じ(?:て|ました)?(?:打ち?掛け?|指し?掛け?|中断)?|中止|続く|つづく|続きは(?:また)?(?:後日|今度|次回|来週|明日))|adjourned",
    "beat": r"defeated|defeats|beats?",
    "both": r"両者|双方|お?互いに?|両対局者|二人とも|ともに|共に|どちらも|どっちも|ダブル|double|both",
    "omitted": r"以下(?:は|、)?(?:省略|略|欠)(?:します|しました)?",
    "closed": r"記録はここまで|(?:今日|本日)はここまで|ここまで|終局|終了|終わり|おわり|おしまい|了|完",
    "offer": r"申し出(?:て|た)?|申し入れ(?:て|た)?|申し込み|提案(?:して|し)?",
    "accept": r"承諾|受諾|了承|快諾|応じ(?:た|て)?|合意|同意|agreed|byagreement|agreement",
}
_NUM = NUMBER
_SCORE = rf"(?P<one>{_NUM})点?(?:対|-|―|~|〜|:|,|、|vs)(?P<two>{_NUM})点?"
_GLUE = (
    r"により|によって|による|をもって|をもちまして|となりました|となった|となり|とな|になりました|になった|にな|とします|とする|とすることで|にしました|しました|"
    r"いたしました|いたします|です|でした|である|だった|だ|して|した|し|にて|ので|ため|ました|さん|局|対局は?|結果[はが:=→]*|勝負は|結局|最後は|ここで|これにて|これで|"
    r"これまで|このまま|そのまま|まで|以上|決着(?:が?つかず)?|成立|扱い|の上|(?:審判(?:長|員)?)?(?:の)?(?:裁定|判定)|審判長?|潔く|あっさり|ついに|とうとう|無念の?|"
    rf"同一局面(?:が)?(?:{NUMBER})回|を?見て|につき|by|the|game|player|is|was|has|result|->|→|が|は|の|も|に|で|と|を|[、。,.．！!:=→()【】「」\[\]/・…‥~〜vs-]|対|手番|番|側"
)
_ASIDE = (
    rf"(?:{NUMBER})点(?:先取|に?到達(?:し(?:た|て))?|に達し(?:た|て)?)|"
    r"\((?:勝ち?点|二歩|二手指し)[^()]{0,10}\)|\((?:消費時間|持ち?時間|考慮時間|使用時間)[^()]{0,40}\)|\((?:\d{1,4}[年/.-])?\d{1,2}[月/.-]\d{1,2}日?[^()勝負敗]{0,20}\)|\(\d{1,2}:\d{2}\)"
)
_CAUSE = (
    r"体調不良|早退|遅刻|欠席|欠場|不参加|急用|急病|病気|(?:(?:時間|日程|会場)の)?(?:都合|関係)|事情|通信(?:トラブル|障害|エラー|不良)|回線(?:切断|落ち|不良|トラブル)|接続切れ|切断|停電|悪天候|"
    r"二手指し|二歩"
)
"""Why a game ended that the board does not show; whoever stands before it is the one it happened to."""
MAX_CLAUSES = 4
_CONNECTED = re.compile(
    r"(?:により|によって|につき|ので|ため|[しっれえく]て|失い|なくなり|消え|取られ|尽き)[、,]?(?=.)"
)
"""What ends a clause that tells how the game came to its end."""
_DENIED = re.compile("ない(?!ので|ため)|なければ|たら|れば|なら|かも|まだ")
NO_CONTEST = "無勝負"
"""A draw, unless something besides the board has brought it about."""
OWN_WIN = "勝ち"
"""The word of a winner who names nobody: who sent the message has won."""
_OFF_THE_BOARD = re.compile("怒|ひっくり|遅刻|助言|携帯|スマホ|席を|帰|暴|口出し")
"""Words of a clause about a foul that no move shows."""
_TOTAL = re.compile(
    rf"(?:(?:{NUMBER})勝(?:(?:{NUMBER})[敗負])?(?:(?:{NUMBER})(?:引き?)?分け?)?|(?:{NUMBER})連[勝敗]|(?:{NUMBER})[敗負](?:(?:{NUMBER})分)?)|通算|対戦成績|優勝"
)
"""What is said of several games together."""
_BOARD = {label.ja: why for why, label in TERMINATION_LABELS.items()} | {
    label.en: why for why, label in TERMINATION_LABELS.items()
}
_REASONS = {
    "resign": Termination.RESIGNATION,
    "give-up": Termination.RESIGNATION,
    "time": Termination.TIME,
    "time-win": Termination.TIME,
    "foul": Termination.FOUL,
    "foul-win": Termination.FOUL,
    "forfeit": Termination.FORFEIT,
    "forfeit-win": Termination.FORFEIT,
    "mate": Termination.MATE,
}
_OF_THE_LOSER = frozenset({"lose", "resign", "give-up", "time", "foul", "forfeit"})
_OF_THE_WINNER = frozenset({"win", "time-win", "foul-win", "forfeit-win"})
LOST_BY = {
    Termination.RESIGNATION: "の投了",
    Termination.TIME: "の時間切れ",
    Termination.FOUL: "の反則負け",
    Termination.FORFEIT: "の不戦敗",
}
BOTH_LOST = {
    Termination.TIME: "両者時間切れ",
    Termination.FOUL: "両者反則負け",
    Termination.FORFEIT: "両者不戦敗",
    None: "両者負け",
}
_ALONE = {
    "resign": "投了",
    "give-up": "投了",
    "time": "時間切れ",
    "foul": "反則負け",
    "foul-win": "反則勝ち",
    "forfeit": "不戦敗",
    "forfeit-win": "不戦勝",
    "mate": "詰み",
}
_GIVING_UP = {"負けました", "まけました"}
_DRAWS = {"draw": "引き分け", "repetition": "千日手", "impasse": "持将棋"}
WEIGHTY = re.compile(
    "|".join(
        words for kind, words in _WORDS.items() if kind not in {"closed", "break", "both", "omitted", "offer", "accept"}
    )
    + r"|[01]\s*-\s*[01]",
    re.IGNORECASE,
)
"""The words that say a result; a text with one of them is not passed over as prose."""
ENDING = re.compile("|".join(_WORDS.values()) + r"|[01]\s*-\s*[01]|[○◯●×✕✖]|まで|以上|½|^\*$", re.IGNORECASE)
"""What stands in every text that says something about an end."""


class Result(NamedTuple):
    """What a text says about the end of a game. What it leaves out is None or empty."""

    count: int | None = None  # type: ignore[assignment]  # hides tuple.count, which nobody needs here
    """The number of plies."""
    winner: Side | None = None
    word: str = ""
    """The special word, where no winner is named: 投了, 中断, 引き分け, 両者負け."""
    reason: Termination | None = None
    points: tuple[int, int] | None = None
    """The points of 先手 and of 後手."""
    until: bool = False
    """Whether まで or 以上 stands in it."""
    inferred: bool = False
    """Whether it says only that the record ends."""
    unsaid: bool = False
    """Whether it is the sign * for a result that is not said."""
    omitted: bool = False
    """Whether it says that the rest of the game is left out."""
    side: Side | None = None
    """The side that stands with the word, where no winner is named: 投了（先手）."""

    def lines(self, ply: int) -> tuple[str, ...]:
        """Return the lines of the notation that say the same below ply `ply`."""
        head = "まで" if self.count is None else f"まで{self.count}手で"
        if self.inferred:
            return (f"まで{ply if self.count is None else self.count}手",)
        if self.winner is None and self.side is not None:
            return (f"{head}{self.side.label.ja}の{self.word}",)
        if self.winner is None:
            return (self.word if self.word in {"投了", "詰み"} and self.count is None else head + self.word,)
        lost = LOST_BY.get(self.reason) if self.reason is not None else None
        closing = f"{head}{self.winner.other.label.ja}{lost}" if lost else f"{head}{self.winner.label.ja}の勝ち"
        if self.points is None:
            return (closing,)
        return (f"得点：先手{self.points[0]} 後手{self.points[1]}", closing)


class _Token(NamedTuple):
    kind: str
    side: Side | None = None
    value: int = 0
    reason: Termination | None = None
    two: int = 0
    text: str = ""


@lru_cache(maxsize=64)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    own = "|".join(map(re.escape, sorted(names, key=len, reverse=True))) or r"(?!)"
    words = "|".join(f"(?P<k{at}>{pattern})" for at, pattern in enumerate(_WORDS.values()))
    board = "|".join(map(re.escape, sorted(_BOARD, key=len, reverse=True)))
    colours = "".join(DISCS).replace("黒", "").replace("白", "")
    return re.compile(
        rf"(?P<aside>{_ASIDE})|(?P<cause>{_CAUSE})|(?P<name>(?:{own}){HONORIFICS})"
        r"|(?P<self>の?(?:私|わたし|僕|ぼく|俺|当方))(?=[がは])"
        r"|(?P<side>先手番?|後手番?|せんて|ごて|先番|後番|[▲△▽☗☖]|[先後](?=$|[のはが勝負敗])|[黒白]番?|sente|gote|first|second|black|white)"
        rf"|(?P<mark>[{WINS}{LOSES}{colours}])|(?:(?P<plies>{_NUM})(?:手目?|moves|plies)|(?:after|at|in|on)?(?:move|ply)(?P<after>\d{{1,4}}))|(?P<chess>1-0|0-1|0-0)(?![0-9])"
        rf"|{words}|(?P<board>{board})|(?P<score>{_SCORE})|(?P<points>(?P<n>{_NUM})点|(?<=[白黒手ke])(?P<bare>\d{{1,4}})(?![\d勝敗分手目点回:]))|(?P<until>まで|以上)|(?P<glue>{_GLUE})",
        re.IGNORECASE,
    )


_KINDS = tuple(_WORDS)
_SIDE_WORDS = {
    "せんて": Side.FIRST,
    "ごて": Side.SECOND,
    "sente": Side.FIRST,
    "gote": Side.SECOND,
    "first": Side.FIRST,
    "second": Side.SECOND,
}


def _tokens(around: Around, text: str) -> list[_Token] | None:
    """Return the words of a text without its glue; None if one is not understood."""
    pattern = _pattern(tuple(around.players))
    at, found = 0, []
    while at < len(text):
        match = pattern.match(text, at)
        if match is None or match.end() == at:
            return None
        token = _token(around, match)
        if token is None:
            return None
        if token.kind != "glue":
            found.append(token)
        at = match.end()
    return found


def _token(around: Around, match: re.Match[str]) -> _Token | None:  # noqa: PLR0911 - one kind of word after the other
    text, kind = match[0], str(match.lastgroup)
    if kind.startswith("k") and kind[1:].isdecimal():
        name = _KINDS[int(kind[1:])]
        return _Token(name, reason=_REASONS.get(name), text=text)
    if kind == "name":
        bare = text if text in around.players else re.sub(rf"{HONORIFICS}$", "", text)
        return _Token("side", around.players.get(bare, around.players.get(text)), text=text)
    if kind == "side":
        word = re.sub("番$", "", text) if len(text) > 1 else text
        colour = {"black": "黒", "white": "白"}.get(word.lower(), word)
        side = _SIDE_WORDS.get(word.lower(), around.side(colour))
        return None if side is None else _Token("side", side, text=text)
    if kind == "mark":
        return _Token("win-mark" if text in WINS else "lose-mark" if text in LOSES else "?")
    if kind == "plies":
        return _Token("count", value=number(match["plies"] or match["after"]))
    if kind == "chess":
        return _Token("chess", text=text)
    if kind == "board":
        return _Token("board", reason=_BOARD.get(text) or _BOARD[text.lower()])
    if match["score"] is not None:
        return _Token("score", value=number(match["one"]), two=number(match["two"]))
    if match["points"] is not None:
        return _Token("points", value=number(match["n"] or match["bare"]))
    return _Token(kind if kind in {"cause", "self", "until"} else "glue")


def read_result(around: Around, text: str, *, alone: bool = True) -> Result | None:
    """Return what a folded text says about the end of the game; None if a word of it is not understood, or it says nothing.

    `alone` says that it stands on a line of its own, where 0-0 and 1-0 are results and no points.
    """
    said = re.sub(r"\s+", "", text) if len(text) <= MAX_RESULT_CHARACTERS else ""
    if not said:
        return None
    if said in {"*", "-", "?"}:
        return Result(unsaid=True) if said == "*" else None
    if _TOTAL.search(said):
        return None
    found = _of_the_words(around, said, alone=alone)
    return _behind_a_clause(around, said, alone=alone) if found is None else found


def is_a_total(text: str) -> bool:
    """Return whether a text counts several games, and says no other result: 高杉 2勝, 通算 3勝1敗."""
    return _TOTAL.search(text) is not None and WEIGHTY.search(_TOTAL.sub("", text)) is None


def _behind_a_clause(around: Around, said: str, *, alone: bool) -> Result | None:
    """Return the result behind a clause that tells how the game came to it: 盤をひっくり返したので弟の反則負け."""
    for connected, _ in zip(_CONNECTED.finditer(said), range(MAX_CLAUSES), strict=False):
        clause, rest = said[: connected.end()], said[connected.end() :]
        if WEIGHTY.search(clause) or _DENIED.search(clause):
            return None
        found = _of_the_words(around, rest, alone=alone)
        who = _pattern(tuple(around.players)).match(clause)
        if found is None and who is not None and clause[who.end() : who.end() + 1] in {"が", "は"} and who.end() > 0:
            token = _token(around, who)
            found = _of_the_words(around, who[0] + rest, alone=alone) if token and token.kind == "side" else None
        if found is not None and found.winner is None and found.word not in _DRAWS.values():
            named = any(name in clause for name in (*around.players, *SIDE_NAMES))
            found = None if named else found  # 鈴木さん、18手まで指して投了: it may be 鈴木 who resigned
        if found is not None and rest.startswith(NO_CONTEST):
            found = Result(word="中断", count=found.count)
        if found is not None and not found.inferred:
            off = found.reason is Termination.FOUL and _OFF_THE_BOARD.search(clause)
            return found._replace(reason=None) if off else found
    return None


def _of_the_words(around: Around, said: str, *, alone: bool) -> Result | None:
    """Return what the words of a text say together; None if one is not understood."""
    tokens = _tokens(around, said)
    if not tokens or (not alone and any(token.text == "0-0" for token in tokens)):
        return None
    count = next((token.value for token in tokens if token.kind == "count"), None)
    until = any(token.kind in {"until", "closed"} for token in tokens)
    rest = [token for token in tokens if token.kind not in {"count", "until", "closed", "glue"}]
    if sum(token.kind == "count" for token in tokens) > 1:
        return None
    if not rest:
        return Result(count, until=True, inferred=True) if until and _closes(tokens, said) else None
    told = _with_causes(rest)
    found = _interpreted(told) if told else None
    return None if found is None else found._replace(count=count, until=until)


def _with_causes(tokens: list[_Token]) -> list[_Token] | None:
    """Return the words without causes; who had one is the loser if nobody is named. None for a speaker of no side."""
    about: Side | None = None
    caused = False
    kept: list[_Token] = []
    for token in tokens:
        if token.kind == "cause":
            caused = True
            if kept and kept[-1].kind == "side":
                about = kept.pop().side
        elif token.kind != "self":
            kept.append(token)
        elif not kept or kept[-1].kind != "side":
            return None
    if caused and [token.text for token in kept] == [NO_CONTEST]:
        return [_Token("void")]
    if not {"draw", "offer"} & {token.kind for token in kept}:
        kept = [token for token in kept if token.kind != "accept"]
    if about is not None and kept and all(token.kind in _OF_THE_LOSER | {"forfeit-win"} for token in kept):
        return [_Token("side", about.other if kept[0].kind == "forfeit-win" else about), *kept]
    return kept


def _closes(tokens: list[_Token], said: str) -> bool:
    """Return whether a text without a result says that the record ends: 終局, 以上4手, まで4手."""
    return (
        any(token.kind == "closed" for token in tokens)
        or any(token.kind == "count" for token in tokens)
        or "以上" in said
    )


def _interpreted(tokens: list[_Token]) -> Result | None:  # noqa: C901, PLR0911, PLR0912, PLR0915 - one word after the other
    """Return what the words say together; None if they contradict each other, or say nothing."""
    kinds = [token.kind for token in tokens]
    if kinds == ["win"]:
        return Result(word=OWN_WIN)
    if kinds == ["side", "beat", "side"] and tokens[0].side is not tokens[2].side:
        return Result(winner=tokens[0].side)
    if kinds == ["omitted"]:
        return Result(inferred=True, omitted=True)
    if "chess" in kinds:
        return _of_chess(tokens)
    if kinds == ["void"]:
        return Result(word="中断")  # nobody has won, and nobody agreed to a draw
    if "break" in kinds:
        return Result(word="中断", side=_only_side(tokens)) if set(kinds) <= {"break", "side"} else None
    if "both" in kinds:
        return _of_both(tokens)
    if draw := next((kind for kind in kinds if kind in _DRAWS), None):
        offered = "offer" in kinds and "accept" not in kinds and kinds.index("offer") > kinds.index(draw)
        of_a_draw = set(kinds) <= {*_DRAWS, "board", "side", "offer", "accept", "time"} and not offered
        return Result(word=_DRAWS[draw], side=_only_side(tokens)) if of_a_draw else None
    claims: list[tuple[Side, bool]] = []
    points: dict[Side, int] = {}
    score: tuple[int, int] | None = None
    reasons = [token.reason for token in tokens if token.reason is not None]
    subject: Side | None = None
    pending: bool | None = None
    alone = named = ""
    for token in tokens:
        if token.kind == "side":
            assert token.side is not None  # noqa: S101 - a word that names no side is no token
            if subject is not None and (subject is not token.side or token.text == named):
                return None
            named = token.text
            subject = token.side
            if pending is not None:
                claims.append((subject, pending))
                subject, pending = None, None
        elif token.kind in {"win-mark", "lose-mark"} | _OF_THE_WINNER | _OF_THE_LOSER:
            wins = token.kind == "win-mark" or token.kind in _OF_THE_WINNER
            if subject is not None:
                claims.append((subject, wins))
                subject = None
            elif token.kind in {"win", "lose", "win-mark", "lose-mark"}:
                if token.text.lower() in {"敗者", "勝者", "winner", "loser"} or token is not tokens[-1]:
                    pending = wins
                elif token.kind == "win" and claims:
                    return None
                elif token.text in _GIVING_UP:
                    alone = "投了"
                elif not (claims or reasons):
                    return None
            else:
                alone = alone or _ALONE[token.kind]
        elif token.kind == "mate":
            if subject is not None:
                claims.append((subject, False))
                subject = None
            else:
                alone = alone or "詰み"
        elif token.kind == "points":
            if subject is None:
                return None
            points[subject], subject = token.value, None
        elif token.kind == "score":
            if score is not None:
                return None
            score = (token.value, token.two)
        elif token.kind != "board":
            return None
    if subject is not None and kinds[-1] == "side" and alone and len(kinds) == 2 and "give-up" not in kinds:  # noqa: PLR2004
        return Result(word=alone, side=subject)  # 投了（先手）; whoever writes 参りました 鈴木さん speaks to the other
    if pending is not None or (subject is not None and not claims):
        return None
    if subject is not None and subject is not claims[-1][0]:
        return None
    winners = {side if wins else side.other for side, wins in claims}
    if len(winners) > 1:
        return None
    if not winners:
        return Result(word=alone, reason=None) if alone and score is None and not points else None
    winner = winners.pop()
    if points and len(points) < 2:  # noqa: PLR2004
        return None
    both = (points[Side.FIRST], points[Side.SECOND]) if points else None
    if score is not None:
        high, low = max(score), min(score)
        both = (high, low) if winner is Side.FIRST else (low, high)
    return Result(winner=winner, reason=reasons[0] if reasons else None, points=both)


def _only_side(tokens: list[_Token]) -> Side | None:
    """Return the side that the words name; None if they name none, or both."""
    sides = {token.side for token in tokens if token.kind == "side"}
    return sides.pop() if len(sides) == 1 else None


def _of_chess(tokens: list[_Token]) -> Result | None:
    """Return the result of 1-0, of 先手 1-0 後手, and of 0-0, by which both have lost."""
    sides = [token.side for token in tokens if token.kind == "side"]
    (score, *more) = [token.text for token in tokens if token.kind == "chess"]
    if more or len(sides) + 1 != len(tokens):
        return None
    if len(sides) > 1 and (len(sides) != len(Side) or sides[0] is sides[1]):
        return None
    if score == "0-0":
        return Result(word=BOTH_LOST[None])
    left = sides[0] if sides and sides[0] is not None else Side.FIRST
    return Result(winner=left if score == "1-0" else left.other)


def _of_both(tokens: list[_Token]) -> Result | None:
    """Return the result of 両者負け and its reasons, or of a draw that both have agreed."""
    kinds = {token.kind for token in tokens} - {"both", "board", "side", "accept"}
    side = _only_side(tokens)
    if kinds <= {*_DRAWS} and kinds:
        return Result(word=_DRAWS[min(kinds)], side=side)
    if kinds and kinds <= {"lose", "time", "foul", "forfeit"}:
        reason = next((token.reason for token in tokens if token.reason is not None), None)
        return Result(word=BOTH_LOST[reason], side=side)
    return None
