"""Making of a reconciliation: verdicts of two sheets, rows, cheapest joint games."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.message import Message, quoted
from kifu.reconcile.alignment import AlignedStep, JointGames, cheapest_joint_games
from kifu.reconcile.alignment_rows import EQUAL, align_rows
from kifu.reconcile.candidate_edits import canonical_moves
from kifu.reconcile.distance_and_first_difference import (
    FirstDifference,
    TooLong,
    first_difference_and_line,
    pair_games,
    require_one_game,
)
from kifu.reconcile.field_comparison import JointEnd, compare_fields
from kifu.reconcile.line_tree import ILLEGAL, START, LineTree
from kifu.reconcile.proven_text_edits import moves_as_file_spells
from kifu.reconcile.reconciliation import JointGame, Reconciliation, ReconciliationStatus, contested_winner_sentences
from kifu.referee.compare import compare_line
from kifu.referee.record import Entry
from kifu.referee.resolve import Resolved, resolve
from kifu.referee.status_fault_and_basis import Status
from kifu.referee.verify import verify

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kifu.reconcile.alignment_rows import AlignmentRow
    from kifu.reconcile.reconciliation import SheetField
    from kifu.referee.record import Record, Variation
    from kifu.referee.replay import Replay
    from kifu.referee.verdict import Verdict

MAX_PLIES_PLAYED = 20_000
"""The plies that a search plays at most, by default."""
MAX_QUOTED_CHARACTERS = 60
_COUNT = "wrong-count"
_NUMBERS = frozenset({_COUNT, "wrong-score"})
"""The codes of claims about numbers: they say nothing about who has won."""


class _Part(NamedTuple):
    """One game of both sheets, with one tree unless they differ."""

    trees: tuple[LineTree, LineTree]
    records: tuple[Record, Record]
    written: tuple[Sequence[str], Sequence[str]]
    """The moves of both as they stand in their files."""
    note: Message | None = None
    """Why the two have no line of play in common: their rules, or their set-ups."""
    by_rules: bool = False
    """Whether it is their rules."""

    @property
    def tree(self) -> LineTree:
        return self.trees[0]

    @property
    def mains(self) -> tuple[Variation, Variation]:
        return self.records[0].main, self.records[1].main

    def first_difference_and_line(self) -> tuple[FirstDifference | None, int]:
        """Return the first difference, and the line of play before it."""
        if self.note is not None:
            return FirstDifference(0, None, None, self.tree.game, None, rules=self.by_rules), ILLEGAL
        return first_difference_and_line(self.tree, *self.mains, self.written)


def reconcile(  # noqa: PLR0913 - each may be left out
    a: Record,
    b: Record,
    verdicts: tuple[Verdict, Verdict] | None = None,
    *,
    arbiter_sheet: Record | None = None,
    max_plies_played: int = MAX_PLIES_PLAYED,
    progress: Callable[[int], None] | None = None,
) -> Reconciliation:
    """Return the reconciliation of two records.

    `arbiter_sheet` is an arbiter's sheet, which is compared with the games found.
    `verdicts` are the referee's on both, if the caller has them. `max_plies_played` is the number of plies that are played at most
    in each game. `progress` is told, while the search goes on, how many plies were played since it was last called.
    Raises :class:`kifu.reconcile.distance_and_first_difference.NotOneGame` for sheets of different games.
    """
    judged = verdicts or (verify(a, ""), verify(b, ""))
    parts = [_part_of_paired_games((a, b), pair) for pair in pair_games(a, b)]
    require_one_game([(part.tree, *part.records) for part in parts])
    notes: list[Message] = []
    if not parts:
        notes.append(
            Message(
                "棋種か規則がわからないので比べられません",
                "a game or its rules are not known: nothing can be compared",
            )
        )
    sound = [
        [_is_sound(verdict.games[n] if verdict.games else verdict) for verdict in judged] for n in range(len(parts))
    ]
    found = [part.first_difference_and_line() for part in parts]
    joints: list[JointGames] = []
    for part, legal, (place, line) in zip(parts, sound, found, strict=True):
        joint, note = _joint_games_and_remark(
            part, legal, max_plies_played, progress, common=None if place is not None else line
        )
        joints.append(joint)
        notes += [] if note is None or note in notes else [note]
    equal = bool(parts) and all(place is None for place, _ in found)
    games = _combine_games(parts, joints) if parts else []
    complete = all(joint.complete for joint in joints)
    several = len(parts) > 1
    rows = tuple(
        row
        for number, (part, legal) in enumerate(zip(parts, sound, strict=True))
        for row in align_rows(
            part.trees,
            part.mains,
            part.written,
            [game.steps[number] for game in games],
            number + 1 if several else None,
            by_ply=all(legal),
        )
    )
    differences = [
        place._replace(part=number if several else None) for number, (place, _) in enumerate(found, start=1) if place
    ]
    single = games[0] if len(games) == 1 else None
    played = single or (_common_game(parts, [line for _, line in found]) if equal else None)
    fields = _decide_fields((a, b), judged, parts, rows, played)
    word = _reconciliation_status(judged, games, fields, equal=equal, complete=complete)
    arbiter = None if arbiter_sheet is None else verify(arbiter_sheet, "")
    listed = _canonical_moves_by_game(word, judged, games)
    costs = [joint.cost for joint in joints]
    return Reconciliation(
        word=word,
        rows=rows,
        games=listed,
        difference=differences[0] if differences else None,
        a=judged[0],
        b=judged[1],
        cost=None if not costs or None in costs else sum(cost for cost in costs if cost is not None),
        complete=complete,
        notes=(*contested_winner_sentences(fields), *notes),
        joint=single,
        fields=fields,
        equal=equal,
        c=arbiter,
        like_c=() if arbiter is None else tuple(game == canonical_moves(arbiter) for game in listed),
    )


def _canonical_moves_by_game(
    status: ReconciliationStatus, verdicts: tuple[Verdict, Verdict], games: Sequence[JointGame]
) -> tuple[tuple[str, ...], ...]:
    """Return the canonical moves of the games that a verdict is about."""
    legal = [canonical_moves(verdict) for verdict in verdicts if _is_sound(verdict)]
    if status is ReconciliationStatus.BOTH_LEGAL_DIFFERENT:
        return tuple(sorted(set(legal)))
    if status is ReconciliationStatus.IDENTICAL and legal:
        return (legal[0],)
    return tuple(game.moves for game in games)


def _reconciliation_status(
    verdicts: tuple[Verdict, Verdict],
    games: Sequence[JointGame],
    fields: Sequence[SheetField],
    *,
    equal: bool,
    complete: bool,
) -> ReconciliationStatus:
    """Return the status that verdicts, joint games and fields add up to."""
    sound = [_is_sound(verdict) for verdict in verdicts]
    disputed = any(field.disputed for field in fields)
    if equal and all(field.kind in EQUAL for field in fields):
        return ReconciliationStatus.IDENTICAL
    if all(sound) and (disputed or not equal):
        return ReconciliationStatus.BOTH_LEGAL_DIFFERENT
    if not complete or len(games) != 1:
        return ReconciliationStatus.UNDECIDED
    alone = any(
        legal and games[0].moves == canonical_moves(verdict) for legal, verdict in zip(sound, verdicts, strict=True)
    )
    if alone and not all(sound):
        return ReconciliationStatus.ONE_LEGAL
    return ReconciliationStatus.UNDECIDED if disputed else ReconciliationStatus.SAME_GAME


def _is_result_refuted(verdict: Verdict, played: Replay) -> bool:
    """Tell whether a verdict on these moves refutes the result."""
    fault, replay = verdict.fault, verdict.replay
    wrong = verdict.status is Status.CONTRADICTED and fault is not None and fault.code not in _NUMBERS | {"checkpoint"}
    return wrong and replay is not None and replay.moves == played.moves


def _common_game(parts: Sequence[_Part], lines: Sequence[int]) -> JointGame | None:
    """Return the legal game of sheets with equal moves, if any."""
    if ILLEGAL in lines:
        return None
    moves = [part.tree.moves(line)[:] for part, line in zip(parts, lines, strict=True)]
    steps = tuple(tuple(AlignedStep(at, at, move) for at, move in enumerate(game)) for game in moves)
    return JointGame((), steps, tuple(lines))


def _decide_fields(
    sheets: tuple[Record, Record],
    verdicts: tuple[Verdict, Verdict],
    parts: Sequence[_Part],
    rows: Sequence[AlignmentRow],
    joint_game: JointGame | None,
) -> tuple[SheetField, ...]:
    """Return the fields of both sheets, decided by a single joint game."""
    if not parts:
        return ()
    replays: list[tuple[Replay | None, Replay | None]] = []
    ends: list[JointEnd | None] = []
    for number, part in enumerate(parts):
        replays.append((_replay(verdicts[0], number), _replay(verdicts[1], number)))
        own = [verdict.games[number] if verdict.games else verdict for verdict in verdicts]
        ends.append(
            None if joint_game is None else _joint_end(part, own, joint_game.lines[number], joint_game.steps[number])
        )
    if sheets[0].games:
        replays.append((None, None))
        by_rules = {verdict.outcome for verdict in verdicts if _is_sound(verdict) and verdict.outcome is not None}
        ending = next((ending for ending in by_rules if ending.article is not None), None)
        game, mains = sheets[0].game, (sheets[0].main, sheets[1].main)
        assert game is not None  # noqa: S101 - paired has checked it
        ends.append(None if joint_game is None else JointEnd(game, mains, None, ending, (False, False)))
    return compare_fields(sheets, replays, rows, ends)


def _replay(verdict: Verdict, number: int) -> Replay | None:
    return verdict.games[number].replay if number < len(verdict.games) else verdict.replay


def _joint_end(paired_games: _Part, verdicts: Sequence[Verdict], line: int, steps: Sequence[AlignedStep]) -> JointEnd:
    """Return the end of a joint game, and the sheets' claims."""
    played = paired_games.tree.replay_of_line(line)
    told = tuple(
        _claims_on_joint_game(main, _ply_counts_by_line(steps, sheet), played)
        for sheet, main in enumerate(paired_games.mains)
    )
    found = [compare_line(paired_games.tree.game, main, played) for main in told]
    refuted = [
        one.fault is not None
        or any(claim.code not in _NUMBERS for claim in one.claims)
        or _is_result_refuted(verdict, played)
        for one, verdict in zip(found, verdicts, strict=True)
    ]
    endings = [one.ending for one in found if one.ending is not None]
    ending = endings[0] if len(set(endings)) == 1 and len(endings) == len(found) else played.ending
    return JointEnd(paired_games.tree.game, (told[0], told[1]), played, ending, (refuted[0], refuted[1]))


