"""`kifu show`: the board in the terminal."""

from __future__ import annotations

import click

from kifu.cli.board import draw
from kifu.cli.files import Unreadable, load_one
from kifu.cli.judging import judge
from kifu.cli.language import language, language_option, say
from kifu.message import Message, visible


@click.command()
@click.argument("file")
@click.option(
    "--ply", type=click.IntRange(min=0), help="この手数のあとの局面。The position after this ply; default: the last."
)
@click.option(
    "--record",
    "number",
    type=click.IntRange(min=1),
    default=1,
    help="何番目の棋譜か。Which record of the file, from 1.",
)
@language_option
def command(file: str, ply: int | None, number: int) -> None:
    """局面を端末に描く。

    Show a position of a record in the terminal, the last move marked. FILE may be - for standard input.
    """
    document = load_one(file)
    if number > len(document.records):
        count = len(document.records)
        raise click.UsageError(
            say(Message(f"{visible(file)} の棋譜は {count} 個です", f"{visible(file)} holds {count} record(s)"))
        )
    record, verdict = document.records[number - 1], judge(document)[number - 1]
    if verdict.game is None or verdict.replay is None:
        why = verdict.fault.message if verdict.fault else verdict.status.label
        raise Unreadable(f"{visible(file)}: {say(why)}")
    if ply is not None and ply > verdict.plies:
        last = verdict.plies
        why = verdict.fault.message if verdict.fault else Message("棋譜はそこまでです", "the record ends there")
        raise click.UsageError(
            say(Message(f"{last} 手目までしか示せません: {why.ja}", f"only plies up to {last} can be shown: {why.en}"))
        )
    at = verdict.plies if ply is None else ply
    names = " - ".join(visible(name) for name in (record.header("先手"), record.header("後手")) if name)
    if names:
        click.echo(names)
    click.echo(_headline(verdict.game.spell(verdict.replay.moves[at - 1]) if at else None, at, verdict.plies))
    click.echo(draw(verdict.game, verdict.replay, at), nl=False)
    for line in record.main.remarks:
        if line.ply == at:
            click.echo(f"{'*' if line.kind == 'comment' else '&'}{visible(line.text)}")
    if at == verdict.plies:
        click.echo(f"{verdict.status.value} {verdict.status.label.in_language(language())}")


def _headline(move: str | None, ply: int, plies: int) -> str:
    if move is None:
        return say(Message(f"開始局面 (全 {plies} 手)", f"start (of {plies} plies)"))
    return say(Message(f"{ply} 手目 {move} (全 {plies} 手)", f"ply {ply} {move} (of {plies})"))
