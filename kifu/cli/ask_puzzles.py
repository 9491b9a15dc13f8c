"""Asks puzzles one by one at the terminal, and gives them as JSON for other programs."""

from __future__ import annotations

import hashlib
import sys
from typing import TYPE_CHECKING, Any

import click

from kifu.cli.printing.language import say
from kifu.core.errors import KifuError
from kifu.core.message import Message
from kifu.core.outcome import Outcome, Side
from kifu.render.board import Board

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.core.game.game import Game
    from kifu.engine.puzzles import Puzzle

FORMAT = "kifu-puzzle/1"
END = frozenset({"q", "quit", "終わり"})


def puzzle_json(game: Game, puzzle: Puzzle) -> dict[str, Any]:
    """Return a puzzle as a JSON object; only the first move of `solution` is sure to be the only one that wins in time."""
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
    """Ask for the first move of each puzzle; an empty line gives up, the end of the input or `q` ends. Prints how many were solved."""
    solved = asked = 0
    for number, puzzle in enumerate(puzzles, start=1):
        side = game.sides[game.turn(puzzle.position)]
        plies = len(puzzle.solution)
        click.echo(Board(game, puzzle.position).text().rstrip("\n"))
        click.echo(
            say(
                Message(
                    f"{number}/{len(puzzles)} {side.mark}{side.label.ja}が {plies} 手で勝つ手は？ (空行で解答、q で終わり)",
                    f"{number}/{len(puzzles)} {side.mark} {side.label.en} wins in {plies} {'ply' if plies == 1 else 'plies'} by which move? (an empty line "
                    "shows it, q ends)",
                )
            )
        )
        right = _answered(game, puzzle)
        if right is None:
            break
        asked += 1
        solved += right
        solution = " ".join(game.spell(move) for move in puzzle.solution)
        told = Message("正解です", "right") if right else Message("解答", "the solution")
        click.echo(f"{say(told)}: {solution}\n")
    click.echo(say(Message(f"{asked} 題のうち {solved} 題が解けました", f"{solved} of {asked} solved")))


def _answered(game: Game, puzzle: Puzzle) -> bool | None:
    """Return whether the move was found; None if no more is to be asked. A move that cannot be played is asked again."""
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
