"""`kifu study duel`: engine match of two opening sets."""

from __future__ import annotations

import re
import secrets
import time
from contextlib import ExitStack
from functools import partial, reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kifu import engine
from kifu.cli.arguments.game_and_rules_options import GameWordCommand, game_option
from kifu.cli.arguments.shared_options import (
    AUTO,
    KIF,
    MAX_COUNT,
    STANDARD_STREAM,
    adjudicate_option,
    force_option,
    form_option,
    nodes_option,
    output_option,
    players_option,
    plies_option,
    proof_nodes_option,
    seed_option,
    stale_option,
)
from kifu.cli.chances_and_proofs import adjudication_text, require_solvable_game
from kifu.cli.command_definition import CommandOptions, flag_option, number_option, option, with_options
from kifu.cli.printing.guarded_output_and_progress import print_json, progress_bar
from kifu.cli.printing.language_and_usage_errors import say, usage_error
from kifu.cli.read_and_write_files import read_bytes, refuse_existing_output, write_output
from kifu.core.child_processes import process_pool
from kifu.core.errors import InvalidMove
from kifu.core.message import Message, visible
from notation.formats.kif_canonical_writer import compose_record, spell_closing_line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kifu.core.game.game import Game
    from kifu.engine.opening_match_and_adjudication import (
        AdjudicationSettings,
        MatchGame,
        MatchScore,
        MatchSettings,
        OpeningSet,
    )

NODES = 2000
MAX_PLIES = 400
STALE = 200
WRITING_SECONDS = 10.0
"""The seconds after which the games played so far are written."""
CHUNK = 4
"""The number of games that a worker gets at a time."""


class _Options(CommandOptions):
    game: Game = game_option
    first: str | None = option(metavar="SET").help(
        "A の組、例 四04,三03、または個数。A's set: squares, or only their number; default: A is free."
    )
    second: str | None = option(metavar="SET").help("B の組。The same for B; default: B is free.")
    games: int = number_option(minimum=1, maximum=MAX_COUNT, default=32).help("局数。How many games.")
    nodes: int = nodes_option(NODES)
    second_nodes: int | None = number_option(minimum=0, maximum=MAX_COUNT).help(
        "B のそれ。The same for B, if it is to differ."
    )
    seed: int | None = seed_option
    plies: int = plies_option(MAX_PLIES)
    stale: int = stale_option(STALE)
    adjudicate: int | None = adjudicate_option
    proof_nodes: int = proof_nodes_option
    keep_sides: bool = flag_option().help("A はいつも先手。A always moves first.")
    drawn: int = number_option(minimum=0, maximum=20, default=0).help(
        "はじめの何手を合法手から一様に引くか (組があれば使えない)。First plies that are drawn uniformly from the legal moves, so that openings vary; not with a set."
    )
    workers: int = players_option
    form: str = form_option("text", "json").help("結果の形式。Format of the result.")
    output: str | None = output_option(KIF).help(
        "棋譜を書き出すファイル (- は標準出力で、結果は標準エラー出力へ)。File to write all records to; - is standard output, and the result then goes to standard error."
    )
    search_only: bool = flag_option().help(
        "指すときは探索だけにし、先に証明に尋ねない。The players only search; they do not ask the solver first."
    )
    resume: bool = flag_option().help(
        "-o のファイルの局の続きから指す。結果は今回の局だけ。Go on behind the games of the -o file; the result is of the games played now."
    )
    force: bool = force_option