def _is_sound(verdict: Verdict) -> bool:
    """Tell whether a sheet alone is legal and its claims follow."""
    return not verdict.status.exit_code and verdict.fault is None


def _part_of_paired_games(records: tuple[Record, Record], game_pair: tuple[Record, Record]) -> _Part:
    """Return one game of both sheets, whose game is known."""
    written = moves_as_file_spells(records[0], game_pair[0]), moves_as_file_spells(records[1], game_pair[1])
    games = [record.game for record in game_pair if record.game is not None]
    settled = [resolve(record, game) for record, game in zip(game_pair, games, strict=True)]
    own = [
        LineTree(found.game, found.start) if isinstance(found, Resolved) else LineTree(game, game.blank_start())
        for found, game in zip(settled, games, strict=True)
    ]
    if games[0].rules != games[1].rules:
        one, two = (quoted(game.rules, MAX_QUOTED_CHARACTERS) for game in games)
        note = Message(
            f"規則が違います: A は {one}、B は {two}。二枚の 規則 の行を同じにするか、--rules で一つを指定すると読み合わせられます",
            f"the rules differ: those of A are {one}, those of B {two}; make the lines 規則 the same, or give one with --rules, "
            "and the sheets can be read together",
        )
        return _Part((own[0], own[1]), game_pair, written, note, by_rules=True)
    known = [tree for tree, found in zip(own, settled, strict=True) if isinstance(found, Resolved)]
    if len(known) > 1 and own[0].position(START) != own[1].position(START):
        note = Message("開始局面が違います", "the sheets start from different positions")
        return _Part((own[0], own[1]), game_pair, written, note)
    shared = (known or own)[0]
    unreadable = Message("どちらの局面図も読めません", "the set-up of neither sheet can be read")
    return _Part((shared, shared), game_pair, written, None if known else unreadable)


