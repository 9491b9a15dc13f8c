"""Says what is wrong with how a text was read: a line that is lost, a move that is not its own text and has no note."""

from functools import cache

import kifu
from kifu.core.diagnostic import Severity
from kifu.core.errors import InvalidMove
from kifu.core.squares import BLANKS
from kifu.referee.status_fault_and_basis import Status
from notation.line_kinds import LineKind, classify_line
from notation.writing import document_bytes

SIGNS = "占領武士騎馬弓矢巫女怨霊丸三四五六八十内外反合碁打成飛歩一二七01234567４３ 　\t、。・-→▲△●○()（）:：?？!ABC手目先後まで勝ち投了"

read = cache(kifu.read)
"""A file of these bytes is read once: several tests ask for the same forms, and for their plain forms."""
PLACE = 2
"""The most characters of a line of vertical text."""


def damaged(text, draw):
    """Return a text with one to three damages, as hands and programs make them."""
    for _ in range(draw.choice((1, 1, 2, 3))):
        at = draw.randrange(len(text) or 1)
        kind = draw.randrange(7)
        lines = text.split("\n")
        row = draw.randrange(len(lines))
        if kind == 0:
            text = text[:at] + text[at + 1 :]
        elif kind == 1:
            text = text[:at] + draw.choice(SIGNS) + text[at:]
        elif kind == 2:
            text = text[:at] + draw.choice(SIGNS) + text[at + 1 :]
        elif kind == 3:
            text = text[:at] + text[at + 1 : at + 2] + text[at : at + 1] + text[at + 2 :]
        elif kind == 4:
            text = "\n".join([*lines[:row], *lines[row + 1 :]])
        elif kind == 5:
            text = "\n".join([*lines[: row + 1], *lines[row:]])
        else:
            text = "\n".join([*lines[:row], "".join(lines[row : row + 2]), *lines[row + 2 :]])
    return text


def lines_held(record):
    """Return the lines of the file that a record holds or that a diagnostic names."""
    numbers = {header.line for header in record.headers}
    for line in record.lines:
        parts = (*line.entries, *line.comments, line.special, line.closing, line.score, *line.claims, *line.unread)
        numbers |= {part.line for part in parts if part is not None}
    for diagram in [record.setup, *(shown.diagram for line in record.lines for shown in line.checkpoints)]:
        if diagram is not None:
            head = [diagram.head] if diagram.head else []
            numbers |= {diagram.line, *(part.line for part in [*head, *diagram.rows, *diagram.fields])}
    numbers |= {line.line for line in record.lines[1:]} | {diagnostic.line for diagnostic in record.diagnostics}
    return numbers.union(*map(lines_held, record.games))


def entries_of(record):
    """Return all moves of a record, of its branches and its games."""
    own = [entry for line in record.lines for entry in line.entries]
    return own + [entry for game in record.games for entry in entries_of(game)]


def faults_of(text):
    """Return what is wrong with how a text is read; empty for nothing."""
    document = read(text.encode())
    found = []
    if not document.records:
        return found if document.diagnostics else ["no record, and no diagnostic"]
    verdicts = kifu.verify(document)
    for record, verdict in zip(document.records, verdicts, strict=True):
        source = document.source
        noted = {one.line for one in verdict.diagnostics if one.code in {"read-as", "illegal-as-read"}}
        read_as = " ".join(one.message.ja for one in verdict.diagnostics if one.code == "read-as")
        held = lines_held(record) | {one.line for one in verdict.diagnostics}
        for number in range(record.span.first, record.span.last + 1):
            line = source.lines[number - 1]
            unheld = {LineKind.BLANK, LineKind.FILE_COMMENT, LineKind.TABLE}
            one_sign = len(line.strip(BLANKS)) <= PLACE  # of a text that is written downwards
            told = line.strip(BLANKS)[:30] in read_as
            if (
                record.game
                and not told
                and number not in held
                and classify_line(line).kind not in unheld
                and not one_sign
            ):
                found.append(f"line {number} is lost: {line!r}")
        for entry in entries_of(record):
            stands = source.lines[entry.line - 1].startswith(entry.text, entry.column - 1)
            first = entry.line
            while first > 1 and first not in noted and len(source.lines[first - 1].strip(BLANKS)) <= PLACE:
                first -= 1
            told = source.lines[entry.line - 1].strip(BLANKS)[:30] in read_as
            unread = entry.unread is not None or _spelled(record.game, entry.text) == "?"
            if not unread and not stands and first not in noted and not told:
                found.append(f"{entry.text} on line {entry.line} has no note")
        errors = [one for one in verdict.diagnostics if one.severity is Severity.ERROR]
        if errors and not verdict.status.exit_code:
            found.append(f"exit code 0 over {errors[0].code}")
    if not found and not any(one.status is Status.UNREADABLE for one in verdicts):
        found += _of_the_plain_form(document)
    return found


