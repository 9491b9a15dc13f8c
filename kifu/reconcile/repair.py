"""もしかして: the slips of the pen that would explain why a record contradicts the rules, each proven by replaying it.

A candidate is one slip of the closed list. It is offered only if the whole record then has no fault and contradicts
nothing that it claims. Nothing is ever applied by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.reconcile.candidate import Candidate, Slip, canonical_moves
from kifu.reconcile.candidate_edits import Try, of_a_line, tries, written_lines
from kifu.reconcile.diagram_slips import diagram_edits
from kifu.reconcile.line_replay import ILLEGAL, Course
from kifu.reconcile.patch_text import Change, Replacement, changed, prove, recounted, rules_of
from kifu.reconcile.result_slips import closing_edits
from kifu.reconcile.slip_rules import Kind
from kifu.reconcile.systematic_slips import FEWEST, mended, replaced, throughout
from kifu.referee.compare import compare
from kifu.referee.decide import decide
from kifu.referee.record import Entry
from kifu.referee.settle import Settled, settle
from kifu.referee.verify import verify

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.reconcile.edits import Edit
    from kifu.referee.record import Record, Variation
    from kifu.referee.verdict import Verdict
    from notation.formats.kif_head import Rules

LIMIT = 100_000
"""The plies that a search plays at most, by default."""
LONGEST = 2000
"""The plies of the longest game that is searched. A longer one has no candidates, and the search says so."""


class Repair:
    """The search for the slips that explain one record. `steps` runs it, and `candidates` are its result.

    `rules` are the rules that a command gave for all records; None for the record's own. `limit` is the number of plies
    that are played at most. `verdict` is the referee's on the record, if the caller has it.
    """

    def __init__(
        self, record: Record, verdict: Verdict | None = None, *, limit: int = LIMIT, rules: Rules | None = None
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
        self._rules = rules if rules is not None and rules.given is not None else rules_of(record)
        self._part, self._judged, self._number = _part_at_fault(record, self.verdict)
        self._found: dict[tuple[str, ...], Candidate] = {}
        """The candidates by their games: equal games are one candidate."""
        self._tried: set[int] = set()
        self._course: Course | None = None

    @property
    def played(self) -> int:
        """The number of plies that the search has played."""
        return 0 if self._course is None else self._course.played

    @property
    def rules(self) -> Rules:
        """The rules by which the candidates are proven."""
        return self._rules

    def run(self) -> Repair:
        """Search to the end, and return this search itself."""
        for _ in self.steps():
            pass
        return self

    def steps(self) -> Iterator[int]:
        """Search. Yields 1 for each slip that was tried; `total` is known when the first is."""
        if not self.verdict.status.exit_code or self.record.game is None or self.record.refused is not None:
            return
        part, judged = self._part, self._judged
        settled = settle(part, part.game or self.record.game)
        if not isinstance(settled, Settled) or len(part.main.entries) > LONGEST:
            self.complete = isinstance(settled, Settled) is False
            yield from self._edited(diagram_edits(part, judged, settled.game))
            self._finish()
            return
        course = self._course = Course(settled.game, settled.start)
        lines = written_lines(course, [entry.text for entry in part.main.entries])
        yield from self._edited((*closing_edits(part, judged), *diagram_edits(part, judged, settled.game)))
        yield from self._throughout(course, part.main, len(lines) - 1)
        yield from self._slips(course, part.main, lines)
        self._finish()

    def _slips(self, course: Course, main: Variation, lines: Sequence[int]) -> Iterator[int]:
        """Try each slip of the moves; `lines` are the legal lines up to each entry, the last before the fault."""
        first = self._first_contradiction(len(lines) - 1)
        ordered = sorted(tries(course, main, lines, first), key=lambda one: (one.kind.rank, *one[1:4]))
        gaps = [] if self._unread_move() else list(range(min(first, len(lines) - 1), -1, -1))
        self.total = len(ordered) + len(gaps)
        for one in ordered:
            if course.played > self.limit:
                self.complete = False
                return
            self._try(course, main, one)
            yield 1
        for index in gaps:
            follows = main.entries[index].text if index < len(main.entries) else None
            for order, move in enumerate(course.legal(lines[index])):
                if course.played > self.limit:
                    self.complete = False
                    return
                if follows is not None and not course.goes_on(lines[index], move, follows):
                    continue
                line = course.after(lines[index], move)
                text = course.game.spell(move)
                self._try(course, main, Try(Kind.LEFT_OUT, first - index, index, order, line, index, (text,)))
            yield 1

    def _throughout(self, course: Course, main: Variation, legal: int) -> Iterator[int]:
        """Try each slip that a writer makes in every line."""
        texts = [entry.text for entry in main.entries]
        fault = self._judged.fault
        # A board that is seen otherwise throughout may break no rule at all, until a diagram shows it.
        fewest = 0 if fault is not None and fault.code == "checkpoint" else FEWEST
        for kind, change, alone in throughout(course, texts, main.start, legal):
            if course.played > self.limit:
                self.complete = False
                return
            new = [change(text, ply) for ply, text in enumerate(texts, start=main.start)]
            known = alone and any(one.kind is Kind.THROUGHOUT for one in self._found.values())
            if not known and new[: legal + 1] != texts[: legal + 1] and mended(course, texts, new) >= fewest:
                parts = replaced(self.record, change)
                ply, first = parts[0]
                whole = Change(tuple(part for _, part in parts))
                self._prove(Slip(Kind.THROUGHOUT, ply, first.old, first.new, kind, len(parts)), whole)
            yield 1

    def _unread_move(self) -> bool:
        """Tell whether the fault is a move that cannot be read: only a change of that very line mends it."""
        fault = self._judged.fault
        return fault is not None and fault.article is None and fault.move is not None

    def _first_contradiction(self, legal: int) -> int:
        """Return the index of the entry at which the record first contradicts itself; the number of entries for its end."""
        fault = self._judged.fault
        entries = len(self._part.main.entries)
        if fault is None or legal < entries:
            checkpoint = fault is not None and fault.code == "checkpoint"
            return min(legal, fault.ply) if fault is not None and checkpoint else legal
        return min(entries, fault.ply) if fault.code == "checkpoint" else entries

    def _try(self, course: Course, main: Variation, one: Try) -> None:
        line = one.line
        rest = [entry.text for entry in main.entries[one.rest :]]
        if line == ILLEGAL or not course.allows(line, rest):
            return
        for text in rest:
            line = course.follow(line, text)
            if line == ILLEGAL:
                return
        if line in self._tried:
            return
        texts = [entry.text for entry in main.entries]
        texts[one.at : one.rest] = one.texts
        edit = self._edit(one, main, texts)
        if edit is None:
            self.exhausted = False
        elif _follows(course, line, edit.line):
            self._tried.add(line)
            self._prove(Slip(one.kind, edit.ply, edit.was, edit.now), edit.change)

    def _edit(self, one: Try, main: Variation, texts: Sequence[str]) -> _Mended | None:
        """Return the line of play with a slip mended, and the change of the text; None if several moves share a line."""
        entries = main.entries
        start = main.start
        shift = len(texts) - len(entries)
        new = tuple(Entry(start + index, text, 0, 0) for index, text in enumerate(texts))
        ply = start + one.at
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
        old = entries[one.at : one.rest]
        if not shift:
            pairs = [(entry, text) for entry, text in zip(old, one.texts, strict=True) if entry.text != text]
            change = Change(tuple(Replacement(entry.line, entry.column, entry.text, text) for entry, text in pairs))
            was = "、".join(entry.text for entry, _ in pairs)
            now = "、".join(text for _, text in pairs)
            return _Mended(line, ply, was, now, change)
        closing = main.closing
        counted: tuple[Replacement, ...] = ()
        if closing is not None and closing.count == len(entries):
            # The writer counted the lines, so the count follows the lines.
            text = recounted(closing.text, len(texts))
            counted = (Replacement(closing.line, closing.column, closing.text, text),)
            line = line._replace(closing=closing._replace(count=len(texts), text=text))
        rewritten = of_a_line(self._part, one, shift, counted)
        if rewritten is None:
            return None
        return _Mended(line, ply, old[0].text if shift < 0 else None, one.texts[0] if shift > 0 else None, rewritten)

    def _edited(self, edits: Sequence[Edit]) -> Iterator[int]:
        """Try the slips that are no moves."""
        self.total = max(self.total, len(edits))
        for edit in edits:
            change = Change(edit.replaced)
            self._prove(Slip(edit.kind, edit.ply, edit.was, edit.now), change)
            yield 1

    def _prove(self, what: Slip, change: Change) -> None:
        lines = changed(self.record, change, what.named())
        proof = None if lines is None else prove(self.record, lines, self._rules)
        if proof is None or proof.verdict.status.exit_code:
            return
        moves = canonical_moves(proof.verdict)
        known = self._found.get(moves)
        if known is not None and known.kind.rank <= what.kind.rank:
            return
        self._found[moves] = Candidate(
            kind=what.kind,
            ply=what.ply,
            was=what.was,
            now=what.now,
            moves=moves,
            status=proof.verdict.status,
            sha256=proof.sha256,
            data=proof.data,
            verdict=proof.verdict,
            part=self._number,
            slip=what.slip,
            lines=what.lines,
        )

    def _finish(self) -> None:
        fault = self._judged.fault
        at = fault.ply if fault is not None else 0

        def order(one: Candidate) -> tuple[object, ...]:
            if one.kind is Kind.THROUGHOUT:  # as they were found: the likeliest first
                return (one.kind.rank, 0, 0, 0, "", ())
            return (one.kind.rank, one.unexplained, abs(at - one.ply), one.ply, one.now or "", one.moves)

        self.candidates = tuple(sorted(self._found.values(), key=order))
        self.exhausted = self.exhausted and self.complete


class _Mended(NamedTuple):
    """A line of play with a slip mended, and how its text changes."""

    line: Variation
    ply: int
    was: str | None
    now: str | None
    change: Change


def to_json(verdict: Verdict, repair: Repair | None) -> dict[str, object]:
    """Return the repairs of a record as a JSON object; `repair` is None for a file without any record."""
    return {
        "file": verdict.file,
        "index": verdict.index,
        "game": verdict.game.id if verdict.game else None,
        "status": verdict.status.value,
        "candidates": [candidate.to_json() for candidate in repair.candidates] if repair else [],
        "complete": repair is not None and repair.complete,
    }


def _part_at_fault(record: Record, verdict: Verdict) -> tuple[Record, Verdict, int | None]:
    """Return the game that is at fault, its verdict and its number in a match; a record without games is its own part."""
    for number, (part, judged) in enumerate(zip(record.games, verdict.games, strict=False), start=1):
        if judged.status.exit_code:
            return part, judged, number
    return record, verdict, None


def _follows(course: Course, line: int, mended: Variation) -> bool:
    """Tell whether everything that a record claims follows from a legal line of play."""
    decision = decide(compare(course.game, mended, course.replay(line)))
    return not decision.status.exit_code
