"""`kifu solve`: proof of a forced win, if one is found."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from kifu import engine
from kifu.cli.arguments.game_and_rules_options import GameWordCommand, position_game_option, rules_option
from kifu.cli.arguments.position_argument import load_game_and_position
from kifu.cli.arguments.position_options import RecordPlace, place_options
from kifu.cli.arguments.shared_options import MAX_COUNT, form_option
from kifu.cli.command_definition import CommandOptions, argument, number_option, with_options
from kifu.cli.printing.guarded_output_and_progress import json_line
from kifu.cli.printing.language_and_usage_errors import CommandFailed, say
from kifu.core.message import Message
from kifu.core.outcome import Outcome

if TYPE_CHECKING:
    from kifu.core.game.game import Game, Position
    from kifu.engine.solver import Solution

NOT_PROVEN = 1
"""The exit code if nothing is proven."""


class _Options(CommandOptions):
    game: Game | None = position_game_option
    diagram: str = argument()
    place: RecordPlace = place_options
    nodes: int | None = number_option(minimum=1, maximum=MAX_COUNT).help(
        "調べる局面の数 (なければ 5000000、rengo は 100000)。Positions to look at; default: 5000000, for rengo 100000."
    )
    rules: str | None = rules_option
    form: str = form_option("text", "json").help("結果の形式。Format of the result.")


@click.command(cls=GameWordCommand)
@with_options(_Options)
def command(options: _Options) -> None:
    """終盤の局面の勝ち負けを証明する。Prove who wins a late position.

    DIAGRAM は局面図か、kifu show や kifu verify の示した盤か、棋譜 (--ply 手のあとの局面、なければ最後の局面) のファ
    イル、- は標準入力。どちらかが必ず勝てるか、どちらにも必勝の手順がない (千日手になる) かを、手順とともに示す。
    6面体とユニオンの繰り返しで終わらない規則では、必勝は局面だけで決まり、来た道によらない。four=draw でも、来た道の
    局面は数えない (必勝の手順は同じ局面を二度通らない)。続・連合将棋では千日手と連続王手を数えず、規則をそのまま一
    局面ずつ調べる。手数を一手ずつ延ばして --nodes の局面を調べても決まらなければ、同じ数の局面でもっと長い必勝を探す。
    見つかれば、何手以内に勝てるか、最短の必勝が何手以上かを示す。決まらなければ、そう述べ、何手までに必勝がないかを
    示す。kifu study tablebase の表があれば、それにある局面は表で答える。終了コードは、証明できれば 0、できなければ 1。

    DIAGRAM is a file, or - for standard input: a diagram with its hand and turn lines, a board as `kifu show` and
    `kifu verify` print it, or a record; the position after --ply plies is used, by default the last. Either side
    is proven to win by force, or neither can (play repeats), each with the line. By default the games solved have
    no rule on repetition that ends them, so that a forced win depends on the position alone. Under four=draw the
    positions before it are not counted; a forced win comes to no position twice. In rengo no repetition is counted,
    and the rules are asked position by position. Where a search ply by ply of --nodes positions proves nothing, as
    many again are searched for a longer win: the result then says within how many plies it wins, and how many the
    shortest win takes at least. Where nothing is proven, it says so, and within how many plies nobody can force a
    win. A position of the tablebase (`kifu study tablebase`), where one is present, is answered by it. The exit
    code is 0 if proven, 1 if not.
    """
    game, position = load_game_and_position(options.game, options.diagram, options.rules, options.place)
    _report_unusable_tablebase(game)
    solution = engine.solver.solve(game, position, options.nodes)
    if solution.proven and not engine.solver.does_line_prove_solution(
        game, position, solution
    ):  # not expected; a line that fails the check proves nothing
        raise CommandFailed(say(Message("証明の手順が検算に合いません", "the line of the proof fails its replay")))
    click.echo(
        _solution_json(game, solution) if options.form == "json" else _solution_report(game, position, solution),
        nl=options.form == "json",
    )
    sys.exit(0 if solution.proven else NOT_PROVEN)


def _report_unusable_tablebase(game: Game) -> None:
    """Report an unusable tablebase on standard error."""
    wrong = engine.tablebase_file_and_cache.tablebase_or_why_unusable(game)[1]
    if wrong is not None:
        click.echo(say(Message(f"表は使いません: {wrong.ja}", f"the tablebase is not used: {wrong.en}")), err=True)


def _solution_text(game: Game, solution: Solution) -> Message:
    """Return in one sentence who wins and in how many plies."""
    plies = solution.plies
    if not solution.proven:
        return Message(
            f"証明できませんでした。{plies} 手以内の必勝はどちらにもありません",
            f"not proven: neither side can force a win within {plies} plies",
        )
    if solution.winner is None:
        return Message("どちらにも必勝の手順はありません", "neither side can force a win")
    label = game.outcome_label(Outcome.win(solution.winner))
    if solution.least is not None:
        return Message(
            f"{label.ja} ({plies} 手以内。最短の必勝は {solution.least} 手以上)",
            f"{label.en} in at most {plies} plies; the shortest win takes {solution.least} or more",
        )
    return Message(f"{label.ja} ({plies} 手)", f"{label.en} in {plies} plies")


def _solution_report(game: Game, position: Position, solution: Solution) -> str:
    """Return a solution as lines: sentence, moves, positions looked at."""
    lines = [say(_solution_text(game, solution))]
    for ply, move in enumerate(solution.line, start=1):
        lines.append(f"{ply:>4} {game.sides[game.turn(position)].mark}{game.spell(move)}")
        position = game.play_legal(position, move)
    if solution.by_table:
        lines.append(say(Message("表による (調べた局面はない)", "by the tablebase; no position was searched")))
        return "".join(f"{line}\n" for line in lines)
    searched = f"{solution.positions:,}"
    whole = Message("、その先の全局面", ", all that can follow") if solution.whole else Message("", "")
    lines.append(say(Message(f"調べた局面 {searched}{whole.ja}", f"positions looked at: {searched}{whole.en}")))
    if not solution.proven:
        lines.append(
            say(
                Message(
                    "もっと長い必勝は除かれていません。--nodes を増やすと、さらに先まで調べます",
                    "a longer win is not excluded; a larger --nodes looks further ahead",
                )
            )
        )
    return "".join(f"{line}\n" for line in lines)


def _solution_json(game: Game, solution: Solution) -> str:
    """Return a solution as a JSON line."""
    winner = None if solution.winner is None else Outcome.win(solution.winner).value
    result = {
        "game": game.id,
        "proven": solution.proven,
        "winner": winner,
        "plies": solution.plies,
        "least": None if winner is None else solution.least or solution.plies,
        "line": [game.spell(move) for move in solution.line],
        "positions": solution.positions,
        "whole": solution.whole,
        "tablebase": solution.by_table,
    }
    return json_line(result)
