"""`kifu serve`: a folder of games recorded in browsers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kifu.cli.arguments.command_options import CommandOptions, with_options
from kifu.cli.arguments.options import Where, folder_argument, form_option, where_options
from kifu.cli.run_server import announce_addresses, run

if TYPE_CHECKING:
    from kifu.web.server.app import ServerApp
    from kifu.web.server.run import Addresses


class _Options(CommandOptions):
    folder: str = folder_argument()
    where: Where = where_options
    form: str = form_option("text", "json")


@click.command()
@with_options(_Options)
def command(options: _Options) -> None:
    """フォルダーの対局を、ブラウザーで記録できるようにする。

    記録係と観戦の人が開くアドレスと、審判の暗証番号を示し、止めるまで (Ctrl-C) 動く。初めはこの機械からだけ開ける。--lan
    なら同じネットワークの電話などからも開け、QR コードを示す。一手ごとに記録簿 (….journal) と棋譜 (….kif) がフォルダーに
    残る。--format json では、標準出力の一行目が {"recorder", "spectator", "pin"} になる。

    Serve the tables of a folder: games are recorded in a browser. The command prints the addresses for recorders and for
    spectators, and the arbiter's PIN, and runs until it is stopped (Ctrl-C). At first only this machine can open them;
    with --lan phones on the same network can, and a QR code is shown. After each move the folder holds the journal
    (….journal) and the record (….kif). With --format json the first line of standard output is
    {"recorder", "spectator", "pin"}.
    """

    def announce(addresses: Addresses, _site: ServerApp) -> None:
        announce_addresses(addresses, options.where, options.form, addresses.recorder)

    run(Path(options.folder), options.where, announce)
