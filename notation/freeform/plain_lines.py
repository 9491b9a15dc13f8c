"""Lines that the notation reads, each with one reading: heads, moves, ends, diagrams, branches, the start of the game."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kifu.core.move_grammar import split_side
from kifu.core.outcome import PLAYERS, SIDE_NAMES, Side, special_word_and_rest
from kifu.core.squares import BLANKS
from kifu.referee.record import Source
from kifu.referee.record import Span as Lines
from kifu.referee.resolve import Resolved, resolve
from notation.closing_line_reader import read_closing_line
from notation.formats.kif_head_reader import (
    FIELD_BEHIND_A_NAME,
    GAME,
    HALVES,
    MATCH,
    MATCH_SCORE,
    RESULT_KEYS,
    RULES,
    SCORE,
    known_header_keys,
)
from notation.formats.kif_moves_of_line import is_move
from notation.formats.kif_record_reader import Reader, RecordPart
from notation.freeform.apply_move import FOUL
from notation.freeform.free_text_risk import count_move_like_texts, free_text_risk, holds_move_of_ply
from notation.freeform.head_lines_in_other_words import KEYS
from notation.freeform.hypothesis import DIAGRAM, CopyItem, PlyLink, line_read_as, special_words_by_text, verbatim_item
from notation.freeform.move_readings import is_out_of_turn, moves_without_origin
from notation.freeform.plain_copy import copy_line
from notation.freeform.plain_diagram_lines_and_setup import (
    DiagramLine,
    add_turn_line,
    is_plain_header,
    may_be_later_position,
    move_fields_below_diagram,
    plain_diagram_line,
    plain_row,
    setup_as_not_understood,
    with_setup_in_diagram,
)
from notation.freeform.players_of_head_lines import NAMED_RESULT
from notation.freeform.setup_in_words import does_name_tell_units
from notation.freeform.spans_line_context_and_sides import LineContext
from notation.freeform.unsettled_move_errors import illegal_behind_slip_error
from notation.lazy_pattern import kept_pattern
from notation.line_kinds import BRANCH, CLEAN_MOVE, LineKind, classify_line, read_clock
from notation.line_kinds import ClassifiedLine as ScannedItem

if TYPE_CHECKING:
    from kifu.core.game.game import Game, Position
    from kifu.referee.record import Closing
    from notation.formats.kif_head_reader import RulesSource
    from notation.freeform.clean_lines import CleanLine
    from notation.freeform.fold_text import Place
    from notation.freeform.hypothesis import Hypothesis

ONE_MOVE = 2.5
"""The risk of a text that names one move and says nothing else."""
_HALF = kept_pattern(rf"[【\[(]?\s*(?:{MATCH}\s*)?(?:[:：]\s*)?({'|'.join(HALVES)})戦?\s*[】\])]?")
"""The line before a game of a match, as people write it."""
_BARE_KEY = kept_pattern(
    rf"^(?:先手|後手|結果|[▲△])|[\s、。，,;；・｜|／/](?:(?:{KEYS})[:：=＝\s]|[▲△])|\w(?:{KEYS})[:：=＝]|[\s\u3000](?:先手|後手|結果)"
)
_BELOW_THE_MOVES = RESULT_KEYS | {RULES, SCORE, MATCH_SCORE}
"""The keys of heads that may stand among the moves, or that the strict reader names there."""
_LEFT_OUT = frozenset({"comment", "unread"})
"""The kinds of items that say nothing about how a game starts."""


class PlainLines:
    """Reads the plain lines of one record, and settles where its game starts."""

    def __init__(self, source: Source, game: Game, rules: RulesSource) -> None:
        self.source, self.game, self.rules = source, game, rules
        self.boards: set[tuple[Place, ...]] = set()
        """The lines that begin a diagram that nothing announces."""
        self.boards_of_plies: dict[tuple[Place, ...], int] = {}
        """The plies behind which such diagrams stand, as lines above them tell, by the lines of their rows."""
        self._starts: dict[tuple[str, ...], tuple[Game, Position | None]] = {}
        self._items: dict[str, ScannedItem] = {}

    def scanned_item(self, text: str) -> ScannedItem:
        """Return a line as the strict reader sees it."""
        if text not in self._items:
            self._items[text] = classify_line(text, special_words_by_text(self.game))
        return self._items[text]

    def after_diagram_line(self, hypothesis: Hypothesis, clean_line: CleanLine, item: ScannedItem) -> Hypothesis | None:
        """Return the hypothesis after a line of a diagram; None for any other line."""
        drawn = plain_diagram_line(hypothesis.game, clean_line, item, hypothesis.row, moving=hypothesis.moving)
        place = clean_line.passage.places[:1]
        if drawn is None and hypothesis.moving and self.boards_of_plies.get(place, hypothesis.ply) != hypothesis.ply:
            return hypothesis.adding(verbatim_item(clean_line, "unread"))  # it stands behind another ply
        unannounced = drawn is None and hypothesis.started and place in self.boards
        if unannounced and (hypothesis.moving or all(line.text != DIAGRAM for line in hypothesis.lines())):
            drawn = DiagramLine(plain_row(hypothesis.game, clean_line.passage.text, 1), 2, begins=True)
        if drawn is None:
            return None
        if drawn.begins:
            hypothesis = hypothesis.adding(CopyItem((copy_line(clean_line.passage, DIAGRAM),), "kept"))
        if drawn.lines is None:
            hypothesis = hypothesis.adding(verbatim_item(clean_line))
        else:
            lines = tuple(copy_line(clean_line.passage, one) for one in drawn.lines)
            hypothesis = hypothesis.adding(CopyItem(lines, "kept", clean_line.passage))
        hypothesis = hypothesis._replace(row=drawn.row)
        return hypothesis.with_fields() if drawn.ends else hypothesis

    def after_branch_or_match_line(
        self, hypothesis: Hypothesis, clean_line: CleanLine, item: ScannedItem, text: str
    ) -> Hypothesis | None:
        """Return the hypothesis after the line above a branch or a game of a match; None for any other line."""
        half = _HALF.fullmatch(clean_line.passage.text) if hypothesis.game.match_article is not None else None
        if half is not None and not (item.kind is LineKind.HEADER and item.key == MATCH):
            back = _of_half(self.with_moves_begun(hypothesis).back_to(0), half[1])
            return back._replace(in_match=True).adding(line_read_as(clean_line, f"{MATCH}：{half[1]}", "kept"))
        halves = item.kind is LineKind.HEADER and item.key in {MATCH, BRANCH}
        if item.kind is not LineKind.BRANCH and not halves:
            return None
        hypothesis = self.with_moves_begun(hypothesis)
        number = re.search(r"\d+", text)
        back = hypothesis.back_to(max(int(number[0]) - 1, 0) if number else 0)
        back = _of_half(back, item.text) if item.key == MATCH else back
        return back._replace(in_match=back.in_match or item.key == MATCH).adding(verbatim_item(clean_line))

    def after_plain_line(  # noqa: PLR0911 - one return for each kind of line
        self, hypothesis: Hypothesis, clean_line: CleanLine, item: ScannedItem, text: str
    ) -> Hypothesis | None:
        """Return the hypothesis after a line that the notation reads, which has no other reading; None for any other line."""
        if (
            item.kind is LineKind.TABLE
            and free_text_risk(LineContext(hypothesis.side_context(), moving=True), text) == 0
        ):
            return self.with_moves_begun(hypothesis).adding(verbatim_item(clean_line))
        if (
            clean_line.raw is None
            or hypothesis.roles
            or hypothesis.label is not None
            or hypothesis.pending
            or hypothesis.taken_back
        ):
            return None
        if item.kind is LineKind.HEADER:
            return self._after_plain_header(hypothesis, clean_line, item)
        if item.kind is LineKind.MOVE:
            return self._after_plain_move(hypothesis, clean_line, item)
        if item.kind is LineKind.CLOSING and hypothesis.moving and not hypothesis.over:
            return self._after_plain_closing(hypothesis, clean_line, text)
        if (
            item.kind is LineKind.CLOSING
            and hypothesis.over == "end"
            and read_closing_text(hypothesis, text) is not None
        ):
            return hypothesis.adding(verbatim_item(clean_line, "end"))
        return None

    def _after_plain_header(  # noqa: PLR0911
        self, hypothesis: Hypothesis, clean_line: CleanLine, item: ScannedItem
    ) -> Hypothesis | None:
        """Return the hypothesis after a header in the words of the notation; None if it may be read in another way."""
        game = hypothesis.game
        context = LineContext(hypothesis.side_context(), moving=False)
        if item.key in game.diagram_keys and hypothesis.moving:
            return hypothesis.adding(verbatim_item(clean_line))  # the strict reader says that it has no effect there
        if (
            item.key not in known_header_keys(game)
            or not is_plain_header(game, item)
            or item.key in SIDE_NAMES.keys() - {"先手", "後手"}
        ):
            return None
        if hypothesis.moving and not (item.key in _BELOW_THE_MOVES or hypothesis.over):
            return None
        if (item.key == GAME and hypothesis.started) or holds_move_of_ply(game, item.text, hypothesis.number + 1):
            return None
        if (
            item.key in PLAYERS
            and game.vocabulary.cells
            and (
                dict(hypothesis.head).get(item.key, item.text) != item.text
                or does_name_tell_units(game, f"{item.key}:{item.text}")
            )
        ):
            return None  # a line of a side, or its second one, may tell its units
        if item.key in {SCORE, MATCH_SCORE}:
            pass  # the strict reader judges what it says
        elif item.key in RESULT_KEYS:
            whole = any(key in PLAYERS and value and item.text == value for key, value in hypothesis.head)
            if read_closing_text(hypothesis, item.text) is None and not whole:
                return None  # also 勝ち：東條, of 東條(北高)
        elif _bare_key(item.text) or not self._is_a_value(context, item):
            return None  # also 先手：勝
        head = (
            hypothesis.head
            if any(key == item.key for key, _ in hypothesis.head)
            else (*hypothesis.head, (item.key, item.text))
        )
        hypothesis = hypothesis._replace(head=head, started=hypothesis.started or item.key == GAME)
        return hypothesis.adding(verbatim_item(clean_line, "head"))

    def _is_a_value(self, context: LineContext, item: ScannedItem) -> bool:
        """Return whether the value of a head holds no statement of its own; a remark about the game may name a move."""
        if item.key in PLAYERS and (
            NAMED_RESULT.fullmatch(item.text.strip(BLANKS)) or FIELD_BEHIND_A_NAME.search(item.text)
        ):
            return False
        if (
            item.key not in SIDE_NAMES
            and count_move_like_texts(context.game, item.text) == 1
            and not item.text[:1].isdecimal()
        ):
            return free_text_risk(context, item.text, kana=False) <= ONE_MOVE
        return not free_text_risk(context, item.text, kana=False)

    def _after_plain_move(self, hypothesis: Hypothesis, clean_line: CleanLine, item: ScannedItem) -> Hypothesis | None:  # noqa: PLR0911
        """Return the hypothesis after a move or special word of the notation; None if it may be read in another way."""
        if hypothesis.counted or (item.clock and read_clock(item.clock) is None):
            return None
        text = item.text.rstrip(BLANKS)
        special = special_word_and_rest(text.lstrip("▲△☗☖▽"), hypothesis.side_context().words)
        if special is None and (
            not is_move(hypothesis.game, text) or self._is_units_character_of_first(hypothesis, text)
        ):
            return None
        if hypothesis.over or (item.number is not None and item.number != hypothesis.number + 1):
            return None
        numbered = hypothesis.numbering not in {"", "ply"}
        if item.number is None and numbered and CLEAN_MOVE.fullmatch(clean_line.raw or "") is None and special is None:
            return None
        side, _ = split_side(text)
        hypothesis = self.with_moves_begun(hypothesis, side)
        if special is None and side is not None and hypothesis.position is not None and side is not hypothesis.side:
            return None
        number = hypothesis.number + 1 if item.number is None else item.number
        hypothesis = hypothesis if item.number is None else hypothesis.paid_back()
        kept = hypothesis._replace(
            number=number,
            ruled=False,
            numbering="ply" if number > 1 and item.number is not None else hypothesis.numbering,
        )
        if special is not None:
            over = "break" if special[0] == "中断" else "end"
            return kept.adding(verbatim_item(clean_line, "end"))._replace(number=number - 1, over=over)
        after = kept._replace(plies=hypothesis.after(text))
        foul = after.position is None and hypothesis.position is not None
        if foul and item.number is None and moves_without_origin(hypothesis.game, text, hypothesis.position):
            return None
        turn = verbatim_item(clean_line, "kept-turn")._replace(ply=after.ply)
        if foul and is_out_of_turn(hypothesis.game, hypothesis.plies, text):
            turn = turn._replace(slip=illegal_behind_slip_error(text))
        stated = item.number is not None or side is not None
        if clean_line.sender or (foul and (hypothesis.slipped or (turn.slip is not None and not stated))):
            return None
        return after.adding(turn, FOUL * foul)

    def _after_plain_closing(self, hypothesis: Hypothesis, clean_line: CleanLine, text: str) -> Hypothesis | None:
        closing = read_closing_text(hypothesis, text)
        if closing is None or closing.count not in {None, hypothesis.ply}:
            return None
        over = "end" if closing.outcome is not None or (closing.word not in {None, "中断"}) else "inferred"
        over = "break" if closing.word == "中断" else over
        hypothesis = hypothesis if closing.count is None else hypothesis.paid_back()
        return hypothesis.adding(verbatim_item(clean_line, "end"))._replace(over=over)

    def _is_units_character_of_first(self, hypothesis: Hypothesis, text: str) -> bool:
        """Return whether 後手 writes a move with the character of 先手's unit, as `common` says of the record."""
        return (
            hypothesis.common and hypothesis.ply % 2 == 1 and any(one in text for one in hypothesis.game.common_units)
        )

    def with_moves_begun(self, hypothesis: Hypothesis, side: Side | str | None = None) -> Hypothesis:
        """Return the hypothesis with its moves begun, when the head is complete; `side` is that of the first turn."""
        if hypothesis.moving:
            return hypothesis
        bare = move_fields_below_diagram(hypothesis)
        hypothesis = with_setup_in_diagram(bare, self.source)._replace(moving=True)
        if side is Side.SECOND:
            hypothesis = add_turn_line(hypothesis)
        if not hypothesis.started:
            return hypothesis
        lines = tuple(line.text for line in hypothesis.lines(_LEFT_OUT))
        if lines not in self._starts:
            self._starts[lines] = self._game_and_start_of_head(lines)
        game, position = self._starts[lines]
        if position is None and may_be_later_position(bare):
            hypothesis = setup_as_not_understood(bare, self.source)._replace(moving=True)
        return hypothesis._replace(game=game, plies=PlyLink(position))

    def _game_and_start_of_head(self, lines: tuple[str, ...]) -> tuple[Game, Position | None]:
        source = Source("", b"", "utf-8", False, lines, ("\n",) * len(lines))  # noqa: FBT003
        start = next(at for at, line in enumerate(lines, start=1) if line.lstrip(BLANKS).startswith(GAME))
        head = Reader(RecordPart(source, 0, Lines(1, len(lines)), start), self.rules).read_record()
        if head.game is None:
            return self.game, None
        settled = resolve(head, head.game)
        return head.game, settled.start if isinstance(settled, Resolved) else None


def _of_half(hypothesis: Hypothesis, half: str) -> Hypothesis:
    """Return the hypothesis before a game of a match: in the second one the players have changed sides."""
    if half != HALVES[1]:
        return hypothesis
    other = dict(zip(PLAYERS, PLAYERS[::-1], strict=True))
    return hypothesis._replace(head=tuple((other.get(key, key), value) for key, value in hypothesis.head))


def read_closing_text(hypothesis: Hypothesis, text: str) -> Closing | None:
    """Return what a line says about the end of the game as the notation reads it; None for any other line."""
    sides = {side.label.ja: Side(at) for at, side in enumerate(hypothesis.game.sides)} | SIDE_NAMES
    return read_closing_line(
        text.strip(BLANKS), 1, 1, {**hypothesis.sides_of_players(), **sides}, hypothesis.side_context().words
    )


def _bare_key(text: str) -> bool:
    """Return whether a value begins with a key, or holds one behind a separator or before a colon."""
    return _BARE_KEY.search(text) is not None
