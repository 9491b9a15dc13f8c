"""The ink of a move: a bounded automaton over squares, one unit, its suffixes, and the words between them.

It gives patterns, never moves: what a pattern means in a position is the matter of :mod:`notation.freeform.move_readings`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from notation.freeform.japanese_verbs import FILLER, LEADING, THEN, move_was_made_pattern
from notation.freeform.squares_named_in_text import squares_ends_and_first_axes_at
from notation.lazy_pattern import kept_pattern
from notation.line_kinds import parse_numeral

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from kifu.core.game.game import Game
    from kifu.core.game.text import Vocabulary

_JOIN = kept_pattern(
    r"(?:(?<=[一二三四五六七八九十a-gA-G][0-9])|(?<=[0][1-9])):(?=[一二三四五六七八九十a-sA-S])|(?<=[0-9])\+(?=[^\W\d_])|\s*(?:(?:->|=>|→)\s?[×x](?=[一二三四五六七八九十1-9a-sA-S])|->|=>|-?→|<-|<=|←|>>|[-‐ー〜~～>▷▶»⇢⇝↦_x×✕・、,]|…{1,2}(?=[一二三四五六七八九十a-s1-9])|へ(?=[一二三四五六七八九十1-9a-s])|を(?:討ち|倒し|[^\s、。,0-9一二三四五六七八九十]{1,5}て)[、,]?\s?(?=[一二三四五六七八九十1-9a-s])|(?<=\s)(?:to|into)\s|[をがは]?\s*)\s*"
)
_CONNECTED = kept_pattern(
    r"・(?=[a-sA-S一二三四五六七八九十][0-9一二三四五六七八九])|\s*…{1,2}\s*(?=[a-sA-S一二三四五六七八九十][0-9])|x(?=[a-s一二三四五六七八九十][0-9])|\s*(?:->|=>|→|<?-|←|<=|を|が|は|@|:|=(?=[一二三四五六七八九十]))\s*|\s+(?:(?:on|at|to|from|in|wo|wa|ga)\s+)?"
)
_OF = kept_pattern(r"\s?[のノ]\s?")
_COMMA = kept_pattern(
    r"\s?[、,]\s?(?=[^\s、。,;]{2,12}?[へにヘニ]|[1-9a-s一二三四五六七八九十]\s?[のノ]?\s?0?[1-9一二三四五六七八九](?:$|[\s。反合成]))"
)
_COMMA_BEFORE_A_GOAL = kept_pattern(
    r"\s?[、,]\s?(?=[^\s、。,;]{2,4}[へヘ](?:$|[\s、。(反合成])|[1-9a-s一二三四五六七八九十]\s?[のノ]?\s?0?[1-9一二三四五六七八九](?:$|[\s。」』反合成]))"
)
"""What stands behind a unit with its square: 三三八内、二四へ."""
_COMMA_BEFORE_AN_ORIGIN = kept_pattern(r"[、,]\s?(?=[^\s、。,;]{2,4}(?:から|より))")
_FROM = kept_pattern(
    r"\s*(?:から|カラ|(?<![A-Za-z])kara(?![A-Za-z])|より|ヨリ|に(?:い|居)た|に(?:い|居)る|にあった|にある|発(?=\s?[一-龠0-9a-s]))の?\s*(?:(?:と|飛|跳)んで)?[、,]?\s*(?:[-→>]\s*)?"
)
_TO = kept_pattern(
    r"\s*(?:[へにヘニ]|(?<![A-Za-z])(?:h?e|ni|made)(?![A-Za-z0-9])|の(?:ところ|所|(?:自分の|味方の|相棒の)?(?:駒|コマ|こま|石))(?:へ|に|と|まで)?|まで|着(?!手))\s*[、,]?\s*"
)
_BEFORE_A_UNIT = kept_pattern(
    r"(?<=[0-9一二三四五六七八九)\]>])(?<!:[0-9]{2})(?<![A-Za-z][0-9])\s?(?:[:=_*/|@]|--?|…{1,2}|\.{2,3})\s?(?=[^\W\d_a-z一二三四五六七八九十]|[三四五六八十][内外])"
)
"""A sign between a square and its unit: 三06：領, 三06/領."""
_PLACED = kept_pattern(r"を?打(?:つ|って|ち)?[\s、,:]{1,2}(?=[1-9a-s一二三四五六七八九十])")
_BECOMES = kept_pattern(r"[、,。]?(?:して|すると|した(?:ら|ので))?[、,]?(?:[→(=])?")
_SENTENCE_ENDS = kept_pattern(r"$|[。」』]")
_BECAME = kept_pattern(r"\)|に(?:なる|なった|なり(?:ます|ました)|変(?:わる|わった|化)|する|した|します|しました)?")
"""What stands round the unit that one becomes."""
_PLAIN_BEFORE = kept_pattern("[一二三四五六七八九十][01]?[0-9][^0-9]{0,3}$")
"""A square with its column in kanji, and what stands between it and the next one."""
MAX_GAP = 6
"""The most characters of both."""
_SPOKEN_OF = kept_pattern("でし|だっ|なら|だと|でも|の(?:ほう|方)|[はがとも]")
"""What stands behind a square that a remark speaks of: ←五03でしたら負け."""
_BACK = ("←", "<-", "<=")
"""Arrows that lead back to the square that a unit comes from."""
_DASHES = frozenset({*_BACK, "->", "=>", "→", "-→", ">>", *"-‐ー〜~～>▷▶»⇢⇝↦_…へ"})
MOTIONS = {"引": -1, "上": 1, "寄": 0}
_WAYS = {
    **{sign: way for signs, way in (
        ("↑⬆ 上 up", (0, -1)), ("↓⬇ 下 down", (0, 1)), ("←⬅ 左 left", (-1, 0)), ("→ 右 right", (1, 0)),
        ("↗ 右上 up-right", (1, -1)), ("↖ 左上 up-left", (-1, -1)), ("↘ 右下 down-right", (1, 1)), ("↙ 左下 down-left", (-1, 1)),
    ) for one in signs.split() for sign in ((*one,) if not one.isalpha() and not one.isascii() else (one,))},
}  # fmt: skip
"""The ways of a unit over the board as it is printed: columns to the right, rows down."""
_STEPS = kept_pattern(
    rf"\s?({'|'.join(sorted(_WAYS, key=len, reverse=True))})(?:(?:へ|に|方向に|方向へ)?\s?([1-9]|[一二三四五六七八九])(?![0-9一二三四五六七八九の-])|(?<=[↑↓↖-↙⬆⬇])(?=$|[\s反合成、。(])|(?<=[→←⬅])(?=[反合成]))(?:マス|つ|個|点|歩|コマ|目)?(?:先)?(?:へ|に|進む|進み|動く)?"
)
"""A way and the number of steps: ↑2, 右上へ3マス."""
ANY_STEPS = -1
"""The steps of a way without their number."""
MAX_LABEL_CHARACTERS = 12
"""The most characters between the number of a ply and its move."""
MAX_INK_CHARACTERS = 48
"""The most characters of a move with its words."""
MAX_STATES = 2000
"""The most states that the automaton goes through from one place; beyond them nothing is a move there."""
_BETWEEN_SUFFIXES = kept_pattern(r"[・+/-]|\s?[!★☆♪*※]\s?")
"""What stands between a unit and what happens at the end of its move: 十内・反・合, 昇格! 合体."""


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
    leaving: str = ""
    """The unit that is named with the square that it leaves: before it is turned over it may show another face."""

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
    moved: bool = False
    """Whether a word says that a unit moves."""
    front: str = ""
    """The unit that was named before the one that it becomes."""


@lru_cache(maxsize=4096)
def ink_moves_by_end(game: Game, text: str, start: int) -> Mapping[int, Sequence[InkMove]]:
    """Return the patterns that begin at a place of a text, by the place where each ends."""
    found: dict[int, list[InkMove]] = {}
    limit = min(len(text), start + MAX_INK_CHARACTERS)
    text = text[:limit]
    pending = [_State(start), *_states_after_a_verb(game.vocabulary, text, start)]
    seen: set[_State] = set()
    done = move_was_made_pattern(game)
    while pending and len(seen) < MAX_STATES:
        state = pending.pop()
        if state in seen:
            continue
        seen.add(state)
        move = _build_move(state)
        if move is not None:
            said = done.match(text, state.at)
            ends = {start + len(text[start : state.at].rstrip()): state.moved}
            placed_on_the_way = said is not None and said["put"] is not None and len(move.squares) > 1
            if said is not None and said[0].strip() and not placed_on_the_way:
                ends[said.start() + len(said[0].rstrip())] = state.moved or said["moved"] is not None
            for end, moved in ends.items():
                one = move if moved is move.moved else move._replace(moved=moved)
                known = found.setdefault(end, [])
                if one not in known:
                    known.append(one)
        pending += _next_states(game, text, state)
    return found


def whole_move_ends(game: Game, text: str, start: int) -> list[int]:
    """Return where the moves with a unit that begin at a place of a text end."""
    return [end for end, moves in ink_moves_by_end(game, text, start).items() if any(one.unit for one in moves)]


def first_whole_move(game: Game, text: str, start: int) -> tuple[int, int] | None:
    """Return the place of the first move with its unit in a text, if it begins within the first words."""
    for at in range(start, min(len(text), start + MAX_LABEL_CHARACTERS)):
        if ends := whole_move_ends(game, text, at):
            return at, max(ends)
    return None


def _states_after_a_verb(vocabulary: Vocabulary, text: str, at: int) -> Iterator[_State]:
    """Yield the state behind a verb that stands before its move: 置 白F外 六01."""
    if (verb := LEADING.match(text, at)) is not None and (
        verb["apart"] is not None or not (verb["placed"] or verb["moved"])
    ):
        drop = ("打",) if verb["placed"] and "打" in vocabulary.suffixes else ()
        yield _State(verb.end(), suffixes=drop, moved=verb["moved"] is not None)


def _next_states(game: Game, text: str, state: _State) -> Iterator[_State]:
    """Yield the states after the next word of the text."""
    if state.at == len(text):
        return
    yield from _states_after_square(game, text, state)
    if text.startswith("同", state.at) and not state.same and not state.unit:
        yield from _states_after_particle(text, state._replace(at=state.at + 1, same=True, open=False))
    if not state.open:
        yield from _states_after_unit(game, text, state)
        yield from _states_after_fragment(game, text, state)
        yield from _states_after_suffix(game, text, state)
        if state.unit and len(state.squares) < len(("from", "to")) and not state.way[2]:
            yield from _states_on_way(text, state)


def _states_on_way(text: str, state: _State) -> Iterator[_State]:
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
    for name, end, order in squares_ends_and_first_axes_at(game.board, text, state.at):
        if (apart and _longest_word_at(units_by_first_sign(game), text, end)) or (back and _SPOKEN_OF.match(text, end)):
            continue  # 三6占二2領 are two moves, 六9金六8 is one
        if (
            apart
            and (state.suffixes or (order != state.order and text[state.at : end].isdecimal()))
            and not _FROM.match(text, end)
        ):
            continue  # 十二4角成 四12より; ②7馬 11 ⑥2騎: 11 is the number of the next ply
        figure_first = bool(order) and text[state.at].isdecimal() and not text[state.at : end].isdecimal()
        if squares and figure_first and _PLAIN_BEFORE.search(text, max(0, state.at - MAX_GAP), state.at):
            continue  # 二2三2三内: behind 二2 another square is not 2三
        if not order or state.order in {"", order}:
            square = state._replace(at=end, squares=(*squares, (name, part)), order=order or state.order, open=False)
            yield from _states_after_particle(text, square)


def _states_after_unit(game: Game, text: str, state: _State) -> Iterator[_State]:
    """Yield the states after a unit, named once, again behind its path, or turned over."""
    vocabulary = game.vocabulary
    if state.unit and state.suffixes and not state.front and state.unit_after < len(state.squares):
        yield from _states_after_turned_unit(game, text, state)
    again = bool(state.unit) and state.unit_after < len(state.squares)  # 四05武→五06武 names the unit twice
    if (state.unit or state.fragment) and (state.suffixes or not again):
        return
    unit = _longest_word_at(units_by_first_sign(game), text, state.at)
    if unit and state.unit in {"", vocabulary.units[unit]}:
        named = state._replace(
            at=state.at + len(unit), unit=vocabulary.units[unit], unit_after=len(state.squares), again=again
        )
        yield from _states_after_connection(text, named)
        if not state.squares and "打" in vocabulary.suffixes and text.startswith("*", named.at):
            yield named._replace(at=named.at + 1, suffixes=("打",))  # 碁*g4
    if text.startswith(("白 ", "黒 "), state.at):  # 白 G外: the colour of a unit that is placed, or the side
        unit = _longest_word_at(units_by_first_sign(game), text, state.at + 2)
        if unit and (own := vocabulary.units.get(text[state.at] + unit)) is not None and state.unit in {"", own}:
            behind = state._replace(at=state.at + 2 + len(unit), unit=own, unit_after=len(state.squares), again=again)
            yield from _states_after_connection(text, behind)


def _states_after_turned_unit(game: Game, text: str, state: _State) -> Iterator[_State]:
    """Yield the state after the unit that one becomes when it is turned over: 裏返して八内, 反。八内になる."""
    vocabulary = game.vocabulary
    leads = _BECOMES.match(text, state.at) if text.endswith(tuple(vocabulary.suffixes), 0, state.at) else None
    if leads is None:
        return
    if unit := _longest_word_at(units_by_first_sign(game), text, leads.end()):
        end = leads.end() + len(unit)
        said = _BECAME.match(text, end)
        whole = said is not None or (not leads[0].startswith("。") and _SENTENCE_ENDS.match(text, end) is not None)
        if vocabulary.units[unit] != state.unit and whole:
            yield state._replace(at=end if said is None else said.end(), unit=vocabulary.units[unit], front=state.unit)


def _states_after_fragment(game: Game, text: str, state: _State) -> Iterator[_State]:
    """Yield the state after one more sign of a unit that is not written whole."""
    if state.unit or not state.squares or state.suffixes:
        return
    if not state.fragment and _longest_word_at(units_by_first_sign(game), text, state.at):
        return
    sign = text[state.at]
    if sign not in state.fragment and sign in _signs_within_units(game):
        yield state._replace(at=state.at + 1, fragment=state.fragment + sign)


@lru_cache(maxsize=16)
def _signs_within_units(game: Game) -> frozenset[str]:
    """Return the signs that are a part of a unit of the game: 白 of 白A内."""
    return frozenset(sign for unit in game.vocabulary.units.values() if len(unit) > 1 for sign in unit)


def _states_after_suffix(game: Game, text: str, state: _State) -> Iterator[_State]:
    """Yield the states after a suffix, or after a word like 引. The unit may have been left out."""
    if not state.unit and not state.squares:
        return
    between = _BETWEEN_SUFFIXES.match(text, state.at)
    then = THEN.match(text, state.at)
    ends = {between.end() if between else state.at: state.moved}
    if then is not None and state.squares:
        ends.setdefault(then.end(), state.moved or then["moved"] is not None)
    for at, moved in ends.items():
        if word := _longest_word_at(_suffixes_by_first_sign(game), text, at):
            suffixes = (*state.suffixes, game.vocabulary.suffixes[word])
            yield from _states_after_connection(text, state._replace(at=at + len(word), suffixes=suffixes, moved=moved))
    if text[state.at] in MOTIONS and not state.motion:
        yield state._replace(at=state.at + 1, motion=text[state.at])


def _states_after_connection(text: str, state: _State) -> Iterator[_State]:
    """Yield the states behind a unit or a suffix: with what may lead from it to a square, and without."""
    yield state
    if (filler := FILLER.match(text, state.at)) is not None:
        yield state._replace(at=filler.end(), told=True)
    if not state.squares and text.startswith(("、", ",", "。"), state.at):  # そとの丸、3の6
        yield state._replace(at=state.at + 1 + text.startswith(" ", state.at + 1))
    leaves = len(state.squares) == 1 and state.unit_after and not state.suffixes
    before_a_goal = (
        _COMMA if state.squares and state.squares[-1][1] == "from" else _COMMA_BEFORE_A_GOAL if leaves else None
    )
    if leaves and state.squares[0][1] in {"", "from"} and (left := _FROM.match(text, state.at)):
        yield state._replace(at=left.end(), squares=((state.squares[0][0], "from"),), told=True)  # 三4士から二3
    if before_a_goal is not None and (comma := before_a_goal.match(text, state.at)):
        yield state._replace(at=comma.end(), told=True)  # 三の五の内C、一の三へ
    if not state.squares and (placed := _PLACED.match(text, state.at)):
        yield state._replace(at=placed.end())  # 占打 二二
    if state.squares and state.squares[-1][1] == "to" and (comma := _COMMA_BEFORE_AN_ORIGIN.match(text, state.at)):
        yield state._replace(at=comma.end(), told=True)  # 六4へ丸外、三1から
    if join := _CONNECTED.match(text, state.at):
        sign = join[0].strip()
        joined = state._replace(at=join.end(), told=state.told or bool(sign), open=sign in _DASHES)
        yield joined
        if (filler := FILLER.match(text, joined.at)) is not None:
            yield joined._replace(at=filler.end(), told=True)


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
    if state.squares and not state.unit and (sign := _BEFORE_A_UNIT.match(text, state.at)):
        yield state._replace(at=sign.end())
    join = _JOIN.match(text, state.at)
    if join and join[0].strip() in _BACK and not state.unit:
        yield state._replace(at=join.end())  # 五6 ← 白C内
    if join and join.end() > state.at:
        yield state._replace(at=join.end(), open=join[0].strip() in _DASHES)


_WORD_GOES_ON = kept_pattern("[a-z]{3}")
"""The rest of another word in Latin letters: M is no unit in Maiden."""


@lru_cache(maxsize=16)
def units_by_first_sign(game: Game) -> Mapping[str, Sequence[str]]:
    """Return the spellings of a game's units by their first signs: at most places of a text stands none of these."""
    return _by_first_sign(game.vocabulary.units)