@click.command(cls=GameWordCommand)
@with_options(_Options)
def command(options: _Options) -> None:
    """二つの布陣を探索に戦わせる。Let the engine play one opening set against another.

    A に --first の組、B に --second の組を置かせ、あとは探索が指す。6面体では組は占のマスで、組を置き終えた側はそれ以上
    占を置かない (相手の読みの中でも)。個数だけなら、その数を置くまで占だけを置き、どこに置くかは相手の占を見ながら探索が決める。数が違うときは先に置き終えた側から動き始めるが、相手の組のマスは空けておく。A と B は
    一局ごとに先後を入れ替え、盤の対称形を順に用いる。--games は対称形の数の二倍の倍数のとき釣り合う (6面体では 16)。
    中断した局は引き分けとせず、別に数える。--adjudicate なら、必勝が証明された最初の局面で勝ちとし、そのうち何局が違う終わり方
    をしたか、中断だったかを示す。最後の局面は必ず調べるので、証明された局は中断とならない (棋譜は証明の手順で終わりまで続く)。
    -o のファイルは指しながら書き足すので、途中で止めても、そこまでの局が残り、--resume で続けられる。

    A places the squares of --first and B those of --second, in an order drawn by the seed; the rest is played by search.
    In 6面体 a set is the squares of the 占: a side whose set is complete places no more 占, and neither does it in the
    other's calculations. With a number alone, such as --first 7, a side places seven 占 before anything else, and none
    after; where, the search finds turn by turn, and sees what the other has placed. Where the sets differ in size, the
    side with the smaller one begins to move while the other goes on placing; it leaves the squares of the other's set alone. A and B change sides after every game and the
    symmetries of the board are gone through, so that --games should be a multiple of twice their number (of 16 in
    6面体). A game broken off is no draw: it is counted by itself, and shares are of the games that ended. With
    --adjudicate a game is won in the first position where a win is proven, and it is said how many such games were
    played to another end, or broken off. The last position is always asked, so that no proven game counts as broken
    off; its record goes on to the end by the moves of the proof. The same options and seed give the same games, with
    any number of workers, also in several runs with --resume. The file of -o is written anew while the games go on, whole
    each time: a run that is stopped leaves the games played so far, and --resume goes on behind them.
    """
    seed = secrets.randbits(31) if options.seed is None else options.seed
    sets = (
        _parse_opening_set(options.game, "--first", options.first),
        _parse_opening_set(options.game, "--second", options.second),
    )
    given = [set(squares) for squares in sets if isinstance(squares, tuple)]
    if len(given) == len(sets) and (shared := given[0] & given[1]):
        names = " ".join(map(options.game.board.spell, sorted(shared)))
        raise usage_error(f"両方の組に {names} があります", f"both sets have {names}")
    if options.drawn and any(sets):
        raise usage_error("--drawn は組と一緒には使えません", "--drawn cannot be used with a set")
    contest = engine.opening_match_and_adjudication.MatchSettings(
        options.game.id,
        sets,
        (options.nodes, options.nodes if options.second_nodes is None else options.second_nodes),
        seed,
        not options.keep_sides,
        plies=options.plies,
        stale=options.stale,
        adjudication=_adjudication_settings(options.game, options.adjudicate, options.proof_nodes),
        drawn=options.drawn,
        proofs=not options.search_only,
    )
    refuse_existing_output(options.output, force=options.force or options.resume)
    kept = checked_records_to_resume(options.output, options.game, contest, resume=options.resume)
    play_bout = partial(engine.opening_match_and_adjudication.play_match_game, contest)
    numbers = range(len(kept), options.games)
    bouts: list[MatchGame] = []
    with ExitStack() as stack:
        results: Iterable[MatchGame] = map(play_bout, numbers)
        if options.workers > 1:
            pool = stack.enter_context(process_pool(options.workers))
            results = pool.map(play_bout, numbers, chunksize=CHUNK)
        shown = stack.enter_context(progress_bar(len(numbers), say(Message("対局中", "playing"))))
        written, replaced = time.monotonic(), options.force or options.resume
        for number, result in zip(numbers, results, strict=True):
            bouts.append(result)
            shown.update(1)
            if options.output is not None:
                kept.append(kif_of_duel_game(options.game, contest, number, result))
            if options.output not in {None, STANDARD_STREAM} and time.monotonic() - written >= WRITING_SECONDS:
                write_output(options.output, "\n".join(kept).encode(), force=replaced)
                written, replaced = time.monotonic(), True
    if options.output is not None and (bouts or not options.resume):
        write_output(options.output, "\n".join(kept).encode(), force=replaced)
    rows = _score_rows(bouts, keep_sides=options.keep_sides)
    aside = options.output == STANDARD_STREAM
    if options.form == "json":
        print_json(_duel_json(options.game, contest, rows, bouts), err=aside)
    else:
        click.echo(_duel_text(options.game, contest, rows, bouts), nl=False, err=aside)