def _of_the_plain_form(document):
    """Return what is wrong with the plain form of a file: other moves, or something that has to be read again."""
    plain = read(document_bytes(document, canonical=True))
    before, after = (
        [[entry.text for entry in entries_of(record) if entry.unread is None] for record in one.records]
        for one in (document, plain)
    )
    game = document.records[0].game
    if game is None or len(document.records) != 1 or len(plain.records) != 1:
        return []
    spelled = [[_spelled(game, text) for text in texts] for texts in (before[0], after[0] if after else [])]
    return (
        [] if spelled[0] == spelled[1] or "?" in spelled[0] else [f"the plain form has {spelled[1]} for {spelled[0]}"]
    )


def _spelled(game, text):
    """Return what does not change in the plain form of a move: its squares and its last letters; else the text."""
    try:
        reading = game.read(text)
    except InvalidMove:
        return "?"
    return reading.written.squares, reading.side


def outcome_of(form):
    """Return how a form is read, and why not as it should be: read, both, hole; unread (an error); WRONG (read otherwise)."""
    document = read(form.text.encode())
    if not document.records:
        return "unread", "no record"
    record, verdict = document.records[0], kifu.verify(document)[0]
    errors = [one for one in verdict.diagnostics if one.severity is Severity.ERROR]
    said = " ".join(one.message.ja for one in errors)
    moves = tuple(map(record.game.spell, verdict.replay.moves)) if verdict.replay else ()
    if form.both:
        named = all(reading in said for reading in form.both)
        return ("both", "") if named else ("unread" if errors else "WRONG", said)
    if form.family == "refused":
        return ("refused", "") if errors and verdict.status is Status.UNREADABLE else ("WRONG", moves)
    if form.hole:
        found = verdict.fault is not None and (verdict.fault.ply, verdict.fault.code) == (form.hole, "unwritten-move")
        return ("hole", "") if found else ("unread", said)
    if verdict.status in {Status.UNREADABLE, Status.ILLEGAL}:
        return "unread", f"{verdict.status} {said} {moves}"
    wrong = moves != form.means and f"{moves} for {form.means}"
    return ("WRONG", wrong) if wrong else _of_the_rest(form, record, verdict)


def _of_the_rest(form, record, verdict):
    """Return how the times, the comments, the head and the end of a form are read whose moves are read."""
    recorded = verdict.recorded
    claimed = "none" if recorded is None or recorded.outcome is None else recorded.outcome.value
    said = (
        [one.seconds for one in record.main.entries] if form.seconds else None,
        sorted({one.text for one in record.main.comments} & set(form.comments)),
        [record.header(key) for key, _ in form.heads],
        claimed if form.result else "",
    )
    wanted = (
        list(form.seconds) or None,
        sorted(form.comments),
        [value for _, value in form.heads],
        form.result,
    )
    noted = any(one.code == "read-as" for one in verdict.diagnostics)
    return ("read", "" if noted else "no note") if said == wanted else ("unread", f"{said} for {wanted}")
