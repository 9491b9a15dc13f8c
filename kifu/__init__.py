"""Game records (棋譜) of five Japanese board games: read, judged by the rules, written, drawn.

This module is the public door. ``import kifu`` loads no other module of the package; a function or a type loads its own
when it is first used::

    import kifu

    document = kifu.read("samples/six/illegal-move.kif")
    for verdict in kifu.verify(document):
        print(verdict.status.value, verdict.outcome, verdict.fault)

A mistake inside a record raises nothing: the diagnostics of the document and the verdict name it. Each error that this
package raises on purpose is a :class:`KifuError`. An argument of another kind than a function takes is a
:class:`WrongArgument`, a TypeError too, which says in Japanese and English what it takes.
"""

from __future__ import annotations

import importlib
import sys
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    import os
    import pathlib
    from collections.abc import Iterable, Mapping, Sequence

    from kifu.core.errors import IllegalMove, InvalidMove, KifuError, WrongArgument
    from kifu.core.game.game import Game, Position
    from kifu.core.lazy_imports_extras_and_package_files import MissingExtra
    from kifu.core.outcome import Ending, Outcome, Side, Termination
    from kifu.engine.best_move_and_win_chance import Choice
    from kifu.referee.record import Record
    from kifu.referee.rule_readings import Readings
    from kifu.referee.status_fault_and_basis import Status
    from kifu.referee.verdict import Verdict
    from kifu.render.board import Board
    from notation.reading import Document

    AnyPath = str | os.PathLike[str]
    __version__: str

__all__ = [
    "Board",
    "Choice",
    "Document",
    "Ending",
    "Game",
    "IllegalMove",
    "InvalidMove",
    "KifuError",
    "MissingExtra",
    "Outcome",
    "Readings",
    "Record",
    "Side",
    "Status",
    "Termination",
    "Verdict",
    "WrongArgument",
    "__version__",
    "board",
    "choose",
    "from_moves",
    "game_ids",
    "load_game",
    "read",
    "readings",
    "verify",
    "write",
]

_TYPES = {
    "Board": "kifu.render.board",
    "Choice": "kifu.engine.best_move_and_win_chance",
    "Document": "notation.reading",
    "Ending": "kifu.core.outcome",
    "Game": "kifu.core.game.game",
    "IllegalMove": "kifu.core.errors",
    "InvalidMove": "kifu.core.errors",
    "KifuError": "kifu.core.errors",
    "MissingExtra": "kifu.core.lazy_imports_extras_and_package_files",
    "Outcome": "kifu.core.outcome",
    "Readings": "kifu.referee.rule_readings",
    "Record": "kifu.referee.record",
    "Side": "kifu.core.outcome",
    "Status": "kifu.referee.status_fault_and_basis",
    "Termination": "kifu.core.outcome",
    "Verdict": "kifu.referee.verdict",
    "WrongArgument": "kifu.core.errors",
}
"""The module that defines each public type."""


def _name_shadowing_files() -> None:
    """Name the file that stands in the way of a package of ours, such as notation.py beside a notebook.

    Raises ImportError for ``notation``, without which nothing can be read; warns of ``analysis``, which many do without.
    """
    import os
    from importlib.util import find_spec

    here = os.path.dirname(os.path.dirname(__file__))  # noqa: PTH120 - pathlib takes as long to load as all the rest
    for package in ("notation", "analysis"):
        spec = sys.modules[package].__spec__ if package in sys.modules else find_spec(package)
        found = spec.origin if spec is not None else None
        if found is None or os.path.dirname(os.path.dirname(found)) == here:  # noqa: PTH120
            continue
        text = (
            f"{found} が kifu のパッケージ {package} を隠しています。このファイルの名前を変えてください / "
            f"{found} hides the package {package} of kifu: give that file another name"
        )
        if package == "notation":
            raise ImportError(text, name=package, path=found)
        import warnings

        warnings.warn(text, RuntimeWarning, stacklevel=3)


if sys.argv[:1] != ["-m"]:  # `python -m kifu` takes the folder one stands in off the path itself, after this
    _name_shadowing_files()


