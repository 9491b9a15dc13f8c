"""`kifu record`: one game recorded in a browser or terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kifu.cli import terminal_recorder
from kifu.cli.arguments.command_options import CommandOptions, choice, flag, option, with_options
from kifu.cli.arguments.games_option import NamesGame, game_option
from kifu.cli.arguments.options import Where, folder_argument, form_option, where_options
from kifu.cli.printing.language import say
from kifu.cli.run_server import announce_addresses, open_game, run
from kifu.core.message import Message
from kifu.recording.game_setup import MODES

if TYPE_CHECKING:
    from kifu.core.game.game import Game
    from kifu.web.server.app import ServerApp
    from kifu.web.server.run import Addresses

_CLOCKS = {"sudden": 2, "byoyomi": 3, "fischer": 3}
"""The number of parts of each kind of --clock."""
_MORE = {"byoyomi": "byoyomi", "fischer": "increment"}


def _clock(_context: click.Context, _parameter: click.Parameter, value: str | None) -> dict[str, object] | None:
    if value is None:
        return None
    kind, *seconds = value.split(":")
    if len(seconds) + 1 != _CLOCKS.get(kind) or not all(part.isascii() and part.isdigit() for part in seconds):
        raise click.BadParameter(
            say(
                Message(
                    "sudden:600、byoyomi:600:30、fischer:600:5 のように、秒で書いてください",
                    "write it in seconds, like sudden:600, byoyomi:600:30 or fischer:600:5",
                )
            )
        )
    control: dict[str, object] = {"kind": kind, "main": int(seconds[0])}
    return control if kind == "sudden" else {**control, _MORE[kind]: int(seconds[1])}


def _head(_context: click.Context, _parameter: click.Parameter, value: tuple[str, ...]) -> dict[str, str]:
    head = {}
    for written in value:
        key, equals, text = written.partition("=")
        if not equals:
            raise click.BadParameter(say(Message("「場所=会館」のように書いてください", "write KEY=VALUE")))
        head[key] = text
    return head


class _Options(CommandOptions):
    game: Game = game_option
    folder: str = folder_argument(".")
    rules: str | None = option(metavar="RULES").help(
        "規則の文 ('rengo/1 saki=five' など)、または FOLDER にある規則のファイルの名 (….toml)。Rules in words, or the name of a variant file (….toml) that lies in FOLDER."
    )
    mode: str = choice(MODES, default="record").help(
        "practice は指せる手を示す、record は反則を示す、official は閉じるまで何も示さない。practice shows legal moves, record marks illegal ones, official shows nothing until the game is closed."
    )
    first: str = option(metavar="NAME", default="").help("先手 (ユニオンでは白) の名。Name of 先手 (white in Union).")
    second: str = option(metavar="NAME", default="").help("後手の名。Name of 後手.")
    head: dict[str, str] = option(metavar="KEY=VALUE", multiple=True, callback=_head).help(
        "見出しの行 (何度でも)。A line of the head; may be repeated."
    )
    clock: dict[str, object] | None = option(metavar="CLOCK", callback=_clock).help(
        "時計: sudden:600 は切れ負け、byoyomi:600:30 は秒読み、fischer:600:5 は一手ごとに加算 (秒)。A clock, in seconds: sudden:600, byoyomi:600:30, fischer:600:5."
    )
    terminal: bool = flag().help("ブラウザーの代わりに端末で記録する。Record at the terminal.")
    where: Where = where_options
    form: str = form_option("text", "json")


@click.command(cls=NamesGame)
@with_options(_Options)
def command(options: _Options) -> None:
    """盤の上の一局を、ブラウザーで (--terminal なら端末で) 記録する。

    FOLDER (なければ今のフォルダー) に新しい対局を作り、kifu serve と同じに開く。一手ごとに記録簿 (….journal) と棋譜
    (….kif) が残る。端末では一行に一手ずつ打つ。ほかに打てる言葉は ? で示す。

    Record one game over the board in a browser, or with --terminal at the terminal. A new game is made in FOLDER, by
    default the current one, and served as by kifu serve. After each move the folder holds the journal (….journal) and the
    record (….kif). At the terminal each line is a move; ? shows the other words.
    """
    value = {
        "game": options.game.id,
        "rules": options.rules,
        "mode": options.mode,
        "names": {"first": options.first, "second": options.second},
        "head": options.head,
        "clock": options.clock,
    }
    if options.terminal:
        terminal_recorder.record(Path(options.folder), value)
        return

    def announce(addresses: Addresses, site: ServerApp) -> None:
        name = open_game(site.sessions, value, site.sender(None))
        announce_addresses(addresses, options.where, options.form, f"{addresses.recorder}?game={name}")

    run(Path(options.folder), options.where, announce)
