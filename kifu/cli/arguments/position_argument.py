"""Position argument: diagram, record, printed board, or a game's start."""

from __future__ import annotations

import sys
from functools import partial
from typing import IO, TYPE_CHECKING, Any, NamedTuple

import click

from kifu.cli.arguments.game_and_rules_options import game_under_rules, rules_source
from kifu.cli.arguments.position_options import ANYWHERE, RecordPlace, record_index, record_view_at
from kifu.cli.arguments.shared_options import STANDARD_STREAM
from kifu.cli.command_definition import argument
from kifu.cli.printing.language_and_usage_errors import language, say, usage_error
from kifu.cli.read_and_write_files import Unreadable, cannot_open_diagnostic, read_bytes
from kifu.core import games
from kifu.core.diagnostic import Diagnostic, Severity, error, note
from kifu.core.errors import InvalidSetup, KifuError, UnreadableFile
from kifu.core.game.options import configure_game, names_a_file
from kifu.core.game.text import split_diagram
from kifu.core.message import Message, quoted, visible
from kifu.core.squares import BLANKS
from kifu.referee.match_of_two_games import PART
from kifu.referee.status_fault_and_basis import Status
from kifu.referee.verify import verify
from kifu.render.board import find_printed_boards
from notation.diagnostic_rendering import render_diagnostic
from notation.encoding import TRIED
from notation.encoding import source_of_text as split_lines
from notation.formats.kif import is_game_line
from notation.formats.kif_head_reader import GAME, KNOWN_KEYS, RULES
from notation.line_diagnostics import diagram_marks_note
from notation.line_kinds import LineKind, classify_line
from notation.reading import Document, read

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kifu.cli.arguments.position_options import RecordView
    from kifu.core.game.game import Game, Position
    from kifu.referee.record import Record, Source
    from kifu.referee.status_fault_and_basis import Fault
    from notation.formats.kif_head_reader import RulesSource

SKIPPED = frozenset({LineKind.BLANK, LineKind.FILE_COMMENT, LineKind.COMMENT, LineKind.BOOKMARK})
"""Kinds of lines that say nothing about a position."""
ASTRAY = frozenset({"field-outside-diagram"})
"""Codes of warnings that leave a position in doubt, such as a hand or turn line outside the diagram."""

MARKS = "diagram-marks"
"""The code of the note on marks that are read as empty squares."""
NOT_UNDERSTOOD = "not-understood"


class _Request(NamedTuple):
    """A requested position: game, rules and place in a record."""

    otherwise: Callable[[], Game]
    """Returns the game that the command names, or raises the error that asks for it."""
    named: bool
    """Whether the command names the game, so that no record may be of another."""
    given: str | None
    """The value of `--rules`."""
    rules: RulesSource
    """The source of the variant files."""
    place: RecordPlace

    def game(self) -> Game:
        """Return the game of a file that names none. Raises click.UsageError."""
        return game_under_rules(self.otherwise(), self.given)


