"""The table of options that several commands have.

Options whose values are read by a module of their own stand there: `--game`, `--rules`, `--ply`, `--corpus` and `--book`.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from kifu.cli.command_definition import (
    CommandOption,
    OptionGroup,
    argument,
    choice_option,
    flag_option,
    number_option,
    option,
    shown_default,
)
from kifu.cli.printing.language_and_usage_errors import say, usage_error
from kifu.core.message import CONTROL, Message, quoted
from kifu.core.outcome import PLAYERS
from kifu.core.squares import BLANKS
from notation.formats import TEXT
from notation.formats.kif import ENDINGS as OF_KIF

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Endings = Mapping[str, str]

STANDARD_STREAM = "-"
"""The file name that means standard input for a file that is read, and standard output for a file that is written."""
MAX_COUNT = 1_000_000_000
"""The largest number of positions, games or units that an option takes: machine code counts in 64 bits."""
MAX_PLIES = 100_000
"""The most plies of a game that is played."""
MAX_WORKERS = 1_000
"""The most processes that play at once."""
AUTO = -1
"""The value of `--adjudicate auto`, as :data:`kifu.engine.opening_match_and_adjudication.AUTO`."""
PROOF_NODES = 20_000
"""The value of :data:`kifu.engine.opening_match_and_adjudication.NODES`, which is slow to import."""
DIGITS = 6
"""The digits of a ply, at most."""
MAX_PORT = 65_535


def _parse_ply_or_auto(_context: click.Context, parameter: click.Parameter, value: str | None) -> int | None:
    """Return the ply of a text, or AUTO; raises click.BadParameter."""
    if value is None:
        return None
    if value == "auto":
        return AUTO
    if not (value.isascii() and value.isdigit() and len(value) <= DIGITS):
        message = Message(f"{value} は手数でも auto でもありません", f"{value} is neither a ply nor auto")
        raise click.BadParameter(say(message), param=parameter)
    return int(value)


def _parse_numbers(_context: click.Context, parameter: click.Parameter, value: str | None) -> tuple[int, ...]:
    """Return the distinct numbers of a comma-separated text.

    Raises click.BadParameter below 1 and above MAX_COUNT.
    """
    try:
        numbers = tuple(dict.fromkeys(int(word) for word in (value or "").split(",") if word.strip()))
    except ValueError:
        numbers = (0,)
    if any(not 1 <= number <= MAX_COUNT for number in numbers):
        raise click.BadParameter(
            say(
                Message(f"{value} は 7,8 のような数の並びではありません", f"{value} is no list of numbers such as 7,8")
            ),
            param=parameter,
        )
    return numbers


def numbers_option(default: str = "") -> CommandOption:
    """Return an option that is a comma-separated list of numbers."""
    return CommandOption(callback=_parse_numbers, **({"default": ""} if not default else shown_default(default)))


force_option = flag_option().help("あれば上書き。Overwrite.")
raw_csv_option = flag_option().help(
    "CSV の = + - @ で始まる文字にも ' を付けない。No ' before CSV text that begins with = + - @: spreadsheets may run it."
)
engine_nodes_option = number_option(minimum=1, maximum=MAX_COUNT, default=10_000).help(
    "--engine が一局面に調べる局面の数。Positions that --engine looks at for each position."
)
adjudicate_option = option(metavar="PLY|auto", callback=_parse_ply_or_auto).help(
    "この手数から先は一局面ごとに必勝を証明で調べる。auto は各局の最後の 30 手。Ask the solver from this ply on who can force a "
    "win; auto: in the last 30 plies of each game."
)
proof_nodes_option = number_option(minimum=1, maximum=MAX_COUNT, default=PROOF_NODES).help(
    "--adjudicate が一局面に調べる局面の数。Positions that --adjudicate looks at for each position."
)
seed_option = number_option(minimum=0, maximum=1 << 62).help(
    "乱数の種 (なければ選んで記す)。Seed; chosen and noted if left out."
)
fixed_seed_option = number_option(minimum=0, default=1).help("乱数の種。Seed.")
players_option = number_option("--workers", minimum=1, maximum=MAX_WORKERS, default=1).help(
    "並行して指す数。Processes that play at once."
)
jobs_option = number_option(minimum=1).help(
    "多くの棋譜を同時に判定する働き手の数 (なければコアの数)。Workers for many records; else one a core."
)
pool_option = number_option(minimum=2).help("一つの探索を始める組の数。Sets that a search starts from.")
picture_option = option("--format", type=click.Choice(["png", "svg"]), multiple=True, default=("png", "svg")).help(
    "図の形式 (なければ両方)。Format of the pictures; default: both."
)


def form_option(*forms: str) -> Any:
    """Return the option `--format`, by default the first of `forms`."""
    return choice_option(forms, "--format", default=forms[0]).help("出力の形式。Form of the output.")


def plies_option(default_plies: int) -> Any:
    """Return the option `--plies`, by default `default_plies`."""
    return number_option(minimum=1, maximum=MAX_PLIES, default=default_plies).help(
        "この手数で中断。Break off after this number of plies."
    )


def nodes_option(default_nodes: int) -> Any:
    """Return the option `--nodes`, positions searched; 0 is random.

    `default_nodes` is the default.
    """
    words = "一手に調べる局面の数 (0 は一様乱数)。Positions looked at for a move; 0 plays at random."
    return number_option(minimum=0, maximum=MAX_COUNT, default=default_nodes).help(words)


def stale_option(default_cost: int) -> Any:
    """Return the option `--stale`, the evaluation cost of repetition.

    `default_cost` is the default.
    """
    words = "前の局面に戻るのを嫌う度合い (評価値の単位)。What coming back to a position costs, in units of evaluation."
    return number_option(minimum=0, maximum=MAX_COUNT, default=default_cost).help(words)


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


def format_by_ending(output: str | None, endings: Endings, chosen_format: str | None = None) -> str | None:
    """Return the format that the ending of a file's name decides.

    `endings` are those that a command can write, with their formats; `chosen_format` is the format that an option names. A name
    without an ending, standard output and no name at all decide nothing: then it is `chosen_format`, as it is for an ending that no
    format has. Raises click.BadParameter for any other ending, and for one that contradicts `chosen_format`.
    """
    ending = "" if output is None or output == STANDARD_STREAM else _lower_case_ending(output)
    if not ending:
        return chosen_format
    form = endings.get(ending)
    if form is None and chosen_format is not None and ending not in _OF_FILES:
        return chosen_format
    if form is None:
        shown, known = quoted(ending), " ".join(endings)
        wrong = Message(
            f"拡張子 {shown} のファイルは、このコマンドでは書けません。{known} のどれかにしてください",
            f"this command writes no {shown} file; let the name end in one of {known}",
        )
        raise click.BadParameter(say(wrong))
    if chosen_format is not None and chosen_format != form:
        wrong = Message(
            f"拡張子 {ending} は {form} で、指定した形式の {chosen_format} と違います。どちらかにしてください",
            f"the ending {ending} means {form}, and another option asks for {chosen_format}; write one of them",
        )
        raise click.BadParameter(say(wrong))
    return form


def _lower_case_ending(file_name: str) -> str:
    """Return the lower-case ending of a file name, or "".

    A file called ``.pdf`` has one too.
    """
    base = os.path.basename(file_name).lower()  # noqa: PTH119 - pathlib takes long to load
    return base if base in _OF_FILES else os.path.splitext(base)[1].rstrip(".")  # noqa: PTH122 - as above


def output_option(
    endings: Endings | Callable[[], Endings] | None,
    *names: str,
    metavar: str = "OUT",
    required: bool = False,
    default: str | None = None,
) -> Any:
    """Return the option `--output`, a file ending as in `endings`.

    A name without an ending is taken too.
    A command whose format an option names too gives None, and asks :func:`format_by_ending` itself before its work. Without a
    `default` the value is None if it is left out.
    """

    def check_ending(_context: click.Context, _parameter: click.Parameter, value: str | None) -> str | None:
        if endings is not None:
            format_by_ending(value, endings() if callable(endings) else endings)
        return value

    # click takes a default of None for a value that is there.
    given: dict[str, Any] = {} if default is None else {"default": default}
    return CommandOption(
        *(names or ("-o", "--output")), metavar=metavar, required=required, callback=check_ending, **given
    ).help("書き出すファイル (- は標準出力)。File to write; - is standard output.")


def output_folder(_context: click.Context, _parameter: click.Parameter, value: Any) -> Any:
    """Return the name of an output folder.

    Raises click.BadParameter for standard output, and for a new one called like a file.
    """
    if str(value) == STANDARD_STREAM:
        raise click.BadParameter(
            say(Message("- は標準出力です。フォルダーの名を書いてください", "- is standard output; name a folder"))
        )
    if value is not None and "\0" not in str(value):
        ending = _lower_case_ending(str(value))
        if ending in _OF_FILES and not os.path.lexists(value):
            wrong = Message(
                f"{ending} で終わるのはファイルの名です。フォルダーの名を書いてください",
                f"a name that ends in {ending} is that of a file; name a folder",
            )
            raise click.BadParameter(say(wrong))
    return value


def folder_option(*names: str, required: bool = False) -> CommandOption:
    """Return an option that is a folder to write, by default `--output`."""
    return CommandOption(*(names or ("-o", "--output")), metavar="DIR", required=required, callback=output_folder)


def study_results_folder_option() -> Any:
    """Return the option `--output`, the folder of a study's results."""
    from pathlib import Path  # noqa: PLC0415 - it takes long to load, and `kifu verify` has no such option

    folder = CommandOption(
        "-o", "--output", required=True, metavar="DIR", callback=output_folder, type=click.Path(path_type=Path)
    )
    return folder.help("結果のフォルダー。Folder of the results.")


