"""Game records (棋譜) of five Japanese board games: read, judged by the rules, written, drawn.

This is the public door. It opens the rooms behind it only when they are asked for: ``import kifu`` loads none of them::

    import kifu

    document = kifu.read("samples/six/illegal-move.kif")
    for verdict in kifu.verify(document):
        print(verdict.status.value, verdict.outcome, verdict.fault)

What is wrong inside a record is never raised: it stands in the diagnostics of the document, and in the verdict. Errors that
this package raises on purpose are a :class:`KifuError`.
"""

from __future__ import annotations

import importlib
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    import os
    import pathlib

    from kifu.model.errors import KifuError
    from kifu.model.extras import MissingExtra
    from kifu.model.game import Game, Position
    from kifu.model.outcome import Ending, Outcome, Side, Termination
    from kifu.model.record import Record
    from kifu.referee.verdict import Status, Verdict
    from kifu.scene.board import Board
    from notation.formats.kif_head import Rules
    from notation.reading import Document

    AnyPath = str | os.PathLike[str]
    __version__: str

__all__ = [
    "Board",
    "Document",
    "Ending",
    "Game",
    "KifuError",
    "MissingExtra",
    "Outcome",
    "Record",
    "Side",
    "Status",
    "Termination",
    "Verdict",
    "__version__",
    "board",
    "game_ids",
    "load_game",
    "read",
    "verify",
    "write",
]

_TYPES = {
    "Board": "kifu.scene.board",
    "Document": "notation.reading",
    "Ending": "kifu.model.outcome",
    "Game": "kifu.model.game",
    "KifuError": "kifu.model.errors",
    "MissingExtra": "kifu.model.extras",
    "Outcome": "kifu.model.outcome",
    "Record": "kifu.model.record",
    "Side": "kifu.model.outcome",
    "Status": "kifu.referee.verdict",
    "Termination": "kifu.model.outcome",
    "Verdict": "kifu.referee.verdict",
}
"""The room of each type that is public here."""
_NAMELESS = "<bytes>"


