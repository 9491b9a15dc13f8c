"""Python API for the door: repair, reconciliation, notebook view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.errors import KifuError, WrongArgument
from kifu.core.message import Message
from kifu.reconcile.distance_and_first_difference import NotOneGame
from kifu.reconcile.make_reconciliation import MAX_PLIES_PLAYED, reconcile
from kifu.reconcile.merged_record import judged_merged_record
from kifu.reconcile.proven_text_edits import rules_of_record
from kifu.reconcile.reconciliation import Reconciliation
from kifu.reconcile.repair import MAX_PLIES_PLAYED as MAX_REPAIR_PLIES
from kifu.reconcile.repair import Repair
from kifu.reconcile.slip_or_foul import with_slip_headline
from kifu.referee.verify import verify_document
from notation.documents_and_variant_files import as_document
from notation.reading import read

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    from kifu.referee.verdict import Verdict
    from notation.reading import Document

    AnyDocument = Document | str | os.PathLike[str] | bytes
    Progress = Callable[[int, int], object]


def find_repairs(
    document: AnyDocument,
    rules: str | os.PathLike[str] | None = None,
    *,
    limit: int | None = None,
    progress: Progress | None = None,
) -> tuple[Repair, ...]:
    """Search the slips that explain each record, as `kifu repair` does.

    Args:
        document: As for :func:`kifu.verify`.
        rules: As for :func:`kifu.verify`.
        limit: The plies that are played at most in a record, at least 1; by default those of `kifu repair`.
        progress: Called after each edit tried with the numbers of edits tried and to try in this record.

    Returns:
        One search for each record, in order; none for a document without a record. Its `candidates` are the slips with
        which the whole record is right, the likeliest first; a record without a fault has none. `complete` is False if the
        limit ended the search. A candidate's `data` is the bytes of the repaired record, for :func:`kifu.read`.

    Raises:
        ValueError: `limit` is less than 1.
        KifuError, WrongArgument, OSError: As :func:`kifu.verify`.
    """
    plies = _ply_limit(limit, MAX_REPAIR_PLIES)
    found = []
    for verdict in _verdicts(document, rules):
        if verdict.record is not None:
            repair = Repair(verdict.record, verdict, limit=plies)
            for tried, _ in enumerate(repair.steps(), start=1):
                if progress is not None:
                    progress(tried, max(repair.total, tried))
            found.append(repair)
    return tuple(found)


def reconcile_sheets(  # noqa: PLR0913 - each may be left out
    a: AnyDocument,
    b: AnyDocument,
    c: AnyDocument | None = None,
    *,
    rules: str | os.PathLike[str] | None = None,
    limit: int | None = None,
    progress: Progress | None = None,
) -> Reconciliation:
    """Read two sheets of one game together, as `kifu reconcile` does.

    Args:
        a: A document with one record, as for :func:`kifu.verify`.
        b: The other sheet.
        c: An arbiter's sheet, which is compared with the games found.
        rules: Rules for all sheets, as for :func:`kifu.verify`.
        limit: The plies that are played at most in each game, at least 1; by default those of `kifu reconcile`.
        progress: Called while the search goes on with the plies played and the most that may be.

    Returns:
        The reconciliation: `word` is its verdict, `rows` are the lines of both sheets beside each other, `games` the moves
        of every cheapest joint game, `fields` what the sheets say besides, `to_json()` what `--format json` prints.

    Raises:
        NotOneGame: The sheets are of different games, or one holds several records.
        ValueError: `limit` is less than 1.
        KifuError: A sheet has no record; its code is that of the fault. As :func:`kifu.verify` otherwise.
        WrongArgument, OSError: As :func:`kifu.verify`.
    """
    plies = _ply_limit(limit, MAX_PLIES_PLAYED)
    one, two, *more = (_judge_only_record(sheet, rules) for sheet in ((a, b) if c is None else (a, b, c)))
    first, second, *arbiter = (verdict.record for verdict in (one, two, *more) if verdict.record is not None)
    played, most = 0, plies * max(len(first.games), 1)

    def report_plies_played(number: int) -> None:
        nonlocal played
        played += number
        if progress is not None:
            progress(min(played, most), most)

    return reconcile(
        first,
        second,
        (one, two),
        arbiter_sheet=arbiter[0] if arbiter else None,
        max_plies_played=plies,
        progress=report_plies_played,
    )


def merged_document(reading: Reconciliation) -> Document | None:
    """Merged record of two sheets, None unless they have one game.

    Each difference stands in it as a comment.

    Raises:
        WrongArgument: `reading` is none.
    """
    if not isinstance(reading, Reconciliation):
        wanted = Message("読み合わせ (reconcile_sheets の返したもの)", "what reconcile_sheets returned")
        raise WrongArgument("reading", wanted, reading)
    a, b = reading.a.record, reading.b.record
    proof = None if a is None or b is None else judged_merged_record(reading, (a, b))
    if a is None or proof is None:
        return None
    return read("<merged>", proof.data, rules_of_record(a))


def _verdicts(document: AnyDocument, rules: str | os.PathLike[str] | None) -> tuple[Verdict, ...]:
    """Verdicts on a document's records, as :func:`kifu.verify` gives them."""
    return tuple(map(with_notebook_view, verify_document(as_document(document, rules))))


def _judge_only_record(document: AnyDocument, rules: str | os.PathLike[str] | None) -> Verdict:
    """Return the verdict on the one record of a document. Raises KifuError."""
    verdict, *more = _verdicts(document, rules)
    if more:
        number = len(more) + 1
        message = Message(
            f"棋譜が {number} 局あります。一局だけのものを渡してください",
            f"it holds {number} records; give a document with one",
        )
        raise NotOneGame("several-records", message)
    if verdict.record is None:
        fault = verdict.fault
        assert fault is not None  # noqa: S101 - a document without a record is UNREADABLE
        raise KifuError(fault.code, fault.message)
    return with_slip_headline(verdict)


def _ply_limit(requested: int | None, default: int) -> int:
    """Return the most plies to play. Raises ValueError."""
    if requested is not None and requested < 1:
        raise ValueError(f"limit は 1 以上です / limit is at least 1: {requested}")
    return default if requested is None else requested


def with_notebook_view(verdict: Verdict) -> Verdict:
    """Return a verdict that a notebook shows as HTML, and so each game of a match."""
    return verdict._replace(html_view=_verdict_html, games=tuple(map(with_notebook_view, verdict.games)))


def _verdict_html(verdict: Verdict) -> str:
    from kifu.render.html.record_pages_and_notebook import verdict_html  # noqa: PLC0415 - only notebooks need it

    return verdict_html(with_slip_headline(verdict))