_TAKEN = ("棋種", "規則", *PLAYERS)
"""Keys of the head that have an option of their own."""


def _require_one_line(_context: click.Context, _parameter: click.Parameter, value: Any) -> Any:
    """Return a text fit for one line of a record.

    Raises click.BadParameter for line ends and control characters.
    """
    if value is not None and ("\n" in value or "\t" in value or re.search(CONTROL, value)):
        raise click.BadParameter(
            say(
                Message(
                    f"一行の文字で書いてください。改行や制御文字は使えません (「{quoted(value)}」)",
                    f"write one line, without line ends and control characters ('{quoted(value)}')",
                )
            )
        )
    return value


def _parse_headers(context: click.Context, parameter: click.Parameter, value: tuple[str, ...]) -> dict[str, str]:
    """Return the headers by key.

    Raises click.BadParameter for a text that is not KEY=VALUE, and for a repeated key.
    """
    headers: dict[str, str] = {}
    for written in value:
        key, equals, text = _require_one_line(context, parameter, written).partition("=")
        key = key.strip(BLANKS)
        if not equals or not key or key in headers or key in _TAKEN:
            raise click.BadParameter(
                say(
                    Message(
                        f"「場所=会館」のように、項目を一度ずつ書いてください (「{quoted(written)}」)。"
                        "棋種・規則・先手・後手は --game --rules --first --second で書きます",
                        f"write KEY=VALUE, as in 場所=会館, each key once ('{quoted(written)}'); "
                        "棋種, 規則, 先手, 後手 are --game, --rules, --first, --second",
                    )
                )
            )
        headers[key] = text.strip(BLANKS)
    return headers


