"""The recogniser of moves: a bounded automaton over squares, one unit, its suffixes, and the words between them.

It gives patterns, never moves: what a pattern means in a position is the matter of :mod:`notation.freeform.move_readings`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.squares import BLANKS
from notation.formats.kif_moves import is_move
from notation.freeform.spans import BOUNDS, LineContext, Span
from notation.freeform.squares import squares_at
from notation.line_kinds import parse_numeral

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from kifu.core.game.game import Game
    from kifu.core.game.text import Vocabulary

_JOIN = re.compile(
    r"(?:(?<=[一二三四五六七八九十a-gA-G][0-9])|(?<=[0][1-9])):(?=[一二三四五六七八九十a-sA-S])|\s*(?:(?:->|=>|→)\s?[×x](?=[一二三四五六七八九十1-9a-sA-S])|->|=>|-?→|<-|<=|←|[-‐ー〜~～>_x×✕・、,]|…{1,2}(?=[一二三四五六七八九十a-s])|へ(?=[一二三四五六七八九十1-9a-s])|を(?:討ち|倒し|[^\s、。,0-9一二三四五六七八九十]{1,5}て)[、,]?\s?(?=[一二三四五六七八九十1-9a-s])|(?<=\s)(?:to|into)\s|[をがは]?\s*)\s*"
)
_CONNECTED = re.compile(
    r"・(?=[a-sA-S一二三四五六七八九十][0-9一二三四五六七八九])|\s*…{1,2}\s*(?=[a-sA-S一二三四五六七八九十][0-9])|x(?=[a-s一二三四五六七八九十][0-9])|\s*(?:->|=>|→|<?-|←|<=|を|が|は|@|:|=(?=[一二三四五六七八九十]))\s*|\s+(?:(?:on|at|to|from|in|wo|wa|ga)\s+)?"
)
_OF = re.compile(r"\s?の\s?")
_COMMA = re.compile(r"\s?[、,]\s?(?=[^\s、。,;]{2,12}?[へにヘニ])")
_COMMA_BEFORE_A_GOAL = re.compile(r"\s?[、,]\s?(?=[^\s、。,;]{2,4}[へヘ](?:$|[\s、。(反合成]))")
"""What stands behind a unit with its square: 三三八内、二四へ."""
_FROM = re.compile(
    r"\s*(?:から|カラ|(?<![A-Za-z])kara(?![A-Za-z])|より|ヨリ|に(?:い|居)た|に(?:い|居)る|にあった|にある|発(?=\s?[一-龠0-9a-s]))の?\s*(?:(?:と|飛|跳)んで)?[、,]?\s*(?:[-→>]\s*)?"
)
_TO = re.compile(
    r"\s*(?:[へにヘニ]|(?<![A-Za-z])(?:h?e|ni|made)(?![A-Za-z0-9])|のところ(?:へ|に)?|まで|着(?!手))\s*[、,]?\s*"
)
_DONE = re.compile(
    r"\s*(?:を?(?:(?:置|お)(?:く|いた|き(?:ます|ました)?)|配置|着(?:手|地)?|(?:動|うご)(?:か(?:す|した|し(?:ます|ました)?)|い(?:た|て))|移動(?:する|した|し(?:ます|ました)?)?"
    r"|進(?:める|む|んだ|めた|め(?:ます|ました))|移(?:す|る|した|った|し(?:ます|ました)?)|指(?:す|した|し(?:ます|ました))|行(?:く|った|き(?:ます|ました))|打つ|い(?:く|った|き(?:ます|ました))|(?:歩|ある)(?:く|いた|い|き(?:ます|ました))|進み(?:ます|ました)|と返(?:し|す|した)|と?応じ(?:る|た|ます|ました)))?"
    r"\s*(?:です(?:ね|かね?)?|かな|で(?:お願いします|いきます)?|に(?:します|する|しました)|と(?:いた|致)?します|よ)?\s*[。.]?\s*"
)
_DONE_OR_PUT = re.compile(_DONE.pattern.replace("|打つ|", "|打(?:つ|った)?|"))
"""The same in a game whose moves have no 打 of their own."""
_MOVED = re.compile("動|うごか|移|進|行[くっき]|(?<![でて])い(?:く|った|き)|歩|ある")
_BACK = ("←", "<-", "<=")
"""Arrows that lead back to the square that a unit comes from."""
_DASHES = frozenset({*_BACK, "->", "=>", "→", "-→", *"-‐ー〜~～>_…へ"})
MOTIONS = {"引": -1, "上": 1, "寄": 0}
_WAYS = {
    **{sign: way for signs, way in (
        ("↑⬆ 上 up", (0, -1)), ("↓⬇ 下 down", (0, 1)), ("←⬅ 左 left", (-1, 0)), ("→ 右 right", (1, 0)),
        ("↗ 右上 up-right", (1, -1)), ("↖ 左上 up-left", (-1, -1)), ("↘ 右下 down-right", (1, 1)), ("↙ 左下 down-left", (-1, 1)),
    ) for one in signs.split() for sign in ((*one,) if not one.isalpha() and not one.isascii() else (one,))},
}  # fmt: skip
"""The ways of a unit over the board as it is printed: columns to the right, rows down."""
_STEPS = re.compile(
    rf"\s?({'|'.join(sorted(_WAYS, key=len, reverse=True))})(?:(?:へ|に|方向に|方向へ)?\s?([1-9]|[一二三四五六七八九])(?![0-9一二三四五六七八九の-])|(?<=[↑↓↖-↙⬆⬇])(?=$|[\s反合成、。(])|(?<=[→←⬅])(?=[反合成]))(?:マス|つ|個|点|歩|コマ|目)?(?:先)?(?:へ|に|進む|進み|動く)?"
)
"""A way and the number of steps: ↑2, 右上へ3マス."""
ANY_STEPS = -1
"""The steps of a way without their number."""
MAX_INK_CHARACTERS = 48
"""The most characters of a move with its words."""
MAX_STATES = 2000
"""The most states that the automaton goes through from one place; beyond them nothing is a move there."""
_BETWEEN_SUFFIXES = re.compile(r"[・+/]|\s?[!★☆♪]\s?")
"""What stands between a unit and what happens at the end of its move: 十内・反・合, 昇格! 合体."""
HOLE = re.compile(
    r"[(\[【「]?(?:[×✕]|(?:\d+手目[はの]?)?(?:不明|未記入|未記録|記録(?:なし|無し|漏れ|もれ|忘れ)|記入漏れ|書き?忘れ(?:た|ました)?|書き?漏らし|忘れた|忘れました|"
    r"覚えていない|わからない|分からない|読めない|読めず|判読不能|聞き取れず|見(?:落と|逃)し|記録(?:できず|不能)|空欄|欠|[〓□■]+|[?？]+|[…‥.・]{2,}|-{1,}|[_＿]+|\?+手?))[)\]】」]?"
)
"""What people write in place of a move that is not known."""
_TOKEN = re.compile(r"[0-9A-Za-z~&+\-=]{3,20}")
"""A text without blanks in the ASCII dialect."""
YOURS = re.compile(r"(?:貴[着手信]|そちらの(?:手|着手)|ご着手|前(?:回の)?手)の?[、:は]?\s*")
_ACKNOWLEDGED = re.compile(
    r"\s*(?:[をのは、]|との?お?(?:手紙|葉書|返事|返信)を?|に(?:対し(?:て|まして)?|は))?\s*(?:(?:拝[見受読承]|承知|確認|了解|受領|落手|受け?取り)(?:いた|致)?(?:し|り)?(?:ました|ます|た)?)?[。、,!]?\s*"
)
"""What stands behind a move that the other side has told, and that an answer repeats."""
PASS = re.compile(r"パス(?![ァ-ヶーA-Za-z])")
_LEADING_TO_PASS = re.compile(
    r"(?:最後の)?(?:一|1)?手[をは]?(?:(?:指さず|打たず|動かさず|使わず)に?)?[、,]?\s*(?=パス)"
)
_SAID_PASS = re.compile(
    r"\s*(?:を?(?:選択|宣言)|と?(?:する|した|します|しました|です|でした|となる|となった))?[。.!]?\s*(?=$|\W)"
)
_OR = re.compile(r"\s*(?:か(?!ら)|または|又は|もしくは|あるいは|(?<![a-z])or(?![a-z])|[?？]\s*(?=[^\s]))[、,\s]*")
_BRACKETED_NUMBER = re.compile(r"[(]\d{1,3}[)]")
_NUMBER_OF_THE_NEXT = re.compile(r"\s[(]\d{1,3}[)]$")
LEFT_OUT = re.compile(
    "記録(?:なし|無し|漏れ|もれ|できず)|不明|(?<!感想戦あり、)(?<!感想戦は)省略|中略|以下略|途中略|書き忘れ|この間|思い出せ|思いだせ|だったか(?!も)|(?<!撮り)忘れ(?:た|ました|てしま)|覚えてい?(?:ない|ません)|おぼえてい?(?:ない|ません)|(?:字|[しシ染]み|にじ|滲|かす|消え|つぶれ|潰れ|濡れ|汚れ|破れ|ここだけ|マス|場所)[^。]{0,8}(?:読め|読み取れ|判読でき)(?:ない|ず|ません|なか)|判読不|can(?:no|')t (?:remember|read)|illegible|forgot"
)
"""Words of a text that says that moves are missing."""
NOT_RECORDED = re.compile("記録(?:なし|無し|漏れ|もれ|できず)|不明|略|書き忘れ")
"""Those by which they are missing whatever the numbers say."""


class InkMove(NamedTuple):
    """The parts of a move as written."""

    squares: tuple[str, ...]
    """The squares in the notation, in the order in which the move visits them."""
    unit: str
    """The unit in the notation; empty if none is written."""
    suffixes: tuple[str, ...] = ()
    fragment: str = ""
    """What is written of a unit that is not whole: 白A for 白A内 or 白A外."""
    same: bool = False
    """Whether 同 stands for the last square."""
    motion: str = ""
    """引, 上 or 寄."""
    moved: bool = False
    """Whether a word says that a unit moves, as in 武を四06へ動かした."""
    order: str = ""
    """Which axis stands first in squares of two figures: column or row; empty without such squares."""
    way: tuple[int, int, int] = (0, 0, 0)
    """Where a unit goes from its square: columns to the right, rows down, and steps (ANY_STEPS where their number is not written); 0
    steps where no way is."""

    def text(self, squares: tuple[str, ...] | None = None) -> str:
        """Return the move in the notation."""
        return "-".join(squares or self.squares) + self.unit + "".join(self.suffixes)


class _State(NamedTuple):
    at: int
    squares: tuple[tuple[str, str], ...] = ()
    """Pairs of a square and its part: from, to, or nothing."""
    unit: str = ""
    unit_after: int = 0
    """How many squares stand before the unit."""
    suffixes: tuple[str, ...] = ()
    same: bool = False
    motion: str = ""
    fragment: str = ""
    order: str = ""
    """Which axis stands first in squares of two figures; empty while there is none."""
    told: bool = False
    """Whether a particle or an arrow follows the unit."""
    open: bool = False
    """Whether the last sign is a dash or an arrow, behind which a square has to stand."""
    again: bool = False
    """Whether the unit is named twice."""
    way: tuple[int, int, int] = (0, 0, 0)


@lru_cache(maxsize=4096)
def move_patterns_from(game: Game, text: str, start: int) -> Mapping[int, Sequence[InkMove]]:
    """Return the patterns that begin at a place of a text, by the place where each ends."""
    found: dict[int, list[InkMove]] = {}
    limit = min(len(text), start + MAX_INK_CHARACTERS)
    text = text[:limit]
    pending = [_State(start)]
    seen: set[_State] = set()
    done = _DONE if "打" in game.vocabulary.suffixes else _DONE_OR_PUT
    while pending and len(seen) < MAX_STATES:
        state = pending.pop()
        if state in seen:
            continue
        seen.add(state)
        move = _build_move(state)
        if move is not None:
            said = done.match(text, state.at)
            ends = {start + len(text[start : state.at].rstrip()): False}
            if said is not None and said[0].strip():
                ends[said.start() + len(said[0].rstrip())] = _MOVED.search(said[0]) is not None
            for end, moved in ends.items():
                one = move._replace(moved=moved)
                known = found.setdefault(end, [])
                if one not in known:
                    known.append(one)
        pending += _next_states(game, text, state)
    return found


def _next_states(game: Game, text: str, state: _State) -> Iterator[_State]:
    """Yield the states after the next word of the text."""
    yield from _states_after_square(game, text, state)
    if text.startswith("同", state.at) and not state.same and not state.unit:
        yield from _states_after_particle(text, state._replace(at=state.at + 1, same=True, open=False))
    if not state.open:
        yield from _states_after_unit(game.vocabulary, text, state)
        yield from _states_after_fragment(game.vocabulary, text, state)
        yield from _behind_the_unit(game.vocabulary, text, state)
        if state.unit and len(state.squares) < len(("from", "to")) and not state.way[2]:
            yield from _on_a_way(text, state)


def _on_a_way(text: str, state: _State) -> Iterator[_State]:
    """Yield the state after a way with its steps: ↑2."""
    if (steps := _STEPS.match(text, state.at)) is not None:
        yield state._replace(at=steps.end(), way=(*_WAYS[steps[1]], parse_numeral(steps[2]) if steps[2] else ANY_STEPS))


def _states_after_square(game: Game, text: str, state: _State) -> Iterator[_State]:
    """Yield the states after a square. Squares of two figures have the same axis first throughout a move."""
    squares = state.squares
    if state.way[2] or ((state.suffixes or state.again) and len(squares) > 1):
        return
    behind = len(squares) < len(("from", "to")) and text.startswith(("(", "["), state.at)
    apart = bool(state.unit and state.unit_after) and not (
        state.told or behind or ("from" in {part for _, part in squares})
    )
    if apart and (len(squares) > 1 or squares[-1:] == () or state.same or state.again):
        return
    if squares and text[state.at - 1 : state.at + 1].isdigit() and not text[state.at - 2].isdigit():
        return  # 五1→六111、飛 on one line: 11 is the number of the next ply
    back = text[max(0, state.at - 4) : state.at].rstrip().endswith(_BACK)
    part = (
        "from"
        if back or (state.unit and behind and state.unit_after == len(squares) and bool(squares or state.same))
        else ""
    )
    for name, end, order in squares_at(game.board, text, state.at):
        if apart and next(_at(game.vocabulary.units, text, end), None) is not None:
            continue  # 三6占二2領 are two moves, 六9金六8 is one
        if (
            apart
            and (state.suffixes or (order != state.order and text[state.at : end].isdecimal()))
            and not _FROM.match(text, end)
        ):
            continue  # 十二4角成 四12より; ②7馬 11 ⑥2騎: 11 is the number of the next ply
        if not order or state.order in {"", order}:
            square = state._replace(at=end, squares=(*squares, (name, part)), order=order or state.order, open=False)
            yield from _states_after_particle(text, square)


def _states_after_unit(words: Vocabulary, text: str, state: _State) -> Iterator[_State]:
    again = bool(state.unit) and state.unit_after < len(state.squares)  # 四05武→五06武 names the unit twice
    if (state.unit or state.fragment) and (state.suffixes or not again):
        return
    for unit in _at(words.units, text, state.at):
        if words.units[unit] == (state.unit or words.units[unit]):
            named = state._replace(at=state.at + len(unit), unit=words.units[unit], unit_after=len(state.squares))
            named = named._replace(again=again)
            yield from _states_after_connection(text, named)
            if not state.squares and "打" in words.suffixes and text.startswith("*", named.at):
                yield named._replace(at=named.at + 1, suffixes=("打",))  # 碁*g4
    if text.startswith(("白 ", "黒 "), state.at):  # 白 G外: the colour of a unit that is placed, or the side
        for unit in _at(words.units, text, state.at + 2):
            if (own := words.units.get(text[state.at] + unit)) is not None and state.unit in {"", own}:
                behind = state._replace(
                    at=state.at + 2 + len(unit), unit=own, unit_after=len(state.squares), again=again
                )
                yield from _states_after_connection(text, behind)


def _states_after_fragment(words: Vocabulary, text: str, state: _State) -> Iterator[_State]:
    """Yield the state after one more sign of a unit that is not written whole."""
    whole = state.unit or (not state.fragment and next(_at(words.units, text, state.at), ""))
    if whole or not state.squares or state.suffixes:
        return
    for sign in text[state.at : state.at + 1]:
        if sign not in state.fragment and any(sign in unit and sign != unit for unit in words.units.values()):
            yield state._replace(at=state.at + 1, fragment=state.fragment + sign)


def _behind_the_unit(words: Vocabulary, text: str, state: _State) -> Iterator[_State]:
    """Yield the states after a suffix, or after a word like 引. The unit may have been left out."""
    if not state.unit and not state.squares:
        return
    between = _BETWEEN_SUFFIXES.match(text, state.at)
    at = between.end() if between else state.at
    for word in _at(words.suffixes, text, at):
        yield from _states_after_connection(
            text, state._replace(at=at + len(word), suffixes=(*state.suffixes, words.suffixes[word]))
        )
    for word in _at(MOTIONS, text, state.at):
        if not state.motion:
            yield state._replace(at=state.at + 1, motion=word)


def _states_after_connection(text: str, state: _State) -> Iterator[_State]:
    """Yield the states behind a unit or a suffix: with what may lead from it to a square, and without."""
    yield state
    if not state.squares and text.startswith(("、", ","), state.at):  # そとの丸、3の6
        yield state._replace(at=state.at + 1 + text.startswith(" ", state.at + 1))
    leaves = len(state.squares) == 1 and state.unit_after and not state.suffixes
    before_a_goal = (
        _COMMA if state.squares and state.squares[-1][1] == "from" else _COMMA_BEFORE_A_GOAL if leaves else None
    )
    if leaves and state.squares[0][1] in {"", "from"} and (left := _FROM.match(text, state.at)):
        yield state._replace(at=left.end(), squares=((state.squares[0][0], "from"),), told=True)  # 三4士から二3
    if before_a_goal is not None and (comma := before_a_goal.match(text, state.at)):
        yield state._replace(at=comma.end(), told=True)  # 三の五の内C、一の三へ
    if join := _CONNECTED.match(text, state.at):
        sign = join[0].strip()
        yield state._replace(at=join.end(), told=state.told or bool(sign), open=sign in _DASHES)


def _states_after_particle(text: str, state: _State) -> Iterator[_State]:
    """Yield the states behind what may follow a square: から, へ, の before the unit, a dash of any kind, or nothing."""
    yield state
    name, part = state.squares[-1] if state.squares else ("", "")
    before = state.squares[:-1]
    if state.squares and not part and not (state.same and not text.startswith(("から", "より"), state.at)):
        for pattern, role in ((_FROM, "from"), (_TO, "to")):
            if found := pattern.match(text, state.at):
                yield state._replace(at=found.end(), squares=(*before, (name, role)))
        if not state.unit and (of := _OF.match(text, state.at)):
            yield state._replace(at=of.end(), squares=(*before, (name, "from")))
    if state.unit and not part and len(state.squares) == 1 and text.startswith("/", state.at):
        yield state._replace(at=state.at + 1, squares=((name, "from"),), open=True)  # 内G 二2/三3
    join = _JOIN.match(text, state.at)
    if join and join.end() > state.at:
        yield state._replace(at=join.end(), open=join[0].strip() in _DASHES)


_WORD_GOES_ON = re.compile("[a-z]{3}")
"""The rest of another word in Latin letters: M is no unit in Maiden."""


def _at(words: Iterable[str], text: str, at: int) -> Iterator[str]:
    sign = text[at : at + 1]
    found = [word for word in words if word[0] == sign and text.startswith(word, at)]
    if len(found) > 1:  # 巫 is no unit in 巫女
        found = [word for word in found if not any(other != word and other.startswith(word) for other in found)]
    return (word for word in found if not (sign.isascii() and _WORD_GOES_ON.match(text, at + len(word))))


def _build_move(state: _State) -> InkMove | None:
    """Return the move that a text says, its squares in the order in which the move visits them; None if it says none."""
    squares = state.squares
    starts = [name for name, part in squares if part == "from"]
    ends = [name for name, part in squares if part == "to"]
    if state.open or (not squares and not state.same and not state.way[2]):
        return None
    if len(starts) > 1 or len(ends) > 1 or (ends and state.same):
        return None
    middle = [name for name, part in squares if not part]
    if starts and not (middle or ends or state.same):
        return None
    return InkMove(
        (*starts, *middle, *ends),
        state.unit,
        state.suffixes,
        state.fragment,
        state.same,
        state.motion,
        order=state.order,
        way=state.way,
    )


def move_spans(context: LineContext, text: str, at: int, before: str) -> Iterator[Span]:
    """Yield the moves that may stand at a place."""
    glued = 0.3 if before == "move" and text[at - 1] not in BOUNDS else 0.0
    found = dict(move_patterns_from(context.game, text, at))
    if PASS.match(text, at) and (said := _SAID_PASS.match(text, at + 2)) is not None:
        yield Span("move", at, at + 2, (), 0.05)
        if said[0].strip():
            yield Span("move", at, said.end(), (), 0.1)
    token = _TOKEN.match(text, at)
    if token is not None and (at == 0 or text[at - 1] in BOUNDS or before in {"num", "side", "time"}):
        for end in {token.end(), token.end() - len(token[0]) + len(token[0].rstrip("~.。!?+#"))}:
            if end not in found and end > at + 2 and is_move(context.game, text[at:end]):
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


def link_spans(context: LineContext, text: str, at: int, before: str) -> Iterator[Span]:
    """Yield moves told again, words that lead to one, and holes."""
    if yours := YOURS.match(text, at):
        for end, moves in move_patterns_from(context.game, text, yours.end()).items():
            said = _ACKNOWLEDGED.match(text, end)
            yield Span("again", at, said.end() if said else end, (yours.end(), end, tuple(moves)), 0.2)
    if leading := _LEADING_TO_PASS.match(text, at):
        yield Span("sep", at, leading.end(), leading[0], 0.1)
    if before == "move":
        if (other := _OR.match(text, at)) is not None and other.end() < len(text):
            yield Span("or", at, other.end(), cost=0.1)
        elif text[at] == "/":
            yield Span("or", at, at + 1, cost=0.9)
    if before in {"num", "side"} and (hole := HOLE.match(text, at)) is not None:
        yield Span("hole", at, hole.end(), cost=0.3)


@lru_cache(maxsize=4096)
def _cost_of_ink(written: str, move: InkMove) -> float:
    cost = 0.45 * written.startswith(("白 ", "黒 "))  # 黒 G外: as likely the side as a part of the unit
    if re.search(r"(?:^|[^\d(（])[1-9]\s?[・.,]?\s?[1-9](?!\d)", written):
        cost += 1.0
    elif move.order:
        cost += 0.3 if re.search(r"\(\d\d\)|[①-⑲]\s?[-,.・①-⑲]", written) else 1.0
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
