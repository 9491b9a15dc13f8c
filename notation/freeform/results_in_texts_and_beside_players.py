"""Results in heads, closing lines and sentences, and beside the players of a head."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.outcome import PLAYERS, SIDE_NAMES, Side
from kifu.core.squares import BLANKS
from notation.freeform.claims_of_clauses_about_ends import EndContext
from notation.freeform.ends_told_in_sentences import APART, told_end
from notation.freeform.fold_text import LocatedText, word_at
from notation.freeform.players_of_head_lines import HONORIFICS, TITLE, player_of_colour, without_honorific
from notation.freeform.result_of_word_tokens import StatedResult, result_of_words
from notation.freeform.speakers_of_end_sentences import may_be_spoken_to, with_colon_behind_speaker
from notation.freeform.tokens_of_result_words import (
    MAX_RESULT_CHARACTERS,
    OF_THE_SIDE_TO_MOVE,
    REACHED,
    SELF,
    TOTAL,
    WEIGHTY,
    WORDS,
    plies_of_a_side_pattern,
    with_komi_added,
)
from notation.freeform.undecided_results import calls_a_foul, end_of_either_side
from notation.lazy_pattern import kept_pattern, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.core.game.game import Game
    from notation.freeform.clean_lines import CleanLine
    from notation.freeform.spans_line_context_and_sides import SideContext


_CLOSED = kept_pattern(WORDS["closed"])
_UNSAID = kept_pattern(r"\*|(?:結果は|勝敗は)?(?:不明|未定|未記入|記載なし|記録なし|忘れ(?:た|ました)|失念)。?")
"""A result that is not said."""
_TOLD_OF_A_GAME = kept_pattern(
    r"#?(?:(?:これ|以下|次|こちら|下記|本局|この(?:棋譜|対局))は、?)?(.{3,40}?)の?(?:対局|対戦|一局|一番|棋譜|譜|記録|お?手本|将棋|ゲーム|勝負|試合|自戦記)(?:の(?:棋譜|記録))?(?:です|でした|である|だ(?:った)?|を(?:ご?紹介|掲載|記録|公開|お?送り)[^。]{0,6})?[。!]?$"
)
"""A sentence that says how the game of the record ended: これは先手が時間切れで負けた対局の記録です."""
_NOT_SO = kept_pattern(
    rf"(?:{'|'.join(WORDS[kind] for kind in ('foul', 'time', 'resign', 'mate'))})(?:では|じゃ)なくて?[、,]?"
)
"""A reason that it was not: 反則ではなく時間負け."""
_NOTICED = kept_pattern("[がはも](?:気[づ付]|指摘|見つけ|発見|とがめ|咎め)[^、。!]{0,8}反則")
"""Whoever notices a foul has not made it: 鈴木さんが気づいて反則."""
_SELF = kept_pattern(SELF)
_POINTS = kept_pattern(r"(\d{1,3}(?:\.\d)?(?:[点目]?半)?)[点目]?")
_BRACKET_TO_KEEP = kept_pattern(r"\d(?![段級年組歳才])")
"""A figure in a bracket behind a name that counts something: 早川(残り5)."""
_LEGEND = kept_pattern(r"\([○◯〇●▲△☗☖▽][はが=][^()]{1,20}\)")
"""What a sign means, behind a result: (○は白、●は黒)."""
_IN_KATAKANA = kept_pattern(r"(?=[^ァ-ヶ]*[ァ-ヶ])[ァ-ヶー\d\W]+")
"""A text as telegrams and old programs write it: シロ マケタ."""


def read_result(side_context: SideContext, text: str, *, alone: bool = True) -> StatedResult | None:
    """Return what a folded text says about the end of the game; None if a word of it is not understood, or it says nothing.

    `alone` says that it stands on a line of its own, where 0-0 and 1-0 are results and no points.
    """
    text = with_komi_added(with_colon_behind_speaker(side_context, text))
    bare = (
        without_brackets_behind_names(side_context, _LEGEND.sub("", text))
        if len(text) <= MAX_RESULT_CHARACTERS
        else None
    )
    if bare is None or may_be_spoken_to(side_context, text) or _is_pair_of_players(side_context, text):
        return None
    bare = _THANKED.sub("", _with_points_of_both(side_context, bare))
    said = _NOT_SO.sub("", re.sub(r"\s+", "", APART.sub("、", bare).strip(BLANKS).replace("\t", "、")))
    said = _text_with_speaker_named(side_context, said)
    if _UNSAID.fullmatch(said):
        return StatedResult(unsaid=True)
    if (
        said in {"", "-", "?"}
        or TOTAL.search(said)
        or _NOTICED.search(said)
        or calls_a_foul(said)
        or end_of_either_side(side_context, said)
    ):
        return None
    found = result_of_words(side_context, said, alone=alone) or _result_of_a_title(side_context, said)
    if found is None and _IN_KATAKANA.fullmatch(said):
        side_context = side_context._replace(
            players={_in_hiragana(name): side for name, side in side_context.players.items()}
        )
        said, bare = _in_hiragana(said), _in_hiragana(bare)
        found = result_of_words(side_context, said, alone=alone)
    found = found or told_end(EndContext(side_context), bare)
    if found is not None and found.side is None and found.word == "時間切れ" and _CLOSED.search(said):
        return None  # 時間切れのためここまで: it may be the time of the room
    if found is not None and found.reason in REACHED and found.reason not in side_context.game.decides:
        found = found._replace(reason=None)  # 全滅 where nobody wins by it
    if found is not None and found.count is not None:
        told = len(plies_of_a_side_pattern(tuple(side_context.players)).findall(said))
        if told == len(Side) or (told and found.winner is None):
            return found._replace(count=None)  # 鈴木は11手で中断: compared as the plies of a side, or of both
    return found


_THANKED = kept_pattern(
    rf"(?:(?<=[。!?])|(?<=[。!?]\s)|^)[^\s。、,!?]{{1,12}}?{TITLE}、?(?=(?:どうも|本当に|対局)?(?:ありがと|有難う|お?疲れ|おつかれ))"
)
"""Whoever is thanked, who is not whom the end before is about: 初勝利！ 山田さん、ありがとうございました."""
_AGAINST_EACH_OTHER = kept_pattern(r"(?P<one>[^○◯〇●×✕]{1,24})[×✕](?P<two>[^○◯〇●×✕]{1,24})")


def _is_pair_of_players(side_context: SideContext, text: str) -> bool:
    """Return whether a text names the players of both sides and nothing else, with × between them: 母（先）× わたし（後）."""
    pair = _AGAINST_EACH_OTHER.fullmatch(text.strip())
    halves = [] if pair is None else [_BESIDE_A_NAME.sub("", half).strip() for half in pair.group("one", "two")]
    sides = [side_context.players.get(without_honorific(half)) for half in halves]
    return pair is not None and all("(" in half for half in pair.groups()) and any(one is not None for one in sides)


_BESIDE_A_NAME = kept_pattern(r"\([^()]{1,8}\)")


def _with_points_of_both(side_context: SideContext, text: str) -> str:
    """Return a text with 点 behind the number of each player, where both have one: 津島 100 - 山根 85."""
    counted = _name_and_number(tuple(side_context.players))
    found = [side_context.players[one[1]] for one in counted.finditer(text)]
    return counted.sub(r"\1\2点", text) if sorted(found) == list(Side) else text


@lru_cache(maxsize=64)
def _name_and_number(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of the name of a player with a bare number behind it."""
    own = "|".join(map(re.escape, sorted(names, key=len, reverse=True))) or "(?!)"
    return re.compile(rf"({own})({HONORIFICS}[\s:=]{{0,3}}\d{{1,3}}(?:\.\d)?)(?=\s?[-/・、,対と]|\s|$)")


