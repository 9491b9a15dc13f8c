"""Parser of patterns in Japanese or English, in free word order."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from analysis.openings.pattern_conflicts import (
    indices_of_minimal_conflict,
    refuse_ambiguous_except,
    require_conjunctions,
)
from analysis.openings.pattern_matcher import Clause, Pattern, board_squares
from analysis.openings.pattern_vocabulary import (
    EXAMPLES,
    PLACES,
    UNITS,
    BadPattern,
    PatternWord,
    TokenKind,
    tokenize,
    word_error,
)
from kifu.core.message import Message, quoted
from kifu.core.outcome import Side

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analysis.openings.pattern_matcher import Unit
    from kifu.core.game.game import Game

MAX_PATTERN_LENGTH = 2000
"""The characters of a pattern's text, at most."""
_COUNTS = {TokenKind.LEAST, TokenKind.MOST, TokenKind.EXACTLY, TokenKind.NUMBER, TokenKind.NONE}


class _Subject(NamedTuple):
    """Subject of a clause."""

    units: frozenset[Unit] | None


def read_pattern(game: Game, pattern_text: str) -> Pattern:
    """Return the pattern that `pattern_text` describes on the board of `game`.

    Clauses are parted by commas. A clause says what (units, an owner, `empty`), where (squares, areas), and how many; it
    takes the units of the clause before it if it names none. Of squares without a number each counts, of areas, and of
    squares joined by `or`, one at least. `elsewhere` is what the clauses before, about the same units or empty squares, do not name: of the
    board, or of the squares and areas beside it. Raises BadPattern with the place, what was found and what was expected,
    also for clauses that no position has together.
    """
    if len(pattern_text) > MAX_PATTERN_LENGTH:
        raise BadPattern(
            "pattern-too-long",
            Message(
                f"形が {len(pattern_text)} 文字あります。{MAX_PATTERN_LENGTH} 文字までにしてください",
                f"the pattern has {len(pattern_text)} characters; write {MAX_PATTERN_LENGTH} at most",
            ),
        )
    pattern = Pattern(())
    groups: list[tuple[list[PatternWord], tuple[Clause, ...]]] = []
    before: _Subject | None = None
    for words in _split_clauses(game, pattern_text):
        require_conjunctions(words)
        flags = _pattern_with_flags(pattern, words)
        if flags is not None:
            pattern = flags
            continue
        what = _counted_subject(game, words) or before
        if what is None:
            raise word_error(
                "no-unit",
                words[0],
                Message(
                    "何を探すかがありません。駒の名か「空」を書いてください",
                    "it does not say what stands there; name a unit, or write 'empty'",
                ),
            )
        read = tuple(_clauses_of_words(game, words, what, pattern.clauses))
        groups.append((words, read))
        pattern = pattern._replace(clauses=pattern.clauses + read)
        before = what
    if not pattern.clauses:
        raise BadPattern(
            "empty-pattern",
            Message(f"形が空です。例: {EXAMPLES}", f"the pattern is empty; an example: {EXAMPLES}"),
            width=max(1, len(pattern_text)),
        )
    _require_satisfiable(game, pattern_text, groups, pattern.near)
    return pattern


def _require_satisfiable(
    game: Game, text: str, groups: list[tuple[list[PatternWord], tuple[Clause, ...]]], max_distance: int
) -> None:
    """Raise BadPattern for conflicting or impossible clauses, at the last."""
    found = indices_of_minimal_conflict(game, [clauses for _, clauses in groups], max_distance)
    if not found:
        return
    spans = [(words[0].offset, words[-1].offset + len(words[-1].text)) for words in (groups[at][0] for at in found)]
    shown = [quoted(text[start:end].strip()) for start, end in spans]
    ja, en = "と".join(f"「{each}」" for each in shown), " and ".join(f"'{each}'" for each in shown)
    if len(found) == 1:
        message = Message(
            f"{ja}は{game.name.ja}のどの局面にもありません。駒かマスの数が足りません",
            f"{en}: no position of {game.name.en} has it; there are too few units or squares",
        )
    else:
        none = any(clause.most == 0 for at in found for clause in groups[at][1])
        message = Message(
            f"{ja}は両立しません。どの局面にも一緒にはありません"
            + ("。書いたマスのほかのことなら「ほかの縁になし」のように書いてください" if none else ""),
            f"{en} exclude each other: no position has them together"
            + ("; of the squares that were not named say 'elsewhere'" if none else ""),
        )
    start, end = spans[-1]
    code = "impossible-clause" if len(found) == 1 else "excluding-clauses"
    raise BadPattern(code, message, offset=start, width=end - start)


