"""`kifu show`: the board in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kifu.cli.arguments.files import load_one
from kifu.cli.arguments.places import Place, chosen, place_options, views_of
from kifu.cli.arguments.rules_option import rules_option
from kifu.cli.judging import judge
from kifu.cli.printing.board import draw
from kifu.cli.printing.guard import print_styled
from kifu.cli.printing.language import language_option, say
from kifu.model.answers import SIDES
from kifu.model.message import Message, visible
from kifu.referee.match import PART

if TYPE_CHECKING:
    from kifu.cli.arguments.places import View
    from kifu.model.game import Game
    from kifu.referee.verdict import Verdict
    from notation.reading import Document


@click.command()
@click.argument("file")
@place_options
@rules_option
@language_option
def command(file: str, place: Place, rules: str | None) -> None:
    """局面を端末に描く。

    棋譜の --ply 手のあとの局面を、なければ最後の局面を、最後の手に印を付けて示す。FILE は棋譜、- は標準入力。二局の対局では各局の最後の局面を、
    または通して数えた --ply 手のあとの局面を示す。示した盤は、kifu moves などの DIAGRAM になる。

    Show a position of a record in the terminal, the last move marked: that after --ply plies, by default the last. FILE
    may be - for standard input. Of a match each game's last position is shown, or the one after --ply plies, counted on
    from game to game. The board can be the DIAGRAM of `kifu moves` and others.
    """
    document = load_one(file, rules)
    number = chosen(place, document.name, len(document.records))
    if place.record is None and len(document.records) > 1:
        _mention_others(document)
    record, verdict = document.records[number], judge(document)[number]
    for shown, view in enumerate(views_of(record, verdict, place)):
        if shown:
            click.echo()
        _show(view)
    if verdict.games and place.ply is None and place.part is None:
        click.echo(f"\n{_sum(verdict)}\n{_status(verdict)}")


def _mention_others(document: Document) -> None:
    """Say on standard error that there are more records than the one that is shown."""
    count, name = len(document.records), visible(document.name)
    click.echo(
        say(
            Message(
                f"{name} の棋譜は {count} 個で、最初のものを示します。ほかは --record 番号 で選んでください",
                f"{name} holds {count} records, and the first is shown; choose another with --record NUMBER",
            )
        ),
        err=True,
    )


def _show(view: View) -> None:
    record, game, ply = view.record, view.game, view.ply
    names = " - ".join(visible(name) for name in (record.header("先手"), record.header("後手")) if name)
    heading = " ".join(filter(None, (f"{PART}：{visible(half)}" if (half := record.header(PART)) else "", names)))
    if heading:
        click.echo(heading)
    if view.branch is not None:
        click.echo(
            say(
                Message(
                    f"変化 {view.branch} ({view.line.start} 手目から)",
                    f"branch {view.branch}, from ply {view.line.start}",
                )
            )
        )
    click.echo(_headline(game.spell(view.replay.moves[ply - 1]) if ply else None, ply, view.plies))
    print_styled(draw(game, view.replay, ply))
    if game.shares(view.replay.positions[ply]) is not None:
        click.echo(_points(game, Message("得点", "points"), game.score(view.replay.positions[ply])))
    for line in view.line.remarks:
        if line.ply == ply:
            click.echo(f"{'*' if line.kind == 'comment' else '&'}{visible(line.text)}")
    if ply == view.plies and view.branch is None:
        click.echo(_status(view.verdict))


def _status(verdict: Verdict) -> str:
    return say(verdict.status.heading)


def _sum(verdict: Verdict) -> str:
    """Return the sums of a match, by who was 先手 and who 後手 in its first game."""
    return _points(None, Message("二局の合計", "sums of the match"), verdict.scores()[-1])


def _points(game: Game | None, what: Message, points: tuple[float, float]) -> str:
    sides = game.sides if game else SIDES
    sums = " ".join(f"{say(side.label)} {number:g}" for side, number in zip(sides, points, strict=True))
    return f"{say(what)}: {sums}"


def _headline(move: str | None, ply: int, plies: int) -> str:
    if move is None:
        return say(Message(f"開始局面 (全 {plies} 手)", f"start (of {plies} plies)"))
    return say(Message(f"{ply} 手目 {move} (全 {plies} 手)", f"ply {ply} {move} (of {plies})"))