def __getattr__(name: str) -> Any:  # noqa: ANN401 - types, and the version
    """Open the room of a public type when it is first asked for. Raises AttributeError."""
    if name == "__version__":
        found: object = _version()
    elif name in _TYPES:
        found = getattr(importlib.import_module(_TYPES[name]), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """List the public names, also those whose room is still closed."""
    return sorted({*globals(), *__all__})


def read(source: AnyPath | bytes | IO[bytes] | IO[str], *, name: str | None = None) -> Document:
    """Read a file of records; its content says which format and which encoding it has.

    Args:
        source: A path, the bytes of a file, or a file that is open for reading.
        name: What verdicts and messages call the file. By default its path, for bytes ``<bytes>``.

    Returns:
        The document and all its records. Bad content never raises: ``document.diagnostics`` and ``record.diagnostics`` say
        what is wrong. A variant file that a record names (``規則：my-king.toml``) is read if it lies beside the record or
        below; for a source without a path none is read.

    Raises:
        OSError: The path is missing, or it cannot be read.
        ValueError: The path has a NUL in it, or the open file is closed.
    """
    from pathlib import Path

    from notation.formats.kif_head import Rules
    from notation.limits import LIMITS, file_too_large
    from notation.reading import Document
    from notation.reading import read as read_bytes

    most = LIMITS.file + 1  # one byte more than is read, so that it shows
    path: pathlib.Path | None = None
    if isinstance(source, (bytes, bytearray, memoryview)):
        data, found = bytes(source), _NAMELESS
    elif hasattr(source, "read"):
        data, found = _rest_of(source, most), str(getattr(source, "name", _NAMELESS))
        path = Path(found) if isinstance(getattr(source, "name", None), str) else None
    else:
        path = Path(source)
        found = str(path)
        with path.open("rb") as file:
            data = file.read(most)
    called = found if name is None else name
    if len(data) > LIMITS.file:  # its digest is not known
        return Document(called, "", None, (), (file_too_large(),))
    return read_bytes(called, data, _beside(path) if path else Rules())


def verify(document: Document, rules: AnyPath | None = None) -> tuple[Verdict, ...]:
    """Judge each record of a document.

    Args:
        document: What :func:`read` returned.
        rules: Rules for all records, whatever they name: the path of a variant file (``my-king.toml``), or rules in words
            (``"rengo/1 saki=five"``). By default each record is judged by the rules that it names.

    Returns:
        One verdict for each record, in order. A document without any record gives one verdict, which is UNREADABLE.

    Raises:
        KifuError: The variant file `rules` cannot be read.
    """
    from kifu.referee.verify import unreadable_file
    from kifu.referee.verify import verify as judge

    name, sha256, source, records, diagnostics = document
    if rules is not None and source is not None and records:
        from notation.formats import kif

        records = kif.read(source, _given(rules))
    if not records:
        return (unreadable_file(name, sha256, diagnostics),)
    return tuple(judge(record, sha256, diagnostics) for record in records)


def write(  # noqa: PLR0913 - a keyword for each thing that may be other than it was
    document: Document,
    path: AnyPath,
    *,
    encoding: str | None = None,
    newline: str | None = None,
    canonical: bool = False,
    overwrite: bool = True,
) -> None:
    """Write a document to a file, whole or not at all. Without further arguments the text keeps every byte.

    Args:
        document: What :func:`read` returned.
        path: Where to. A name that ends in ``.json`` is written as JSON, any other in the notation itself.
        encoding: ``utf-8``, ``utf-8-sig``, ``cp932`` (or ``shift_jis``) or ``euc_jp``. By default as it was read.
        newline: ``lf``, ``crlf`` or ``cr``. By default as it was read.
        canonical: Whether each line is spelled in its standard form.
        overwrite: Whether a file that exists is replaced. It keeps its permissions; a link is followed.

    Raises:
        FileExistsError: There is such a file, and `overwrite` is false.
        OSError: The file cannot be written.
        ValueError: There is no such encoding or line end.
        KifuError: The encoding lacks a character of the text, or the document is no text at all.
    """
    import os
    from pathlib import Path

    from notation.encoding import ALIASES
    from notation.formats import TEXT, endings
    from notation.writing import NEWLINES, to_bytes

    for given, known in ((encoding and encoding.lower(), ALIASES), (newline, NEWLINES)):
        if given is not None and given not in known:
            raise ValueError(f"{given!r} is none of {', '.join(sorted(known))}")
    form = endings().get(Path(path).suffix.lower(), TEXT)
    data = to_bytes(document, form, encoding=encoding, newline=newline, canonical=canonical)
    _replace(Path(os.path.realpath(path)), data, overwrite=overwrite)


def load_game(name: str) -> Game:
    """Return a game under its default rules, by its id or by its name in any spelling: ``six``, ``6面体``, ``６面体``.

    Raises:
        KifuError: There is no such game.
    """
    from kifu.games import find

    return find(name)


def game_ids() -> tuple[str, ...]:
    """Return the ids of all games, sorted."""
    from kifu.games import ids

    return ids()


def board(game: Game, position: Position) -> Board:
    """Return a position to look at: ``str()`` is the board as text, and a notebook shows it as a picture (SVG).

    Args:
        game: A game, such as :func:`load_game` returns, or the `game` of a verdict.
        position: A position of that game. :meth:`Board.after` takes a move too, and marks it.
    """
    from kifu.scene.board import Board

    return Board(game, position)


def _version() -> str:
    """Return the version that is installed; where none is, the one that the source tree declares."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(__name__)
    except PackageNotFoundError:
        import tomllib
        from pathlib import Path

        declared = Path(__file__).parents[1] / "pyproject.toml"
        return (
            str(tomllib.loads(declared.read_text("utf-8"))["project"]["version"]) if declared.exists() else "0+unknown"
        )


def _rest_of(file: Any, most: int) -> bytes:  # noqa: ANN401 - whatever has a method `read`
    """Return at most so many bytes of an open file; of one opened as text those below the text, in whatever encoding."""
    data = getattr(file, "buffer", file).read(most)
    # Text that has no bytes below it, such as io.StringIO; a lone surrogate is bad content, and that never raises.
    return data.encode("utf-8", "surrogatepass") if isinstance(data, str) else bytes(data)


def _beside(path: pathlib.Path) -> Rules:
    """Return the rules of a file at `path`: variant files are looked for in its folder."""
    from notation.beside import read_beside
    from notation.formats.kif_head import Rules

    return Rules(lambda name: read_beside(path.parent, name))


def _given(rules: AnyPath) -> Rules:
    """Return rules to judge all records by. Raises UnreadableFile for a variant file that cannot be read."""
    import os

    from kifu.games.variants import names_a_file
    from kifu.model.record import VariantFile
    from notation.beside import read_given
    from notation.formats.kif_head import Rules

    text = os.fspath(rules)
    return Rules(given=VariantFile(text, read_given(text)) if names_a_file(text) else text)


def _replace(path: pathlib.Path, data: bytes, *, overwrite: bool) -> None:
    """Write a file beside `path`, and put it in its place once it is whole. Raises OSError."""
    import secrets
    import stat

    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        mode = None
    if mode is not None and not overwrite:
        raise FileExistsError(f"{path} exists")
    if mode is not None and not stat.S_ISREG(mode):  # a pipe or a device stays what it is
        path.write_bytes(data)
        return
    temporary = path.with_name(f".{path.name[:40]}.{secrets.token_hex(8)}")
    try:
        with temporary.open("xb") as file:
            if mode is not None:
                temporary.chmod(stat.S_IMODE(mode) & 0o777)
            file.write(data)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
