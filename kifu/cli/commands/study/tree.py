"""`kifu study tree`: moves that a dataset's games played."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kifu.cli.arguments.dataset_and_book_options import (
    DatasetChoice,
    connect_to_dataset,
    dataset_argument,
    game_and_searched_position,
    has_many_unfinished,
    skip_prefixes_option,
    symmetric_option,
    unfinished_games_caution,
)
from kifu.cli.arguments.game_and_rules_options import any_game_option, rules_option
from kifu.cli.arguments.position_options import RecordPlace, place_options
from kifu.cli.arguments.shared_options import form_option, raw_csv_option
from kifu.cli.command_definition import CommandOptions, number_option, option, with_options
from kifu.cli.printing.guarded_output_and_progress import align_columns, make_stdout_utf8, print_json, rows_as_csv
from kifu.cli.printing.language_and_usage_errors import say
from kifu.core.lazy_imports_extras_and_package_files import require_extra
from kifu.core.message import Message, visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analysis.explorer.move_tree import ResultTally, Tree, TreeEdge, TreeNode
    from kifu.core.game.game import Game
    from kifu.core.outcome import Side

RIGHT = range(2, 10)
"""The columns of numbers, from 0; they end flush."""


class _Options(CommandOptions):
    dataset: DatasetChoice = dataset_argument
    diagram: str | None = option("--from", metavar="DIAGRAM").help(
        "始める局面の図か、棋譜 (--ply 手のあとの局面、なければ最後の局面)。- は標準入力。Position to start from: a diagram, or a record; the position after --ply plies is used, by default the last. - is standard input. Default: the game's own start."
    )
    place: RecordPlace = place_options
    game: Game | None = any_game_option
    rules: str | None = rules_option
    skip_prefixes: bool = skip_prefixes_option
    symmetric: bool = symmetric_option
    depth: int = number_option(minimum=1, default=1).help("何手先まで。Plies to follow the moves.")
    least: int = number_option(minimum=1, default=1).help(
        "これより少ない局数の手の先は追わない。Do not follow moves of fewer games."
    )
    moves: int = number_option(minimum=1, default=10).help(
        "一局面から追う (文では並べる) 手の数。The number of moves to follow (and, as text, to list) from a position."
    )
    form: str = form_option("text", "csv", "json")
    raw_csv: bool = raw_csv_option


@click.command()
@with_options(_Options)
def command(options: _Options) -> None:
    """局面から指された手と、その局の結果を数える。

    どの手順で来ても同じ局面は一つと数え、同じ指し手の局は一局、一局は手ごとに一度だけ数える。成績は指した側の得点率で、引き分けは半分、終わった
    局だけから求め、Wilson の 95% 区間と、未了の局しだいの幅を添える。手ごとに、それを最初に指した局 (日付の順、なければ棋譜の並び順) を示す。

    Count the moves that the games of DATASET played from a position, and how those games ended. A position is one,
    whatever moves led to it; games with the same moves count once, and a game counts once for each move. The share is
    that of the side that moves, a draw half a point, over the finished games only, with Wilson's 95 % interval and
    with what unfinished games leave open. Of each move the first game that played it is named: by date, else in the
    order of the records.
    """
    require_extra("corpus")
    from analysis import explorer  # noqa: PLC0415 - satellites, loaded when they are used

    connection = connect_to_dataset(options.dataset, skip_prefixes=options.skip_prefixes)
    game, position = game_and_searched_position(connection, options.game, options.diagram, options.rules, options.place)
    tree = explorer.move_tree.build_tree(
        connection,
        game,
        position,
        explorer.move_tree.TreeLimits(options.depth, options.least, options.moves),
        symmetric=options.symmetric,
    )
    if options.form == "csv":
        make_stdout_utf8()
        click.echo(
            rows_as_csv(explorer.move_tree.COLUMNS, explorer.move_tree.tree_rows(tree), raw=options.raw_csv), nl=False
        )
    elif options.form == "json":
        question = {"game": game.id, "rules": game.rules, "symmetric": options.symmetric}
        print_json(question | {"nodes": list(explorer.move_tree.nodes_json(tree))})
    else:
        click.echo("\n".join(_tree_lines(tree, options.moves)))
    tally = tree.nodes[0].tally
    if has_many_unfinished(tally.unfinished, tally.games):
        click.echo(say(unfinished_games_caution(tally.unfinished, tally.games)), err=options.form != "text")


def _tree_lines(tree: Tree, max_moves: int) -> Iterator[str]:
    """Yield a move tree as lines: diagram, nodes, meaning of columns."""
    root = tree.nodes[0]
    yield tree.game.spell_diagram(root.position).rstrip("\n")
    for node in tree.nodes:
        if node.followed:
            yield ""
            yield from _node_lines(node, tree.game, max_moves)
    yield ""
    yield say(
        Message(
            "成績は指した側の得点率 (引き分けは半分、未了は除く) と、その 95% 区間 (Wilson)。「未了しだい」は、未了の局をすべて負け、すべて勝ちとした"
            "ときの得点率。手を多く比べるほど、偶然に外れる区間もふえます",
            "share: points of the side that moves (a draw is half, unfinished games are left out), with Wilson's 95 % "
            "interval; open: the share if all unfinished games were lost, or won; the more moves are compared, the more "
            "intervals miss by chance",
        )
    )


def _node_lines(node: TreeNode, game: Game, max_moves: int) -> Iterator[str]:
    """Yield a position's lines: path, tally, and its most frequent moves."""
    path = " ".join(node.path) or say(Message("はじめの局面", "the position asked for"))
    tally = _tally_cells(node.tally, node.side)
    counted = say(Message(f"{tally[0]} 局", f"{tally[0]} games"))
    first, second = game.sides
    mover = game.sides[node.side]
    share = f", {mover.mark}{say(mover.label)} {tally[-3]} ({tally[-2]})" if node.tally.finished else ""
    yield f"[{node.number}] {path}: {counted}{share}"
    titles = (
        Message("", ""),
        Message("手", "move"),
        Message("局数", "games"),
        Message(f"{first.label.ja}勝", first.label.en.split()[0]),
        Message(f"{second.label.ja}勝", second.label.en.split()[0]),
        Message("引分", "draws"),
        Message("未了", "unfinished"),
        Message("成績", "share"),
        Message("95%区間", "95 %"),
        Message("未了しだい", "open"),
        Message("先", "to"),
        Message("最初の局", "first game"),
    )
    shown = node.edges[:max_moves]
    if shown:
        table = [[say(title) for title in titles], *(_edge_cells(edge, node.side, game) for edge in shown)]
        yield from align_columns(table, RIGHT)
    left = len(node.edges) - len(shown)
    if left:
        games = sum(edge.tally.games for edge in node.edges[max_moves:])
        yield say(Message(f"  ほか {left} 手 ({games} 局)", f"  {left} more moves ({games} games)"))
    if node.ended:
        yield say(Message(f"  ここで終わった局: {node.ended}", f"  games that end here: {node.ended}"))


def _edge_cells(edge: TreeEdge, side: Side, game: Game) -> list[str]:
    child = "" if edge.child is None else f"[{edge.child}]"
    first = " ".join(filter(None, (edge.earliest.link, edge.earliest.date_written, edge.earliest.players_text(game))))
    return [" ", game.sides[side].mark + edge.text, *_tally_cells(edge.tally, side), child, visible(first)]


def _tally_cells(tally: ResultTally, side: Side) -> list[str]:
    mean, low, high = tally.points_share_and_interval(side)
    least, most = tally.share_bounds(side)
    numbers = [tally.games, tally.first_wins, tally.second_wins, tally.draws, tally.unfinished]
    shown = ["—", ""] if mean is None else [f"{mean:.1%}", f"{low:.1%}–{high:.1%}"]
    return [*map(str, numbers), *shown, f"{least:.1%}–{most:.1%}" if tally.unfinished else ""]
