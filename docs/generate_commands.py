"""Writes docs/commands.md: the help of every command of kifu, in Japanese and in English.

Run it after a change of a command, an option or a help text: ``python docs/generate_commands.py``
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kifu.cli.main import main
from kifu.cli.printing.help_pages import EXTRAS, WORDS, help_summary, split_languages, wrap_paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = Path(__file__).with_name("commands.md")
UNBROKEN = 1 << 20
"""The width of a line that is never broken, in columns."""
_EXTRA = re.compile(r"^(.*?)(?:\s\s\[([^\[\]]*)\])?$", re.DOTALL)
"""The help of an option, and the note that click adds in brackets: a default, a range, or that it is required."""
_MARKDOWN = re.compile(r"([\\`*_\[\]<>|])")
HEAD = """\
# Commands コマンド

<!-- Written by docs/generate_commands.py from the commands themselves. Change their help texts, not this page. -->

What `kifu COMMAND --help` says of every command, in both languages. On a terminal the help is in the language of the
locale, or of `--lang ja` and `--lang en`. Each command is a heading; [completion.md](completion.md) tells how a shell
completes them.

どのコマンドも `--help` で説明を示します。この頁はそれを日本語と英語で並べたものです。端末ではロケールの言語か、`--lang` の言語で示します。
"""


def page() -> str:
    """Return the text of the page."""
    context = click.Context(main, info_name="kifu", **main.context_settings)
    commands = list(_commands(main, context))
    contents = [f"- [`{path}`](#{_anchor(path)}): {_line(help_summary(command))}" for path, command, _ in commands[1:]]
    sections = [_section(path, command, context) for path, command, context in commands]
    return "\n".join([HEAD, *contents, "", "\n".join(sections)])


def _commands(command: click.Command, context: click.Context) -> Iterator[tuple[str, click.Command, click.Context]]:
    """Yield the path, the command and the context of a command, and then of every command below it."""
    yield context.command_path, command, context
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            if below is not None and not below.hidden:
                yield from _commands(below, click.Context(below, parent=context, info_name=name))


def _section(path: str, command: click.Command, context: click.Context) -> str:
    usage = " ".join([path, *command.collect_usage_pieces(context)])
    texts = split_languages(command.help or "")
    paragraphs = [_joined(part) for half in texts for part in half.split("\n\n") if part]
    options = [_option(*record) for record in _records(command, context)]
    return "\n".join(
        [f"## {path}", "", "```text", usage, "```", "", *(f"{part}\n" for part in paragraphs), *options, ""]
    )


def _records(command: click.Command, context: click.Context) -> Iterator[tuple[str, str]]:
    """Yield the spelling of each option and its help in both languages. The command's help describes arguments."""
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None and record[1]:
            yield record


def _option(written: str, help_text: str) -> str:
    parts = _EXTRA.match(help_text)
    assert parts is not None  # noqa: S101 - it matches everything
    words, extra = parts.groups()
    ja, en = (WORDS[words], words) if words in WORDS else split_languages(words)
    lines = [_joined(ja), _joined(en)]
    if extra:
        more = extra
        for english, japanese in EXTRAS:
            more = more.replace(english, japanese)
        lines = [f"{line} ({_escaped(note)})" for line, note in zip(lines, (more, extra), strict=True)]
    return f"- `{written}`<br>\n    {lines[0]}<br>\n    {lines[1]}"


def _line(texts: tuple[str, str]) -> str:
    return " ".join(map(_joined, texts))


def _joined(text: str) -> str:
    """Return a paragraph as one line of Markdown."""
    return _escaped("".join(wrap_paragraph(text, UNBROKEN)))


def _escaped(text: str) -> str:
    return _MARKDOWN.sub(r"\\\1", text)


def _anchor(path: str) -> str:
    return path.replace(" ", "-")


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