def _joint_games_and_remark(
    paired_games: _Part,
    sound: Sequence[bool],
    max_plies_played: int,
    progress: Callable[[int], None] | None,
    *,
    common: int | None,
) -> tuple[JointGames, Message | None]:
    """Return the joint games of one part, and a remark.

    `common` is the line of play that the sheets share to their end; None if they differ.
    """
    nothing = JointGames(None, (), complete=True)
    # Two sound games that differ are not chosen between. What two sheets say alike and is no legal game has no joint
    # reading: nothing tells where both would be wrong.
    if paired_games.note is not None or (all(sound) and common is None) or (not any(sound) and common == ILLEGAL):
        return nothing, paired_games.note
    try:
        joint = _find_sound_games(paired_games.tree, paired_games.mains, max_plies_played, progress)
    except TooLong:
        return nothing._replace(complete=False), Message(
            "長すぎて比べられません", "the sheets are too long, and too different in length, to be compared"
        )
    if not any(sound) and common is not None and joint.cost:
        return nothing, None  # a wrong claim that both make has none either
    if not joint.complete:
        note = Message(
            f"{max_plies_played} 手を試して打ち切りました", f"the search was broken off after {max_plies_played} plies"
        )
        return joint._replace(cost=None, games=()), note
    return joint, None


