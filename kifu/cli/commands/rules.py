"""`kifu rules`: a rulebook or one article, with its basis."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kifu.cli.arguments.game_and_rules_options import (
    ArticleNumber,
    GameWordCommand,
    game_option,
    game_under_rules,
    rules_option,
)
from kifu.cli.arguments.shared_options import TOML, force_option, form_option, output_option
from kifu.cli.command_definition import CommandOptions, argument, with_options
from kifu.cli.printing.guarded_output_and_progress import print_json
from kifu.cli.printing.language_and_usage_errors import say, usage_error
from kifu.cli.read_and_write_files import write_output
from kifu.core import games, rulebook
from kifu.core.errors import KifuError
from kifu.core.message import Message, visible
from kifu.core.rulebook import BasisKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from kifu.core.game.game import Game
    from kifu.core.game.options import DataEntry
    from kifu.core.rulebook import Article, ArticleBasis, Option, Rulebook, RulesPage, Section

INDENT = "    "


class _Options(CommandOptions):
    game: Game = game_option
    number: str | None = argument(metavar="[ARTICLE]", required=False, type=ArticleNumber())
    form: str = form_option("text", "json").help(
        "出力の形。json は一行の、日英両方を持つ値。Form of the output; json: one line, in both languages."
    )
    export: str | None = output_option(TOML, "--export", metavar="FILE").help(
        "規則のファイル (盤・駒・得点) を書き出す (- は標準出力)。Write the game's variant file, to be edited; - is standard output."
    )
    rules: str | None = rules_option
    force: bool = force_option


@click.command(cls=GameWordCommand)
@with_options(_Options)
def command(options: _Options) -> None:
    """規則を示す。Print the rules of a game.

    GAME は棋種の id か名前 (six、6面体)、ARTICLE は条の番号 (six.3 か 3)。なければ全条。各条に、原文、復元した原文、
    または原文にないことの裁定 (⚖) を添える。裁定には、棋譜が選べる別の読み (選択肢) か、選択肢のない理由を記す。

    GAME is the game's id or its name, ARTICLE the number of an article (six.3, or just 3); without it, all of them. Each
    comes with the sentence of the source, the sentence restored, or the ruling (⚖) where the source is silent. A ruling
    lists the other readings that a record may choose, or says why there are none. The book also has the data a game is
    played by (board, layout, points) with where it comes from, or that of the variant file --rules.
    """
    if options.export is not None:
        if options.number is not None:
            raise usage_error(
                f"--export は規則のファイル全体を書き出します。{visible(options.number)} を外してください",
                f"--export writes the whole variant file; leave out {visible(options.number)}",
            )
        _export_variant(options.game, options.export, force=options.force)
        return
    try:
        book = rulebook.load_rulebook(options.game)
        chosen = None if options.number is None else rulebook.find_article(book, options.number)
    except KifuError as wrong:
        raise click.UsageError(say(wrong.message)) from None
    data = game_under_rules(options.game, options.rules).entries()
    if options.form == "json":
        print_json(rulebook.rulebook_json(book, data) if chosen is None else rulebook.article_json(book, chosen))
    else:
        click.echo("\n".join(_rulebook_lines(book, data) if chosen is None else _article_lines(chosen, _pages(book))))


def _export_variant(game: Game, output: str, *, force: bool) -> None:
    try:
        text = game.default_variant()
    except KifuError as wrong:
        raise click.UsageError(say(wrong.message)) from None
    write_output(output, text.encode(), force=force)


def _rulebook_lines(book: Rulebook, data: Sequence[DataEntry]) -> Iterator[str]:
    """Yield the lines of the whole book; blank lines separate its parts."""
    pages = _pages(book)
    yield f"{games.load(book.game).name.ja} ({book.rules})"
    for source in book.sources:
        yield ""
        yield from _source_lines(source)
    for section in book.preface:
        yield ""
        yield from _section_lines(section, pages)
    for entry in data:
        yield ""
        yield say(entry.title)
        yield from _indent(map(say, entry.lines))
        yield f"{INDENT}{say(Message('出どころ', 'from'))}: {visible(entry.origin)}"
    for article in book.articles:
        yield ""
        yield from _article_lines(article, pages)
    for section in book.appendix:
        yield ""
        yield from _section_lines(section, pages)


def _pages(book: Rulebook) -> dict[str, Message]:
    """Return a book's quoted pages by id; {} for one page."""
    return {source.id: source.title for source in book.sources} if len(book.sources) > 1 else {}


def _source_lines(source: RulesPage) -> Iterator[str]:
    yield f"{say(Message('出典', 'Source'))}: {say(source.title)}"
    yield from _indent(say(source.text).splitlines())
    yield f"{INDENT}{source.file} (SHA-256 {source.sha256})"


def _section_lines(section: Section, pages: Mapping[str, Message]) -> Iterator[str]:
    yield say(section.title)
    yield from _indent(say(section.text).splitlines())
    for item in section.items:
        about = f" ({', '.join(item.articles)})" if item.articles else ""
        yield f"{INDENT}- {say(item.text)}{about}"
    yield from _basis_lines(section.basis, pages)


def _article_lines(article: Article, pages: Mapping[str, Message]) -> Iterator[str]:
    yield f"{article.number} {say(article.title)}"
    yield from _indent(say(article.text).splitlines())
    yield from _basis_lines(article.basis, pages)


def _basis_lines(basis: Iterable[ArticleBasis], pages: Mapping[str, Message]) -> Iterator[str]:
    """Yield the basis of an article.

    One that quotes no page as its ground begins with its text, any other with the quotation.
    """
    for ground in basis:
        decided = ground.kind not in {BasisKind.SOURCE, BasisKind.RESTORED} and ground.text is not None
        yield f"{INDENT}{say(ground.kind.label)}:" + (f" {say(ground.text)}" if decided and ground.text else "")
        if ground.source is not None and ground.source in pages:
            yield f"{INDENT * 2}[{say(pages[ground.source])}]"
        yield from _indent(ground.quote, 2)
        if ground.damaged:
            yield f"{INDENT * 2}{say(Message('化けた文', 'as found'))}:"
            # Undamaged lines are not printed twice.
            yield from _indent((bad for bad, good in zip(ground.damaged, ground.quote, strict=True) if bad != good), 3)
        if ground.text and not decided:
            yield f"{INDENT * 2}({say(ground.text)})"
        if ground.reason:
            yield f"{INDENT * 2}{say(Message('理由', 'why'))}: {say(ground.reason)}"
        if ground.option:
            yield from _indent(_option_lines(ground.option), 2)
        if ground.no_option:
            yield f"{INDENT * 2}{say(Message('選択肢なし', 'no option'))}: {say(ground.no_option)}"


def _option_lines(option: Option) -> Iterator[str]:
    """Yield an option's values, default and reason."""
    yield f"{say(Message('選択肢', 'option'))}: {option.name}"
    for count, (value, meaning) in enumerate(option.values):
        mark = "" if count else say(Message(" (既定)", " (default)"))
        yield f"{INDENT}{option.name}={value}{mark}: {say(meaning)}"
    yield f"{INDENT}{say(Message('別の読みの根拠', 'why another reading'))}: {say(option.why)}"


def _indent(lines: Iterable[str], depth: int = 1) -> Iterator[str]:
    return (f"{INDENT * depth}{line}" for line in lines)
