"""Prints `--help` in one language.

Help texts are written in Japanese first, then in English: the last 。 that no kana follows separates the two. The words of
click itself (Usage, Options, default) are translated here.
"""

from __future__ import annotations

import inspect
import re
from typing import TYPE_CHECKING

import click

from kifu.core.message import Message
from notation.diagnostic_rendering import display_width

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kifu.core.message import Language

WORDS = {
    "Usage:": "使い方:",
    "Options": "オプション",
    "Show this message and exit.": "この説明を示して終わる。",
    "Show the version and exit.": "版を示して終わる。",
}
METAVARS = (
    ("[OPTIONS]", "[オプション]"),
    ("COMMAND [ARGS]...", "コマンド [引数]..."),
    ("INTEGER RANGE", "整数"),
    ("INTEGER", "整数"),
    ("FLOAT RANGE", "数"),
    ("TEXT", "文字列"),
)
EXTRAS = (("default: ", "既定 "), ("required", "必須"))
"""Words that click writes in brackets after the help of an option."""

_KANA = re.compile("[ぁ-ヿ]")
_EXTRA = re.compile(r"^(.*?)(?:\s\s\[([^\[\]]*)\])?$", re.DOTALL)
_SENTENCE = re.compile(r".*?(?:。|[.?](?=\s|$)|$)", re.DOTALL)
_UNIT = re.compile("[「『（(]*(?:[!-~]+|[^ ])[。、」』）),.…ー]* *")
"""Matches a word or a full-width character, with the punctuation that must stay on its line."""
COLUMN = 30
"""The largest width of the first column; after a longer term the second column begins on the next line."""


def split_languages(help_text: str) -> Message:
    """Return a help text's Japanese and English halves.

    Blank lines separate its paragraphs; one half may be empty.
    """
    halves: tuple[list[str], list[str]] = ([], [])
    for paragraph in re.split(r"\n\s*\n", inspect.cleandoc(help_text)):
        end = paragraph.rfind("。") + 1
        ja, en = paragraph[:end], paragraph[end:].strip()
        if _KANA.search(en):
            ja, en = paragraph, ""
        for half, part in zip(halves, (ja, en), strict=True):
            if part:
                half.append(part)
    return Message(*("\n\n".join(half) for half in halves))


def help_summary(command: click.Command) -> Message:
    """Return the first sentence of the help of a command."""
    return Message(*(_SENTENCE.match(half)[0] for half in split_languages(command.help or "")))  # type: ignore[index]


class Formatter(click.HelpFormatter):
    """Writes help in one language; a full-width character takes two columns."""

    def __init__(self, language: Language, width: int | None, most: int | None) -> None:
        super().__init__(width=width, max_width=most)
        self.language = language

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write the usage line."""
        super().write_usage(prog, self._metavars(args), prefix or f"{self._word('Usage:')} ")

    def write_heading(self, heading: str) -> None:
        """Write a heading, such as Options."""
        super().write_heading(self._word(heading))

    def write_text(self, text: str) -> None:
        """Write a text's paragraphs in the formatter's language."""
        indent = " " * self.current_indent
        chosen = split_languages(text).in_language(self.language) or text
        paragraphs = [wrap_paragraph(part, self.width - len(indent)) for part in chosen.split("\n\n")]
        self.write("\n".join("".join(f"{indent}{line}\n" for line in lines) for lines in paragraphs))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = COLUMN, col_spacing: int = 2) -> None:
        """Write terms in one column and their meanings in another."""
        shown = [(self._metavars(first), self._term_meaning(second)) for first, second in rows]
        column = min(max(display_width(first) for first, _ in shown), col_max) + col_spacing
        indent = " " * self.current_indent
        for first, second in shown:
            lines = wrap_paragraph(second, max(self.width - column - len(indent), 10))
            blanks = " " * (column - display_width(first))
            if display_width(first) + col_spacing <= column and lines:
                self.write(f"{indent}{first}{blanks}{lines.pop(0)}\n")
            else:
                self.write(f"{indent}{first}\n")
            self.write("".join(f"{indent}{' ' * column}{line}\n" for line in lines))

    def _term_meaning(self, help_text: str) -> str:
        parts = _EXTRA.match(self._word(help_text))
        assert parts is not None  # noqa: S101 - the pattern matches every text
        words, extra = parts.groups()
        chosen = split_languages(words).in_language(self.language) or words
        return f"{chosen}  [{self._translate(extra, EXTRAS)}]" if extra else chosen

    def _word(self, word: str) -> str:
        return WORDS.get(word, word) if self.language == "ja" else word

    def _metavars(self, text: str) -> str:
        return self._translate(text, METAVARS)

    def _translate(self, text: str, words: Iterable[tuple[str, str]]) -> str:
        for english, japanese in words if self.language == "ja" else ():
            text = text.replace(english, japanese)
        return text


def wrap_paragraph(text: str, width: int) -> list[str]:
    """Return a paragraph wrapped at `width` columns.

    Japanese breaks anywhere except before 。 and similar marks.
    """
    joined = re.sub(r"(?<=[、。])\s*\n\s*|(?<=[^ -~])\s*\n\s*(?=[^ -~])", "", text).replace("\n", " ")
    lines, line = [], ""
    for unit in _UNIT.findall(joined):
        if line and display_width(line + unit.rstrip()) > width:
            lines.append(line.rstrip())
            line = ""
        line += unit
    return [*lines, line.rstrip()] if line else lines
