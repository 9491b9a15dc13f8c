"""Slips beyond one move: systematic ones, closing lines, cells of diagrams.

Each is one rewriting of all lines of a record, or of the lines of one side.
"""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.errors import InvalidSetup
from kifu.core.game.text import split_diagram
from kifu.core.outcome import Side
from kifu.core.squares import COLUMNS
from kifu.reconcile.candidate_edits import Edit
from kifu.reconcile.line_tree import ILLEGAL, START
from kifu.reconcile.move_tokens import side_mark
from kifu.reconcile.proven_text_edits import LineReplacement, with_ply_count
from kifu.reconcile.slip_rules import SlipKind, mirror_and_turn_views, slip_between

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from kifu.core.game.game import Game, Position
    from kifu.core.game.text import DiagramText
    from kifu.reconcile.line_tree import LineTree
    from kifu.reconcile.move_tokens import MoveToken, Tokenizer
    from kifu.reconcile.slip_rules import View
    from kifu.referee.record import Closing, Record, Score
    from kifu.referee.verdict import Verdict


MIN_EXPLAINED_FAULTS = 2
"""The least number of faults that one slip of the whole record has to explain."""


MAX_SPLIT_LINES = 32
"""The most games that are followed while figures may be parted in several ways."""
_SEVERAL = 2


class Rewrite(NamedTuple):
    """A correction of one slip in all lines of play."""

    slip: SlipKind
    """What every line has."""
    change: Callable[[str, int], str]
    """Gives the text in place of a text at a ply."""
    alone: bool = False
    """Whether it counts only where no other rewriting explains the record: the same game seen in a mirror."""


def systematic_rewrites(tree: LineTree, texts: Sequence[str], first_ply: int, legal_plies: int) -> Iterator[Rewrite]:
    """Yield the rewrites that may explain a line, likeliest first.

    `first_ply` is the ply of the first text, and `legal_plies` the number of legal plies before the first fault.
    """
    ways = list(_systematic_slip_changes(tree, texts, texts[legal_plies] if legal_plies < len(texts) else ""))
    for kind, way, alone in ways:
        for parity in (None, 0, 1):
            yield Rewrite(kind, _on_one_side(way, parity), alone)
    for parted in _texts_with_split_figures(tree, texts):
        yield Rewrite(SlipKind.FIGURES, _of_places(parted, first_ply))
    for kind in (SlipKind.SUFFIX, SlipKind.PROMOTED):
        marked = _only_legal_suffix_corrections(tree, texts, kind)
        if marked:
            yield Rewrite(kind, _of_places(marked, first_ply))


def _of_places(new: Mapping[tuple[int, str], str], start: int) -> Callable[[str, int], str]:
    return lambda text, ply: new.get((ply - start, text), text)


def count_mended_faults(tree: LineTree, texts: Sequence[str], rewritten: Sequence[str]) -> int:
    """Return the faults that other texts mend; -1 if illegal."""
    line, faults = START, 0
    for old, text in zip(texts, rewritten, strict=True):
        before, line = line, tree.line_after_text(line, text)
        if line == ILLEGAL:
            return -1
        faults += old != text and tree.line_after_text(before, old) == ILLEGAL
    return faults


def entry_replacements(record: Record, change: Callable[[str, int], str]) -> list[tuple[int, LineReplacement]]:
    """Return the entries that a rewrite changes, each with its ply."""
    return [
        (entry.ply, LineReplacement(entry.line, entry.column, entry.text, new))
        for part in record.games or (record,)
        for variation in part.lines
        for entry in variation.entries
        if (new := change(entry.text, entry.ply)) != entry.text
    ]


def _on_one_side(way: Callable[[str], str], parity: int | None) -> Callable[[str, int], str]:
    return lambda text, ply: way(text) if parity is None or ply % 2 == parity else text


