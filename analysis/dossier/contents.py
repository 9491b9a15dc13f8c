"""Contents of a dossier: one JSON object, its SHA-256 the fingerprint.

It is made from the inputs alone.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, NamedTuple

from analysis.dossier.document_blocks_and_deciding_boards import deciding_boards
from analysis.dossier.inputs_and_judged_sheets import InputRole, JudgedSheet, UnusableInput, read_sheet
from analysis.dossier.journal_timeline import read_timeline
from kifu.core import lazy_imports_extras_and_package_files, rulebook, rulebook_file_reader
from kifu.core.message import Message, escape_json
from kifu.core.outcome import PLAYERS
from kifu.reconcile.distance_and_first_difference import NotOneGame
from kifu.reconcile.make_reconciliation import MAX_PLIES_PLAYED as RECONCILE_LIMIT
from kifu.reconcile.make_reconciliation import reconcile
from kifu.reconcile.repair import MAX_PLIES_PLAYED as REPAIR_LIMIT
from kifu.reconcile.repair import Repair
from kifu.reconcile.slip_or_foul import with_headline_of_repair, without_suspicion
from kifu.referee.rule_readings import judge_readings, readings_summary
from kifu.referee.verdict_text import status_label
from notation.encoding import decode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from analysis.dossier.document_blocks_and_deciding_boards import DecidingBoards
    from analysis.dossier.inputs_and_judged_sheets import Inputs
    from analysis.dossier.journal_timeline import JournalTimeline
    from kifu.core.game.game import Game
    from kifu.core.rulebook_values_and_text import Article, Rulebook
    from kifu.reconcile.candidate_edits import Candidate
    from kifu.reconcile.distance_and_first_difference import FirstDifference
    from kifu.reconcile.reconciliation import Reconciliation

FORMAT = "kifu-dossier/1"
TITLE = Message("調書", "Dossier")
FINGERPRINT = Message("指紋", "fingerprint")
GROUP = 4
MAX_PROOF_LENGTH = 100_000
"""The most characters of a repaired record that stands in full beside its SHA-256; there may be hundreds of them."""


class Dossier(NamedTuple):
    """Dossier: contents as JSON value and as bytes, boards as drawings."""

    contents: dict[str, Any]
    data: bytes
    fingerprint: str
    """The SHA-256 of `data`, in hexadecimal."""
    boards: dict[str, DecidingBoards | None]
    """The deciding ply of each sheet, by the member of `contents` that is about the sheet."""
    difference: FirstDifference | None = None
    """The first difference of two sheets."""


def make_dossier(
    inputs: Inputs,
    run_repair: Callable[[Repair], object] = Repair.run,
    progress: Callable[[int], None] | None = None,
) -> Dossier:
    """Return the dossier of the inputs, free of clock, language, path.

    `run_repair` runs the search for slips in a sheet, and `progress` is told how many plies the joint reading has played, for
    a bar on the screen. Raises :class:`analysis.dossier.inputs_and_judged_sheets.UnusableInput` for a sheet without a known game, and for
    sheets of different games.
    """
    a, b = read_sheet(inputs, InputRole.A), read_sheet(inputs, InputRole.B)
    assert a is not None  # noqa: S101 - a dossier has a sheet A
    own = inputs.find(InputRole.JOURNAL)
    journal = None if own is None else read_timeline(own.file, own.data)
    other = inputs.find(InputRole.B)
    reading = None if b is None or other is None else _joint_reading(a, b, other.file, progress)
    boards = {sheet.role.value: deciding_boards(sheet.verdict) for sheet in (a, b) if sheet is not None}
    contents: dict[str, Any] = {
        "format": FORMAT,
        "game": _game_json(a.verdict.game or a.record.game),
        "mode": next((one.mode for one in (journal, a.chronicle, b and b.chronicle) if one and one.mode), None),
        "parties": _player_names_json(a),
        "head": _header_values(a),
        "versions": _versions_json(a),
        "limits": {"repair": REPAIR_LIMIT, "reconcile": RECONCILE_LIMIT},
        "inputs": [one.to_json() for one in inputs.all],
        **_sheet_json(a, boards["a"], run_repair),
        "b": None
        if b is None
        else {"parties": _player_names_json(b), "head": _header_values(b), **_sheet_json(b, boards["b"], run_repair)},
        "reconciliation": None if reading is None else _joint_reading_json(reading),
        "journal": None
        if journal is None
        else {**journal.to_json(), "against_a": _journal_against_sheet_json(journal, a)},
    }
    data = canonical_json(contents)
    difference = None if reading is None else reading.difference
    return Dossier(contents, data, hashlib.sha256(data).hexdigest(), boards, difference)


def canonical_json(value: object) -> bytes:
    """Return canonical JSON bytes: sorted keys, UTF-8, LF, control characters escaped."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, indent=1, allow_nan=False)
    return ("\n".join(map(escape_json, text.split("\n"))) + "\n").encode()