def _split_clauses(game: Game, pattern_text: str) -> Iterator[list[PatternWord]]:
    """Yield the words of each clause, without those that say nothing."""
    clause: list[PatternWord] = []
    words = tokenize(game, pattern_text)
    refuse_ambiguous_except(words)
    for word in words:
        if word.kind is TokenKind.END:
            if clause:
                yield clause
            clause = []
        elif word.kind is not TokenKind.FILLER:
            clause.append(word)
    if clause:
        yield clause


def _pattern_with_flags(pattern: Pattern, words: list[PatternWord]) -> Pattern | None:
    """Return the pattern with a clause's global flags, if any.

    None if the clause is about squares.
    """
    kinds = [word.kind for word in words]
    if TokenKind.NEAR in kinds:
        numbers = [word for word in words if word.kind is TokenKind.NUMBER]
        others = [word for word in words if word.kind not in {TokenKind.NEAR, TokenKind.NUMBER}]
        if len(numbers) != 1 or others:
            raise word_error(
                "near-what",
                (others or words)[0],
                Message("「差 1」のように、数を一つだけ書いてください", "write one number, as 'near 1'"),
            )
        return pattern._replace(near=numbers[0].value)
    if not set(kinds) & {TokenKind.TURNED, TokenKind.EXCHANGED}:
        return None
    for word in words:
        if word.kind not in {TokenKind.TURNED, TokenKind.EXCHANGED, TokenKind.AND}:
            raise word_error(
                "not-a-flag",
                word,
                Message(
                    "向きや先後を問わないことは、読点で区切って別に書いてください",
                    "write 'turned' and 'exchanged' as clauses of their own, after a comma",
                ),
            )
    return pattern._replace(
        turned=pattern.turned or TokenKind.TURNED in kinds, exchanged=pattern.exchanged or TokenKind.EXCHANGED in kinds
    )


def _counted_subject(game: Game, words: list[PatternWord]) -> _Subject | None:
    """Return what a clause counts; None if it does not say."""
    named = [word for word in words if word.kind in {TokenKind.UNIT, TokenKind.ANY, TokenKind.EMPTY}]
    owners = [word for word in words if word.kind is TokenKind.OWNER]
    if empty := [word for word in named if word.kind is TokenKind.EMPTY]:
        if others := [word for word in (*named, *owners) if word.kind is not TokenKind.EMPTY]:
            raise word_error(
                "empty-unit",
                others[0],
                Message(
                    "空いているマスに駒はありません。どちらかにしてください",
                    "an empty square holds no unit; write one of them",
                ),
            )
        if len(empty) > 1:
            raise word_error(
                "two-units",
                empty[1],
                Message(
                    "「空」が二つあります。読点で区切って書くか、一つにしてください",
                    "it says 'empty' a second time; write it once, or a clause for each",
                ),
            )
        return _Subject(None)
    _require_or_between_units(words)
    sides = frozenset(Side(word.value) for word in owners) or frozenset(Side)
    keys = [word.value for word in named if word.kind is TokenKind.UNIT]
    if not keys:
        if not named and not owners:
            return None
        return _Subject(frozenset((side, key) for side in sides for key in game.units))
    units: set[Unit] = set()
    for word in named:
        if word.kind is TokenKind.UNIT:
            key, owner = word.value
            if owner is not None and owner not in sides:
                raise word_error(
                    "other-owner",
                    word,
                    Message(
                        f"{game.sides[owner].label.ja}の駒です。先手と後手のどちらか一方にしてください",
                        f"it is a unit of {game.sides[owner].label.en}; the clause names the other side",
                    ),
                )
            units |= {(side, key) for side in (sides if owner is None else {owner})}
    return _Subject(frozenset(units))


def _require_or_between_units(words: list[PatternWord]) -> None:
    """Raise BadPattern if two units are not joined by 'or'.

    It may mean both on each square, or one on each.
    """
    joined = True
    for word in words:
        if word.kind in UNITS:
            if not joined:
                raise word_error(
                    "two-units",
                    word,
                    Message(
                        "駒が二つあります。駒ごとに読点で区切って書くか、「または」でつないでください",
                        "a second unit; write a clause for each unit, or join them by 'or'",
                    ),
                )
            joined = False
        joined = joined or word.kind is TokenKind.OR