def _adjudication_settings(
    game: Game, first_ply: int | None, nodes: int
) -> engine.opening_match_and_adjudication.AdjudicationSettings | None:
    """Return the solver's settings; None without a `first_ply`.

    Raises click.UsageError for a game that it cannot solve.
    """
    if first_ply is None:
        return None

    require_solvable_game(game)
    return engine.opening_match_and_adjudication.AdjudicationSettings(first_ply, nodes)


def _parse_opening_set(game: Game, option: str, text: str | None) -> OpeningSet:
    """Return the squares, or their number, of a set; raises click.UsageError."""
    if text is None:
        return None
    if not text.strip():
        raise usage_error(
            f"{option} の組にマスがありません。自由に置かせるなら {option} を外してください",
            f"{option} names no square; leave {option} out to let that side place as it likes",
        )
    try:
        return engine.opening_match_and_adjudication.parse_squares_or_count(game, text)
    except InvalidMove as invalid:
        raise click.UsageError(f"{option}: {say(invalid.message)}") from None


def _score_rows(games: list[MatchGame], *, keep_sides: bool) -> list[tuple[str, MatchScore]]:

    if keep_sides:
        return [("A first", engine.opening_match_and_adjudication.score_match(games))]
    return [
        ("A first", engine.opening_match_and_adjudication.score_match(games, exchanged=False)),
        ("A second", engine.opening_match_and_adjudication.score_match(games, exchanged=True)),
        ("all", engine.opening_match_and_adjudication.score_match(games)),
    ]


LABELS = {
    "A first": Message("A が先手", "A moves first"),
    "A second": Message("A が後手", "A moves second"),
    "all": Message("合計", "all"),
}


def _share_and_interval(score: MatchScore) -> tuple[float | None, float, float]:
    """Return A's share of finished games, and its 95 % interval.

    Draws count as halves.
    """
    from analysis.tables.significance import wilson_intervals  # noqa: PLC0415 - loads numpy

    points = score.a + score.draw / 2
    low, high = wilson_intervals(points, score.finished)
    return points / score.finished if score.finished else None, float(low), float(high)


def _duel_json(
    game: Game, match_settings: MatchSettings, score_rows: list[tuple[str, MatchScore]], games: list[MatchGame]
) -> dict[str, Any]:
    """Return a duel as JSON: settings, scores and games."""

    def row(count: MatchScore) -> dict[str, Any]:
        share, low, high = _share_and_interval(count)
        return {**count._asdict(), "games": count.finished + count.unfinished, "share": share, "low": low, "high": high}

    sets = [
        list(map(game.board.spell, squares)) if isinstance(squares, tuple) else squares
        for squares in match_settings.sets
    ]
    settings = {"game": game.id, "a": sets[0], "b": sets[1], "nodes": match_settings.nodes, "seed": match_settings.seed}
    how = match_settings.adjudication
    adjudication = {}
    if how is not None:
        start = "auto" if how.start == AUTO else how.start
        adjudication = {
            "adjudication": {
                "from": start,
                "nodes": how.nodes,
                **engine.opening_match_and_adjudication.count_proofs(games)._asdict(),
            }
        }
    return {
        **settings,
        **adjudication,
        "plies": match_settings.plies,
        "noise": match_settings.noise,
        "stale": match_settings.stale,
        "rows": {name: row(count) for name, count in score_rows},
    }