def fingerprint_groups(fingerprint: str) -> str:
    """Return a fingerprint in groups of four, separated by spaces."""
    return " ".join(fingerprint[at : at + GROUP] for at in range(0, len(fingerprint), GROUP))


def _sheet_json(
    sheet: JudgedSheet, boards: DecidingBoards | None, run_repair: Callable[[Repair], object]
) -> dict[str, Any]:
    """Return the verdict and the slips of a sheet as JSON."""
    verdict, record = sheet.verdict, sheet.record
    repair = Repair(record, verdict, limit=REPAIR_LIMIT)
    run_repair(repair)
    other = judge_readings(record, verdict, sheet.document.diagnostics)
    said = readings_summary(other)
    headed = without_suspicion(verdict) if sheet.chronicle is not None else with_headline_of_repair(repair, verdict)
    suspicion = headed.suspicion
    return {
        "verdict": {**verdict.to_json(), "label": status_label(headed).to_json()},
        "suspicion": None if suspicion is None else suspicion.to_json(),
        "article": _article_json(sheet),
        "boards": None if boards is None else boards.to_json(),
        "readings": {**other.to_json(), "summary": said.to_json()},
        "repairs": {
            "candidates": [_repair_candidate_json(candidate) for candidate in repair.candidates],
            "complete": repair.complete,
        },
        "sheet_journal": None if sheet.chronicle is None else sheet.chronicle.to_json(),
    }


def _repair_candidate_json(candidate: Candidate) -> dict[str, Any]:
    """Return a repair with its proof: text, SHA-256 and verdict."""
    verdict = candidate.verdict
    source = decode(f"{candidate.sha256[:8]}.kif", candidate.data)
    text = source.text
    told = verdict.to_json()
    return {
        **candidate.to_json(),
        "label": candidate.label.to_json(),
        "text": text if len(text) <= MAX_PROOF_LENGTH else None,
        "encoding": source.encoding,
        "verdict": {key: told[key] for key in ("status", "plies", "outcome", "recorded", "fault", "final")},
    }


def _joint_reading(
    first_sheet: JudgedSheet, second_sheet: JudgedSheet, file: str, progress: Callable[[int], None] | None
) -> Reconciliation:
    """Return the joint reading of both sheets; `file` is B's input.

    Raises Rejected for sheets of different games.
    """
    try:
        return reconcile(
            first_sheet.record,
            second_sheet.record,
            (first_sheet.verdict, second_sheet.verdict),
            max_plies_played=RECONCILE_LIMIT,
            progress=progress,
        )
    except NotOneGame as refused:
        raise UnusableInput(refused.code, refused.message, file) from None


def _joint_reading_json(reading: Reconciliation) -> dict[str, Any]:
    """Return the joint reading as JSON, without verdicts of the sheets."""
    told = reading.to_json()
    return {key: value for key, value in told.items() if key not in {"a", "b"}} | {"label": reading.label.to_json()}