def _result_of_a_title(side_context: SideContext, title: str) -> StatedResult | None:
    """Return the result in a sentence that says what the record is: これは先手が時間切れで負けた対局の記録です."""
    told = _TOLD_OF_A_GAME.match(title)
    found = None if told is None else result_of_words(side_context, told[1], alone=False)
    return None if found is None or found.inferred or found.word in OF_THE_SIDE_TO_MOVE else found


def _in_hiragana(text: str) -> str:
    """Return a text with hiragana in place of katakana."""
    return "".join(chr(ord(sign) - ord("ァ") + ord("ぁ")) if "ァ" <= sign <= "ヶ" else sign for sign in text)


def _text_with_speaker_named(side_context: SideContext, text: str) -> str:
    """Return a text with the name of the player who says it, before a colon, in place of the word for the writer."""
    name, colon, rest = text.partition(":")
    return _SELF.sub(name, rest) if colon and name in side_context.players and _SELF.search(rest) else text


def without_brackets_behind_names(side_context: SideContext, text: str) -> str | None:
    """Return a text without brackets behind names, their points at its end: 上地(50点)が渡會(西中)に勝ち, 沖田 60点 勝.

    What stands behind a bracket, が or に, belongs to the name before it. Brackets that tell an end stay where they are. None
    where a bracket names the other side than the name before it.
    """
    if not {")", "点"} & {*text}:
        return text
    points, torn = "", False

    def without_bracket(found: re.Match[str]) -> str:
        nonlocal points, torn
        name, told = found[1], found[3] or found[4]
        counted = _POINTS.fullmatch(told)
        side = SIDE_NAMES.get(told)
        torn = torn or side not in {None, side_context.players.get(name, side)}
        if counted is None and (WEIGHTY.search(told) or _BRACKET_TO_KEEP.search(told)):
            return found[0]
        points += f"、{name}{counted[1]}点" if counted else ""
        return f"{name}{found[2]}"

    made = _name_and_bracket(tuple(side_context.players)).sub(without_bracket, text) + points
    return None if torn else made


