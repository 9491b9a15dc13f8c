"""The command `kifu`; subcommands are found in kifu/cli/commands."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
from functools import partial
from typing import IO, TYPE_CHECKING, Any

import click

import kifu.cli.commands
from kifu.cli.command_definition import ModuleCommandGroup
from kifu.cli.printing.guarded_output_and_progress import guard_streams
from kifu.cli.printing.language_and_usage_errors import (
    CommandFailed,
    Interrupted,
    language_option,
    missing_parts_as_errors,
    remember_language,
    say,
    translate_errors,
    translate_errors_of_click,
)
from kifu.core.interrupts import watch_interrupts
from kifu.core.message import Message, visible

if TYPE_CHECKING:
    from collections.abc import Iterator


COMPLETE = "_KIFU_COMPLETE"
"""The environment variable in which a shell asks for completions (docs/completion.md)."""


class UnwritableOutput(CommandFailed):
    """Standard output cannot be written: exit code 2.

    1 would mean that a record has a fault.
    """

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the message, unless standard error cannot be written either."""
        with contextlib.suppress(OSError):
            super().show(file)


class Program(ModuleCommandGroup):
    """Group of all commands, with stream errors as messages."""

    def main(self, *arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - click's own
        """Run the program with guarded streams, for the terminal's safety."""
        # Click answers a shell in bytes, which the guard does not accept. The answer holds only names of our commands and
        # options, so it needs no guard.
        with contextlib.nullcontext() if os.environ.get(COMPLETE) else guard_streams():
            return super().main(*arguments, **({"complete_var": COMPLETE} | options))

    def make_context(self, *arguments: Any, **options: Any) -> click.Context:  # noqa: ANN401 - click's own
        """Read the command line. Click prints --help here."""
        # A stream whose encoding lacks Japanese gets escapes; otherwise printing would end in a traceback.
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="backslashreplace")
        with _exit_on_interrupt(), _flush_output(), translate_errors(), missing_parts_as_errors():
            return super().make_context(*arguments, **options)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the program's options, --lang first, wherever it stands."""
        remember_language(ctx, args)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - click's own
        """Run the command."""
        if sys.stderr is not None and sys.stderr.isatty():
            from kifu.core.compiled.machine_code_cache import call_at_next_compilation  # noqa: PLC0415 - only a terminal is told

            call_at_next_compilation(_announce_compilation)
        with (
            _exit_on_interrupt(),
            watch_interrupts(partial(_end_process, Interrupted())),
            _flush_output(),
            translate_errors(),
            missing_parts_as_errors(),
        ):
            return super().invoke(ctx)


def _announce_compilation() -> None:
    once = Message(
        "機械語を作っています。はじめての計算だけ、数秒から十数秒かかります",
        "making machine code: the first run of a calculation takes some seconds more, later ones do not",
    )
    click.echo(f"\n{say(once)}", err=True)  # a bar may stand on the line


def _end_process(interrupted: Interrupted) -> None:
    """End the process at once; its children end with it."""
    interrupted.show()
    os._exit(interrupted.exit_code)


@contextlib.contextmanager
def _exit_on_interrupt() -> Iterator[None]:
    """Let Ctrl-C end a command with its own exit code; raises Interrupted."""
    try:
        yield
    except KeyboardInterrupt:
        raise Interrupted from None


@contextlib.contextmanager
def _flush_output() -> Iterator[None]:
    """Flush all output at the block's end; may raise Unwritable."""
    if sys.stdout is None:
        raise UnwritableOutput(say(_unwritable_message(OSError(errno.EBADF, os.strerror(errno.EBADF)))))
    try:
        try:
            yield
        finally:
            sys.stdout.flush()  # a failure at the end of the interpreter could not give a message
    except OSError as failed:
        # If the reader has closed the pipe, click ends the program without a message. An error without a number does not
        # come from the system.
        if failed.errno in {errno.EPIPE, None}:
            raise
        # Otherwise the interpreter would try again at its end to write the rest of the buffer.
        sys.stdout = io.StringIO()
        raise UnwritableOutput(say(_unwritable_message(failed))) from None


def _unwritable_message(os_error: OSError) -> Message:
    reason = os_error.strerror
    if os_error.filename is not None:
        name = visible(str(os_error.filename))
        return Message(f"{name} を使えません ({reason}) [cannot-open]", f"cannot use {name}: {reason} [cannot-open]")
    return Message(
        f"標準出力に書けません ({reason})。出力先と、その空きを確かめてください [cannot-write]",
        f"cannot write to standard output: {reason}; look where it goes, and whether there is room [cannot-write]",
    )


translate_errors_of_click()

SECTIONS = (
    (Message("はじめの五つ", "The first five"), ("new", "record", "verify", "show", "export")),
    (Message("会場で", "At a tournament"), ("serve", "site", "sheet", "convert", "review")),
    (
        Message("争いがあるとき", "When two people disagree"),
        ("repair", "scan", "reconcile", "dossier", "rules", "readings"),
    ),
    (Message("研究に", "For study"), ("corpus", "study", "moves", "perft", "play", "solve")),
    (Message("そのほか", "Others"), ("games", "help")),
)
"""The commands by who needs them, as in the READMEs. One that is not named stands in the last section."""


@click.group(
    cls=Program, package=kifu.cli.commands, sections=SECTIONS, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(None, "-V", "--version", package_name="kifu")
@language_option
def main() -> None:
    """棋譜を読み、規則で確かめ、図に描く。

    Read game records, verify them by the rules, and draw them.
    """