def _journal_against_sheet_json(journal: JournalTimeline, sheet: JudgedSheet) -> dict[str, Any] | None:
    """Compare the record of a journal with sheet A, if any."""
    record = journal.record
    if record is None:
        return None
    state = journal.state
    assert state is not None  # noqa: S101 - it has a record
    written = [move.text for move in state.moves]
    lines = [entry.text for entry in sheet.record.main.entries]
    differing = [ply for ply, pair in enumerate(zip(written, lines, strict=False), start=1) if pair[0] != pair[1]]
    first = differing[0] if differing else None if len(written) == len(lines) else min(len(written), len(lines)) + 1
    return {
        "same_bytes": sheet.document.sha256 == hashlib.sha256(record.encode()).hexdigest(),
        "same_lines": first is None,
        "first_difference": first,
    }


def _player_names_json(sheet: JudgedSheet) -> dict[str, Any]:
    head = sheet.record.head
    first, second = (head.get(key) for key in PLAYERS)
    return {"first": first, "second": second}


def _header_values(sheet: JudgedSheet) -> dict[str, str]:
    return {header.key: header.value for header in reversed(sheet.record.headers)}


def _game_json(game: Game | None) -> dict[str, Any] | None:
    return None if game is None else {"id": game.id, "name": game.name.to_json(), "rules": game.rules}


def _versions_json(sheet: JudgedSheet) -> dict[str, Any]:
    """Return versions of program, format, rules and rulebook as JSON."""
    game = sheet.verdict.game or sheet.record.game
    assert game is not None  # noqa: S101 - read_sheet refuses a sheet without one
    return {
        "program": lazy_imports_extras_and_package_files.program_version(),
        "format": FORMAT,
        "rules": game.rules,
        "rulebook": {
            "rules": rulebook.load_rulebook(game).rules,
            "sha256": rulebook_file_reader.rulebook_digest(game.package),
            "sources": [
                {"id": source.id, "sha256": source.sha256, "title": source.title.to_json()}
                for source in rulebook.load_rulebook(game).sources
            ],
        },
    }


def _article_json(sheet: JudgedSheet) -> dict[str, Any] | None:
    """Return the deciding article with its basis; None if none decides."""
    verdict = sheet.verdict
    basis = verdict.basis
    if basis is None or verdict.game is None:
        return None
    book = rulebook.load_rulebook(verdict.game)
    return {
        **basis.to_json(),
        "label": basis.kind.label.to_json(),
        "data_labels": [label.to_json() for label in basis.data.values()],
        **_article_sentence(book, rulebook.find_article(book, basis.article)),
    }


def _article_sentence(book: Rulebook, article: Article) -> dict[str, Any]:
    """Return an article with its text and grounds as JSON."""
    pages = {source.id: source for source in book.sources}
    return {
        "number": article.number,
        "title": article.title.to_json(),
        "text": article.text.to_json(),
        "grounds": [
            {
                "kind": ground.kind.value,
                "label": ground.kind.label.to_json(),
                "source": ground.source,
                "page": None if ground.source is None else pages[ground.source].title.to_json(),
                "quote": list(ground.quote),
                "damaged": list(ground.damaged),
                "text": None if ground.text is None else ground.text.to_json(),
                "reason": None if ground.reason is None else ground.reason.to_json(),
                "option": None if ground.option is None else ground.option.name,
            }
            for ground in article.basis
        ],
    }


def journals_with_roles(contents: dict[str, Any]) -> Iterable[tuple[InputRole, dict[str, Any]]]:
    """Yield the journals of a dossier with the roles of inputs."""
    for role, found in ((InputRole.JOURNAL, contents["journal"]), (InputRole.A, contents["sheet_journal"])):
        if found is not None:
            yield role, found
    if contents["b"] is not None and contents["b"]["sheet_journal"] is not None:
        yield InputRole.B, contents["b"]["sheet_journal"]