def _systematic_slip_changes(
    tree: LineTree, texts: Sequence[str], faulty: str
) -> Iterator[tuple[SlipKind, Callable[[str], str], bool]]:
    """Yield each slip that a whole record may have, with its undoing."""
    tokenizer = tree.tokenizer
    turned = [(kind, view) for kind, views in mirror_and_turn_views(tree.size) for view in views]
    if any(tokenizer.token_of_text(text).others for text in texts):
        # In shogi the columns are counted from the right.
        for view in (None, *(view for kind, view in turned if kind is SlipKind.MIRRORED)):
            yield SlipKind.FIGURES, _square_respeller(tokenizer, 0, view), view is not None
            yield SlipKind.FIGURES, _square_respeller(tokenizer, -1, view), view is not None
    for kind, view in turned:
        yield kind, _view_changer(tokenizer, view), False
    for letters in _letter_exchanges(tree, faulty):
        yield SlipKind.LOOK_ALIKE, _letter_exchanger(tokenizer, letters), False


def _square_respeller(tokenizer: Tokenizer, place: int, view: View | None) -> Callable[[str], str]:
    def respell_squares(text: str) -> str:
        others = tokenizer.token_of_text(text).others
        return _spell_squares(text, others[place], view) if others else text

    return respell_squares


def _view_changer(tokenizer: Tokenizer, view: View) -> Callable[[str], str]:
    def change_view(text: str) -> str:
        token = tokenizer.token_of_text(text)
        return _spell_squares(text, token, view) if token.squares else text

    return change_view


def _spell_squares(move_text: str, token: MoveToken, view: View | None) -> str:
    squares = token.squares if view is None else tuple(map(view, token.squares))
    if not all(1 <= column <= len(COLUMNS) and row >= 1 for column, row in squares):
        return move_text
    return f"{side_mark(move_text)}{'-'.join(f'{COLUMNS[column - 1]}{row:02d}' for column, row in squares)}{token.tail}"


def _letter_exchanges(tree: LineTree, faulty: str) -> Iterator[Mapping[str, str]]:
    """Yield the exchanges of units' letters between the sides."""
    first, second = (tuple(tree.game.written_units(side).values()) for side in Side)
    if first != second:
        both = dict(zip(first, second, strict=True))
        back = {of_second: of_first for of_first, of_second in both.items()}
        yield both | back
        yield both
        yield back
    pairs = list(zip(first, second, strict=True))
    for unit in sorted(tree.tokenizer.token_of_text(faulty).units):
        for pair in pairs:
            for own, other in itertools.product((one for one in pairs if unit in one), pair):
                if other not in own:
                    yield {unit: other}
                    yield {unit: other, other: unit}
            for own in (one for one in pairs if unit in one and one[0] != one[1] and one != pair):
                exchanged = dict(zip(own, pair, strict=True))
                yield exchanged
                yield exchanged | {to: of for of, to in exchanged.items()}


def _letter_exchanger(tokenizer: Tokenizer, letters: Mapping[str, str]) -> Callable[[str], str]:
    """Return the function that exchanges the units' letters in a move."""

    def exchange_letters(text: str) -> str:
        token = tokenizer.token_of_text(text)
        unit = token.tail.removesuffix("".join(token.suffixes))
        if unit not in letters or not text.rstrip().endswith(token.tail):
            return text
        body = text.rstrip()
        return body[: len(body) - len(token.tail)] + letters[unit] + token.tail[len(unit) :]

    return exchange_letters


def _texts_with_split_figures(tree: LineTree, texts: Sequence[str]) -> Iterator[dict[tuple[int, str], str]]:
    """Yield texts with figures split (111: 1, 11 or 11, 1)."""
    tokenizer = tree.tokenizer
    for exchanged in (False, True):
        partings = {
            text: list(tokenizer.tokens_of_split_figures(text, exchanged=exchanged))
            for text in texts
            if tokenizer.token_of_text(text).others
        }
        if max(map(len, partings.values()), default=0) < _SEVERAL:
            continue
        ways: list[tuple[int, tuple[str, ...]]] = [(START, ())]
        for text in texts:
            spellings = [_spell_squares(text, token, None) for token in partings.get(text, ())] or [text]
            legal = ((tree.line_after_text(line, new), (*way, new)) for line, way in ways for new in spellings)
            ways = list(itertools.islice((one for one in legal if one[0] != ILLEGAL), MAX_SPLIT_LINES))
        for _, way in ways:
            yield {(place, text): new for place, (text, new) in enumerate(zip(texts, way, strict=True)) if text != new}


