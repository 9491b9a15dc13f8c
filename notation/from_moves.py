"""Record of a list of moves, proven by reading it back."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from kifu.core.errors import IllegalMove, InvalidMove, KifuError
from kifu.core.game.game import move_of
from kifu.core.message import Message, in_both, quoted
from kifu.core.outcome import Outcome
from notation.formats import kif_sheet as kif
from notation.formats.kif_writer import spell_closing
from notation.reading import read

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kifu.core.game.game import Game, Position
    from notation.reading import Document


def document_of_moves(  # noqa: PLR0913, PLR0917 - the parts of a record
    name: str,
    game: Game,
    moves: Sequence[str | int],
    head: Mapping[str, str],
    result: str | Outcome | None,
    start: Position | None,
) -> Document:
    """Return the document of one record in canonical form.

    A legal move is spelled in its standard form, any other text as it stands: the referee judges it. Raises IllegalMove for
    a number that is no move, and KifuError (``unwritable``) for what would be read back as something else.
    """
    texts = _spelled(game, moves, game.start() if start is None else start)
    special, closing = (None, spell_closing(len(texts), result)) if isinstance(result, Outcome) else (result, None)
    play = kif.Play(tuple(map(kif.WrittenTurn, texts)), special=special, closing=closing)
    sheet = kif.WrittenRecord(game, head, None if start is None else game.spell_diagram(start), play)
    document = read(name, kif.write(sheet, start).encode())
    for changed in _differences(document, sheet, start):
        raise KifuError("unwritable", in_both("{}: {}", _UNWRITABLE, changed))
    return document


_UNWRITABLE = Message("このままでは棋譜に書けません", "it cannot stand in a record as it is")


def _spelled(game: Game, moves: Sequence[str | int], position: Position) -> list[str]:
    """Return the moves as texts, in standard form up to the first that is not legal."""
    texts = []
    legal = True
    for move in moves:
        try:
            code = move_of(game, position, move)
        except (IllegalMove, InvalidMove) as refused:
            if refused.code == "no-such-move":
                raise
            legal = False
        if legal:
            position = game.play_legal(position, code)
            texts.append(game.spell(code))
        else:
            texts.append(move if isinstance(move, str) else game.spell(move))
    return texts


def _differences(document: Document, sheet: kif.WrittenRecord, start: Position | None) -> Iterator[Message]:
    """Yield what reads back otherwise than written."""
    if len(document.records) != 1 or document.records[0].games:
        yield Message("棋譜が一つになりません", "it is not one record")
        return
    (record,) = document.records
    game, main = record.game, record.main
    if game is None or record.refused is not None or game.rules != sheet.game.rules:
        yield Message("規則が変わります", "its rules change")
    elif start is not None and (record.setup is None or game.read_diagram(record.setup) != start):
        yield Message("別の局面から始まります", "it begins from another position")
    headers = [(header.key, header.value) for header in record.headers[2:]]
    if headers != list({**sheet.game.required_head, **sheet.headers}.items()) or main.claims:
        yield Message("見出しが変わります", "its head changes")
    for ply, (turn, entry) in enumerate(zip_longest(sheet.main.turns, main.entries), start=1):
        if turn is None or entry is None or (turn.text, turn.seconds) != (entry.text, entry.seconds):
            text = entry.text if turn is None else turn.text
            yield Message(f"{ply} 手目が変わります ({quoted(text)})", f"ply {ply} changes ({quoted(text)})")
    end = f"{main.special.word} {main.special.text}".rstrip() if main.special is not None else None
    if (end, main.closing and main.closing.text) != (sheet.main.special, sheet.main.closing):
        yield Message("結果が変わります", "its result changes")
    if any(unread.ply == 0 for unread in main.unread) or len(record.lines) > 1 or main.comments or main.checkpoints:
        yield Message("手でない行ができます", "a line other than a move would stand in it")