@lru_cache(maxsize=64)
def _name_and_bracket(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of the name of a player or a side with a bracket behind it."""
    own = "|".join(map(re.escape, sorted({*names, *SIDE_NAMES}, key=len, reverse=True)))
    return lazy_pattern(
        rf"({own})({HONORIFICS})\s?(?:\((\d{{1,3}}(?:\.\d)?(?:[点目]半?)?|[^()]{{1,12}}(?=\)\s?[がにはのをもへと]))\)(?=\s?\S|\s*$)|(\d{{1,3}}(?:\.\d)?[点目]半?)\s+(?=[勝負敗]))"
    )


MAX_MARKED_CHARACTERS = 40
_WON, _LOST = r"[○◯〇]|勝(?:ち|者)?|(?i:win(?:ner)?)|かち", r"[×✕✖]|負け?|敗者?|(?i:lose[rs]?)|まけ"
_MARK = rf"(?P<mark>(?P<won>{_WON})|{_LOST})"
_SIDE = r"(?P<side>先手|後手|先番|後番|[先後](?=[\s:・(])|[白黒]|[▲△☗☖▽])番?"
_NAME = r"[^\s\d:()=/|、。○◯〇×✕✖●][^\s:()=/|、。○◯〇×✕✖●]{0,15}"
_MARKED = (
    kept_pattern(rf"\W{{0,2}}{_SIDE}[\s:・(]*(?P<name>{_NAME})\)?(?:\s+|\s?\(){_MARK}\)?\s*"),
    kept_pattern(rf"\(?{_MARK}\)?\s*[:…]?\s*{_SIDE}[\s:・(]+(?P<name>{_NAME})\)?\s*"),
)


_POINTS_OF_A_SIDE = kept_pattern(
    r"\W{0,2}(?P<side>先手|後手|[白黒▲△☗☖])番?\s?(?P<colon>:)\s?(?:[1-5一二三四五]組[\s、,/]{0,3})?\d{1,3}(?:\.\d)?[点目]半?(?:です|でした)?[\s。]{0,2}"
)
"""The points of a side behind a colon, which makes no key of its word: 先手：83点."""


def _without_colons_before_points(lines: Sequence[CleanLine]) -> Sequence[CleanLine]:
    """Return the lines; a colon between a side and its points is a particle."""
    made = list(lines)
    for at, laid in enumerate(lines):
        found = (
            _POINTS_OF_A_SIDE.fullmatch(laid.passage.text) if len(laid.passage.text) <= MAX_MARKED_CHARACTERS else None
        )
        if found is not None and not (laid.furniture or laid.parts or laid.sender):
            start, end = found.span("colon")
            particle = word_at("は" if "組" in laid.passage.text else " ", laid.passage.part(start, end))
            told = laid.passage.part(0, start).joined(particle).joined(laid.passage.part(end, None))
            made[at] = laid._replace(passage=told, raw=None)
    return made


_NEXT_SIDE = kept_pattern(rf"(?<=[\s/、|])(?=(?:{_MARK}\s?[:…]?\s?)?{_SIDE}[\s:・(])")


class _Marked(NamedTuple):
    """A player whose side a line tells, and whether that one has won."""

    key: str
    won: bool
    name: LocatedText
    mark: LocatedText


def lines_with_players_above_result(game: Game, lines: Sequence[CleanLine]) -> list[CleanLine]:
    """Return the lines; players of whom one has the mark of a winner, the other that of a loser, stand above the result.

    Discs are no such marks: they may be those of the sides. Players whom a line above has named are not named again.
    """
    lines = _without_colons_before_points(lines)
    for at, laid in enumerate(lines):
        if laid.furniture or laid.parts or laid.sender or len(laid.passage.text) > 2 * MAX_MARKED_CHARACTERS:
            continue
        below = lines[at + 1].passage if at + 1 < len(lines) and lines[at + 1].passage.text else None
        ways = [(at + 1, halves) for halves in _splits_between_players(laid.passage)]
        ways += [] if below is None else [(at + 2, [laid.passage, below])]
        for last, passages in ways:
            marked = [one for passage in passages if (one := _player_with_result_mark(game, passage)) is not None]
            of_both = {one.key for one in marked} == {*PLAYERS} and len(marked) == len({one.won for one in marked})
            if of_both and all(_is_named_above(one, lines[:at]) for one in marked):
                continue  # its lines are read as they stand
            if of_both or (len(marked) == 1 and _is_marked_alone(game, passages, marked[0])):
                kept = [] if of_both else [one for one in passages if _player_with_result_mark(game, one) is None]
                others = (laid._replace(passage=one, raw=None, line=one.place[0]) for one in kept)
                return [*lines[:at], *others, *_player_and_result_lines(laid, marked), *lines[last:]]
    return list(lines)


def _is_named_above(marked: _Marked, lines: Sequence[CleanLine]) -> bool:
    """Return whether a line names the player with the word for that side, and not with that for the other one."""
    other = next(key for key in PLAYERS if key != marked.key)
    texts = [laid.passage.text for laid in lines if marked.name.text in laid.passage.text]
    return any(marked.key in text and other not in text for text in texts)


def _is_marked_alone(game: Game, passages: Sequence[LocatedText], marked: _Marked) -> bool:
    """Return whether one of two players has a word for a result in brackets, and the other line names the other player.

    Without brackets it may be a name: 山田 勝.
    """
    written = any(_IN_BRACKETS.search(one.text) is not None for one in passages)
    others = [_player_with_result_mark(game, one.joined(word_at("(負)", one))) for one in passages]
    keys = {one.key for one in others if one is not None and one.key != marked.key}
    return written and len(keys) == 1


_IN_BRACKETS = kept_pattern(r"\((?:勝ち?|負け?|敗)\)\W*$")


def _splits_between_players(passage: LocatedText) -> Iterator[list[LocatedText]]:
    """Yield the two parts of a line for each place where the second player may begin."""
    for found in _NEXT_SIDE.finditer(passage.text):
        yield [passage.cut(0, found.start()), passage.cut(found.start())]


def _player_and_result_lines(clean_line: CleanLine, marked: Sequence[_Marked]) -> Iterator[CleanLine]:
    """Yield a line for each player, and one for the result."""
    for one in marked:
        label = LocatedText(f"{one.key}:", (one.name.place,) * (len(one.key) + 1))
        yield clean_line._replace(passage=label.joined(one.name), raw=None, line=one.name.place[0])
    told = next((one for one in marked if one.won), marked[0])
    text = f"結果:{told.key}の{'勝ち' if told.won else '負け'}"
    result = LocatedText(text, (told.mark.place,) * len(text))
    yield clean_line._replace(passage=result, raw=None, line=told.mark.place[0])


def _player_with_result_mark(game: Game, passage: LocatedText) -> _Marked | None:
    """Return the player of a text that has the mark of a result; None for any other text."""
    text = passage.text.strip(" 、/|")
    found = next(filter(None, (pattern.fullmatch(text) for pattern in _MARKED)), None)
    if found is None or len(text) > MAX_MARKED_CHARACTERS:
        return None
    word, start = found["side"], passage.text.index(text)
    key = PLAYERS[word[0] in "後△☖▽"] if word[0] in "先後▲△☗☖▽" else player_of_colour(word, game)
    name, mark = (passage.cut(start + found.start(group), start + found.end(group)) for group in ("name", "mark"))
    return _Marked(key, found["won"] is not None, name, mark) if key in PLAYERS else None
