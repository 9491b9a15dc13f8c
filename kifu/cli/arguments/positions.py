"""The position a command is about: a diagram, a place in a record, a board as printed, or the game's own start."""

from __future__ import annotations

import sys
from typing import IO, TYPE_CHECKING, Any, NamedTuple

import click

from kifu import games
from kifu.cli.arguments.files import Unreadable, contents, unopened
from kifu.cli.arguments.options import STANDARD_STREAM
from kifu.cli.arguments.places import START, Place, chosen, view_of
from kifu.cli.arguments.printed_boards import printed_boards
from kifu.cli.arguments.rules_option import rules_of, under
from kifu.cli.printing.language import language, say
from kifu.games.variants import configured, names_a_file
from kifu.model.diagnostic import Diagnostic, Severity, error, note
from kifu.model.errors import InvalidSetup, KifuError, UnreadableFile
from kifu.model.message import Message, quoted
from kifu.model.squares import BLANKS
from kifu.referee.verify import verify
from notation.diagram import split
from notation.encoding import ENCODINGS
from notation.encoding import split as split_lines
from notation.formats.kif import begins_record
from notation.formats.kif_head import GAME, RULES
from notation.formats.kif_keys import KNOWN_KEYS
from notation.reading import Document, read
from notation.rendering import render
from notation.scanner import Kind, classify

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kifu.model.game import Game, Position
    from kifu.model.record import Record, Source
    from notation.formats.kif_head import Rules

SKIPPED = frozenset({Kind.BLANK, Kind.FILE_COMMENT, Kind.COMMENT, Kind.BOOKMARK})
"""Lines that say nothing about a position."""
ASTRAY = frozenset({"field-outside-diagram"})
"""Warnings of a record that leave its position in doubt: a hand or turn line that the diagram does not have."""


class _Asked(NamedTuple):
    """What a command was asked for: the game, and where its variant files come from."""

    game: Game
    rules: Rules
    place: Place = START


class BadDiagram(Unreadable):
    """What stands where a position should is none: shown as it is, exit code 3."""

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the message, which names the file and the place itself."""
        click.echo(self.format_message(), err=True, file=file)


def diagram_argument(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the optional argument DIAGRAM; :func:`load_position` reads it."""
    return click.argument("diagram", metavar="[DIAGRAM]", required=False)(function)


def load_position(
    game: Game, path: str | None, rules: str | None = None, place: Place = START
) -> tuple[Game, Position]:
    """Return the position that a command's DIAGRAM means, and the game under the rules it names.

    DIAGRAM is a path or ``-`` for standard input: a diagram with its hand and turn lines, such a board as `kifu show` and
    `kifu verify` print, or a record, of which the rules are used and the position at `place`, by default its start. None,
    and the start of a record without a diagram, are the game's own start. `rules` count instead of what 規則 names (see
    :func:`kifu.cli.arguments.rules_option.under`). Raises BadDiagram, and click.UsageError for `rules` that are not right or a place
    that is not there; what only deserves a remark is printed to standard error.
    """
    game = under(game, rules)
    if path is None:
        if place.needs_a_record:
            raise click.UsageError(
                say(
                    Message(
                        "手数や番号は棋譜に付けます。DIAGRAM に棋譜を指定してください",
                        "a ply or a number is for a record; name one as DIAGRAM",
                    )
                )
            )
        return game, _start(game)
    asked = _Asked(game, rules_of(path, rules), place)
    data = _read_bytes(path)
    document = read(path, data, asked.rules)
    if document.records and not _is_printed(document):
        return _of_record(asked, document)
    if document.source is None:
        return _in_any_encoding(asked, document, data)
    if not data.strip() or _is_json(document.source):
        raise _bad(document.diagnostics[-1], document.name, None)
    return _of_lines(asked, document.source, enumerate(document.source.lines, start=1))


def _start(game: Game) -> Position:
    try:
        return game.start()
    except InvalidSetup as invalid:
        raise click.UsageError(say(invalid.message)) from None