def _find_sound_games(
    tree: LineTree, mains: tuple[Variation, Variation], max_plies_played: int, progress: Callable[[int], None] | None
) -> JointGames:
    """Return the joint games of two sheets.

    They are read in an order of their own, so that A and B are treated alike.
    """
    texts = tuple([entry.text for entry in main.entries] for main in mains)
    swapped = texts[1] < texts[0]
    if swapped:
        mains, texts = mains[::-1], texts[::-1]
    found = cheapest_joint_games(
        tree,
        (texts[0], texts[1]),
        lambda line, steps: _count_contradicted_sheets(tree, mains, line, steps),
        max_plies_played,
        progress,
    )
    if not swapped:
        return found
    games = tuple(game._replace(steps=tuple(step.in_other_order for step in game.steps)) for game in found.games)
    return found._replace(games=games)


def _combine_games(parts: Sequence[_Part], joints: Sequence[JointGames]) -> list[JointGame]:
    """Return every combination of one cheapest game for each part."""
    choices = product(*(joint.games for joint in joints))
    games = [
        JointGame(
            tuple(text for part, game in zip(parts, choice, strict=True) for text in part.tree.texts(game.line)),
            tuple(game.steps for game in choice),
            tuple(game.line for game in choice),
        )
        for choice in choices
    ]
    return sorted(games, key=lambda game: game.moves)


def _count_contradicted_sheets(
    tree: LineTree, mains: tuple[Variation, Variation], line: int, steps: Sequence[AlignedStep]
) -> int:
    """Return how many of two sheets a joint game contradicts."""
    played = tree.replay_of_line(line)
    wrong = 0
    for sheet, main in enumerate(mains):
        told = _claims_on_joint_game(main, _ply_counts_by_line(steps, sheet), played)
        findings = compare_line(tree.game, told, played)
        own = len(main.entries)
        # A writer who left out a line counted one less: that count is no slip of its own.
        counted = {main.closing.count if main.closing else None, *(claim.count for claim in main.claims)} <= {
            None,
            own,
            len(played.moves),
        }
        claims = [claim for claim in findings.claims if not (claim.code == _COUNT and counted)]
        wrong += bool(claims or findings.checkpoint or findings.fault)
    return wrong


def _claims_on_joint_game(main: Variation, plies: Sequence[int], replay: Replay) -> Variation:
    """Return a sheet's claims as a line on a joint game.

    `plies` are those of the game after each line of the sheet.
    """
    entries = tuple(Entry(ply, "", 0, 0) for ply in range(1, len(replay.moves) + 1))
    return main._replace(
        entries=entries,
        special=main.special and main.special._replace(ply=len(entries) + 1),
        checkpoints=tuple(point._replace(ply=plies[min(point.ply, len(plies) - 1)]) for point in main.checkpoints),
        unread=(),
    )


def _ply_counts_by_line(steps: Sequence[AlignedStep], sheet: int) -> list[int]:
    """Return the joint game's ply count before and after each line."""
    plies, counts = 0, [0]
    for step in steps:
        plies += step.move is not None
        if (step.a, step.b)[sheet] is not None:
            counts.append(plies)
    return counts