def _duel_text(
    game: Game, match_settings: MatchSettings, score_rows: list[tuple[str, MatchScore]], games: list[MatchGame]
) -> str:
    """Return a duel as lines: both sets, and the scores."""
    lines = [
        f"{game.name.ja} seed {match_settings.seed}",
        *(
            f"{name}: {_opening_set_text(game, squares)} ({nodes} nodes)"
            for name, squares, nodes in zip("AB", match_settings.sets, match_settings.nodes, strict=True)
        ),
    ]
    for name, count in score_rows:
        share, low, high = _share_and_interval(count)
        won = "-" if share is None else f"{share:.1%} [{low:.1%}, {high:.1%}]"
        counts = Message(
            f"{count.finished + count.unfinished} 局: A 勝ち {count.a}、B 勝ち {count.b}、引き分け {count.draw}、中断 {count.unfinished}",
            f"{count.finished + count.unfinished} games: A won {count.a}, B won {count.b}, drawn {count.draw}, "
            f"broken off {count.unfinished}",
        )
        title = Message(f"終わった {count.finished} 局の A の勝率", f"A's share of the {count.finished} that ended")
        lines.append(f"{say(LABELS[name])}: {say(counts)}; {say(title)} {won}")
    if match_settings.adjudication is not None:
        lines.append(say(adjudication_text(engine.opening_match_and_adjudication.count_proofs(games), len(games))))
    return "".join(f"{line}\n" for line in lines)


def _opening_set_text(game: Game, squares: OpeningSet) -> str:
    if squares is None:
        return say(Message("自由", "free"))
    if isinstance(squares, int):
        return say(Message(f"{squares} 個、マスは探索が選ぶ", f"{squares}, on squares that the search finds"))
    return f"{len(squares)}: " + ",".join(map(game.board.spell, squares))


def checked_records_to_resume(output: str | None, game: Game, settings: MatchSettings, *, resume: bool) -> list[str]:
    """Return the records of a file, the last replayed as check.

    It is played again, to see that it is of this duel.
    Raises click.UsageError if it is not, or there is no file to go on with.
    """
    if not resume:
        return []
    if output is None or output == STANDARD_STREAM:
        raise usage_error("--resume には -o のファイルが要ります", "--resume needs a file with -o")

    if not Path(output).exists():
        return []
    try:
        text = read_bytes(output).decode()
    except (OSError, ValueError):
        text = "?"
    kept = re.split(r"(?<=\n)\n(?=棋種：)", text) if text else []
    if kept and kept[-1] != kif_of_duel_game(
        game, settings, len(kept) - 1, engine.opening_match_and_adjudication.play_match_game(settings, len(kept) - 1)
    ):
        shown = visible(output)
        raise usage_error(
            f"{shown} の {len(kept)} 局目は、この指定と種の局ではありません。同じ指定と種にするか、別のファイルに書いてください",
            f"game {len(kept)} of {shown} is not that of these options and seed; give the same ones, or write to another file",
        )
    return kept


def kif_of_duel_game(game: Game, settings: MatchSettings, game_number: int, played: MatchGame) -> str:
    """Return a duel's game as KIF, proofs played on."""
    names = [f"{name} ({nodes} nodes)" for name, nodes in zip("AB", settings.nodes, strict=True)]
    if played.exchanged:
        names.reverse()
    drawn = f" --drawn {settings.drawn}" if settings.drawn else ""
    headers = {
        "先手": names[0],
        "後手": names[1],
        "備考": f"kifu study duel --game {game.id} --seed {settings.seed}{drawn} の {game_number + 1} 局目、対称形 {played.symmetry}",
    }
    moves, outcome = played.played.moves, played.played.outcome
    if played.decided is not None and settings.adjudication is not None:
        ply, outcome = played.decided.ply, played.decided.outcome
        moves = (*moves[:ply], *_proof(game, moves[:ply], settings.adjudication))
        headers["備考"] += f"、{ply + 1} 手目からは証明された必勝の手順"
    return compose_record(game, headers, moves, spell_closing_line(len(moves), outcome))


def _proof(game: Game, moves: tuple[int, ...], how: AdjudicationSettings) -> tuple[int, ...]:
    """Return the moves of the proof that decided a game after `moves`."""
    return engine.solver.solve(game, reduce(game.play_legal, moves, game.start()), how.nodes).line
