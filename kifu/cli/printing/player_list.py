"""List of a dataset's players as text, CSV or JSON."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from kifu import games
from kifu.cli.printing.guard import one_line
from kifu.cli.printing.language import say
from kifu.cli.printing.tabular_text import align_columns, line_of
from kifu.core.message import Message, visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analysis.corpus.player_statistics import PlayerResults, Players, SideResults

HEAD = (
    Message("対局者", "player"),
    Message("局数", "games"),
    Message("勝", "won"),
    Message("負", "lost"),
    Message("分", "drawn"),
    Message("未了", "unfinished"),
    Message("得点率", "share"),
    Message("95%区間", "95 %"),
    Message("未了しだい", "open"),
    Message("先手 勝-負-分", "first (先手) W-L-D"),
    Message("後手 勝-負-分", "second (後手) W-L-D"),
    Message("同名", "same name"),
)
RIGHT = range(1, 12)
"""The columns of numbers, from 0; they end flush."""
COLUMNS = (
    "game", "player", "games", "wins", "losses", "draws", "unfinished", "share", "low", "high",
    "least", "most", "first_games", "first_wins", "first_losses", "first_draws", "first_unfinished",
    "second_games", "second_wins", "second_losses", "second_draws", "second_unfinished", "same_name",
)  # fmt: skip


def as_text(statistics: Players) -> Iterator[str]:
    """Yield one table for each game, as lines without LF."""
    for game, group in groupby(statistics.players, key=lambda player: player.game):
        yield say(games.load(game).name)
        yield from align_columns([[say(word) for word in HEAD], *map(_cells, group)], RIGHT)
        if unnamed := statistics.unnamed.get(game):
            yield say(Message(f"  名のない側: {unnamed}", f"  sides without a name: {unnamed}"))
        yield ""
    yield say(
        Message(
            "得点率は終わった局の得点率 (引き分けは半分) で、区間は Wilson の 95% 区間です。「未了しだい」は、未了の局をすべて負け、すべて勝ちとしたときの得点率です。相手の強さは考えていません。両方の側が同じ名の局は、"
            "「同名」にだけ数えます",
            "share: points of the finished games (a draw is half), with Wilson's 95 % interval, whoever the opponents were; open: "
            "the share if all unfinished games were lost, or won; games in which both sides have the same name count under 'same name' alone",
        )
    )


def as_csv(statistics: Players, *, raw: bool = False) -> Iterator[str]:
    """Yield the CSV lines with a head; see :func:`kifu.cli.printing.tabular_text.line_of`."""
    yield line_of(COLUMNS)
    for player in statistics.players:
        yield line_of((_values(player)[column] for column in COLUMNS), raw=raw)


def as_json(statistics: Players) -> Iterator[str]:
    """Yield one line of JSON for each player, without LF."""
    for player in statistics.players:
        yield one_line(_values(player))


def _cells(player: PlayerResults) -> list[str]:
    mean, low, high = player.share()
    interval = "" if mean is None else f"{low:.1%}–{high:.1%}"
    least, most = player.possible()
    both = player.both
    return [
        visible(player.name),
        *map(str, (both.games, *both)),
        "—" if mean is None else f"{mean:.1%}",
        interval,
        f"{least:.1%}–{most:.1%}" if both.unfinished else "",
        *(f"{seat.wins}-{seat.losses}-{seat.draws}" for seat in (player.first, player.second)),
        str(player.alone or ""),
    ]


def _values(player: PlayerResults) -> dict[str, object]:
    """Return a player's COLUMNS; None where no game finished."""
    share, low, high = player.share()
    numbers = {"share": share, "low": None if share is None else low, "high": None if share is None else high}
    return {
        "game": player.game,
        "player": player.name,
        **_counts(player.both),
        **numbers,
        **dict(zip(("least", "most"), player.possible(), strict=True)),
        **_counts(player.first, "first_"),
        **_counts(player.second, "second_"),
        "same_name": player.alone,
    }


def _counts(seat: SideResults, prefix: str = "") -> dict[str, int]:
    return {f"{prefix}games": seat.games} | {f"{prefix}{name}": count for name, count in seat._asdict().items()}
