"""Finds the game of a record: by its head, a title, a sentence, or its moves."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kifu.core import games
from kifu.core.diagnostic import error, note
from kifu.core.errors import InvalidSetup, UnreadableFile
from kifu.core.game.options import configure_game
from kifu.core.message import Message, quoted
from notation.formats.kif_head_reader import GAME, RULES
from notation.freeform import turns_of_table_rows
from notation.freeform.corrections_of_numbered_plies import PAIR
from notation.freeform.fold_text import LocatedText
from notation.freeform.free_text_risk import count_move_like_texts
from notation.freeform.head_lines_in_other_words import MAX_HEAD_LINE_CHARACTERS, only_game_named, read_head
from notation.freeform.hypothesis import CopyItem
from notation.freeform.move_and_unit_rewriting import rewrite_in_notation
from notation.freeform.plain_copy import CopyLine, copy_line
from notation.freeform.table_cells_and_columns import read_column_names, split_row
from notation.lazy_pattern import kept_pattern
from notation.line_kinds import ClassifiedLine as ScannedItem
from notation.line_kinds import LineKind, classify_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kifu.core.diagnostic import Diagnostic
    from kifu.core.game.game import Game
    from notation.formats.kif_head_reader import RulesSource
    from notation.freeform.clean_lines import CleanLine
    from notation.freeform.hypothesis import Hypothesis
    from notation.freeform.table_cells_and_columns import TableColumn

MAX_TITLE_LINES = 20
"""The first lines of a file in which a title may name the game."""
MAX_PROBED_LINES = 80
"""The first lines with moves by which a game that nothing names is found."""
MIN_MOVES = 4
"""The fewest moves of a text that may be a record although it names no game."""
MIN_LEAD = 2
"""How many legal plies more a game has to read than any other, so that it is the game of the record."""
_TITLES = frozenset({LineKind.UNKNOWN, LineKind.MOVE})
"""The kinds that the strict reader sees in titles; 6面体 begins with a number."""
_NAMING = frozenset(
    {"件名", "Re", "RE", "Fw", "Fwd", "題名", "表題", "タイトル", "題", "Subject", "Title", "subject", "title"}
)
"""The keys of headers that may name the game as a title does."""
_WORD = kept_pattern(
    r"(?<![一-龠])[一-龠]{2,5}(?=[のやをで])|(?<![ァ-ヶー])[ァ-ヶー]{2,12}(?![ァ-ヶー])|(?<![A-Za-z])[A-Za-z]{3,12}(?![A-Za-z])|(?<![0-9一-龠ぁ-ん])[0-9一-龠ぁ-ん]{2,12}(?![0-9一-龠ぁ-ん])"
)


class GameCandidate(NamedTuple):
    """A game that a record may be of."""

    game: Game
    title: int = -1
    """The index of the line whose title names it; -1: the line 棋種 does, or no line that is read so."""
    told: tuple[CopyLine, ...] = ()
    """The lines of the head that are said within other lines, or that follow from the moves."""
    said: int | None = None
    """The line of the file that names the game within a sentence; 0 where none does; None where a line of the head does."""

    def first_hypothesis(self, *, common: bool) -> Hypothesis:
        """Return the hypothesis before the first line of the record."""
        from notation.freeform.hypothesis import Hypothesis  # noqa: PLC0415

        found = Hypothesis(self.game, common=common)
        for line in self.told:
            key, _, value = line.text.partition("：")
            found = found.adding(CopyItem((line,), "told"))
            found = found._replace(head=(*found.head, (key, value)), started=found.started or key == GAME)
        return found

    def as_named_by_sentence(self, first: int) -> GameCandidate:
        """Return the game as one that a sentence names, where the line of its title is no title. `first` is the first line."""
        line = first if self.said is None else self.said
        head = CopyLine(f"{GAME}：{self.game.name.ja}", (line or first, 1), line or first)
        return self._replace(title=-1, told=(head, *self.told), said=line)


def find_game(lines: Sequence[CleanLine], rules: RulesSource) -> GameCandidate | None:
    """Return the game that a record names in its head or in a title; None if none does, or if titles name different ones."""
    named = next(((line, at) for at, laid in enumerate(lines) if (line := _plain(laid, None)).startswith(GAME)), None)
    if named is not None:
        game, at = only_game_named(named[0].partition("：")[2]), -1
        if game is not None and _is_named_below_moves(game, [laid.passage.text for laid in lines[: named[1] + 1]]):
            below = GameCandidate(game, said=lines[named[1]].line)
            return _configure_game(below, lines, rules).as_named_by_sentence(lines[0].line)
    else:
        titles = [
            (classify_line(laid.passage.text), laid.passage.text, at) for at, laid in enumerate(lines[:MAX_TITLE_LINES])
        ]
        found = _games_named_in(titles, _TITLES)[:1] or _games_named_in(titles, frozenset({LineKind.FILE_COMMENT}))
        if len({game.id for game, _ in found}) != 1:
            return None
        game, at = found[0]
    return None if game is None else _configure_game(GameCandidate(game, at), lines, rules)


def _is_named_below_moves(game: Game, texts: Sequence[str]) -> bool:
    """Return whether the last of some lines names the game in other words than the notation's, at the foot of its moves."""
    *above, last = texts
    plain = last.lstrip().startswith(GAME)
    return not plain and sum(count_move_like_texts(game, text) >= 1 for text in above) >= MIN_MOVES


