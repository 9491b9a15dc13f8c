"""The command `kifu`: finds its subcommands by looking, and imports the one that is called."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
from typing import IO, TYPE_CHECKING, Any

import click

import kifu.cli.commands
from kifu.cli.groups import Commands
from kifu.cli.printing.guard import guarded
from kifu.cli.printing.language import language_option, remember_asked, say
from kifu.cli.printing.usage import Failed, extras_named, translated
from kifu.model.message import Message, visible

if TYPE_CHECKING:
    from collections.abc import Iterator


COMPLETE = "_KIFU_COMPLETE"
"""What a shell asks in when it completes words (docs/completion.md)."""


class Unwritable(Failed):
    """Standard output takes no more: exit code 2, for 1 would say that a record is at fault."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        """Say so, unless standard error is full too."""
        with contextlib.suppress(OSError):
            super().show(file)


class Program(Commands):
    """All commands, with standard streams that never end in a traceback."""

    def main(self, *arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - click's own
        """Run the program; whatever is printed on the way cannot rule the terminal."""
        # Click answers a shell in bytes, which no guard takes; it names commands and options, nothing of strangers.
        with contextlib.nullcontext() if os.environ.get(COMPLETE) else guarded():
            return super().main(*arguments, **({"complete_var": COMPLETE} | options))

    def make_context(self, *arguments: Any, **options: Any) -> click.Context:  # noqa: ANN401 - click's own
        """Read the command line; this is where --help is printed."""
        # A terminal or pipe that cannot take Japanese gets escapes instead of a traceback.
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="backslashreplace")
        with _output(), translated(), extras_named():
            return super().make_context(*arguments, **options)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the program's own options, after the language that is asked for anywhere."""
        remember_asked(ctx, args)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - click's own
        """Run the command."""
        with _output(), translated(), extras_named():
            return super().invoke(ctx)


@contextlib.contextmanager
def _output() -> Iterator[None]:
    """Write all output before it ends. Raises Unwritable."""
    if sys.stdout is None:
        raise Unwritable(say(_cannot_write(OSError(errno.EBADF, os.strerror(errno.EBADF)))))
    try:
        try:
            yield
        finally:
            sys.stdout.flush()  # at the interpreter's end it would be too late for a message
    except OSError as failed:
        # Whoever stopped reading wants no message, click ends the program; what has no number is not the system's.
        if failed.errno in {errno.EPIPE, None}:
            raise
        # The interpreter would try once more at its end to write what is left.
        sys.stdout = io.StringIO()
        raise Unwritable(say(_cannot_write(failed))) from None


def _cannot_write(failed: OSError) -> Message:
    reason = failed.strerror
    if failed.filename is not None:
        name = visible(str(failed.filename))
        return Message(f"{name} を使えません ({reason}) [cannot-open]", f"cannot use {name}: {reason} [cannot-open]")
    return Message(
        f"標準出力に書けません ({reason})。出力先と、その空きを確かめてください [cannot-write]",
        f"cannot write to standard output: {reason}; look where it goes, and whether there is room [cannot-write]",
    )


@click.group(cls=Program, package=kifu.cli.commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="kifu")
@language_option
def main() -> None:
    """棋譜を読み、規則で確かめ、図に描く。

    Read game records, verify them by the rules, and draw them.
    """
