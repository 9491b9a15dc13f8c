"""`kifu play`: a game of random moves, or of the engine."""

from __future__ import annotations

import random
import secrets
from collections import Counter
from typing import TYPE_CHECKING

import click

from kifu import engine
from kifu.cli.arguments.dataset_and_book_options import book_option, read_book_file
from kifu.cli.arguments.game_and_rules_options import GameWordCommand, position_game_option, rules_option
from kifu.cli.arguments.position_argument import diagram_argument, load_game_and_position
from kifu.cli.arguments.position_options import RecordPlace, place_options
from kifu.cli.arguments.shared_options import (
    MAX_COUNT,
    STANDARD_STREAM,
    force_option,
    format_by_ending,
    output_option,
    plies_option,
    seed_option,
)
from kifu.cli.command_definition import CommandOptions, flag_option, number_option, with_options
from kifu.cli.printing.language_and_usage_errors import say, usage_error
from kifu.cli.read_and_write_files import copy_variant_beside, variant_named_from_output, write_output
from kifu.core.message import visible
from notation import formats
from notation.formats.kif_canonical_writer import compose_record, spell_closing_line
from notation.random_record import ending_at_last_position, player_names, random_game_as_kif
from notation.reading import read
from notation.writing import document_bytes

if TYPE_CHECKING:
    from analysis.openings.book import Book
    from kifu.core.game.game import Game, Position
    from kifu.core.outcome import Outcome
    from kifu.engine.play_engine_games import EngineGame

MAX_PLIES = 1000
"""The ply after which a game is broken off, unless `--plies` is given."""
NODES = 20_000
"""The number of positions that a search looks at for a move, unless `--nodes` is given."""


class _Options(CommandOptions):
    game: Game | None = position_game_option
    diagram: str | None = diagram_argument
    place: RecordPlace = place_options
    rules: str | None = rules_option
    seed: int | None = seed_option
    plies: int = plies_option(MAX_PLIES)
    engine: bool = flag_option().help("探索で指す (なければ一様乱数)。The engine plays; default: random moves.")
    nodes: int = number_option(minimum=1, maximum=MAX_COUNT, default=NODES).help(
        "--engine が一手に調べる局面の数。Positions that --engine looks at for a move."
    )
    book: str | None = book_option(
        "--engine が、はじめは定跡の手を局数に応じて引いて指す。The engine first plays moves of a book, drawn in proportion to their games"
    )
    output: str = output_option(formats.formats_by_ending, default=STANDARD_STREAM)
    force: bool = force_option


@click.command(cls=GameWordCommand)
@with_options(_Options)
def command(options: _Options) -> None:
    """一様乱数の合法手で、または探索で、一局を作る。

    DIAGRAM から、なければ棋種の開始局面から指す。DIAGRAM は局面図か、kifu show や kifu verify の示した盤か、棋譜 (--ply
    手のあとの局面、なければ最後の局面) のファイル、- は標準入力。同じ指定と種は同じ一局になる。棋種ごとに初めての探索は、
    機械語にするのに時間がかかる。

    Write the record of a game in which each move is drawn uniformly from the legal ones, or with --engine found by
    search. It starts from DIAGRAM, else from the game's own start. DIAGRAM is a file, or - for standard input: a
    diagram with its hand and turn lines, a board as `kifu show` and `kifu verify` print it, or a record; the position
    after --ply plies is used, by default the last. The same options and seed give the same game. The first search in a
    game compiles it, which takes a while.
    """
    game, start = load_game_and_position(options.game, options.diagram, options.rules, options.place)
    named = variant_named_from_output(options.output, game, options.rules, options.diagram, force=options.force)
    game = named.game
    given = None if options.diagram is None else start
    seed = secrets.randbits(32) if options.seed is None else options.seed
    if options.book is not None and not options.engine:
        raise usage_error("--book は --engine と一緒に使います", "--book goes with --engine")
    known = None if options.book is None else read_book_file(options.book, game)
    text = (
        engine_game_as_kif(game, seed, options.plies, options.nodes, given, known)
        if options.engine
        else random_game_as_kif(game, seed, options.plies, given)
    )
    form = format_by_ending(options.output, formats.formats_by_ending()) or formats.TEXT
    data = text.encode() if form == formats.TEXT else document_bytes(read(visible(options.output), text.encode()), form)
    write_output(options.output, data, force=options.force)
    copy_variant_beside(named, options.output)


def engine_game_as_kif(  # noqa: PLR0913, PLR0917 - the game depends on all of them
    game: Game, seed: int, max_plies: int, nodes: int, start_position: Position | None = None, book: Book | None = None
) -> str:
    """Return a game of the engine against itself as KIF.

    `nodes` is the number of positions that it looks at for a move. The same arguments give the same game. The game has at
    most `max_plies` plies; `start_position` None stands for the start of the game. As long as `book` knows moves, one of them is played.
    """
    first = game.start() if start_position is None else start_position
    known, position = _book_moves_and_position(game, seed, max_plies, first, book)
    remark = f"kifu play --engine --game {game.id} --seed {seed} --nodes {nodes} --plies {max_plies} による"
    if book is not None:
        remark += f"。{len(known)} 手目までは定跡"
    ending = game.outcome(position)
    if ending is not None or len(known) == max_plies:
        played = engine.play_engine_games.EngineGame(tuple(known), (0,) * len(known), ending and ending.outcome)
    else:
        given = None if start_position is None and not known else position
        rest = engine.play_engine_games.play_engine_game(
            game,
            (engine.play_engine_games.Player(nodes), engine.play_engine_games.Player(nodes)),
            seed,
            start=given,
            plies=max_plies - len(known),
        )
        played = rest._replace(moves=(*known, *rest.moves))
    headers = {**player_names(game, f"kifu ({nodes} nodes)"), "備考": remark}
    moves, outcome = _moves_and_result(game, first, played)
    return compose_record(game, headers, moves, spell_closing_line(len(moves), outcome), start_position)


def _book_moves_and_position(
    game: Game, seed: int, max_plies: int, start_position: Position, book: Book | None
) -> tuple[list[int], Position]:
    """Return moves of a book, if any, and the position behind."""
    if book is None:
        return [], start_position
    from analysis.openings.book import BadBook, random_book_moves_and_position  # noqa: PLC0415 - only a game by a book needs one

    try:
        return random_book_moves_and_position(book, game, start_position, random.Random(seed), max_plies)  # noqa: S311 - a reproducible game, no secret
    except BadBook as wrong:
        raise click.UsageError(f"--book: {say(wrong.message)} [{wrong.code}]") from None


def _moves_and_result(game: Game, position: Position, played: EngineGame) -> tuple[list[int], Outcome | None]:
    """Return the moves up to the end, and the result.

    The search does not see an end by repetition.
    """
    positions = [position]
    moves: list[int] = []
    seen = Counter(positions)
    for move in played.moves:
        moves.append(move)
        positions.append(game.play_legal(positions[-1], move))
        seen[positions[-1]] += 1
        ending = ending_at_last_position(game, positions, moves, seen)
        if ending is not None:
            return moves, ending.outcome
    return moves, played.outcome