def games_named_in_short_lines(lines: Sequence[CleanLine], named: GameCandidate | None) -> list[Game]:
    """Return the games that the short lines of a text name, first the one that it is of."""
    texts = (laid.passage.text for laid in lines if len(laid.passage.text) <= MAX_HEAD_LINE_CHARACTERS)
    told = {game_id: None for text in texts for game_id in sorted(games.ids_named_in(text))}
    first = [] if named is None else [named.game]
    return [*first, *(games.load(game_id) for game_id in told if all(one.id != game_id for one in first))]


def possible_games(lines: Sequence[CleanLine], rules: RulesSource) -> list[GameCandidate]:
    """Return the games that a record without a title may be of: the one that a sentence names, or all whose moves it seems to hold."""
    said: dict[str, int] = {}
    titles = lines[:MAX_TITLE_LINES]
    if any(_plain(laid, None).startswith(GAME) for laid in lines):
        return []  # what it says is no game, or more than one
    texts = Counter(_texts_of_lines(lines))
    numbers = {laid.passage.text: laid.line for laid in reversed(lines)}
    for text, line in numbers.items():
        for game_id in games.ids_named_in(text):
            said.setdefault(game_id, line)
    if len(said) == 1:
        found = [(games.load(game_id), line) for game_id, line in said.items()]
    else:
        known = [games.load(game_id) for game_id in said or games.ids()]
        known = [game for game in known if said or not game.required_head or is_game_nicknamed(game, titles)]
        counts = {
            game: sum(times * int(count_move_like_texts(game, text)) for text, times in texts.items()) for game in known
        }
        likely = _likely_games(counts)
        nicknames = [] if likely else [game for game in counts if is_game_nicknamed(game, titles)]
        if not likely and len(nicknames) != 1:
            likely = _likely_games(
                {game: _count_moves_in_words(game, list(texts)[:MAX_PROBED_LINES]) for game in known}
            )
        found = [(game, said.get(game.id, 0)) for game in likely or nicknames * (len(nicknames) == 1)]
    first = lines[0].line if lines else 1
    return [
        _configure_game(GameCandidate(game, said=line), lines, rules).as_named_by_sentence(first)
        for game, line in found
    ]


def _likely_games(counts: Mapping[Game, int]) -> list[Game]:
    """Return the games with enough moves, and at least half as many as any other."""
    most = max([MIN_MOVES, *counts.values()])
    return [game for game, count in counts.items() if 2 * count >= most]


def _count_moves_in_words(game: Game, texts: Sequence[str]) -> int:
    """Return how many texts have a unit of a game in words, and a square: しろのイーそと 2-4 におく."""
    units = [unit for unit in game.vocabulary.units if len(unit) > 1 and not unit.isascii()]
    told = (
        rewrite_in_notation(game, LocatedText(text, ((1, 1),) * len(text))).text
        for text in texts
        if len(text) <= MAX_HEAD_LINE_CHARACTERS
    )
    return sum(PAIR.search(text) is not None and any(unit in text for unit in units) for text in told)


def _texts_of_lines(lines: Sequence[CleanLine]) -> Iterator[str]:
    """Yield the texts of the lines; of the rows of a table with named columns those of their turns."""
    named: Sequence[TableColumn] = ()
    for laid in lines:
        cells = split_row(laid.passage, named) or []
        columns = read_column_names([cell.text for cell in cells], {}) if cells else ()
        turns = turns_of_table_rows.turns_of_row(cells, named) if cells and named and not columns else None
        named = columns or named
        yield from [turn.passage.text for turn in turns] if turns else [laid.passage.text]


def first_lines_with_moves(lines: Sequence[CleanLine], candidates: Sequence[GameCandidate]) -> list[CleanLine]:
    """Return the lines by which it is decided which of several games a record is of: its first ones with moves."""
    first = next(
        (
            at
            for at, laid in enumerate(lines)
            if any(count_move_like_texts(one.game, laid.passage.text) for one in candidates)
        ),
        0,
    )
    return list(lines[max(0, first - MAX_TITLE_LINES) : first + MAX_PROBED_LINES])


