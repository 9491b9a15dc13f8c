"""Options `--ply`, `--record`, `--part`, `--branch`: a position of a record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import click

from kifu.cli.command_definition import OptionGroup, number_option, option, word_completion
from kifu.cli.printing.language_and_usage_errors import say, usage_error
from kifu.cli.read_and_write_files import Unreadable
from kifu.core.message import Message, quoted, visible
from kifu.referee.match_of_two_games import split_match
from kifu.referee.status_fault_and_basis import Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from click.shell_completion import CompletionItem

    from kifu.core.game.game import Game
    from kifu.referee.record import Record, Variation
    from kifu.referee.replay import Replay
    from kifu.referee.status_fault_and_basis import Fault
    from kifu.referee.verdict import Verdict


DIGITS = 1000
"""The digits of a ply, at most."""
END = -1
"""The ply of the last position, which `--ply end` names."""


class PlyType(click.ParamType):  # type: ignore[type-arg]  # generic in newer versions of click only
    """The value of `--ply`: a number from 0, or the word `end`."""

    name = "ply"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:  # noqa: ANN401 - click's type
        """Return the number of plies; END for the word. Raises click.BadParameter."""
        if value == "end":
            return END
        text = str(value)
        if text.isascii() and text.isdigit() and len(text) <= DIGITS:
            return int(text)
        shown = quoted(text)
        wrong = Message(
            f"「{shown}」は手数ではありません。0 からの数か end (最後) を書いてください",
            f"'{shown}' is no ply; write a number from 0, or end for the last",
        )
        raise click.BadParameter(say(wrong), ctx, param)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002 - click's signature
        """Offer the word."""
        return [word_completion("end")] if "end".startswith(incomplete) else []


class RecordPlace(NamedTuple):
    """A place in a file of records; None: option left out."""

    ply: int | None = None
    """The number of plies before the position; END for the last position."""
    record: int | None = None
    """Number of the record within the file, from 1."""
    part: int | None = None
    """Number of the game within a match, from 1."""
    branch: int | None = None
    """Number of the branch, from 1, in the order of the record."""

    @property
    def needs_a_record(self) -> bool:
        """True if the place exists only in a record."""
        return any(self)

    @property
    def at_the_end(self) -> bool:
        """True for the last position, named or by default."""
        return self.ply is None or self.ply == END


ANYWHERE = RecordPlace()
"""The place of a record that no option names: its end."""

_BROKEN_OFF = frozenset({Status.ILLEGAL, Status.UNREADABLE})
"""The verdicts on a game whose plies are not all played."""


class RecordView(NamedTuple):
    """A position of a record, after `ply` plies of a line."""

    record: Record
    verdict: Verdict
    """The verdict on the record, or on the game of the match that the position belongs to."""
    game: Game
    line: Variation
    replay: Replay
    ply: int
    branch: int | None = None

    @property
    def plies(self) -> int:
        """The number of legal plies of the line."""
        return len(self.replay.moves)


def _place(ply: int | None, number: int | None, part: int | None, branch: int | None) -> RecordPlace:
    return RecordPlace(ply, number, part, branch)


place_options: Any = OptionGroup(
    _place,
    ply=option(type=PlyType(), metavar="PLY").help(
        "棋譜の、この手数のあとの局面。0 は開始局面、end は最後の局面。The position after this ply of the record; 0: its start; "
        "end: its last one."
    ),
    number=number_option("--record", minimum=1).help("何番目の棋譜か (1 から)。Which record of the file, from 1."),
    part=number_option(minimum=1).help(
        "対局の何局目か。--ply はその局の手数になる。Which game of a match, from 1; --ply then counts within it."
    ),
    branch=number_option(minimum=1).help(
        "何番目の変化か (棋譜に出てくる順)。--ply はその変化の手数になる。Which branch of the record, from 1 in the order in "
        "which they stand; --ply is then one of the branch."
    ),
)
"""The options of a :class:`RecordPlace`."""


def record_index(place: RecordPlace, file_name: str, record_count: int) -> int:
    """Return the index of the chosen record, from 0.

    Raises click.UsageError if the file holds fewer records.
    """
    if place.record is not None and place.record > record_count:
        shown = visible(file_name)
        raise usage_error(f"{shown} の棋譜は {record_count} 個です", f"{shown} holds {record_count} record(s)")
    return 0 if place.record is None else place.record - 1


def record_view_at(record: Record, verdict: Verdict, place: RecordPlace) -> RecordView:
    """Return the position of a record at `place`.

    Without a ply, and at the END, it is the last one before its first fault.
    Raises click.UsageError if the record has no such place, and Unreadable if it has no position at all.
    """
    games = _games_at_place(record, verdict, place)
    if place.at_the_end:
        ended = next((game for game in games if game[1].status in _BROKEN_OFF), games[-1])
        return _view_of_game(*ended, place._replace(ply=None))
    if place.part is None and verdict.games:
        return _view_across_games(games, verdict, place.ply or 0)
    return _view_of_game(*games[0], place)


def record_views_at(record: Record, verdict: Verdict, place: RecordPlace) -> list[RecordView]:
    """Return the positions of a record at `place`.

    Without a ply, and at the END, they are the last positions of its games.
    Raises the same errors as :func:`record_view_at`.
    """
    if place.ply == END:
        place = place._replace(ply=None)
    games = _games_at_place(record, verdict, place)
    if place.ply is not None and place.part is None and verdict.games:
        return [_view_across_games(games, verdict, place.ply)]
    views = [_view_of_game(*game, place) for game in games if game[1].replay is not None or len(games) == 1]
    if not views:
        raise _unreadable(verdict)
    return views


def _games_at_place(record: Record, verdict: Verdict, place: RecordPlace) -> Sequence[tuple[Record, Verdict]]:
    """Return the games at `place`: a match's, one, or the record.

    Raises click.UsageError.
    """
    games = tuple(zip(split_match(record), verdict.games, strict=True))
    if place.part is None:
        if games and place.branch is not None:
            raise usage_error(
                "二局の対局です。どの局の変化かを --part で指定してください",
                "this is a match; name the game whose branch it is with --part",
            )
        return games or ((record, verdict),)
    if place.part > len(games):
        raise click.UsageError(say(_no_such_part_message(len(games))))
    return games[place.part - 1 : place.part]


def _view_across_games(games: Sequence[tuple[Record, Verdict]], match_verdict: Verdict, ply: int) -> RecordView:
    """Return the view after `ply` plies through all games; raises click.UsageError, Unreadable."""
    left = ply
    for record, verdict in games:
        if left <= verdict.plies or verdict.replay is None:
            return _view_of_game(record, verdict, RecordPlace(left))
        if verdict.status.exit_code:
            break
        left -= verdict.plies
    raise _too_far_error(match_verdict.plies, match_verdict.fault)


def _view_of_game(record: Record, verdict: Verdict, place: RecordPlace) -> RecordView:
    """Return the view of one game, by default its end.

    Raises click.UsageError, Unreadable.
    """
    if verdict.game is None or verdict.replay is None:
        raise _unreadable(verdict)
    line, replay = record.main, verdict.replay
    if place.branch is not None:
        line, replay = _branch_and_replay(record, verdict, place.branch)
    plies = len(replay.moves)
    if place.ply is not None and place.ply > plies:
        fault = replay.fault or (verdict.fault if place.branch is None else None)
        raise _too_far_error(
            plies, fault if fault is not None and fault.ply == plies + 1 else None, branch=place.branch is not None
        )
    return RecordView(
        record, verdict, verdict.game, line, replay, plies if place.ply is None else place.ply, place.branch
    )


def _branch_and_replay(record: Record, verdict: Verdict, branch_number: int) -> tuple[Variation, Replay]:
    """Return a branch with its replay; raises click.UsageError without one."""
    count = len(verdict.branches)
    if branch_number > count:
        raise usage_error(f"この棋譜の変化は {count} 個です", f"the record has {count} branch(es)")
    replay = verdict.branches[branch_number - 1]
    if replay is None:
        raise usage_error(
            f"変化 {branch_number} の始まる局面がありません",
            f"branch {branch_number} starts at a position there is not",
        )
    return record.lines[branch_number], replay


def _unreadable(verdict: Verdict) -> Unreadable:
    faults = [judged.fault for judged in (verdict, *verdict.games) if judged.fault]
    return Unreadable(f"{visible(verdict.file)}: {say(faults[0].message if faults else verdict.status.label)}")


def _too_far_error(plies: int, fault: Fault | None, *, branch: bool = False) -> click.UsageError:
    line = Message("変化", "branch") if branch else Message("棋譜", "record")
    end = say(Message(f"この{line.ja}は {plies} 手目までです", f"the {line.en} ends at ply {plies}"))
    return click.UsageError(f"{end}: {say(fault.message)}" if fault else end)


def _no_such_part_message(games: int) -> Message:
    if not games:
        return Message("二局の対局ではありません。--part は要りません", "this is no match; leave --part out")
    return Message(f"対局は {games} 局です", f"the match has {games} game(s)")
