"""`kifu study puzzles`: positions with one solution.

They are from a tablebase, or from games of the engine.
"""

from __future__ import annotations

import hashlib
import secrets
import sys
from itertools import islice
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from kifu import engine
from kifu.cli.arguments.game_and_rules_options import GameWordCommand, game_option
from kifu.cli.arguments.shared_options import (
    PUZZLES,
    STANDARD_STREAM,
    force_option,
    form_option,
    format_by_ending,
    output_option,
    seed_option,
)
from kifu.cli.command_definition import CommandOptions, flag_option, number_option, option, with_options
from kifu.cli.printing.guarded_output_and_progress import json_line, show_progress
from kifu.cli.printing.language_and_usage_errors import say, usage_error
from kifu.cli.read_and_write_files import refuse_existing_output, write_output
from kifu.core.errors import KifuError
from kifu.core.lazy_imports_extras_and_package_files import require_extra
from kifu.core.message import Message
from kifu.core.outcome import Outcome, Side
from kifu.render.board import Board
from notation.formats.kif_canonical_writer import compose_record, spell_closing_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.core.game.game import Game
    from kifu.engine.puzzles import Puzzle

PLIES = 5
COUNT = 10


class _Options(CommandOptions):
    game: Game = game_option
    plies: int = number_option(minimum=1, maximum=249, default=PLIES).help(
        "勝ちまでの手数 (奇数)。Plies of the win, an odd number."
    )
    count: int = number_option(minimum=1, default=COUNT).help("題の数。How many puzzles.")
    from_games: bool = flag_option("--games").help(
        "表でなく、エンジンの対局から選ぶ (表のない棋種では常に)。Take them from games of the engine, not from the tablebase; always so for games without one."
    )
    units: str = option("--with", default="").help(
        "この駒がすべてある局面だけ、表から (例: 占領)。Only positions of the tablebase with all these dice, as 占領."
    )
    seed: int | None = seed_option
    asking: bool = flag_option("--ask").help(
        "書き出さずに、一題ずつ尋ねる。Ask them one by one at the terminal in place of writing them."
    )
    form: str = form_option("kif", "json").help("json は一行に一題。json: one puzzle a line.")
    output: str = output_option(None, default=STANDARD_STREAM)
    force: bool = force_option


@click.command(cls=GameWordCommand)
@with_options(_Options)
def command(options: _Options) -> None:
    """解が一つの詰め問題を作る。Make puzzles with one solution.

    6面体では kifu study tablebase の表から、手番の側が --plies 手で必ず勝ち、その手数で勝てる手が一つしかない局面を選ぶ。最も長く粘るどの受け
    のあとでも、残りの手数で勝てる手は一つしかない。ほかの棋種と --games では、エンジンどうしの対局の終わり近くから選ぶ
    (--plies は 7 まで)。その手数で勝てる初手が一つしかないことを、すべての受けを調べて証明する。勝ちまでの後の手は一つとは限らない。局面図と解を棋譜とし
    て書く (kifu verify で確かめられ、kifu show で見られる)。--ask なら一題ずつ初手を尋ねる。同じ表と種なら同じ問題になる。

    Of six it takes positions from the tablebase of `kifu study tablebase` in which the side to move wins in --plies
    plies, by one move alone; after each defence that lasts as long as any, again one move alone wins in the plies left.
    Of the other games, and with --games, it takes positions near the end of games that the engine plays with itself
    (--plies up to 7). That one first move alone wins in that number of plies is proven by trying each defence; of the later
    moves more than one may win. They are written as records with diagram and solution, for `kifu verify` and `kifu
    show`; with --ask the first move of each is asked for in place of that. The same tablebase and seed give the same
    puzzles.
    """
    given = click.get_current_context().get_parameter_source("form") is not ParameterSource.DEFAULT
    form = format_by_ending(options.output, PUZZLES, options.form if given else None) or options.form
    require_extra("fast")
    refuse_existing_output(None if options.asking else options.output, force=options.force)
    if options.plies % 2 == 0:
        raise usage_error(
            f"--plies {options.plies}: 手番の側が勝つ手数は奇数です",
            f"--plies {options.plies}: the side to move wins in an odd number of plies",
        )
    seed = secrets.randbits(31) if options.seed is None else options.seed
    of_table = engine.tablebase.has_slices(options.game) and not options.from_games
    found = (
        _puzzles_from_tablebase(options.game, options.plies, options.count, seed, options.units)
        if of_table
        else _puzzles_from_games(options.game, options.plies, options.count, seed, options.units)
    )
    if options.asking:
        ask_puzzles(options.game, found)
    elif form == "json":
        lines = [json_line(puzzle_json(options.game, puzzle)) + "\n" for puzzle in found]
        write_output(options.output, "".join(lines).encode(), force=options.force)
    else:
        words = (
            f"--plies {options.plies}"
            + (" --games" if options.from_games else "")
            + (f" --with {options.units}" if options.units else "")
        )
        texts = [
            _puzzle_record(options.game, puzzle, number, f"{words} --seed {seed}")
            for number, puzzle in enumerate(found, start=1)
        ]
        write_output(options.output, "\n".join(texts).encode(), force=options.force)
    if len(found) < options.count:
        shown = Message(
            f"解が一つの局面は {len(found)} だけ見つかりました",
            f"only {len(found)} positions with one solution were found",
        )
        click.echo(say(shown), err=True)