def _only_legal_suffix_corrections(tree: LineTree, texts: Sequence[str], kind: SlipKind) -> dict[tuple[int, str], str]:
    """Return the only legal suffix corrections, by place and text.

    Each has the only legal text for it.
    It is empty if a line has none or several.
    """
    new: dict[tuple[int, str], str] = {}
    line = START
    for place, text in enumerate(texts):
        after = tree.line_after_text(line, text)
        if after == ILLEGAL:
            written = tree.tokenizer.token_of_text(text)
            fitting = [
                move
                for move in tree.legal_moves_after(line)
                if slip_between(written, tree.token(move), tree.size) is kind
            ]
            if len(fitting) != 1:
                return {}
            new[place, text] = side_mark(text) + tree.game.spell(fitting[0])
            after = tree.line_after_move(line, fitting[0])
        line = after
    return new


_FIGURES = re.compile("[0-9０-９]+")
_EXCHANGED = (("先手", "後手"), ("白", "黒"), ("先", "後"), ("▲", "△"), ("☗", "☖"))
_DRAW = "引き分け"


def closing_line_edits(record: Record, verdict: Verdict) -> tuple[Edit, ...]:
    """Return the closing lines with one slip corrected."""
    main = record.main
    # A record of a match counts no plies of its own, and the last plies of a game may stand behind a fault.
    plies = len(verdict.replay.moves) if verdict.replay is not None else None
    edits: list[Edit] = []
    for claim in (main.closing, *main.claims):
        if claim is not None:
            edits += _claim_edits(claim, verdict.plies, plies)
    if main.score is not None and verdict.scores():
        edits += _total_edits(record, main.score, verdict)
    return tuple(edits)


def _claim_edits(claim: Closing, ply: int, plies: int | None) -> Iterator[Edit]:
    """Yield a closing line with its count or winner mended."""
    text = claim.text
    if claim.count is not None and plies is not None and claim.count != plies:
        yield from _edit(SlipKind.COUNT, ply, claim, with_ply_count(text, plies))
    if claim.outcome is not None:
        for one, two in _EXCHANGED:
            if (one in text) != (two in text):
                yield from _edit(
                    SlipKind.WINNER, ply, claim, text.replace(one, "\0").replace(two, one).replace("\0", two)
                )
                break
        result = re.search(r"(?:(?<=で)|(?<=、)|^)[^で、]*(?:勝ち|負け|勝|負)", text)
        if result is not None:
            yield from _edit(SlipKind.WINNER, ply, claim, text[: result.start()] + _DRAW + text[result.end() :])
    elif claim.word is not None and claim.word.startswith("引"):
        for winner in ("先手の勝ち", "後手の勝ち"):
            yield from _edit(SlipKind.WINNER, ply, claim, text.replace(claim.word, winner))


def _edit(kind: SlipKind, ply: int, claim: Closing, text: str) -> Iterator[Edit]:
    if text != claim.text:
        yield Edit(kind, ply, claim.text, text, (LineReplacement(claim.line, claim.column, claim.text, text),))


def _total_edits(record: Record, score: Score, verdict: Verdict) -> Iterator[Edit]:
    """Yield the total with one of its two numbers mended."""
    counted = verdict.scores()[-1]
    line = record.source.lines[score.line - 1]
    numbers = list(_FIGURES.finditer(line, score.column - 1))
    if len(numbers) != len(counted):
        return
    wrong = [place for place, said in enumerate((score.first, score.second)) if said != counted[place]]
    if len(wrong) == 1:
        number, right = numbers[wrong[0]], f"{counted[wrong[0]]:g}"
        text = line[score.column - 1 :]
        at = number.start() - score.column + 1
        now = text[:at] + right + text[at + len(number[0]) :]
        replaced = LineReplacement(score.line, number.start() + 1, number[0], right)
        yield Edit(SlipKind.TOTAL, verdict.plies, text, now, (replaced,))