class BadDiagram(Unreadable):
    """A file holds no readable position; the exit code is 3."""

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the message alone: it names the file and the place itself."""
        click.echo(self.format_message(), err=True, file=file)


diagram_argument = argument(metavar="[DIAGRAM]", required=False)
"""The argument DIAGRAM, which :func:`load_game_and_position` reads."""


def refuse_missing_game() -> Game:
    """Raise click.UsageError: the command line has to name the game."""
    known = " ".join(games.ids())
    raise usage_error(
        f"棋種が分かりません。--game を付けるか、はじめに棋種を書いてください ({known})",
        f"which game is it? Add --game, or write the game first ({known})",
    )


def load_game_and_position(
    game: Game | None,
    path: str | None,
    rules: str | None = None,
    place: RecordPlace = ANYWHERE,
    default_game: Callable[[], Game] = refuse_missing_game,
) -> tuple[Game, Position]:
    """Return the position of DIAGRAM, and its game under rules.

    `path` is a file, or ``-`` for standard input. The file holds a diagram with its hand and turn lines, a board as
    `kifu show` and `kifu verify` print it, or a record. A record gives its game, its rules and its position at `place`, by
    default its end, which is said on standard error. Without a path the position is the start of the game. `game` None
    stands for the game of the record, or for that of `default_game` if the file names none. `rules` replaces the rules that
    規則 names (see :func:`kifu.cli.arguments.game_and_rules_options.game_under_rules`).

    Raises BadDiagram if the file holds no such position, and click.UsageError if `rules` is wrong, the game is not known,
    or the record has no such place. Warnings and notes are printed on standard error.
    """
    named = game is not None
    if game is not None:
        default_game = partial(game_under_rules, game, None)
        game_under_rules(game, rules)  # wrong rules are said before a wrong file
    request = _Request(default_game, named, rules, rules_source(path or "", rules), place)
    if path is None:
        if place.needs_a_record:
            raise usage_error(
                "手数や番号は棋譜に付けます。DIAGRAM に棋譜を指定してください",
                "a ply or a number is for a record; name one as DIAGRAM",
            )
        game = request.game()
        return game, _start_of_game(game)
    data = _read_bytes(path)
    document = read(path, data, request.rules)
    if document.records and not _is_printed_output(document):
        return _game_and_position_of_record(request, document)
    if document.source is None:
        return _game_and_position_in_any_encoding(request, document, data)
    if not data.strip() or _is_json(document.source):
        raise _bad(document.diagnostics[-1], document.name, None)
    return _game_and_position_of_lines(request, document.source, enumerate(document.source.lines, start=1))


def _start_of_game(game: Game) -> Position:
    try:
        return game.start()
    except InvalidSetup as invalid:
        raise click.UsageError(say(invalid.message)) from None


def _read_bytes(path: str) -> bytes:
    """Return the bytes of a file or of standard input; raises BadDiagram."""
    try:
        if path != STANDARD_STREAM or sys.stdin is not None:
            return read_bytes(path)
        diagnostic = error("cannot-open", Message("標準入力がありません", "there is no standard input"))
    except (OSError, ValueError) as failed:
        directory = Message(
            "フォルダーです。図か棋譜のファイルを一つ指定してください",
            "a directory; name one file, a diagram or a record",
        )
        diagnostic = cannot_open_diagnostic(failed, None, directory)
    raise _bad(diagnostic, path, None)


def _game_and_position_of_record(request: _Request, document: Document) -> tuple[Game, Position]:
    """Return game and position of the requested record; raises BadDiagram, click.UsageError."""
    count = len(document.records)
    if count > 1 and request.place.record is None:
        shown = visible(document.name)
        raise usage_error(
            f"{shown} には棋譜が {count} 個あります。--record 1 から {count} のどれかで選んでください",
            f"{shown} holds {count} records; choose one with --record, 1 to {count}",
        )
    record = document.records[record_index(request.place, document.name, count)]
    name, source = document.name, record.source
    head = _diagnostics_of_head(record)
    errors = [diagnostic for diagnostic in head if diagnostic.severity is Severity.ERROR]
    if record.game is None:
        raise _bad(errors[0] if errors else document.diagnostics[-1], name, source)
    if request.named and record.game.id != (game := request.game()).id:
        raise _bad(_another_game_error(record, record.game, game), name, source)
    setup = record.setup
    headless = setup is None or all(error.code == NOT_UNDERSTOOD and error.line == setup.line - 1 for error in errors)
    if errors and headless and not record.main.entries:
        # 棋種 and a diagram, without the line 局面図 between them: its rows may have been read, the names of its columns not.
        first, last = record.span
        own = games.load(record.game.id)
        of_record = request._replace(otherwise=lambda: own)
        return _game_and_position_of_lines(of_record, source, enumerate(source.lines[first - 1 : last], start=first))
    errors += [diagnostic._replace(severity=Severity.ERROR) for diagnostic in head if diagnostic.code in ASTRAY]
    if errors:
        raise _bad(min(errors, key=lambda diagnostic: diagnostic.line or 0), name, source)
    for diagnostic in head:
        if diagnostic.severity is Severity.WARNING or diagnostic.code == MARKS:
            _print_diagnostic(diagnostic, name, source)
    try:
        return _game_and_position_at_place(record, record.game, document, request.place)
    except InvalidSetup as invalid:
        raise _bad(_as_diagnostic(invalid), name, source) from None


def _game_and_position_at_place(
    record: Record, game: Game, document: Document, place: RecordPlace
) -> tuple[Game, Position]:
    """Return game and position at a record's place.

    Raises InvalidSetup for wrong rules or a wrong setup.
    """
    if record.refused is not None:
        raise record.refused
    game = _game_without_claims(game)
    if place.needs_a_record or place.ply is None:
        verdict = verify(record, document.sha256)
        if record.setup:
            game.read_diagram(record.setup)  # what is wrong there is said at its place
        if place.needs_a_record or verdict.games or record.main.entries or (verdict.fault and verdict.fault.ply):
            view = record_view_at(record, verdict, place)
            if place.at_the_end:
                _report_end_position(view, document.name)
            return game, view.replay.positions[view.ply]
    return game, game.read_diagram(record.setup) if record.setup else game.start()


def _report_end_position(view: RecordView, file_name: str) -> None:
    """Report on standard error which position a record's end is.

    Raises BadDiagram if a part of the record cannot be read: then its end is not known.
    """
    fault = view.verdict.fault if view.branch is None else view.replay.fault
    unread = view.verdict.status is Status.UNREADABLE if view.branch is None else bool(view.line.unread)
    part, source = view.record.header(PART), view.record.source
    if unread:
        raise _bad(_unread_end_error(view, fault), file_name, source)
    if fault is not None:
        _print_diagnostic(fault.diagnostic()._replace(severity=Severity.WARNING), file_name, source)
    of = Message(f"{visible(part)}の" if part else "棋譜の", f" of {visible(part)}" if part else " of the record")
    if view.branch is not None:
        of = Message(f"変化 {view.branch} の", f" of branch {view.branch}")
    where = Message(
        f"{view.ply}手目の後" if view.ply else "開始局面", f"after ply {view.ply}" if view.ply else "at the start"
    )
    if fault is not None and fault.ply == view.plies + 1:
        used = Message(
            f"{of.ja}最初の誤り（{fault.ply}手目）の前の局面（{where.ja}）を使います。ほかは --ply 手数 で選べます",
            f"using the position {where.en}, before the first fault{of.en} (ply {fault.ply}); choose another with --ply N",
        )
    else:
        used = Message(
            f"{of.ja}最後の局面（{where.ja}）を使います。ほかは --ply 手数 で選べます",
            f"using the position {where.en}, the end{of.en}; choose another with --ply N",
        )
    if view.replay.ending is not None and view.game.outcome(view.replay.positions[view.ply]) is None:
        over = Message(
            "。手順によって終局していますが、局面だけを使います",
            "; the moves before have ended the game there, which the position alone does not tell",
        )
        used = Message(used.ja + over.ja, used.en + over.en)
    _print_diagnostic(note("end-of-record", used), file_name, source)


def _unread_end_error(view: RecordView, fault: Fault | None) -> Diagnostic:
    """Return the error about a record unread at its end."""
    plies = view.plies
    reason = view.verdict.status.label if fault is None else fault.message
    message = Message(
        f"棋譜を最後まで読めません: {reason.ja}。読めた {plies} 手目までの局面は --ply 手数 で選べます",
        f"the record cannot be read to its end: {reason.en}; choose a position up to ply {plies}, which was read, with --ply N",
    )
    place = fault.diagnostic() if fault is not None else error("unread-record", message)
    return place._replace(message=message)


def _diagnostics_of_head(record: Record) -> list[Diagnostic]:
    """Return the diagnostics about the lines before the first move."""
    main = record.main
    after = [part.line for part in (*main.entries[:1], main.special, main.closing) if part is not None]
    end = min(after, default=record.span.last + 1)
    return [diagnostic for diagnostic in record.diagnostics if diagnostic.line is None or diagnostic.line < end]


def _game_and_position_of_lines(
    request: _Request, source: Source, lines: Iterable[tuple[int, str]]
) -> tuple[Game, Position]:
    """Return game and position of the diagram in `lines`.

    Headers such as 規則 may stand around it.
    Headers without a diagram stand for the start of the game under them. `lines` are pairs of a line number, from 1, and a text. Raises BadDiagram, click.UsageError.
    """
    if request.place.needs_a_record:
        raise usage_error(
            "棋譜ではないので、手数や番号は付けられません", "this is no record: it takes neither a ply nor a number"
        )
    game, lines = request.game(), _first_printed_board(source, list(lines))
    headers: dict[str, str] = {}
    drawn: list[tuple[int, str]] = []
    start = None
    for number, line in lines:
        item = classify_line(line)
        if item.kind in SKIPPED:
            continue
        if item.kind is LineKind.DIAGRAM and start is None and not drawn:
            start = number
        elif item.kind is LineKind.HEADER and item.key in KNOWN_KEYS:
            headers[item.key] = item.text
        elif item.kind is LineKind.HEADER and item.key not in game.diagram_keys:
            raise _bad(_unknown_field_error(game, item.key, number, line), source.name, source)
        else:
            drawn.append((number, line))
    if not drawn and (start is not None or not headers):
        raise _bad(_nothing_drawn(), source.name, source)
    try:
        rules, file = request.rules.rules_and_file(headers.get(RULES))
        game = _game_without_claims(configure_game(game, rules, headers, file))
        diagram = split_diagram(start or drawn[0][0], drawn) if drawn else None
        position = game.read_diagram(diagram) if diagram else game.start()
    except (InvalidSetup, UnreadableFile) as invalid:
        raise _bad(_as_diagnostic(invalid), source.name, source) from None
    if diagram and (marks := diagram_marks_note(diagram, game.diagram_marks)):
        _print_diagnostic(marks, source.name, source)
    return game, position


def _is_printed_output(document: Document) -> bool:
    """Tell whether a text is the printed output of a command.

    It has a printed board, and a record only as an indented quotation.
    """
    lines = document.source.lines if document.source else ()
    return not any(is_game_line(line) and line[:1] not in BLANKS for line in lines) and bool(find_printed_boards(lines))


def _first_printed_board(source: Source, lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return the first printed board's lines, or all lines."""
    boards = find_printed_boards([line for _, line in lines])
    if len(boards) > 1:
        several = Message(
            f"盤が {len(boards)} 個あります。はじめの盤を使います", f"there are {len(boards)} boards; the first is used"
        )
        _print_diagnostic(note("several-boards", several), source.name, source)
    return [(lines[place - 1][0], line) for place, line in boards[0]] if boards else lines