def _puzzles_from_tablebase(game: Game, plies: int, puzzle_count: int, seed: int, units: str) -> list[Puzzle]:
    """Return puzzles from the tablebase; raises click.UsageError for none."""
    table, wrong = engine.tablebase_file_and_cache.tablebase_or_why_unusable(game)
    if table is None:
        reason = wrong or Message("表がありません", "there is no tablebase")
        raise usage_error(
            f"{reason.ja}。kifu study tablebase --game {game.id} で作るか、--games を付けてください",
            f"{reason.en}; build it with kifu study tablebase --game {game.id}, or add --games",
        )
    found = list(islice(engine.puzzles.tablebase_puzzles(game, table, plies, seed, units), puzzle_count))
    if not found:
        longest = max((each.longest for each in table.slices if set(units) <= set(each.name)), default=0)
        raise usage_error(
            f"{plies} 手で解が一つの局面は見つかりません。表の最も長い勝ちは {longest} 手です",
            f"no position with one solution in {plies} plies was found; the longest win of the tablebase has {longest}",
        )
    return found


def _puzzles_from_games(game: Game, plies: int, puzzle_count: int, seed: int, units: str) -> list[Puzzle]:
    """Return puzzles from engine games; raises click.UsageError for none."""
    if not engine.solver.can_solve(game):
        raise usage_error(f"{game.name.ja}の局面は解けません", f"positions of {game.name.en} cannot be solved")
    if units:
        raise usage_error("--with は表から選ぶときだけです", "--with is for the tablebase only")
    if plies > engine.puzzles.MAX_PUZZLE_PLIES:
        raise usage_error(
            f"--plies {plies}: 対局から選ぶ問題は {engine.puzzles.MAX_PUZZLE_PLIES} 手までです",
            f"--plies {plies}: a puzzle from games has at most {engine.puzzles.MAX_PUZZLE_PLIES} plies",
        )
    drawn = islice(engine.puzzles.game_puzzles(game, plies, seed), puzzle_count)
    found = [
        puzzle
        for _, puzzle in zip(
            show_progress(range(puzzle_count), say(Message("探しています", "looking"))), drawn, strict=False
        )
    ]
    if not found:
        raise usage_error(
            f"{plies} 手で解が一つの局面は、続けて {engine.puzzles.IDLE} 局に見つかりません",
            f"{engine.puzzles.IDLE} games after each other have no position with one solution in {plies} plies",
        )
    return found


def _puzzle_record(game: Game, puzzle: Puzzle, number: int, options_text: str) -> str:
    """Return a puzzle as a record: the diagram, then the solution."""
    winner = Outcome.win(Side(game.turn(puzzle.position)))
    plies = len(puzzle.solution)
    headers = {
        "棋戦": f"詰め問題 {number} ({puzzle.origin}、{plies} 手)",
        "備考": f"kifu study puzzles --game {game.id} {options_text}",
    }
    return compose_record(game, headers, puzzle.solution, spell_closing_line(plies, winner), puzzle.position)


FORMAT = "kifu-puzzle/1"
END = frozenset({"q", "quit", "終わり"})


def puzzle_json(game: Game, puzzle: Puzzle) -> dict[str, Any]:
    """Return a puzzle as a JSON object.

    Only the first move of `solution` is sure to be the only one that wins in time.
    """
    solution = [game.spell(move) for move in puzzle.solution]
    diagram = game.spell_diagram(puzzle.position)
    identity = "\n".join((game.id, game.rules, diagram, solution[0]))
    return {
        "format": FORMAT,
        "id": hashlib.sha256(identity.encode()).hexdigest()[:16],
        "game": game.id,
        "rules": game.rules,
        "diagram": diagram,
        "side": Outcome.win(Side(game.turn(puzzle.position))).value,
        "plies": len(solution),
        "solution": solution,
        "source": puzzle.origin,
    }


def ask_puzzles(game: Game, puzzles: Sequence[Puzzle]) -> None:
    """Ask for each puzzle's first move; print how many were solved.

    An empty line gives up, the end of the input or `q` ends.
    """
    solved = asked = 0
    for nth, puzzle in enumerate(puzzles, start=1):
        side = game.sides[game.turn(puzzle.position)]
        plies = len(puzzle.solution)
        click.echo(Board(game, puzzle.position).text().rstrip("\n"))
        click.echo(
            say(
                Message(
                    f"{nth}/{len(puzzles)} {side.mark}{side.label.ja}が {plies} 手で勝つ手は？ (空行で解答、q で終わり)",
                    f"{nth}/{len(puzzles)} {side.mark} {side.label.en} wins in {plies} {'ply' if plies == 1 else 'plies'} by which move? (an empty line "
                    "shows it, q ends)",
                )
            )
        )
        right = _ask_for_first_move(game, puzzle)
        if right is None:
            break
        asked += 1
        solved += right
        solution = " ".join(game.spell(move) for move in puzzle.solution)
        told = Message("正解です", "right") if right else Message("解答", "the solution")
        click.echo(f"{say(told)}: {solution}\n")
    click.echo(say(Message(f"{asked} 題のうち {solved} 題が解けました", f"{solved} of {asked} solved")))


def _ask_for_first_move(game: Game, puzzle: Puzzle) -> bool | None:
    """Return whether the move was found; None to stop.

    A move that cannot be played is asked again.
    """
    while sys.stdin is not None:
        line = sys.stdin.readline()
        text = line.strip()
        if not line or text in END:
            return None
        if not text:
            return False
        try:
            move = game.resolve(puzzle.position, game.read(text))
        except KifuError as wrong:
            click.echo(say(wrong.message), err=True)
            continue
        breach = game.explain(puzzle.position, move)
        if breach is not None:
            click.echo(f"{say(breach.message)} [{breach.article}]", err=True)
            continue
        if move == puzzle.solution[0]:
            return True
        click.echo(say(Message("その手では、この手数で勝てません", "that does not win within these plies")))
    return None
