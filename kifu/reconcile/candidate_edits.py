"""Candidate edits of one move or line, and the candidate they prove."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.message import visible
from kifu.reconcile.distance_and_first_difference import may_say_same_move
from kifu.reconcile.line_tree import ILLEGAL, START
from kifu.reconcile.move_tokens import plain_move_text, side_mark
from kifu.reconcile.proven_text_edits import LineReplacement, TextChange
from kifu.reconcile.slip_rules import SlipKind, slip_between
from notation.formats.kif_canonical_writer import spell_move_line
from notation.line_kinds import classify_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.core.message import Message
    from kifu.reconcile.line_tree import LineTree
    from kifu.reconcile.proven_text_edits import LineReplacement
    from kifu.referee.record import Record, Variation
    from kifu.referee.status_fault_and_basis import Status
    from kifu.referee.verdict import Verdict


class Candidate(NamedTuple):
    """One slip that explains everything, with its proof."""

    kind: SlipKind
    ply: int
    """The ply of the slip, from 1; 0 for a slip in the set-up. In a match it counts within the game `part`."""
    was: str | None
    """What the record says; None for a line that it leaves out."""
    now: str | None
    """What it should say; None for a line that stands there twice."""
    moves: tuple[str, ...]
    """The moves of the repaired record in canonical spelling; of a match, those of its games one after another."""
    status: Status
    sha256: str
    """SHA-256 of `data`, in hexadecimal."""
    data: bytes
    """The repaired record as a file, with a comment that names the repair."""
    verdict: Verdict
    part: int | None = None
    """The number of the game within a match, from 1; None for a single game."""
    slip: SlipKind | None = None
    """What every line has, of a slip throughout the record; `ply`, `was` and `now` are those of the first line."""
    lines: int = 1
    """The number of lines that it changes."""

    @property
    def unexplained_characters(self) -> int:
        """The number of written characters that the slip leaves unexplained.

        It is 0 for a line left out or too many.
        """
        if self.was is None or self.now is None:
            return 0
        was, now = plain_move_text(self.was), plain_move_text(self.now)
        same = SequenceMatcher(None, was, now, autojunk=False).get_matching_blocks()
        return max(len(was), len(now)) - sum(block.size for block in same)

    @property
    def label(self) -> Message:
        """The slip in words; of a systematic one, what every line has."""
        return (self.slip or self.kind).label

    def to_json(self) -> dict[str, object]:
        """Return the candidate as a JSON object."""
        members: dict[str, object] = {
            "kind": self.kind.value,
            "ply": self.ply,
            "was": self.was,
            "now": self.now,
            "moves": list(self.moves),
            "status": self.status.value,
            "sha256": self.sha256,
        }
        if self.slip is not None:
            members |= {"slip": self.slip.value, "lines": self.lines}
        return members if self.part is None else members | {"part": self.part}


class Slip(NamedTuple):
    """An unproven candidate: the fields are those of Candidate."""

    kind: SlipKind
    ply: int
    was: str | None
    now: str | None
    slip: SlipKind | None = None
    lines: int = 1

    def comment(self) -> str:
        """Return the Japanese comment that names the repair."""
        was, now = ("(なし)" if text is None else visible(text) for text in (self.was, self.now))
        lines = f" など {self.lines} 行" if self.slip is not None else ""
        label = (self.slip or self.kind).label.ja
        return f"もしかして (kifu repair): {self.ply} 手目 {was} → {now}{lines} ({label})"


def canonical_moves(verdict: Verdict) -> tuple[str, ...]:
    """Return a judged record's legal moves (all games) in canonical spelling."""
    if verdict.games:
        return tuple(text for game in verdict.games for text in canonical_moves(game))
    if verdict.game is None or verdict.replay is None:
        return ()
    return tuple(map(verdict.game.spell, verdict.replay.moves))


class Edit(NamedTuple):
    """A part of a record's text that should be another."""

    kind: SlipKind
    ply: int
    was: str
    now: str
    replaced: tuple[LineReplacement, ...]


_TWO_LINES = 2
_PAIRS = (("▲", "△"), ("☗", "☖"), ("先手", "後手"), ("先", "後"))
OTHER_MARKS = {"▽": "▲"} | {one: other for pair in _PAIRS for one, other in (pair, pair[::-1])}
"""The mark of the other side, for each mark of a side."""