MAX_SETUPS_TRIED = 2000
"""The most set-ups that are tried."""


def diagram_edits(record: Record, verdict: Verdict, game: Game) -> tuple[Edit, ...]:
    """Return the diagrams with one slip corrected, unreadable set-ups included."""
    if verdict.replay is None:
        return tuple(_setup_edits(record, verdict, game))
    edits: list[Edit] = []
    for checkpoint in record.main.checkpoints:
        if checkpoint.ply < len(verdict.replay.positions):
            position = verdict.replay.positions[checkpoint.ply]
            edits += _checkpoint_edits(checkpoint.diagram, checkpoint.ply, game, position)
    return tuple(edits)


def _checkpoint_edits(diagram: DiagramText, ply: int, game: Game, position: Position) -> Iterator[Edit]:
    """Yield the diagram with its one wrong line corrected by the position."""
    spelled = split_diagram(0, list(enumerate(game.spell_diagram(position).splitlines(), start=1)))
    rows = {row.number: row.cells for row in spelled.rows}
    fields = {field.key: field.value for field in spelled.fields}
    wrong: list[tuple[int, int, str, str]] = []
    for row in diagram.rows:
        right = rows.get(row.number)
        if right is not None and right != row.cells:
            wrong.append((row.line, row.column, row.cells, right))
    for field in diagram.fields:
        right = fields.get(field.key)
        if right is not None and right != field.value:
            wrong.append((field.line, field.column, field.value, right))
    for line, column, was, now in wrong:
        if _differ_by_one_slip(was, now) or len(wrong) == 1:
            yield Edit(SlipKind.DIAGRAM, ply, was, now, (LineReplacement(line, column, was, now),))


def _differ_by_one_slip(was: str, now: str) -> bool:
    """Tell whether two rows differ in one cell or exchanged neighbours."""
    differing = [at for at, (one, two) in enumerate(zip(was, now, strict=False)) if one != two]
    return len(was) == len(now) and bool(differing) and differing[-1] - differing[0] < 4  # noqa: PLR2004 - two cells of two


def _setup_edits(record: Record, verdict: Verdict, game: Game) -> Iterator[Edit]:
    """Yield the set-up with its unreadable character replaced, deleted or preceded."""
    fault, diagram = verdict.fault, record.setup
    if fault is None or diagram is None or fault.line is None:
        return
    row = next((row for row in diagram.rows if row.line == fault.line), None)
    if row is None:
        return
    cells = _cell_characters(game, diagram)
    size = max((len(other.cells) for other in diagram.rows), key=[len(other.cells) for other in diagram.rows].count)
    texts: dict[str, None] = {}
    for at in range(len(row.cells) + 1):
        if len(row.cells) >= size and at < len(row.cells):
            texts |= dict.fromkeys(
                row.cells[:at] + cell + row.cells[at + len(cell) :] for cell in cells if len(row.cells) == size
            )
            texts |= {row.cells[:at] + row.cells[at + 1 :]: None} if len(row.cells) > size else {}
        elif len(row.cells) < size:
            texts |= dict.fromkeys(row.cells[:at] + cell + row.cells[at:] for cell in cells)
    count = 0
    for text in texts:
        mended = diagram._replace(
            rows=tuple(other._replace(cells=text) if other is row else other for other in diagram.rows)
        )
        count += 1
        if count > MAX_SETUPS_TRIED:
            return
        try:
            game.read_diagram(mended)
        except InvalidSetup:
            continue
        replaced = LineReplacement(row.line, row.column, row.cells, text)
        yield Edit(SlipKind.DIAGRAM, 0, row.cells, text, (replaced,))


def _cell_characters(game: Game, diagram: DiagramText) -> list[str]:
    """Return the characters of cells: start, diagram, empty square."""
    start = game.blank_start()
    shown = {game.cell(start, square) for square in range(game.board.columns * game.board.rows)}
    shown |= {character for row in diagram.rows for character in row.cells}
    return sorted(cell.strip() for cell in shown if cell.strip())