class RecordHeading(NamedTuple):
    """The head that the options of a new record or score sheet ask for."""

    first: str | None
    second: str | None
    head: dict[str, str]

    @property
    def headers(self) -> dict[str, str]:
        """The headers by key, with the names of the players."""
        names = zip(PLAYERS, (self.first, self.second), strict=True)
        return {**self.head, **{player: name for player, name in names if name is not None}}


first_option = option(metavar="NAME", callback=_require_one_line).help(
    "先手 (ユニオンでは白) の名。Name of 先手 (white in Union)."
)
second_option = option(metavar="NAME", callback=_require_one_line).help("後手の名。Name of 後手.")
head_option = option(metavar="KEY=VALUE", multiple=True, callback=_parse_headers).help(
    "見出しに書いておくこと (何度でも)。続・連合将棋の盤は 盤=碁盤19路。"
    "A line of the head, such as 場所=NAME; may be repeated. 盤=碁盤19路 chooses a board of rengo."
)
heading_options: Any = OptionGroup(RecordHeading, first=first_option, second=second_option, head=head_option)


class ListenAddress(NamedTuple):
    """Address to listen at: `host`, None for local; `lan`."""

    port: int = 0
    lan: bool = False
    host: str | None = None
    browser: bool = True
    tls: tuple[str, str] | None = None
    """The files of a certificate and of its private key."""


def _listen_address(
    *, port: int, lan: bool, host: str | None, no_browser: bool, tls: tuple[str, str] | None
) -> ListenAddress:
    """Return the address of some options; raises click.UsageError."""
    if lan and host is not None:
        raise usage_error("--lan と --host は一緒に使えません", "--lan and --host exclude each other")
    return ListenAddress(port, lan, host, not no_browser, tls)


where_options: Any = OptionGroup(
    _listen_address,
    port=number_option(minimum=0, maximum=MAX_PORT, default=0).help(
        "ポート番号 (0 は空いているもの)。Port; 0 takes a free one."
    ),
    lan=flag_option().help(
        "同じネットワークから開けるようにする。暗号化されないので、信用できる所で使う。"
        "Let others on the same network in. It is not encrypted: use it where you trust the network."
    ),
    host=option(metavar="ADDRESS").help("待ち受けるアドレス。Address to listen on."),
    no_browser=flag_option().help("ブラウザーを開かない。Open no browser."),
    tls=option(nargs=2, metavar="CERT KEY").help(
        "https にする証明書と鍵のファイル。Files of a certificate and its key, for https."
    ),
)


def folder_argument(default: str | None = None) -> Any:
    """Return the argument FOLDER; without `default` it is required."""
    if default is None:
        return argument(metavar="FOLDER", callback=_folder_option_value)
    return argument(metavar="[FOLDER]", default=default, callback=_folder_option_value)


def _folder_option_value(context: click.Context, parameter: click.Parameter, value: Any) -> Any:
    if value is not None and "\0" in value:
        raise click.BadParameter(say(Message("名に NUL は使えません", "a name has no NUL in it")), context, parameter)
    return output_folder(context, parameter, value)