def count_legal_plies(hypothesis: Hypothesis) -> int:
    """Return how many plies of a record are legal, up to the first that is not, or is not known."""
    return sum(position is not None for position in hypothesis.plies.positions()) - 1


def is_game_nicknamed(game: Game, lines: Sequence[CleanLine]) -> bool:
    """Return whether a word of the lines is a short name of the game, such as キング or Ace."""
    words = {word for laid in lines for word in _WORD.findall(laid.passage.text)}
    return any(_game_of_name(word) is game for word in words)


@lru_cache(maxsize=4096)
def _game_of_name(word: str) -> Game | None:
    return games.find_by_any_name(word)


def unnamed_game_note(named: GameCandidate, plies: int) -> Diagnostic | None:
    """Return the note on a game that no line of the head names; None where one does."""
    if named.said is None:
        return None
    name = quoted(named.game.name.ja)
    if named.said:
        message = Message(f"文中の名から {GAME}：{name} と読みました", f"read as {GAME}：{name}, which this line names")
        return note("game-as-read", message, named.said, 1)
    line = named.told[0].line
    message = Message(
        f"棋種が書かれていませんが、{plies} 手が合法なのは {name} だけです。{GAME}：{name} と読みました",
        f"no game is named, but {plies} plies are legal in {name} alone; read as {GAME}：{name}",
    )
    return note("game-as-read", message, line, 1)


def several_games_error(candidates: Sequence[GameCandidate], line: int) -> Diagnostic:
    """Return the error for a record whose moves are as good in several games."""
    names = [one.game.name.ja for one in candidates]
    return error(
        "several-games",
        Message(
            f"棋種が書かれていません。指し手は{'とも'.join(names)}とも読めます。「{GAME}：{names[0]}」のような行で始めてください",
            f"no game is named, and the moves may be those of {' or '.join(names)}; begin with a line like {GAME}：{names[0]}",
        ),
        line,
        1,
    )


def _configure_game(named: GameCandidate, lines: Sequence[CleanLine], rules: RulesSource) -> GameCandidate:
    """Return the game under the rules and on the board that the head names, with those of them that a sentence tells."""
    game = named.game
    if not game.required_head:
        return named
    head = {GAME: game.name.ja}
    for laid in lines:
        key, _, value = _plain(laid, game).partition("：")
        head.setdefault(key, value)
    told = tuple(_head_lines_that_sentences_tell(game, lines, head))
    for line in told:
        key, _, head[key] = line.text.partition("：")
    try:
        variant, file = rules.rules_and_file(head.get(RULES))
        game = configure_game(game, variant, head, file)
    except (InvalidSetup, UnreadableFile):
        pass
    return named._replace(game=game, told=told)


def _head_lines_that_sentences_tell(
    game: Game, lines: Sequence[CleanLine], head: Mapping[str, str]
) -> Iterator[CopyLine]:
    """Yield the required lines of the head that no line is, but that a sentence tells in one way only."""
    for key in game.required_head:
        if key in head:
            continue
        for implied in (False, True):
            found = {
                value: (laid, place)
                for laid in reversed(lines)
                for value, place in _header_values_named(game, key, laid.passage.text, implied=implied)
            }
            if found:
                break
        if len(found) == 1:
            ((value, (laid, (start, end))),) = found.items()
            part = laid.passage.part(start, end)
            yield copy_line(part, f"{key}：{value}")


def _header_values_named(game: Game, key: str, text: str, *, implied: bool) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield the values of a required line of the head that a text names, or only implies, and where."""
    for pattern, value in game.vocabulary.values.get(key, ()):
        for found in re.finditer(pattern, text):
            if ("implied" in found.groupdict()) is not implied:
                break
            yield found.expand(value), found.span()


def _games_named_in(
    titles: Sequence[tuple[ScannedItem, str, int]], kinds: frozenset[LineKind]
) -> list[tuple[Game, int]]:
    """Return the games that the lines of some kinds name, and the index of each line."""
    return [
        (game, at)
        for item, text, at in titles
        if (
            item.kind in kinds
            or (item.kind is LineKind.HEADER and (item.key in _NAMING or only_game_named(item.key) is not None))
        )
        and (game := only_game_named(text[:MAX_HEAD_LINE_CHARACTERS])) is not None
    ]


def _plain(clean_line: CleanLine, game: Game | None) -> str:
    """Return a line of the head in the notation; empty if it is none."""
    return _first_head_line_of_text(clean_line.passage.text, game)


@lru_cache(maxsize=1024)
def _first_head_line_of_text(text: str, game: Game | None) -> str:
    lines = read_head(text, game)
    if lines is not None:
        return lines[0]
    item = classify_line(text)
    return f"{item.key}：{item.text}" if item.kind is LineKind.HEADER else ""
