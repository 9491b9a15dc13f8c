"""Output options: a file, whose ending decides its format, or folder."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from kifu.cli.arguments.shared_options import STANDARD_STREAM
from kifu.cli.printing.language import say
from kifu.core.message import Message, quoted
from notation.formats import TEXT
from notation.formats.kif import ENDINGS as OF_KIF

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
    Endings = Mapping[str, str]

HTML: Endings = {".html": "html", ".htm": "html"}
PDF: Endings = {".pdf": "pdf"}
KIF: Endings = dict.fromkeys(OF_KIF, TEXT)
TOML: Endings = {".toml": "toml"}
NPZ: Endings = {".npz": "npz"}
BOOK: Endings = {".book": "book", ".jsonl": "book", ".json": "book"}
TABLEBASE: Endings = {".tablebase": "tablebase"}
PUZZLES: Endings = {**KIF, ".json": "json", ".jsonl": "json"}
_OF_FILES = frozenset({*HTML, *PDF, *KIF, *TOML, *NPZ, *BOOK, *TABLEBASE, ".csv", ".png", ".svg", ".gif", ".zip"})
"""Endings that have a meaning: no new folder is called so, and no option gives them another."""


def form_of(output: str | None, endings: Endings, given: str | None = None) -> str | None:
    """Return the format that the ending of a file's name decides.

    `endings` are those that a command can write, with their formats; `given` is the format that an option names. A name
    without an ending, standard output and no name at all decide nothing: then it is `given`, as it is for an ending that no
    format has. Raises click.BadParameter for any other ending, and for one that contradicts `given`.
    """
    ending = "" if output is None or output == STANDARD_STREAM else _name_ending(output)
    if not ending:
        return given
    form = endings.get(ending)
    if form is None and given is not None and ending not in _OF_FILES:
        return given
    if form is None:
        shown, known = quoted(ending), " ".join(endings)
        wrong = Message(
            f"拡張子 {shown} のファイルは、このコマンドでは書けません。{known} のどれかにしてください",
            f"this command writes no {shown} file; let the name end in one of {known}",
        )
        raise click.BadParameter(say(wrong))
    if given is not None and given != form:
        wrong = Message(
            f"拡張子 {ending} は {form} で、指定した形式の {given} と違います。どちらかにしてください",
            f"the ending {ending} means {form}, and another option asks for {given}; write one of them",
        )
        raise click.BadParameter(say(wrong))
    return form


def _name_ending(name: str) -> str:
    """Return the lower-case ending of a file name, or "".

    A file called ``.pdf`` has one too.
    """
    base = os.path.basename(name).lower()  # noqa: PTH119 - pathlib takes long to load
    return base if base in _OF_FILES else os.path.splitext(base)[1].rstrip(".")  # noqa: PTH122 - as above


def output_option(  # noqa: PLR0913 - what the option needs
    endings: Endings | Callable[[], Endings] | None,
    words: str = "書き出すファイル (- は標準出力)。File to write; - is standard output.",
    *,
    required: bool = False,
    default: str | None = None,
    name: str = "--output",
    metavar: str = "OUT",
) -> Decorator:
    """Return the option `--output`, a file ending as in `endings`.

    A name without an ending is taken too.
    A command whose format an option names too gives None, and asks :func:`form_of` itself before its work. Without a
    `default` the value is None if it is left out.
    """

    def check_ending(_context: click.Context, _parameter: click.Parameter, value: str | None) -> str | None:
        if endings is not None:
            form_of(value, endings() if callable(endings) else endings)
        return value

    # click takes a default of None for a value that is there.
    given: dict[str, Any] = {} if default is None else {"default": default}
    names = ("-o", name) if name == "--output" else (name,)
    return click.option(*names, metavar=metavar, required=required, help=words, callback=check_ending, **given)


def a_folder(_context: click.Context, _parameter: click.Parameter, value: Any) -> Any:  # noqa: ANN401 - text or a path
    """Return the name of an output folder.

    Raises click.BadParameter for standard output, and for a new one called like a file.
    """
    if str(value) == STANDARD_STREAM:
        raise click.BadParameter(
            say(Message("- は標準出力です。フォルダーの名を書いてください", "- is standard output; name a folder"))
        )
    if value is not None and "\0" not in str(value):
        ending = _name_ending(str(value))
        if ending in _OF_FILES and not os.path.lexists(value):
            wrong = Message(
                f"{ending} で終わるのはファイルの名です。フォルダーの名を書いてください",
                f"a name that ends in {ending} is that of a file; name a folder",
            )
            raise click.BadParameter(say(wrong))
    return value


def results_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the option `--output`, the folder of its results."""
    from pathlib import Path  # noqa: PLC0415 - it takes long to load, and `kifu verify` has no such option

    return click.option(
        "-o",
        "--output",
        required=True,
        metavar="DIR",
        callback=a_folder,
        type=click.Path(path_type=Path),
        help="結果のフォルダー。Folder of the results.",
    )(function)