def _game_without_claims(game: Game) -> Game:
    """Return the game without the record's claims (死石 etc.)."""
    head = {GAME: game.name.ja, **game.name_marks, **game.required_head}
    return game if names_a_file(game.rules) else game.configure(game.rules, head)


def _game_and_position_in_any_encoding(request: _Request, document: Document, data: bytes) -> tuple[Game, Position]:
    """Return game and position of a diagram in unknown encoding.

    The first encoding that gives a diagram is taken. Raises BadDiagram if none does.
    """
    failed = document.diagnostics[-1]
    if failed.code == "unknown-encoding":
        for encoding in TRIED:
            try:
                source = split_lines(document.name, data, data.decode(encoding), encoding, bom=False)
                return _game_and_position_of_lines(request, source, enumerate(source.lines, start=1))
            except (UnicodeDecodeError, BadDiagram):
                continue
    raise _bad(failed, document.name, None)


def _is_json(source: Source) -> bool:
    return next((line for line in source.lines if line.strip()), "").lstrip().startswith("{")


def _unknown_field_error(game: Game, key: str, line_number: int, line: str) -> Diagnostic:
    """Return the error about a line that no diagram has."""
    known = " ".join(sorted(game.diagram_keys))
    return error(
        "unknown-field",
        Message(
            f"「{quoted(key)}」という行は図にありません。{known} のどれかです",
            f"a diagram has no line '{quoted(key)}'; there are {known}",
        ),
        line_number,
        line.index(key) + 1,
        width=len(key),
    )


def _nothing_drawn() -> Diagnostic:
    return error("no-diagram", Message("図がありません", "there is no diagram"))


def _another_game_error(record: Record, record_game: Game, wanted_game: Game) -> Diagnostic:
    """Return the error about a record of another game."""
    name = record_game.name
    header = next(line for line in record.headers if line.key == GAME)
    return error(
        "another-game",
        Message(
            f"{name.ja}の棋譜です。{wanted_game.name.ja}の図か棋譜を指定してください",
            f"this is a record of {name.en}; give a diagram or a record of {wanted_game.name.en}",
        ),
        header.line,
        header.column,
        width=max(1, len(header.value)),
    )


def _as_diagnostic(invalid: KifuError) -> Diagnostic:
    column = None if invalid.line is None else invalid.offset + 1
    return error(invalid.code, invalid.message, invalid.line, column, width=invalid.width)


def _print_diagnostic(diagnostic: Diagnostic, name: str, source: Source | None) -> None:
    click.echo(render_diagnostic(diagnostic, name, source, language()), err=True)


def _bad(diagnostic: Diagnostic, name: str, source: Source | None) -> BadDiagram:
    return BadDiagram(render_diagnostic(diagnostic, name, source, language()))
