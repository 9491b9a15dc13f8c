"""Options of serving commands: address and browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import click

from kifu.cli.arguments.output_options import a_folder
from kifu.cli.printing.language import say, usage_error
from kifu.core.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_PORT = 65_535


class Where(NamedTuple):
    """Address to listen at: `host`, None for local; `lan`."""

    port: int = 0
    lan: bool = False
    host: str | None = None
    browser: bool = True
    tls: tuple[str, str] | None = None
    """The files of a certificate and of its private key."""


def folder_argument(default: str | None = None) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return the argument FOLDER; without `default` it is required."""
    if default is None:
        return click.argument("folder", metavar="FOLDER", callback=_folder)
    return click.argument("folder", metavar="[FOLDER]", default=default, callback=_folder)


def _folder(context: click.Context, parameter: click.Parameter, value: Any) -> Any:  # noqa: ANN401 - text or None
    if value is not None and "\0" in value:
        raise click.BadParameter(say(Message("名に NUL は使えません", "a name has no NUL in it")), context, parameter)
    return a_folder(context, parameter, value)


def where_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the address options, passed as a Where, `where`."""

    def with_address(
        *arguments: Any,  # noqa: ANN401 - the other arguments of the command
        port: int,
        lan: bool,
        host: str | None,
        no_browser: bool,
        tls: tuple[str, str] | None,
        **options: Any,  # noqa: ANN401 - the other options of the command
    ) -> Any:  # noqa: ANN401 - what the command returns
        if lan and host is not None:
            raise usage_error("--lan と --host は一緒に使えません", "--lan and --host exclude each other")
        where = Where(port, lan, host, not no_browser, tls)
        return function(*arguments, where=where, **options)

    with_address.__doc__ = function.__doc__
    with_address.__name__ = function.__name__
    if hasattr(function, "__click_params__"):
        with_address.__click_params__ = function.__click_params__  # type: ignore[attr-defined]  # click keeps options there
    for option in reversed(_OPTIONS):
        with_address = option(with_address)
    return with_address


_OPTIONS = (
    click.option(
        "--port",
        type=click.IntRange(0, MAX_PORT),
        default=0,
        show_default=True,
        help="ポート番号 (0 は空いているもの)。Port; 0 takes a free one.",
    ),
    click.option(
        "--lan",
        is_flag=True,
        help="同じネットワークから開けるようにする。暗号化されないので、信用できる所で使う。"
        "Let others on the same network in. It is not encrypted: use it where you trust the network.",
    ),
    click.option("--host", metavar="ADDRESS", help="待ち受けるアドレス。Address to listen on."),
    click.option("--no-browser", is_flag=True, help="ブラウザーを開かない。Open no browser."),
    click.option(
        "--tls",
        nargs=2,
        metavar="CERT KEY",
        help="https にする証明書と鍵のファイル。Files of a certificate and its key, for https.",
    ),
)