def __getattr__(name: str) -> Any:  # noqa: ANN401 - types, and the version
    """Import the module of a public type when the type is first used. Raises AttributeError for any other name."""
    if name == "__version__":
        value: object = importlib.import_module("kifu.core.lazy_imports_extras_and_package_files").program_version()
    elif name in _TYPES:
        value = getattr(importlib.import_module(_TYPES[name]), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names, also those whose module is not loaded yet."""
    return sorted({*globals(), *__all__})


def read(source: AnyPath | bytes | IO[bytes] | IO[str], *, name: str | None = None) -> Document:
    """Read a file of records. The format and the encoding are recognized by the content.

    Args:
        source: A path, the bytes of a file, or a file that is open for reading.
        name: The name of the file in verdicts and messages. By default its path; for bytes ``<bytes>``.

    Returns:
        The document and all its records. Bad content never raises: ``document.diagnostics`` and ``record.diagnostics`` say
        what is wrong. A record may name a variant file (``規則：my-king.toml``). The file is read if it lies in the folder
        of the source or below. If the source has no path, no variant file is read.

    Raises:
        OSError: The path is missing, cannot be read, or is a pipe, a socket or a device.
        ValueError: The path has a NUL in it, or the open file is closed.
        WrongArgument: `source` or `name` is none of these.
    """
    from notation.documents_and_variant_files import open_document

    return open_document(source, name)


def verify(document: Document | AnyPath | bytes, rules: AnyPath | None = None) -> tuple[Verdict, ...]:
    """Judge each record of a document.

    Args:
        document: What :func:`read` returned, or what it takes: a path, bytes, an open file.
        rules: Rules for all records, in place of those that they name: the path of a variant file (``my-king.toml``), or
            a rule set (``"rengo/1 saki=five"``). By default each record is judged by the rules that it names.

    Returns:
        One verdict for each record, in order. A document without any record gives one verdict, which is UNREADABLE.

    Raises:
        KifuError: The variant file `rules` cannot be read.
        WrongArgument: An argument is of another kind.
        OSError: As :func:`read`.
    """
    from kifu.reconcile.python_api import with_notebook_view
    from kifu.referee.verify import verify_document
    from notation.documents_and_variant_files import as_document

    return tuple(map(with_notebook_view, verify_document(as_document(document, rules))))


def readings(document: Document | AnyPath | bytes, rules: AnyPath | None = None) -> tuple[Readings[Verdict], ...]:
    """Judge each record of a document under every reading of its rules.

    Where the pages of a game are silent, its rules have an option. Each record is judged by its own reading, then by
    each other named value of one option alone.

    Args:
        document: As for :func:`verify`.
        rules: The record's own reading for all records, as for :func:`verify`.

    Returns:
        The readings of each record, in order: the verdict by its own, a row for each other, and those that differ. A
        document without any record gives one, whose verdict is UNREADABLE.

    Raises:
        KifuError, WrongArgument, OSError: As :func:`verify`.
    """
    from kifu.reconcile.python_api import with_notebook_view
    from kifu.referee.rule_readings import readings_of_document
    from notation.documents_and_variant_files import as_document

    judged = readings_of_document(as_document(document, rules))
    return tuple(each._replace(verdict=with_notebook_view(each.verdict)) for each in judged)


def write(  # noqa: PLR0913 - a keyword for each property of the file that may change
    document: Document | AnyPath | bytes,
    path: AnyPath,
    *,
    encoding: str | None = None,
    newline: str | None = None,
    canonical: bool = False,
    overwrite: bool = True,
) -> None:
    """Write a document to a file, whole or not at all. With no other arguments the file gets the same bytes.

    Args:
        document: As for :func:`verify`.
        path: The path of the file. If it ends in ``.json``, the document is written as JSON, else in the notation itself.
        encoding: ``utf-8``, ``utf-8-sig``, ``cp932`` (or ``shift_jis``) or ``euc_jp``. By default that of the source.
        newline: ``lf``, ``crlf`` or ``cr``. By default that of the source.
        canonical: Whether each line is spelled in its standard form.
        overwrite: Whether an existing file is replaced. The new file keeps its permissions; a link is followed.

    Raises:
        FileExistsError: The file exists, and `overwrite` is false.
        OSError: The file cannot be written.
        ValueError: The encoding or the line end is unknown.
        KifuError: The encoding lacks a character of the text, the document is not text, or the path is that of a packed file.
        WrongArgument: An argument is of another kind.
    """
    import os
    from pathlib import Path

    from kifu.core.errors import require_kind
    from notation.documents_and_variant_files import as_document, path_text
    from notation.encoding import ALIASES
    from notation.formats import TEXT, formats_by_ending
    from notation.writing import NEWLINES, document_bytes, packed_output_error

    document, path = as_document(document), path_text("path", path, _PATH)
    for name, word in (("encoding", encoding), ("newline", newline)):
        if word is not None:
            require_kind(name, word, str, ("文字", "a str"))
    for given, known in ((encoding and encoding.lower(), ALIASES), (newline, NEWLINES)):
        if given is not None and given not in known:
            listed = ", ".join(sorted(known))
            raise ValueError(f"{given!r} は {listed} のどれでもありません / {given!r} is none of {listed}")
    if str(path).lower().endswith((".gz", ".bz2", ".xz", ".zip")):
        raise packed_output_error()
    form = formats_by_ending().get(Path(path).suffix.lower(), TEXT)
    data = document_bytes(document, form, encoding=encoding, newline=newline, canonical=canonical)
    _write_whole_file(Path(os.path.realpath(path)), data, overwrite=overwrite)


def from_moves(  # noqa: PLR0913 - the parts of a record
    game: Game,
    moves: Iterable[str | int],
    *,
    head: Mapping[str, str] | None = None,
    result: str | Outcome | None = None,
    start: Position | None = None,
    name: str = "<moves>",
) -> Document:
    """Return a record of a list of moves as a document, in canonical form: ``document.text``.

    Nothing is judged: an illegal move is written as it stands, and :func:`verify` finds it.

    Args:
        game: A game from :func:`load_game`, or the `game` of a verdict. Its rules are named in the record.
        moves: The moves from the first ply on, each as text (``"四04占"``) or as its code.
        head: Header lines in order, such as ``{"先手": "山田", "開始日時": "2026/11/03"}``.
        result: The word that ends the record (``"投了"``, ``"中断"``, …), or an :class:`Outcome`, which is written as a
            closing line. By default the record has no end of its own.
        start: The position before the first move. By default the game's own start.
        name: The name of the document in verdicts and messages.

    Raises:
        KifuError: A part would be read back as something else (``unwritable``), or the rules are those of a variant file.
        IllegalMove: A number is no move of the game.
        WrongArgument: An argument is of another kind.
    """
    from kifu.core.errors import require_kind
    from kifu.core.outcome import Outcome
    from notation.formats.kif_full_writer import document_of_moves

    _require_game(game, *(() if start is None else (start,)))
    require_kind(
        "moves", moves, object, _MOVES, fits=hasattr(moves, "__iter__") and not isinstance(moves, (str, bytes))
    )
    given = {} if head is None else head
    require_kind("head", given, object, ("見出しと値の dict", "a dict of headers"), fits=hasattr(given, "items"))
    for text in (*given, *given.values(), name):
        require_kind("head", text, str, ("文字", "texts"))
    if result is not None:
        require_kind(
            "result", result, (str, Outcome), ("結果の語か kifu.Outcome", "a word of a result, or a kifu.Outcome")
        )
    return document_of_moves(name, game, tuple(moves), given, result, start)


def load_game(name: str) -> Game:
    """Return a game under its default rules, by its id or by its name in any spelling: ``six``, ``6面体``, ``６面体``.

    Raises:
        KifuError: No game has that id or name.
        WrongArgument: `name` is no text.
    """
    from kifu.core.errors import require_kind
    from kifu.core.games import game_by_name

    require_kind("name", name, str, ("棋種の名前か id (「six」など)", "the name or id of a game, such as 'six'"))
    return game_by_name(name)


def game_ids() -> tuple[str, ...]:
    """Return the ids of all games, sorted."""
    from kifu.core.games import ids

    return ids()


def board(game: Game, position: Position) -> Board:
    """Return a position as a board: ``str()`` gives text, and a notebook shows a picture (SVG).

    Args:
        game: A game from :func:`load_game`, or the `game` of a verdict.
        position: A position of that game. To mark the last move, use :meth:`Board.after`.

    Raises:
        WrongArgument: `game` is no game, or `position` is none of its positions.
    """
    _require_game(game, position)
    from kifu.render.board import Board

    return Board(game, position)


def choose(
    game: Game, position: Position, *, nodes: int = 20_000, seed: int | None = None, before: Sequence[Position] = ()
) -> Choice:
    """Return the move that the engine plays in a position. The same arguments give the same choice on any machine.

    The first call for a game compiles its search, which takes a while; the machine code is kept.

    Args:
        game: A game from :func:`load_game`, or the `game` of a verdict.
        position: A position of that game in which the game goes on.
        nodes: How many positions the search may visit, at least 1: a thousand take about a millisecond of machine code.
            続・連合将棋 is searched without machine code, some hundred times more slowly.
        seed: What draws among moves that look nearly as good, as in ``kifu play --engine``. By default nothing is drawn.
        before: The positions of the game before this one, the earliest first. To return to one of them costs something.

    Returns:
        The choice: `text` and the code `move`, for ``game.play``; `value` for the side to move, in the game's units of
        evaluation; `chance`, the expected score of the side to move from 0 to 1 (win 1, draw a half), or None where
        nothing was measured for such a search; the `plies` to an end that was seen, and whether the solver has `proven` it with as many positions again; the `line` that the
        search expects, as codes.

    Raises:
        MissingExtra: numba, of the extra ``fast``, is not installed, and the game needs it.
        ValueError: The game is over in that position, or `nodes` is less than 1.
        WrongArgument: An argument is of another kind.
    """
    from kifu.core.errors import require_kind

    several = isinstance(before, (tuple, list)) and not hasattr(before, "_fields")  # a position may be a tuple itself
    require_kind("before", before, object, ("局面の並び", "a sequence of positions"), fits=several)
    _require_game(game, position, *before)
    for name, number in (("nodes", nodes), *(() if seed is None else (("seed", seed),))):
        require_kind(name, number, int, ("整数", "a whole number"))
    from kifu.core.compiled.bind_and_compile import rules_compile
    from kifu.core.lazy_imports_extras_and_package_files import missing_extra_error, require_extra

    if rules_compile(game):
        require_extra("fast")
    try:
        from kifu.engine.best_move_and_win_chance import find_best_move, mark_if_proven
        from kifu.engine.play_engine_games import NOISE
    except ModuleNotFoundError as absent:  # numpy
        raise missing_extra_error(absent) or absent from None
    noise = 0 if seed is None else NOISE
    return mark_if_proven(
        game, position, find_best_move(game, position, nodes, seed or 0, noise=noise, before=before), nodes
    )


_MOVES = ("手の並び", "a sequence of moves")
_PATH = ("ファイルのパス", "the path of a file")


def _require_game(game: Game, *positions: Position) -> None:
    """Raise WrongArgument unless `game` is a game, and these are its positions."""
    from kifu.core.errors import require_kind
    from kifu.core.game.game import Game, legal_moves_of_own_position

    require_kind("game", game, Game, ("棋種 (kifu.load_game の返したもの)", "a game, which kifu.load_game returns"))
    for position in positions:
        legal_moves_of_own_position(game, position)


def _write_whole_file(path: pathlib.Path, data: bytes, *, overwrite: bool) -> None:
    """Write a file whole or not at all; a pipe or a device is written to. Raises OSError."""
    import stat

    from kifu.core.regular_files import write_file_whole

    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        mode = None
    if mode is not None and not overwrite:
        raise FileExistsError(f"{path} があります / {path} exists")
    if mode is not None and not stat.S_ISREG(mode):  # a pipe or a device is written to, not replaced
        path.write_bytes(data)
        return
    write_file_whole(path, data, None if mode is None else stat.S_IMODE(mode) & 0o777)
