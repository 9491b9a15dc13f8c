"""Server run by a command: addresses, browser, errors."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kifu.cli.printing.guard import print_json
from kifu.cli.printing.language import say
from kifu.cli.printing.usage_errors import Failed
from kifu.core.message import Message
from kifu.core.packages import need
from kifu.recording.errors import Rejected
from kifu.web.server.new_game import read_new_game
from kifu.web.service.messages import Unsaved

if TYPE_CHECKING:
    from collections.abc import Callable

    from kifu.cli.arguments.options import Where
    from kifu.recording.submit import Sender
    from kifu.web.server.app import ServerApp
    from kifu.web.server.run import Addresses
    from kifu.web.server.sessions import Sessions

    Announce = Callable[[Addresses, ServerApp], None]

QUIET_ZONE = 2
"""The light squares round a QR code."""


class CannotRun(Failed):
    """Unusable folder or address: exit code 2."""

    exit_code = 2


def run(folder: Path, where: Where, announce: Announce) -> None:
    """Serve a folder until stopped, usually by Ctrl-C; raises CannotRun, MissingExtra."""
    need("table")
    from kifu.web.server.run import LOOPBACK, CannotServe, ServerSettings, lan_address, serve  # noqa: PLC0415 - needs the extra

    try:
        host = lan_address() if where.lan else where.host or LOOPBACK
        certificate, key = (Path(where.tls[0]), Path(where.tls[1])) if where.tls else (None, None)
        serve(ServerSettings(folder, host, where.port, certificate, key), announce, tell)
    except CannotServe as wrong:
        raise CannotRun(say(wrong.message)) from None
    except KeyboardInterrupt:
        return


def tell(said: Message) -> None:
    """Print warnings about a folder's files on standard error."""
    click.echo(say(said), err=True)


def announce_addresses(addresses: Addresses, where: Where, form: str, address: str) -> None:
    """Print the addresses, and open the browser for a person.

    A program that reads them gets none.
    """
    if form == "json":
        print_json(addresses._asdict())
        return
    click.echo(say(Message(f"記録係: {addresses.recorder}", f"recorders: {addresses.recorder}")))
    if where.lan:
        click.echo(qr_code(addresses.recorder))
    click.echo(say(Message(f"観戦: {addresses.spectator}", f"spectators: {addresses.spectator}")))
    click.echo(say(Message(f"審判の暗証番号: {addresses.pin}", f"the arbiter's PIN: {addresses.pin}")))
    click.echo(say(Message("止めるには Ctrl-C を押します", "press Ctrl-C to stop")))
    if where.browser:
        webbrowser.open(address)


def qr_code(text: str) -> str:
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


def open_game(tables: Sessions, value: object, sender: Sender) -> str:
    """Open a new game in a folder and return its id.

    Raises click.UsageError, and CannotRun if it cannot be written.
    """
    try:
        return tables.open(read_new_game(tables, value), sender).name
    except Rejected as wrong:
        raise click.UsageError(say(wrong.message)) from None
    except Unsaved as failed:
        raise CannotRun(say(failed.message)) from None