class CandidateEdit(NamedTuple):
    """An edit of the written line, not yet played to its end."""

    kind: SlipKind
    distance: int
    at: int
    """The index of the first entry that it changes, from 0."""
    order: int
    line: int
    """The legal line of play up to and with the change."""
    rest: int
    """The index of the entry that goes on."""
    texts: tuple[str, ...]
    """The texts in place of the entries from `index` up to `rest`."""


def lines_up_to_each_text(tree: LineTree, texts: Sequence[str]) -> list[int]:
    """Return the legal lines of play up to each text.

    The empty line is the first; the last is that before the first text that is not legal.
    """
    lines = [START]
    for text in texts:
        line = tree.line_after_text(lines[-1], text)
        if line == ILLEGAL:
            break
        lines.append(line)
    return lines


def candidate_edits(
    tree: LineTree, main: Variation, lines: Sequence[int], first_contradiction: int
) -> Iterator[CandidateEdit]:
    """Yield the edits of entries up to `first_contradiction`; no line left out."""
    entries = main.entries
    texts = [entry.text for entry in entries]
    unread = len(lines) <= len(entries) and tree.parse_move(texts[len(lines) - 1]) is None
    last = min(first_contradiction, len(entries) - 1, len(lines) - 1)
    for index in range(last if unread else 0, last + 1):
        yield from _edits_to_other_moves(tree, texts[index], lines[index], index, first_contradiction - index)
        if index and may_say_same_move(tree, texts[index - 1], texts[index]):
            yield CandidateEdit(SlipKind.TWICE, first_contradiction - index, index, 0, lines[index], index + 1, ())
    for index in range(max(0, last - _TWO_LINES) if unread else 0, last + 1):
        for apart in (1, 2):
            other = index + apart
            if other < len(texts) and not may_say_same_move(tree, texts[index], texts[other]):
                exchanged = (texts[other], *texts[index + 1 : other], texts[index])
                line = lines[index]
                for text in exchanged:
                    line = line if line == ILLEGAL else tree.line_after_text(line, text)
                yield CandidateEdit(
                    SlipKind.EXCHANGED, max(0, first_contradiction - other), index, apart, line, other + 1, exchanged
                )


def _edits_to_other_moves(
    tree: LineTree, move_text: str, line: int, index: int, distance: int
) -> Iterator[CandidateEdit]:
    """Yield the edits that make a written move another legal one."""
    written = tree.tokenizer.token_of_text(move_text)
    meant = tree.move_of_text(line, move_text)
    mark = side_mark(move_text)
    if meant is None and mark:
        bare = move_text[len(mark) :]
        unmarked = tree.move_of_text(line, bare)
        if unmarked is not None and mark in OTHER_MARKS:
            yield CandidateEdit(
                SlipKind.MARK,
                distance,
                index,
                0,
                tree.line_after_move(line, unmarked),
                index + 1,
                (OTHER_MARKS[mark] + bare,),
            )
    for order, move in enumerate(tree.legal_moves_after(line)):
        kind = None if move == meant else slip_between(written, tree.token(move), tree.size)
        if kind is not None:
            yield CandidateEdit(
                kind,
                distance,
                index,
                order,
                tree.line_after_move(line, move),
                index + 1,
                (mark + tree.game.spell(move),),
            )


def change_of_removed_or_inserted_line(
    game_record: Record, edit: CandidateEdit, plies_added: int, count_replacements: tuple[LineReplacement, ...]
) -> TextChange | None:
    """Return the text change of a line left out or inserted.

    None if several moves share the line.
    """
    main = game_record.main
    entries = main.entries
    numbers = [entry.line for entry in entries]
    last = game_record.span.last
    if plies_added < 0:
        line = numbers[edit.at]
        if numbers.count(line) > 1:
            return None
        after = game_record.source.lines[entries[edit.at + 1].line - 1] if edit.at + 1 < len(entries) else ""
        continuous = _number(after) == main.start + edit.at + 1
        return TextChange(count_replacements, removed=line, renumbered=-1 if continuous else 0, last=last)
    ends = [end.line for end in (main.special, main.closing) if end is not None and end.line > max(numbers, default=0)]
    if edit.at < len(entries):
        at = numbers[edit.at]
        if edit.at and numbers[edit.at - 1] == at:
            return None
    else:
        at = min(ends, default=(numbers[-1] + 1) if numbers else last + 1)
    number = _number(game_record.source.lines[at - 1]) if at <= len(game_record.source.lines) else None
    ply = main.start + edit.at
    return TextChange(
        count_replacements, (at, spell_move_line(ply, edit.texts[0])), renumbered=1 if number == ply else 0, last=last
    )


def _number(line: str) -> int | None:
    return classify_line(line).number