def _clauses_of_words(
    game: Game, words: list[PatternWord], subject: _Subject, earlier_clauses: tuple[Clause, ...]
) -> Iterator[Clause]:
    """Yield the clauses that one clause of a text means."""
    units = subject.units
    places = _squares_of_places(game, words, units, earlier_clauses)
    bounds = _unit_count_bounds(words)
    if not places and bounds is None:
        raise word_error(
            "no-place",
            words[-1],
            Message(
                "どこにあるか、いくつあるかがありません。マスか「縁」「隅」「盤」などか数を書いてください",
                "it says neither where nor how many; name squares, an area (rim, corner, board …) or a number",
            ),
        )
    everywhere = frozenset().union(*(squares for _, squares in places)) if places else board_squares(game)
    if bounds is not None:
        yield Clause(units, everywhere, *bounds)
    elif any(word.kind is TokenKind.OR and _joins_two_places(words, word) for word in words):
        yield Clause(units, everywhere, 1, None)
    else:
        for _, squares in places:
            least = len(squares) if units is None else 1
            yield Clause(units, squares, least, None)
    if any(word.kind is TokenKind.ONLY for word in words):
        yield Clause(units, board_squares(game) - everywhere, 0, 0)


def _squares_of_places(
    game: Game, words: list[PatternWord], units: frozenset[Unit] | None, earlier_clauses: tuple[Clause, ...]
) -> list[tuple[PatternWord, frozenset[int]]]:
    """Return the squares of each place of a clause.

    With ELSEWHERE one set, what earlier clauses leave of all of them.
    """
    places: list[tuple[PatternWord, frozenset[int]]] = [
        (word, frozenset([word.value]) if word.kind is TokenKind.SQUARE else word.value)
        for word in words
        if word.kind in {TokenKind.SQUARE, TokenKind.AREA}
    ]
    elsewhere = next((word for word in words if word.kind is TokenKind.ELSEWHERE), None)
    if elsewhere is None:
        return places
    same = [each.squares for each in earlier_clauses if each.units is None or units is None or each.units & units]
    if not same:
        raise word_error(
            "elsewhere-than-what",
            elsewhere,
            Message(
                "「ほか」の前に、同じ駒のマスを書いてください",
                "name squares of the same units before 'elsewhere'",
            ),
        )
    region = frozenset().union(*(squares for _, squares in places)) if places else board_squares(game)
    rest = region - frozenset().union(*same)
    if not rest:
        raise word_error(
            "nothing-elsewhere",
            elsewhere,
            Message(
                "ほかのマスがありません。すべて前に書いてあります",
                "there is no other square: all of them are named before",
            ),
        )
    return [(elsewhere, rest)]


def _unit_count_bounds(words: list[PatternWord]) -> tuple[int, int | None] | None:
    """Return the unit bounds of a clause; None without any.

    A bound stands before or behind its number.
    """
    least, most = 0, None
    number: PatternWord | None = None
    pending: PatternWord | None = None
    said = False
    for word in (word for word in words if word.kind in _COUNTS):
        if word.kind is TokenKind.NONE:
            said, most = True, 0
            other = next((each for each in words if each.kind in _COUNTS | {TokenKind.ONLY} and each is not word), None)
            if other is not None:
                raise word_error(
                    "none-of-a-number",
                    other,
                    Message(
                        "「なし」と一緒には書けません。「2以下」のように書いてください",
                        "it cannot stand with none, no or not; write 'at most 2' or the like",
                    ),
                )
            continue
        if word.kind is not TokenKind.NUMBER and number is None:
            pending = word
            continue
        if word.kind is TokenKind.NUMBER and pending is None:
            if number is not None:
                raise word_error(
                    "two-numbers",
                    word,
                    Message(
                        "数が二つあります。「以上」「以下」を添えてください",
                        "a second number; say 'at least' or 'at most' with each",
                    ),
                )
            number = word
            continue
        bound, figure = (pending, word) if word.kind is TokenKind.NUMBER else (word, number)
        least, most = _narrow_bounds_by_comparison(bound, figure, least, most)
        said, number, pending = True, None, None
    if pending is not None:
        raise word_error(
            "no-number",
            pending,
            Message("数がありません。「3以上」のように書いてください", "a number is missing; write 'at least 3'"),
        )
    if number is not None:
        said, least, most = True, number.value, number.value
    if said and most is not None and least > most:
        raise word_error(
            "none-possible", words[0], Message("下限が上限より大きいです", "the least number is greater than the most")
        )
    return (least, most) if said else None


def _narrow_bounds_by_comparison(
    comparison: PatternWord | None, numeral: PatternWord | None, least: int, most: int | None
) -> tuple[int, int | None]:
    """Return the bounds with one more."""
    number = numeral.value if numeral else 0
    kind = comparison.kind if comparison else TokenKind.EXACTLY
    return (least if kind is TokenKind.MOST else number), (most if kind is TokenKind.LEAST else number)


def _joins_two_places(words: list[PatternWord], joint: PatternWord) -> bool:
    """Tell whether a word joins two places, and not two units."""
    index = words.index(joint)
    return 0 < index < len(words) - 1 and words[index - 1].kind in PLACES and words[index + 1].kind in PLACES