def named_game(path: str, place: Place = START) -> Game | None:
    """Return the game of the record at a place in a file; None for a diagram, and for standard input, read only once.

    Raises BadDiagram for a file that cannot be read.
    """
    if path == STANDARD_STREAM:
        return None
    records = read(path, _read_bytes(path), rules_of(path)).records
    named = records[chosen(place, path, len(records))].game if records else None
    return games.load(named.id) if named else None


def _read_bytes(path: str) -> bytes:
    try:
        if path != STANDARD_STREAM or sys.stdin is not None:
            return contents(path)
        found = error("cannot-open", Message("標準入力がありません", "there is no standard input"))
    except (OSError, ValueError) as failed:
        directory = Message(
            "フォルダーです。図か棋譜のファイルを一つ指定してください",
            "a directory; name one file, a diagram or a record",
        )
        found = unopened(failed, None, directory)
    raise _bad(found, path, None)


def _of_record(asked: _Asked, document: Document) -> tuple[Game, Position]:
    """Return the position of a record in a file that is meant."""
    game, count = asked.game, len(document.records)
    record = document.records[chosen(asked.place, document.name, count)]
    name, source = document.name, record.source
    if count > 1 and asked.place.record is None:
        several = Message(
            f"棋譜が {count} 個あります。はじめの棋譜を使います。ほかは --record 番号 で選べます",
            f"the file holds {count} records; the first is used; choose another with --record NUMBER",
        )
        _remark(note("several-records", several), name, source)
    head = _remarks_on_head(record)
    errors = [found for found in head if found.severity is Severity.ERROR]
    if record.game is None:
        raise _bad(errors[0] if errors else document.diagnostics[-1], name, source)
    if record.game.id != game.id:
        raise _bad(_another_game(record, record.game, game), name, source)
    if errors and record.setup is None and not record.main.entries:
        # 棋種 and a diagram, without the line 局面図 between them.
        first, last = record.span
        return _of_lines(asked, source, enumerate(source.lines[first - 1 : last], start=first))
    errors += [found._replace(severity=Severity.ERROR) for found in head if found.code in ASTRAY]
    if errors:
        raise _bad(min(errors, key=lambda found: found.line or 0), name, source)
    for found in head:
        if found.severity is Severity.WARNING:
            _remark(found, name, source)
    try:
        return _position_in(record, record.game, document.sha256, asked.place)
    except InvalidSetup as invalid:
        raise _bad(_as_diagnostic(invalid), name, source) from None


def _position_in(record: Record, game: Game, sha256: str, place: Place) -> tuple[Game, Position]:
    """Return the position at a place in a record of `game`. Raises InvalidSetup for rules or a set-up at fault."""
    if record.refused is not None:
        raise record.refused
    game = _at_the_start(game)
    if place.needs_a_record:
        view = view_of(record, verify(record, sha256), place)
        return game, view.replay.positions[view.ply]
    return game, game.read_diagram(record.setup) if record.setup else game.start()


def _remarks_on_head(record: Record) -> list[Diagnostic]:
    """Return what is to be said about the lines before the first move."""
    main = record.main
    after = [part.line for part in (*main.entries[:1], main.special, main.closing) if part is not None]
    end = min(after, default=record.span.last + 1)
    return [found for found in record.diagnostics if found.line is None or found.line < end]