@lru_cache(maxsize=16)
def _suffixes_by_first_sign(game: Game) -> Mapping[str, Sequence[str]]:
    return _by_first_sign(game.vocabulary.suffixes)


def _by_first_sign(words: Iterable[str]) -> Mapping[str, Sequence[str]]:
    found: dict[str, list[str]] = {}
    for word in words:
        found.setdefault(word[0], []).append(word)
    return found


def _longest_word_at(words: Mapping[str, Sequence[str]], text: str, at: int) -> str:
    """Return the longest of some words that stands at a place, empty if none does; `words` by their first signs."""
    sign = text[at : at + 1]
    if sign not in words:
        return ""
    found = max((word for word in words[sign] if text.startswith(word, at)), key=len, default="")  # 巫女, not 巫
    return "" if sign.isascii() and _WORD_GOES_ON.match(text, at + len(found)) else found


def _build_move(state: _State) -> InkMove | None:
    """Return the move that a text says, its squares in the order in which the move visits them; None if it says none."""
    squares = state.squares
    if state.open or (not squares and not state.same and not state.way[2]):
        return None
    starts = [name for name, part in squares if part == "from"]
    ends = [name for name, part in squares if part == "to"]
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
        state.moved,
        state.order,
        state.way,
        leaving=state.front or state.unit * (state.unit_after < len(squares) == len(("from", "to"))),
    )
