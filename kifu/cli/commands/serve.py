"""`kifu serve`: a folder of games recorded in browsers; its server."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kifu.cli.arguments.shared_options import ListenAddress, folder_argument, form_option, where_options
from kifu.cli.command_definition import CommandOptions, with_options
from kifu.cli.printing.guarded_output_and_progress import print_json
from kifu.cli.printing.language_and_usage_errors import CommandFailed, say
from kifu.core.lazy_imports_extras_and_package_files import require_extra
from kifu.core.message import Message
from kifu.recording.untrusted_json_fields import Rejected
from kifu.web.service.requests_responses_and_ports import Unsaved

if TYPE_CHECKING:
    from collections.abc import Callable

    from kifu.cli.arguments.shared_options import ListenAddress
    from kifu.recording.submit_and_replay_events import Sender
    from kifu.web.server.app import ServerApp
    from kifu.web.server.serve_folder import Addresses
    from kifu.web.server.sessions import Sessions

    Announce = Callable[[Addresses, ServerApp], None]

QUIET_ZONE = 2
"""The light squares round a QR code."""


class CannotRun(CommandFailed):
    """Unusable folder or address: exit code 2."""

    exit_code = 2


def run_server(folder: Path, address: ListenAddress, announce: Announce) -> None:
    """Serve a folder until stopped, usually by Ctrl-C; raises CannotRun, MissingExtra."""
    require_extra("table")
    from kifu.web.server.serve_folder import LOOPBACK, CannotServe, ServerSettings, lan_address, serve_folder  # noqa: PLC0415 - needs the extra

    try:
        host = lan_address() if address.lan else address.host or LOOPBACK
        certificate, key = (Path(address.tls[0]), Path(address.tls[1])) if address.tls else (None, None)
        serve_folder(ServerSettings(folder, host, address.port, certificate, key), announce, print_warnings)
    except CannotServe as wrong:
        raise CannotRun(say(wrong.message)) from None
    except KeyboardInterrupt:
        return


def print_warnings(said: Message) -> None:
    """Print warnings about a folder's files on standard error."""
    click.echo(say(said), err=True)


def announce_addresses(addresses: Addresses, listening: ListenAddress, form: str, browser_address: str) -> None:
    """Print the addresses, and open the browser for a person.

    A program that reads them gets none.
    """
    if form == "json":
        print_json(addresses._asdict())
        return
    click.echo(say(Message(f"記録係: {addresses.recorder}", f"recorders: {addresses.recorder}")))
    if listening.lan:
        click.echo(qr_code_text(addresses.recorder))
    click.echo(say(Message(f"観戦: {addresses.spectator}", f"spectators: {addresses.spectator}")))
    click.echo(say(Message(f"審判の暗証番号: {addresses.pin}", f"the arbiter's PIN: {addresses.pin}")))
    click.echo(say(Message("止めるには Ctrl-C を押します", "press Ctrl-C to stop")))
    if listening.browser:
        webbrowser.open(browser_address)


def qr_code_text(text: str) -> str:
    """Return a QR code of half blocks for any terminal."""
    import segno  # noqa: PLC0415 - needs the extra

    rows = [list(row) for row in segno.make(text, error="m").matrix]
    width = len(rows[0]) + 2 * QUIET_ZONE
    light = [0] * width
    framed = [light] * QUIET_ZONE
    framed += [[0] * QUIET_ZONE + row + [0] * QUIET_ZONE for row in rows]
    framed += [light] * (QUIET_ZONE + (len(framed) + QUIET_ZONE) % 2)
    halves = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
    return "\n".join(
        "".join(halves[upper, lower] for upper, lower in zip(framed[row], framed[row + 1], strict=True))
        for row in range(0, len(framed) - 1, 2)
    )


def open_new_game(sessions: Sessions, setup_request: object, sender: Sender) -> str:
    """Open a new game in a folder and return its id.

    Raises click.UsageError, and CannotRun if it cannot be written.
    """
    try:
        from kifu.web.server.folder_store import read_new_game_setup  # noqa: PLC0415 - needs the extra

        return sessions.open(read_new_game_setup(sessions, setup_request), sender).name
    except Rejected as wrong:
        raise click.UsageError(say(wrong.message)) from None
    except Unsaved as failed:
        raise CannotRun(say(failed.message)) from None


class _Options(CommandOptions):
    folder: str = folder_argument()
    where: ListenAddress = where_options
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

    run_server(Path(options.folder), options.where, announce)
