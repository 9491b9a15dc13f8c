"""Reads the head of a record: its game and rules, the known keys, and the results that it claims.

The game comes first, because all other lines are read by its rules.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from kifu.core import games
from kifu.core.diagnostic import Diagnostic, error
from kifu.core.errors import InvalidSetup, UnknownGame, UnreadableFile
from kifu.core.game.options import VariantFile, configure_game, named_file
from kifu.core.outcome import SIDE_MARKS, SPECIALS, Outcome, WinnerRule
from kifu.referee.record import Closing, Header, Source, Span, first_value_by_key
from notation import line_diagnostics
from notation.closing_line_reader import read_closing_line, without_blanks
from notation.formats.kif_moves_of_line import A_SQUARE
from notation.lazy_pattern import lazy_pattern
from notation.line_kinds import NUMBER, ClassifiedLine, LineKind, classify_line, parse_numeral
from notation.time_control_and_time_checks import BUDGET_KEY, BYOYOMI_KEY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from kifu.core.game.game import Game
    from kifu.core.outcome import Side, Special, SpecialMeaning
    from kifu.referee.record import Entry, Record, Variation

GAME = "棋種"
RULES = "規則"
KEPT_BY_A_TABLE = "# kifu-table/"
"""The beginning of the last line of a record that a table has kept: its recorder has decided about each text as it stands."""
MATCH, HALVES = "対局", ("前半", "後半")
"""The key of the line before each game of a match, and its two values."""
_BELOW = frozenset({LineKind.CLOSING, LineKind.BRANCH, LineKind.TABLE})
"""The kinds of lines that end the head, besides moves."""


def was_recorded_at_table(source: Source, span: Span) -> bool:
    """Return whether a table has kept a record: its last line says so, in earlier versions its first."""
    return any(line.startswith(KEPT_BY_A_TABLE) for line in source.lines[span.first - 1 : span.last])


class RulesSource(NamedTuple):
    """The source of variant files. A reader opens none by itself."""

    load: Callable[[str], str] | None = None
    """Returns the text of the file that 規則 names. Raises UnreadableFile."""
    given: VariantFile | str | None = None
    """The variant file or the rules for every record, in place of its 規則."""

    def rules_and_file(self, rules_header: str | None) -> tuple[str | None, VariantFile | None]:
        """Return the rules of a record and its variant file, if it has one. `rules_header` is the value of its 規則.

        Raises UnreadableFile where the file cannot be read.
        """
        if isinstance(self.given, VariantFile):
            return self.given.name + self.given.options, self.given
        if self.given is not None:
            return self.given, None
        file = named_file(rules_header)
        if self.load is not None and file is not None:
            return rules_header, VariantFile(file.name, self.load(file.name), file.options)
        return rules_header, None


class RecordHead(NamedTuple):
    """The game and the rules of a record. `game` is None if the game is unknown, or unknown under these rules."""

    game: Game | None
    rules: str | None
    file: VariantFile | None = None


class _ValuePlace(NamedTuple):
    """The place of a value in the file."""

    line: int
    column: int


def is_game_name(text: str) -> bool:
    """Return whether a game has the name."""
    try:
        games.game_by_name(text)
    except UnknownGame:
        return False
    return True


def read_game_and_rules(
    source: Source, span: Span, title_line: int, rules: RulesSource, diagnostics: list[Diagnostic]
) -> RecordHead:
    """Return the game and the rules of the record on the lines of `span`; its 棋種 stands on line `title_line`.

    Adds a diagnostic to `diagnostics` for each fault in them.
    """
    game = _game_of_title_line(source, title_line, diagnostics)
    named, place = (
        (None, _ValuePlace(title_line, 1))
        if rules.given is not None
        else _named_rules_and_place(source, span, title_line, game)
    )
    if game is None or (named is None and rules.given is None and not game.required_head):
        return RecordHead(game, named)
    head = _headers_before_moves(source, span, title_line) if game.required_head else {}
    try:
        named, file = rules.rules_and_file(named)
        return RecordHead(
            configure_game(game, named, {key: value for key, (value, _) in head.items()}, file), named, file
        )
    except (InvalidSetup, UnreadableFile) as wrong:
        if wrong.key in head:
            place = head[wrong.key][1]
        column = place.column if rules.given is not None else place.column + wrong.offset
        diagnostics.append(error(wrong.code, wrong.message, place.line, column, width=wrong.width, ply=0))
        return RecordHead(None, named)


def game_under_all_headers(head: RecordHead, headers: Sequence[Header]) -> tuple[Game | None, InvalidSetup | None]:
    """Return the game of a record under all its headers, including those below its moves.

    If the headers do not suit the game, it is the game under its default rules, and the second value is the reason.
    """
    if head.game is None:
        return None, None
    default_game = games.load(head.game.id)
    try:
        return configure_game(default_game, head.rules, first_value_by_key(headers), head.file), None
    except InvalidSetup as refused:
        return default_game, refused


def _headers_before_moves(source: Source, span: Span, title_line: int) -> dict[str, tuple[str, _ValuePlace]]:
    """Return the value and the place of each header before the first move, by key. The first of two counts."""
    headers: dict[str, tuple[str, _ValuePlace]] = {}
    for number, text in enumerate(source.lines[span.first - 1 : span.last], start=span.first):
        item = classify_line(text)
        if item.kind is LineKind.HEADER:
            headers.setdefault(item.key, (item.text, _ValuePlace(number, item.column)))
        elif item.kind is LineKind.MOVE and number > title_line:
            break
    return headers


def _game_of_title_line(source: Source, title_line: int, diagnostics: list[Diagnostic]) -> Game | None:
    """Return the game that the 棋種 line names; None, with a diagnostic, if it is not closed or names none."""
    item = classify_line(source.lines[title_line - 1])
    if item.kind is not LineKind.HEADER:
        diagnostics.append(line_diagnostics.unclosed_header(title_line, item.column, GAME, len(item.text)))
        return None
    try:
        return games.game_by_name(item.text)
    except UnknownGame as unknown:
        diagnostics.append(error(unknown.code, unknown.message, title_line, item.column, width=unknown.width))
        return None


def _named_rules_and_place(
    source: Source, span: Span, title_line: int, game: Game | None
) -> tuple[str | None, _ValuePlace]:
    """Return the rules that the head names, and their place. Elsewhere the reader reports them as an error."""
    for number, text in enumerate(source.lines[span.first - 1 : span.last], start=span.first):
        if RULES in text:
            item = classify_line(text)
            if item.kind is LineKind.HEADER and item.key == RULES:
                above = source.lines[title_line : number - 1]
                return (None if _any_line_ends_the_head(above, game) else item.text), _ValuePlace(number, item.column)
    return None, _ValuePlace(span.first, 1)


def _any_line_ends_the_head(lines: Sequence[str], game: Game | None) -> bool:
    """Tell whether one of the lines below 棋種 ends the head: a move, an end, a branch, the table, or 対局 in a match."""
    matches = game is not None and game.match_article is not None
    items = map(classify_line, lines)
    return any(_ends_the_head(item) or (matches and item.key == MATCH and item.text in HALVES) for item in items)


def _ends_the_head(item: ClassifiedLine) -> bool:
    """Tell whether a line ends the head. A line of prose may begin with a number: 10 秒将棋."""
    if item.kind is not LineKind.MOVE:
        return item.kind in _BELOW
    word = item.text.lstrip("".join(SIDE_MARKS)) in SPECIALS
    return item.number in {1, None} or word or A_SQUARE.search(item.text) is not None


WINNER_KEYS, LOSER_KEYS = frozenset({"勝者", "勝ち", "勝"}), frozenset({"敗者", "負け", "敗"})
RESULT_KEYS = frozenset({"結果", "勝敗", "対局結果"}) | WINNER_KEYS | LOSER_KEYS
COUNT_KEYS = frozenset({"手数", "総手数"})
"""The keys of the number of plies; it has to agree with the moves, as that of a closing line."""
SCORE, MATCH_SCORE, MATCH_RESULT = "得点", "合計得点", "結果"
KNOWN_KEYS = (GAME, RULES, "開始日時", "終了日時", "先手", "後手", "場所", "棋戦", BUDGET_KEY, "備考", "盤")
SCANNED, UNCONFIRMED, CONFIRMED = "読み取り", "未確認", "確認済み"
"""The key of a record that was read from photographs, and how its value begins before and after a person has confirmed it."""
_ELSEWHERE = frozenset(
    "先 後 先手省略名 後手省略名 先手段位 後手段位 開始日 終了日 対局日 消費時間 表題 題名 大会 会場 棋戦詳細 戦型 "  # noqa: SIM905 - words are easier to read and to extend than a list of strings
    "記録係 立会人 審判 掲載 作者 出典".split()
)
"""The keys that other programs and people write. They are kept and have no effect."""
_ALL = _ELSEWHERE.union(
    KNOWN_KEYS, SIDE_MARKS, RESULT_KEYS, COUNT_KEYS, (BYOYOMI_KEY, MATCH, SCORE, MATCH_SCORE, SCANNED)
)


def known_header_keys(game: Game) -> frozenset[str]:
    """Return the keys that a record of the game may have."""
    return _ALL.union(game.required_head, game.name_marks, game.head_keys)


READ_WHOLE = RESULT_KEYS | {SCORE, MATCH_SCORE, RULES}
"""The keys whose values are read word by word: nothing is lost in them."""
_PARTS = r"[\s、。，,;；・／/|｜]"
_WEIGHTY_KEYS = r"結果|勝敗|勝者|敗者|(?<!合計)得点"
_ANOTHER_STATEMENT = lazy_pattern(
    rf"(?:規則|{_WEIGHTY_KEYS})\s*[:：=＝]\s*\S|{_PARTS}(?:{_WEIGHTY_KEYS})(?:\s+|(?=[0-9]))\S*[勝負敗分投切先後黒白0-9]|\S(?:先手|後手|[▲△☗☖])の?(?:勝ち|負け|投了)$|^(?:勝ち?|負け?|敗)(?:$|[\s、,/])|[(（](?:勝ち?|負け?|敗)[)）]$"
)
"""A statement within the value of a head by which a record is judged."""
FIELD_BEHIND_A_NAME = lazy_pattern(
    rf"{_PARTS}\s{{0,3}}(?:※|於|日付|持ち?時間|メモ|備考|会場|(?:\d{{4}}[年/.-])?\d{{1,2}}[月/]\d{{1,2}}日?(?!\d)|[(（][一二三四五六七八九十\d]+番盤|[^\W\d_a-zA-Z]{{2,8}}[：＝:=](?!\d)|[^\W\d_]{{2,12}}\s?[：:](?![\d/]))"
)
"""Another field behind the name of a player: a date, a place, a remark, a key with its colon."""
MOVE_WITHIN = lazy_pattern(r"[一二三四五六七八九十a-sａ-ｓ][0-9０-９]{1,2}[^\W\d_年月日時分秒級段]")
"""A square with a sign behind it."""
SWALLOWED = lazy_pattern(
    rf"(?<!\d)[：:＝=](?!//)|(?<!必)勝(?![田浦山俣])|負|敗|投了|切れ|引き?分|不戦|反則|[▲△☗☖]|{MOVE_WITHIN.pattern}|[\s\u3000、。，,;；・/／|｜](?:先手|後手|棋戦|場所|規則|結果|得点|備考|持ち?時間)"
)
"""What no value of a head has that is only a name, a date or a place."""
_MAY_BE_ONE = lazy_pattern(r"規則|得点|[勝負敗対了切分]|結果")
_POINTS = lazy_pattern(r"[0-9]{1,3}\s*対\s*[0-9]{1,3}")
_SUDDEN_DEATH = frozenset({"切れ負け", "時間切れ負け", "切れ敗け"})
"""A time limit without byoyomi: 持ち時間：15分　切れ負け. It names no side, and is no end."""


def hides_a_statement(header: Header, players: Mapping[str, Side], special_words: Mapping[str, SpecialMeaning]) -> bool:
    """Return whether the value of a head, which is kept as written, holds rules, points or an end that nobody would hear."""
    value = header.value
    if _MAY_BE_ONE.search(value) is None:
        return False
    if _ANOTHER_STATEMENT.search(value) is not None:
        return True
    for clause in filter(None, re.split(_PARTS, value)[1:]):
        if header.key == BUDGET_KEY and clause in _SUDDEN_DEATH:
            continue
        closing = read_closing_line(clause, header.line, header.column, players, special_words)
        if _POINTS.fullmatch(clause) or (closing is not None and (closing.outcome or closing.word)):
            return True
    return False


_WITHOUT_TURN = frozenset({WinnerRule.DRAW, WinnerRule.NOBODY})


def read_claim_of_header(
    header: Header, players: Mapping[str, Side], special_words: Mapping[str, SpecialMeaning] = SPECIALS
) -> Closing | None:
    """Return the result that a header claims, or None if it is not understood.

    The value is worded like a closing line. In 勝者 and 敗者 it may also be the name of a player or a side.
    """
    side = players.get(without_blanks(header.value))
    if side is not None and header.key in WINNER_KEYS | LOSER_KEYS:
        winner = Outcome.win(side.other if header.key in LOSER_KEYS else side)
        return Closing(header.value, None, winner, None, None, header.line, header.column)
    claim = read_closing_line(header.value, header.line, header.column, players, special_words)
    return None if claim is None or (claim.outcome is None and claim.word is None) else claim


def read_count_claim(header: Header) -> Closing | None:
    """Return the number of plies that a header claims, as a closing line; None for any other value."""
    value = unicodedata.normalize("NFKC", header.value)
    counted = rf"(?:全部?で?|合?計で?)?({NUMBER})(?:手|回|moves|plies)"
    written = re.fullmatch(rf"{counted}?(?:まで|で(?:す|した)|だった)?[。.]?", without_blanks(value))
    written = written or re.match(rf"{counted}[\s、,(](?!.*\d\s?手)", value)  # 33手　所要 40分
    count = None if written is None else parse_numeral(written[1])
    return None if count is None else Closing(header.value, count, None, None, None, header.line, header.column)


def spans_of_match_games(source: Source, span: Span) -> list[Span]:
    """Return the span of each game of a match, from its 対局 line on. Empty if the record has one game."""
    starts = []
    for number, text in enumerate(source.lines[span.first - 1 : span.last], start=span.first):
        if MATCH in text:
            item = classify_line(text)
            if item.kind is LineKind.HEADER and item.key == MATCH and item.text in HALVES:
                starts.append(number)
    ends = [*(start - 1 for start in starts[1:]), span.last]
    return [Span(first, last) for first, last in zip(starts, ends, strict=False)]


def match_diagnostics(main: Variation, games: Sequence[Record]) -> Iterator[Diagnostic]:
    """Yield the diagnostics of a match: for a move, an end or a diagram in its head, and for games in the wrong order."""
    played: list[Entry | Special] = [*main.entries, *([main.special] if main.special else [])]
    places = [(part.line, part.column) for part in played] + [(shown.diagram.line, 1) for shown in main.checkpoints]
    if places:
        yield line_diagnostics.outside_match_games(*min(places), f"{MATCH}：{HALVES[0]}")
    for number, game in enumerate(games):
        wanted = HALVES[number] if number < len(HALVES) else None
        if game.header(MATCH) != wanted:
            yield line_diagnostics.match_out_of_order(game.span.first, f"{MATCH}：{wanted}" if wanted else None)


def read_match_result(header: Header, players: Mapping[str, Side]) -> Closing | None:
    """Return the result of a match in a line like 結果：先手の勝ち or 勝者：甲, or None if it is not understood.

    先手 and 後手 are the sides of the first game. A match has no number of plies and no side to move.
    """
    claim = read_claim_of_header(header, players)
    if claim is None or claim.count is not None:
        return None
    if claim.word is not None and SPECIALS[claim.word].winner not in _WITHOUT_TURN:
        return None
    return claim
