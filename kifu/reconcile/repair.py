"""もしかして: slips that explain a contradiction, proven by replay.

A candidate is one slip of the closed list. It is offered only if the whole record then has no fault and contradicts
nothing that it claims. Nothing is ever applied by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.reconcile.candidate_edits import (
    Candidate,
    CandidateEdit,
    Slip,
    candidate_edits,
    canonical_moves,
    change_of_removed_or_inserted_line,
    lines_up_to_each_text,
)
from kifu.reconcile.line_tree import ILLEGAL, LineTree
from kifu.reconcile.proven_text_edits import (
    LineReplacement,
    TextChange,
    judge_patched_lines,
    lines_with_change,
    rules_of_record,
    with_ply_count,
)
from kifu.reconcile.slip_rules import SlipKind
from kifu.reconcile.slips_beyond_one_move import (
    MIN_EXPLAINED_FAULTS,
    closing_line_edits,
    count_mended_faults,
    diagram_edits,
    entry_replacements,
    systematic_rewrites,
)
from kifu.referee.compare import compare_line
from kifu.referee.decide import decide_findings
from kifu.referee.record import Entry
from kifu.referee.resolve import Resolved, resolve
from kifu.referee.verify import verify
from notation.freeform import needs_freeform

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.reconcile.candidate_edits import Edit
    from kifu.referee.record import Record, Variation
    from kifu.referee.verdict import Verdict
    from notation.formats.kif_head_reader import RulesSource

MAX_PLIES_PLAYED = 100_000
"""The plies that a search plays at most, by default."""
MAX_GAME_PLIES = 2000
"""The plies of the longest game that is searched. A longer one has no candidates, and the search says so."""
MAX_UNREAD_LINES = 1
"""The most lines that are not understood of a text without moves in which one is looked for that was left out."""
MAX_FREE_CHARACTERS = 1 << 15
"""The most characters that a search reads again where they are no plain record: of a page of prose, a few tries."""


class Repair:
    """Search for the slips that explain one record.

    `steps` runs it, and `candidates` are its result.
    `rules` are the rules that a command gave for all records; None for the record's own. `limit` is the number of plies
    that are played at most. `verdict` is the referee's on the record, if the caller has it.
    """

    def __init__(
        self,
        record: Record,
        verdict: Verdict | None = None,
        *,
        limit: int = MAX_PLIES_PLAYED,
        rules: RulesSource | None = None,
    ) -> None:
        if record.copies:  # the text is mended in its plain form
            record, verdict = record.plain, None
        self.record = record
        self.verdict = verify(record, "") if verdict is None else verdict
        self.limit = limit
        self.candidates: tuple[Candidate, ...] = ()
        self.complete = True
        """Whether every slip was tried; False if the limit ended the search."""
        self.exhausted = True
        """Whether every slip was tried whose change can be written; False too if several moves share a line."""
        self.total = 0
        """The number of slips to try."""
        self._rules = rules if rules is not None and rules.given is not None else rules_of_record(record)
        self._part, self._judged, self._number = _game_verdict_and_number(record, self.verdict)
        self._found: dict[tuple[str, ...], Candidate] = {}
        """The candidates by their games: equal games are one candidate."""
        self._tried: set[int] = set()
        self._tree: LineTree | None = None
        self._left = MAX_FREE_CHARACTERS

    @property
    def played(self) -> int:
        """The number of plies that the search has played."""
        return 0 if self._tree is None else self._tree.played

    @property
    def rules(self) -> RulesSource:
        """The rules by which the candidates are proven."""
        return self._rules

    def run(self) -> Repair:
        """Search to the end, and return this search itself."""
        for _ in self.steps():
            pass
        return self

    def steps(self) -> Iterator[int]:
        """Search, yielding 1 for each edit tried.

        `total` is known when the first is.
        """
        if not self.verdict.status.exit_code or self.record.game is None or self.record.refused is not None:
            return
        part, judged = self._part, self._judged
        settled = resolve(part, part.game or self.record.game)
        if not isinstance(settled, Resolved) or len(part.main.entries) > MAX_GAME_PLIES:
            self.complete = isinstance(settled, Resolved) is False
            yield from self._try_edits_beyond_moves(diagram_edits(part, judged, settled.game))
            self._rank_candidates()
            return
        tree = self._tree = LineTree(settled.game, settled.start)
        lines = lines_up_to_each_text(tree, [entry.text for entry in part.main.entries])
        yield from self._try_edits_beyond_moves(
            (*closing_line_edits(part, judged), *diagram_edits(part, judged, settled.game))
        )
        yield from self._try_systematic_slips(tree, part.main, len(lines) - 1)
        yield from self._try_move_edits(tree, part.main, lines)
        self._rank_candidates()

    def _try_move_edits(self, tree: LineTree, main: Variation, lines: Sequence[int]) -> Iterator[int]:
        """Try each edit of the moves.

        `lines` are the legal lines up to each entry, the last before the fault.
        """
        if not main.entries and len({one.line for one in main.unread}) > MAX_UNREAD_LINES:
            return
        first = self._first_contradicting_index(len(lines) - 1)
        ordered = sorted(candidate_edits(tree, main, lines, first), key=lambda one: (one.kind.rank, *one[1:4]))
        gaps = [] if self._is_fault_unreadable_move() else list(range(min(first, len(lines) - 1), -1, -1))
        self.total = len(ordered) + len(gaps)
        for one in ordered:
            if tree.played > self.limit:
                self.complete = False
                return
            self._try_edit(tree, main, one)
            yield 1
        for index in gaps:
            follows = main.entries[index].text if index < len(main.entries) else None
            for order, move in enumerate(tree.legal_moves_after(lines[index])):
                if tree.played > self.limit:
                    self.complete = False
                    return
                if follows is not None and not tree.may_text_follow_move(lines[index], move, follows):
                    continue
                line = tree.line_after_move(lines[index], move)
                text = tree.game.spell(move)
                self._try_edit(
                    tree, main, CandidateEdit(SlipKind.LEFT_OUT, first - index, index, order, line, index, (text,))
                )
            yield 1

    def _try_systematic_slips(self, tree: LineTree, main: Variation, legal_plies: int) -> Iterator[int]:
        """Try each slip that a writer makes in every line."""
        texts = [entry.text for entry in main.entries]
        fault = self._judged.fault
        # A board that is seen otherwise throughout may break no rule at all, until a diagram shows it.
        fewest = 0 if fault is not None and fault.code == "checkpoint" else MIN_EXPLAINED_FAULTS
        for kind, change, alone in systematic_rewrites(tree, texts, main.start, legal_plies):
            if tree.played > self.limit:
                self.complete = False
                return
            new = [change(text, ply) for ply, text in enumerate(texts, start=main.start)]
            known = alone and any(one.kind is SlipKind.THROUGHOUT for one in self._found.values())
            if (
                not known
                and new[: legal_plies + 1] != texts[: legal_plies + 1]
                and count_mended_faults(tree, texts, new) >= fewest
            ):
                parts = entry_replacements(self.record, change)
                ply, first = parts[0]
                whole = TextChange(tuple(part for _, part in parts))
                self._prove_slip(Slip(SlipKind.THROUGHOUT, ply, first.old, first.new, kind, len(parts)), whole)
            yield 1

    def _is_fault_unreadable_move(self) -> bool:
        """Tell whether the fault is an unreadable move."""
        fault = self._judged.fault
        return fault is not None and fault.article is None and fault.move is not None

    def _first_contradicting_index(self, legal_plies: int) -> int:
        """Return the index of the first entry that contradicts the record.

        The number of entries for its end.
        """
        fault = self._judged.fault
        entries = len(self._part.main.entries)
        if fault is None or legal_plies < entries:
            checkpoint = fault is not None and fault.code == "checkpoint"
            return min(legal_plies, fault.ply) if fault is not None and checkpoint else legal_plies
        return min(entries, fault.ply) if fault.code == "checkpoint" else entries

    def _try_edit(self, tree: LineTree, main: Variation, candidate: CandidateEdit) -> None:
        """Prove an edit of moves after which the game is legal."""
        line = candidate.line
        rest = [entry.text for entry in main.entries[candidate.rest :]]
        if line == ILLEGAL or not tree.allows_texts(line, rest):
            return
        for text in rest:
            line = tree.line_after_text(line, text)
            if line == ILLEGAL:
                return
        if line in self._tried:
            return
        texts = [entry.text for entry in main.entries]
        texts[candidate.at : candidate.rest] = candidate.texts
        edit = self._apply_edit(candidate, main, texts)
        if edit is None:
            self.exhausted = False
        elif _do_claims_follow(tree, line, edit.line):
            self._tried.add(line)
            self._prove_slip(Slip(candidate.kind, edit.ply, edit.was, edit.now), edit.change)

    def _apply_edit(self, candidate: CandidateEdit, main: Variation, texts: Sequence[str]) -> _EditedLine | None:
        """Return the edited line and its text change, if it fits."""
        entries = main.entries
        start = main.start
        shift = len(texts) - len(entries)
        new = tuple(Entry(start + index, text, 0, 0) for index, text in enumerate(texts))
        ply = start + candidate.at
        line = main._replace(
            entries=new,
            special=main.special and main.special._replace(ply=main.special.ply + shift),
            checkpoints=tuple(
                point._replace(ply=point.ply + shift) if point.ply >= ply and shift else point
                for point in main.checkpoints
            ),
            unread=(),
            clocks=(None, None),
        )
        old = entries[candidate.at : candidate.rest]
        if not shift:
            pairs = [(entry, text) for entry, text in zip(old, candidate.texts, strict=True) if entry.text != text]
            change = TextChange(
                tuple(LineReplacement(entry.line, entry.column, entry.text, text) for entry, text in pairs)
            )
            was = "、".join(entry.text for entry, _ in pairs)
            now = "、".join(text for _, text in pairs)
            return _EditedLine(line, ply, was, now, change)
        closing = main.closing
        counted: tuple[LineReplacement, ...] = ()
        if closing is not None and closing.count == len(entries):
            # The writer counted the lines, so the count follows the lines.
            text = with_ply_count(closing.text, len(texts))
            counted = (LineReplacement(closing.line, closing.column, closing.text, text),)
            line = line._replace(closing=closing._replace(count=len(texts), text=text))
        rewritten = change_of_removed_or_inserted_line(self._part, candidate, shift, counted)
        if rewritten is None:
            return None
        return _EditedLine(
            line, ply, old[0].text if shift < 0 else None, candidate.texts[0] if shift > 0 else None, rewritten
        )

    def _try_edits_beyond_moves(self, edits: Sequence[Edit]) -> Iterator[int]:
        """Try the slips that are no moves."""
        self.total = max(self.total, len(edits))
        for edit in edits:
            change = TextChange(edit.replaced)
            self._prove_slip(Slip(edit.kind, edit.ply, edit.was, edit.now), change)
            yield 1

    def _prove_slip(self, slip: Slip, change: TextChange) -> None:
        """Judge the text with a slip mended; keep what explains all."""
        if self._left < 0:
            self.complete = False
            return
        lines = lines_with_change(self.record, change, slip.comment())
        if lines is None:
            return
        proof = judge_patched_lines(self.record, lines, self._rules)
        read = None if proof is None else proof.verdict.record
        if read is None or read.copies or needs_freeform(read):
            self._left -= sum(map(len, lines))
        if proof is None or proof.verdict.status.exit_code:
            return
        moves = canonical_moves(proof.verdict)
        known = self._found.get(moves)
        if known is not None and known.kind.rank <= slip.kind.rank:
            return
        self._found[moves] = Candidate(
            kind=slip.kind,
            ply=slip.ply,
            was=slip.was,
            now=slip.now,
            moves=moves,
            status=proof.verdict.status,
            sha256=proof.sha256,
            data=proof.data,
            verdict=proof.verdict,
            part=self._number,
            slip=slip.slip,
            lines=slip.lines,
        )

    def _rank_candidates(self) -> None:
        """Sort the candidates, the likeliest slip first."""
        fault = self._judged.fault
        at = fault.ply if fault is not None else 0

        def order(one: Candidate) -> tuple[object, ...]:
            if one.kind is SlipKind.THROUGHOUT:  # as they were found: the likeliest first
                return (one.kind.rank, 0, 0, 0, "", ())
            return (one.kind.rank, one.unexplained_characters, abs(at - one.ply), one.ply, one.now or "", one.moves)

        self.candidates = tuple(sorted(self._found.values(), key=order))
        self.exhausted = self.exhausted and self.complete


class _EditedLine(NamedTuple):
    """A line of play with one slip corrected, and its text change."""

    line: Variation
    ply: int
    was: str | None
    now: str | None
    change: TextChange


def repairs_json(verdict: Verdict, repair: Repair | None) -> dict[str, object]:
    """Return a record's repairs as a JSON object.

    `repair` is None for a file without any record.
    """
    return {
        "file": verdict.file,
        "index": verdict.index,
        "game": verdict.game.id if verdict.game else None,
        "status": verdict.status.value,
        "candidates": [candidate.to_json() for candidate in repair.candidates] if repair else [],
        "complete": repair is not None and repair.complete,
    }


def _game_verdict_and_number(record: Record, verdict: Verdict) -> tuple[Record, Verdict, int | None]:
    """Return the game at fault, its verdict and its number.

    A record without games is its own part.
    """
    for number, (part, judged) in enumerate(zip(record.games, verdict.games, strict=False), start=1):
        if judged.status.exit_code:
            return part, judged, number
    return record, verdict, None


def _do_claims_follow(tree: LineTree, line: int, count_mended_faults: Variation) -> bool:
    """Tell whether a record's claims follow from a legal line."""
    decision = decide_findings(compare_line(tree.game, count_mended_faults, tree.replay_of_line(line)))
    return not decision.status.exit_code
