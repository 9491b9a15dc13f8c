"""`kifu show`: the board in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import click

from kifu.cli.board import draw
from kifu.cli.files import Unreadable, load_one
from kifu.cli.judging import judge
from kifu.cli.language import language_option, say
from kifu.cli.variants import rules_option
from kifu.game import shares, side_names
from kifu.match import PART, parts
from kifu.message import Message, visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.game import Game
    from kifu.record import Record
    from kifu.verdict import Verdict
    from notation.reading import Document


class View(NamedTuple):
    """What is shown: a record, or one game of a match, after so many plies."""

    record: Record
    verdict: Verdict
    ply: int


@click.command()
@click.argument("file")
@click.option(
    "--ply", type=click.IntRange(min=0), help="この手数のあとの局面。The position after this ply; default: the last."
)
@click.option(
    "--record",
    "number",
    type=click.IntRange(min=1),
    help="何番目の棋譜か (なければ最初)。Which record of the file, from 1; default: the first.",
)
@click.option(
    "--part",
    type=click.IntRange(min=1),
    help="対局の何局目か。--ply はその局の手数になる。Which game of a match, from 1; --ply then counts within it.",
)
@rules_option
@language_option
def command(file: str, ply: int | None, number: int | None, part: int | None, rules: str | None) -> None:
    """局面を端末に描く。

    Show a position of a record in the terminal, the last move marked. FILE may be - for standard input. Of a match each
    game's last position is shown, or the one after --ply plies, counted on from game to game.
    """
    document = load_one(file, rules)
    chosen = _chosen(document, number)
    record, verdict = document.records[chosen], judge(document)[chosen]
    games = tuple(zip(parts(record), verdict.games, strict=True)) or ((record, verdict),)
    if part is not None and (part > len(games) or not verdict.games):
        raise click.UsageError(say(_no_such_part(len(verdict.games))))
    if part is not None:
        views: Sequence[View] = [_view(*games[part - 1], ply)]
    elif ply is None:
        views = [_view(*game, None) for game in games if game[1].replay is not None or len(games) == 1]
    else:
        views = [_through(games, verdict, ply)]
    if not views:
        raise _unreadable(verdict)
    for place, view in enumerate(views):
        if place:
            click.echo()
        _show(view)
    if verdict.games and ply is None and part is None:
        click.echo(f"\n{_sum(verdict)}\n{_status(verdict)}")


def _chosen(document: Document, number: int | None) -> int:
    """Return which record is shown, from 0; where none is asked for, say how many there are. Raises click.UsageError."""
    count, name = len(document.records), visible(document.name)
    if number is not None and number > count:
        raise click.UsageError(say(Message(f"{name} の棋譜は {count} 個です", f"{name} holds {count} record(s)")))
    if number is None and count > 1:
        click.echo(
            say(
                Message(
                    f"{name} の棋譜は {count} 個で、最初のものを示します。ほかは --record 番号 で選んでください",
                    f"{name} holds {count} records, and the first is shown; choose another with --record NUMBER",
                )
            ),
            err=True,
        )
    return 0 if number is None else number - 1


def _through(games: Sequence[tuple[Record, Verdict]], whole: Verdict, ply: int) -> View:
    """Return the view after `ply` plies, counted on through the games of a match. Raises click.UsageError, Unreadable."""
    left = ply
    for record, verdict in games:
        if left <= verdict.plies or verdict.replay is None:
            return _view(record, verdict, left)
        if verdict.status.exit_code:
            break
        left -= verdict.plies
    raise _too_far(whole)


def _view(record: Record, verdict: Verdict, ply: int | None) -> View:
    """Return the view of one game; `ply` None: its last. Raises click.UsageError, Unreadable."""
    if verdict.game is None or verdict.replay is None:
        raise _unreadable(verdict)
    if ply is not None and ply > verdict.plies:
        raise _too_far(verdict)
    return View(record, verdict, verdict.plies if ply is None else ply)


def _unreadable(verdict: Verdict) -> Unreadable:
    faults = [one.fault for one in (verdict, *verdict.games) if one.fault]
    return Unreadable(f"{visible(verdict.file)}: {say(faults[0].message if faults else verdict.status.label)}")


def _too_far(verdict: Verdict) -> click.UsageError:
    end = Message(f"この棋譜は {verdict.plies} 手目までです", f"the record ends at ply {verdict.plies}")
    if verdict.fault is None:
        return click.UsageError(say(end))
    return click.UsageError(f"{say(end)}: {say(verdict.fault.message)}")


def _no_such_part(games: int) -> Message:
    if not games:
        return Message("二局の対局ではありません。--part は要りません", "this is no match; leave --part out")
    return Message(f"対局は {games} 局です", f"the match has {games} game(s)")


def _show(view: View) -> None:
    record, verdict, ply = view
    assert verdict.game is not None  # noqa: S101 - a view has been replayed
    assert verdict.replay is not None  # noqa: S101 - likewise
    names = " - ".join(visible(name) for name in (record.header("先手"), record.header("後手")) if name)
    heading = " ".join(filter(None, (f"{PART}：{half}" if (half := record.header(PART)) else "", names)))
    if heading:
        click.echo(heading)
    click.echo(_headline(verdict.game.spell(verdict.replay.moves[ply - 1]) if ply else None, ply, verdict.plies))
    click.echo(draw(verdict.game, verdict.replay, ply), nl=False)
    if shares(verdict.game, verdict.replay.positions[ply]) is not None:
        click.echo(_points(verdict.game, Message("得点", "points"), verdict.game.score(verdict.replay.positions[ply])))
    for line in record.main.remarks:
        if line.ply == ply:
            click.echo(f"{'*' if line.kind == 'comment' else '&'}{visible(line.text)}")
    if ply == verdict.plies:
        click.echo(_status(verdict))


def _status(verdict: Verdict) -> str:
    return say(verdict.status.heading)


def _sum(verdict: Verdict) -> str:
    """Return the sums of a match, by who was 先手 and who 後手 in its first game."""
    return _points(None, Message("二局の合計", "sums of the match"), verdict.scores()[-1])


def _points(game: Game | None, what: Message, points: tuple[float, float]) -> str:
    sides = " ".join(f"{say(side.label)} {number:g}" for side, number in zip(side_names(game), points, strict=True))
    return f"{say(what)}: {sides}"


def _headline(move: str | None, ply: int, plies: int) -> str:
    if move is None:
        return say(Message(f"開始局面 (全 {plies} 手)", f"start (of {plies} plies)"))
    return say(Message(f"{ply} 手目 {move} (全 {plies} 手)", f"ply {ply} {move} (of {plies})"))