def _of_lines(asked: _Asked, source: Source, lines: Iterable[tuple[int, str]]) -> tuple[Game, Position]:
    """Return the position of the diagram that `lines` are, perhaps with headers such as 規則 around it."""
    if asked.place.needs_a_record:
        raise click.UsageError(
            say(
                Message(
                    "棋譜ではないので、手数や番号は付けられません",
                    "this is no record: it takes neither a ply nor a number",
                )
            )
        )
    game, lines = asked.game, _board_among(source, list(lines))
    headers: dict[str, str] = {}
    drawn: list[tuple[int, str]] = []
    start = None
    for number, line in lines:
        item = classify(line)
        if item.kind in SKIPPED:
            continue
        if item.kind is Kind.DIAGRAM and start is None and not drawn:
            start = number
        elif item.kind is Kind.HEADER and item.key in KNOWN_KEYS:
            headers[item.key] = item.text
        elif item.kind is Kind.HEADER and item.key not in game.diagram_keys:
            raise _bad(_unknown_field(game, item.key, number, line), source.name, source)
        else:
            drawn.append((number, line))
    if not drawn:
        raise _bad(_nothing_drawn(), source.name, source)
    try:
        named, file = asked.rules.of(headers.get(RULES))
        game = _at_the_start(configured(game, named, headers, file))
        return game, game.read_diagram(split(start or drawn[0][0], drawn))
    except (InvalidSetup, UnreadableFile) as invalid:
        raise _bad(_as_diagnostic(invalid), source.name, source) from None


def _is_printed(document: Document) -> bool:
    """Tell whether a text with a board printed by a command quotes a record, indented, and is none itself."""
    lines = document.source.lines if document.source else ()
    return not any(begins_record(line) and line[:1] not in BLANKS for line in lines) and bool(printed_boards(lines))


def _board_among(source: Source, lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return the lines of the first board printed by a command; where there is none, all the lines."""
    boards = printed_boards([line for _, line in lines])
    if len(boards) > 1:
        several = Message(
            f"盤が {len(boards)} 個あります。はじめの盤を使います", f"there are {len(boards)} boards; the first is used"
        )
        _remark(note("several-boards", several), source.name, source)
    return [(lines[place - 1][0], line) for place, line in boards[0]] if boards else lines


def _at_the_start(game: Game) -> Game:
    """Return the game without what its record says of the end, such as 死石."""
    head = {GAME: game.name.ja, **game.name_marks, **game.required_head}
    return game if names_a_file(game.rules) else game.configure(game.rules, head)


def _in_any_encoding(asked: _Asked, document: Document, data: bytes) -> tuple[Game, Position]:
    """Read rows that no heading tells the encoding of: the right one is that in which they are a diagram."""
    failed = document.diagnostics[-1]
    if failed.code == "unknown-encoding":
        for encoding in ENCODINGS:
            try:
                source = split_lines(document.name, data, data.decode(encoding), encoding, bom=False)
                return _of_lines(asked, source, enumerate(source.lines, start=1))
            except (UnicodeDecodeError, BadDiagram):
                continue
    raise _bad(failed, document.name, None)


def _is_json(source: Source) -> bool:
    return next((line for line in source.lines if line.strip()), "").lstrip().startswith("{")


def _unknown_field(game: Game, key: str, number: int, line: str) -> Diagnostic:
    known = " ".join(sorted(game.diagram_keys))
    return error(
        "unknown-field",
        Message(
            f"「{quoted(key)}」という行は図にありません。{known} のどれかです",
            f"a diagram has no line '{quoted(key)}'; there are {known}",
        ),
        number,
        line.index(key) + 1,
        width=len(key),
    )


def _nothing_drawn() -> Diagnostic:
    return error("no-diagram", Message("図がありません", "there is no diagram"))


def _another_game(record: Record, found: Game, game: Game) -> Diagnostic:
    named = found.name
    place = next(header for header in record.headers if header.key == GAME)
    return error(
        "another-game",
        Message(
            f"{named.ja}の棋譜です。{game.name.ja}の図か棋譜を指定してください",
            f"this is a record of {named.en}; give a diagram or a record of {game.name.en}",
        ),
        place.line,
        place.column,
        width=max(1, len(place.value)),
    )


def _as_diagnostic(invalid: KifuError) -> Diagnostic:
    column = None if invalid.line is None else invalid.offset + 1
    return error(invalid.code, invalid.message, invalid.line, column, width=invalid.width)


def _remark(found: Diagnostic, name: str, source: Source | None) -> None:
    click.echo(render(found, name, source, language()), err=True)


def _bad(found: Diagnostic, name: str, source: Source | None) -> BadDiagram:
    return BadDiagram(render(found, name, source, language()))
