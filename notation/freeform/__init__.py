"""Reads records as people write them: each is copied into the plain form of the notation, and the copy is read.

A line's reading is a full cover of its characters by typed spans, a record's the cheapest path through its lines. What a
person reads in only one way is read, with a note; what can be read in two ways is an error that names both. The record that
comes out stands for the file as it is: its places are those of the file, its moves those of the copy.

**A new way of writing** goes to the module of what is written:

======================================= ===================================================================================================
a move, a move that is not known        :mod:`~notation.freeform.move_ink`, :mod:`~notation.freeform.move_recogniser`; a verb: :mod:`~notation.freeform.japanese_verbs`; any of many words: :mod:`~notation.freeform.word_list_patterns`; a square: :mod:`~notation.freeform.squares_named_in_text`
a move whose parts stand in any order   :mod:`~notation.freeform.moves_in_any_word_order`
what people write for a word of a move  :mod:`~notation.freeform.move_and_unit_rewriting`
a ply number, a time; a side            :mod:`~notation.freeform.number_time_and_side_recogniser`; words and marks: :mod:`~notation.freeform.spans_line_context_and_sides`
a remark, a correction                  :mod:`~notation.freeform.remark_recogniser`
a result                                :mod:`~notation.freeform.results_in_texts_and_beside_players`, :mod:`~notation.freeform.result_of_word_tokens`; a word of one: :mod:`~notation.freeform.tokens_of_result_words`; a verb: :mod:`~notation.freeform.japanese_verbs`; of either side: :mod:`~notation.freeform.undecided_results`
an end told in sentences                :mod:`~notation.freeform.ends_told_in_sentences`; who says them: :mod:`~notation.freeform.speakers_of_end_sentences`; its clauses, and of whom each is: :mod:`~notation.freeform.claims_of_clauses_about_ends`; a word that may stand behind one: :mod:`~notation.freeform.end_words_of_clauses`
what each player says of the end        :mod:`~notation.freeform.claims_of_players`
a word of one that tells none           :mod:`~notation.freeform.undecided_results`
a head: a key, a date                   :mod:`~notation.freeform.head_lines_in_other_words`; the players on it: :mod:`~notation.freeform.players_of_head_lines`; a sentence that names the game: :mod:`~notation.freeform.find_game`
the start in words; as a diagram        :mod:`~notation.freeform.setup_in_words`, :mod:`~notation.freeform.setup_parts`; :mod:`~notation.freeform.plain_diagram_lines_and_setup`
a board drawn otherwise: its rows       :mod:`~notation.freeform.drawn_boards`, and what lines say of it; whose units, which way turned: :mod:`~notation.freeform.redraw_boards_in_notation`
armies over several lines: their words  :mod:`~notation.freeform.army_line_reader`, :mod:`~notation.freeform.army_context`; the plain lines that they become: :mod:`~notation.freeform.armies_over_lines`; told by a sentence, row by row, or by their senders: :mod:`~notation.freeform.armies_told_by_sentence`
units by names of other languages       :mod:`~notation.freeform.move_and_unit_rewriting`
a row: its cells, the names of columns  :mod:`~notation.freeform.table_cells_and_columns`; its turns: :mod:`~notation.freeform.turns_of_table_rows`, :mod:`~notation.freeform.doubtful_texts`; columns by their contents: :mod:`~notation.freeform.name_table_columns_by_contents`
a sign that a record explains itself    :mod:`~notation.freeform.legends_of_signs`
which axis of a square stands first     :mod:`~notation.freeform.axis_order_and_direction`
a sentence about the players            :mod:`~notation.freeform.stated_conventions`; whose side it tells: :mod:`~notation.freeform.sides_of_names_in_texts`
players before the moves of their line  :mod:`~notation.freeform.one_line_records`
players that only sentences name        :mod:`~notation.freeform.players_named_in_sentences`
a result beside a player of the head    :mod:`~notation.freeform.results_in_texts_and_beside_players`
a ply written twice, or corrected       :mod:`~notation.freeform.corrected_plies`; beside it: :mod:`~notation.freeform.corrections_beside_moves`; by its number, or the one above: :mod:`~notation.freeform.corrections_of_numbered_plies`
words of a correction, what they change :mod:`~notation.freeform.correction_clauses`
a ply left out, or only its number      :mod:`~notation.freeform.omitted_plies_and_numbers`
marks of both sides: ○ and ×; W1, B1   :mod:`~notation.freeform.marks_and_labels_of_sides`
a heading of one of several games       :mod:`~notation.freeform.game_headings`; its words, and games without one: :mod:`~notation.freeform.headings_and_game_starts`; a list of their results: :mod:`~notation.freeform.results_listed_by_game`; a table of their points, or with a game in each row: :mod:`~notation.freeform.tables_of_games`
a form with boxes to tick: □ ■         :mod:`~notation.freeform.boxes_of_printed_forms`
quotes, messages, bullets, columns      :mod:`~notation.freeform.clean_lines`; who sent them: :mod:`~notation.freeform.chat_messages_and_posts`; the foot of a page: :mod:`~notation.freeform.repeated_page_lines`
what a program writes: members, tags    :mod:`~notation.freeform.json_xml_yaml_and_settings_members`; DATA, VALUES, rows without names: :mod:`~notation.freeform.dumped_and_coded_tables`
what it becomes: rows, heads, armies    :mod:`~notation.freeform.lines_of_structured_data`
widths, entities, furigana              :mod:`~notation.freeform.fold_text`
======================================= ===================================================================================================

**The way of a text** through the package:

- :mod:`~notation.freeform.fold_text`, :mod:`~notation.freeform.clean_lines`, :mod:`~notation.freeform.stated_conventions`: characters
  with their places; lines without what they were copied with; what a record says of its own way of writing
- :mod:`~notation.freeform.all_spans_at_a_place`: the spans (:mod:`~notation.freeform.spans_line_context_and_sides`) that begin at a place of a line, each
  found by a module of the table; :mod:`~notation.freeform.head_title_and_setup_recogniser`: those of heads;
  :mod:`~notation.freeform.free_text_spans_and_cost` and :mod:`~notation.freeform.free_text_risk`: prose, and what it costs to take a text for
  it
- :mod:`~notation.freeform.line_covers`: the cheapest covers of a line, kept for the lines of all records;
  :mod:`~notation.freeform.statements_of_covers`: what a cover says
- :mod:`~notation.freeform.move_readings`: what ink means in a position; :mod:`~notation.freeform.apply_statements`: statements applied
  to a hypothesis, by :mod:`~notation.freeform.apply_turns_labels_and_reopening` with :mod:`~notation.freeform.apply_move`, and
  :mod:`~notation.freeform.apply_ends_and_claimed_results`
- :mod:`~notation.freeform.hypothesis`, :mod:`~notation.freeform.hypothesis_beam` and :mod:`~notation.freeform.hypothesis_search`: hypotheses
  that grow line by line, by :mod:`~notation.freeform.plain_lines` and :mod:`~notation.freeform.hypotheses_after_free_line`;
  :mod:`~notation.freeform.lines_in_order_of_play`: lines put in order
- :mod:`~notation.freeform.copy_of_cheapest_reading`: the plain copy; :mod:`~notation.freeform.plain_copy`: its lines, and from its places
  to those of the file; :mod:`~notation.freeform.unsettled_move_errors`: what is said of a text that may be several moves, or
  none; :mod:`~notation.freeform.doubtful_readings`, :mod:`~notation.freeform.doubtful_texts`: what a reading leaves open, and
  signs behind moves that may belong to them;
  :mod:`~notation.freeform.check_running_points`: points so far; :mod:`~notation.freeform.check_counts_told_in_sentences`: counts in sentences;
  :mod:`~notation.freeform.check_facts_and_points_told_in_sentences`: facts of the game, and points, in sentences;
  :mod:`~notation.freeform.texts_that_contradict_the_reading`: titles and remarks that do not fit, comments and titles that hold moves;
  :mod:`~notation.freeform.remarks_that_contradict_the_reading`: what remarks may say, in weak words, of
  plies, points, sides and start, and (:mod:`~notation.freeform.winners_in_weak_words`) of the winner
- :mod:`~notation.freeform.lookalike_characters`: advice where a scanner has confused characters
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from kifu.core.diagnostic import Severity
from kifu.core.errors import InvalidSetup
from kifu.core.move_grammar import split_side
from kifu.core.outcome import PLAYERS, Side
from kifu.core.squares import BLANKS
from kifu.referee.record import Span
from kifu.referee.verify import verify
from notation.formats.kif_head_reader import (
    FIELD_BEHIND_A_NAME,
    GAME,
    MOVE_WITHIN,
    READ_WHOLE,
    SWALLOWED,
    was_recorded_at_table,
)
from notation.formats.kif_moves_of_line import is_move
from notation.formats.kif_record_reader import Reader, RecordPart
from notation.lazy_pattern import lazy_pattern
from notation.line_kinds import NUMBER, LineKind, classify_line

TURN = "手番"

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.core.diagnostic import Diagnostic
    from kifu.referee.record import Entry, Record, Source
    from notation.formats.kif_head_reader import RulesSource
    from notation.freeform.plain_copy import PlainCopy

_TROUBLES = frozenset(
    {"unreadable-time", "unclosed-header", "wrong-ply-number", "repeated-ply-number", "after-the-end"}
)
"""The warnings after which a record is read again; every error is one too."""
_PASSED_OVER = frozenset({"not-understood", "unreadable-closing"})
"""The warnings about lines behind the end."""
_KEPT_AS_READ = frozenset({"after-the-end", "unknown-header"})
_MOVE_ALONE = rf"(?:[一二三四五六七八九][0-9０-９]{{1,2}}\s?[-→]\s?)?(?:{MOVE_WITHIN.pattern})[^\sはがでにをともなのら、。?？]{{0,4}}"
_PLY_TOLD_AGAIN = lazy_pattern(
    rf"\W{{0,4}}(?:[先後]手の)?(?:初手|[0-9０-９]{{1,3}}\s?手目|(?i:move|ply)\s?[0-9]{{1,3}})\s?(?:[はがに:：、]|was|is)?\s?{_MOVE_ALONE}"
    rf"(?:です|でした|だった|と指した)?\W{{0,3}}|\W{{0,3}}{_MOVE_ALONE} (?:was|is) (?i:move|ply)\s?[0-9]{{1,3}}\W{{0,3}}"
)
"""A line behind the end that tells a ply by its number in words and its move, and nothing else: 7手目は三03弓."""
_QUOTED = rf"\s*(?:[>＞|]\s*)+{GAME}\s*[:：]"
_NUMBERED_MOVE_WITHIN = lazy_pattern(rf"(?<!\d)(\d{{1,3}})[{BLANKS}]+\S{{0,8}}?{MOVE_WITHIN.pattern}")
_ASIDE = frozenset({LineKind.HEADER, LineKind.COMMENT, LineKind.FILE_COMMENT, LineKind.BOOKMARK})
_RESULTS = frozenset(
    [
        "result",
        "outcome",
        "winner",
        "loser",
        "score",
        "points",
        "勝った人",
        "負けた人",
        "結末",
        "決着",
        "最終結果",
        "対局結果",
        "最終得点",
        "点数",
        "スコア",
        "ポイント",
    ]
)
"""Keys of a result, or of points, that only the reader of free forms knows."""
_MARKED_KEY = lazy_pattern(r"[▲△☗☖\s]|[(（](?:先手?|後手?|[白黒])番?[)）]")
_STRANGE = frozenset({"unknown-header", "repeated-header"})
MAX_LINES_TRIED = 400
"""The first lines of a record that tell whether 後手 writes the characters of 先手's units."""
_ENOUGH = 2
"""The least number of moves of 後手 that tell how the units of both sides are written."""


def needs_freeform(record: Record) -> bool:
    """Return whether something in a record was not understood, so that it may be written in a form of its own.

    The record of a table is read as it stands: else a text that its recorder has kept would become a move that nobody took.
    """
    return (
        any(one.severity is Severity.ERROR or one.code in _TROUBLES for one in record.diagnostics)
        or any(map(needs_freeform, record.games))
        or _looks_like_headers_alone(record)
        or _unread_amount(record) > 0
        or do_sides_share_units(record)
        or _has_unusual_diagram(record)
        or _names_columns_from_right(record)
        or has_swallowing_header(record)
        or _is_begun_by_second_side(record)
    ) and not was_recorded_at_table(record.source, record.span)


_COUNT = lazy_pattern(
    rf"(?:[0-9０-９]|{NUMBER})\s?(?:枚|個|つ|点|組|駒|手(?!目))|手目|[1-9１-９]に(?:いた|居た|あった)|アゲハマ|あげはま|揚げ?浜|ハマ|駒台|持ち?駒|次は.{{0,4}}番"
)
_OF_THIS_PROGRAM = lazy_pattern(r"\(kifu [a-z]+\)")
"""The name of the command in a comment that it has written: もしかして (kifu repair)."""


def may_tell_a_count(comment: str) -> bool:
    """Return whether a text of a plain record may tell a count that the record shows too; this program's own comments tell none."""
    return _COUNT.search(comment) is not None and _OF_THIS_PROGRAM.search(comment) is None


def with_compared_counts(record: Record) -> Record:
    """Return a plain record with a warning at each comment that tells a count which the record does not show."""
    if not any(may_tell_a_count(comment.text) for comment in record.main.comments):
        return record
    from notation.freeform import check_counts_told_in_sentences  # noqa: PLC0415 - a plain record needs none of this

    return check_counts_told_in_sentences.with_compared_counts(record)


def quoted_record_starts(source: Source) -> list[int]:
    """Return the indices of the lines that begin records within a quoted mail: > 棋種：6面体."""
    return [at for at, line in enumerate(source.lines) if GAME in line and re.match(_QUOTED, line)]


def _is_begun_by_second_side(record: Record) -> bool:
    """Return whether a record from a set-up begins with a move of 後手 although the set-up does not say so."""
    setup, entries = record.setup, record.main.entries
    if setup is None or not entries or split_side(entries[0].text)[0] is not Side.SECOND:
        return False
    return all(field.key != TURN for field in setup.fields)


def has_swallowing_header(record: Record) -> bool:
    """Return whether a header may hold further statements, in its value or before its colon."""
    return any(
        (header.key not in READ_WHOLE and SWALLOWED.search(header.value) is not None)
        or (header.key in PLAYERS and FIELD_BEHIND_A_NAME.search(header.value) is not None)
        or (not header.key.isalnum() and _MARKED_KEY.search(header.key) is not None)
        or header.key.lower() in _RESULTS
        for header in (*record.headers, *(header for game in record.games for header in game.headers))
    )


def _has_unusual_diagram(record: Record) -> bool:
    """Return whether a record's first diagram has rows without numbers, or blanks between cells, and cannot be read so."""
    game, setup = record.game, record.setup
    if game is None or setup is None or not any(row.number is None or " " in row.cells for row in setup.rows):
        return False
    try:
        game.read_diagram(setup)
    except InvalidSetup:
        return True
    return False


def _names_columns_from_right(record: Record) -> bool:
    """Return whether the first diagram of a record names its columns from the right, as those of shogi do."""
    game, setup = record.game, record.setup
    if game is None or setup is None or setup.head is None or not game.vocabulary.cells:
        return False
    from notation.freeform.drawn_boards import column_numbers  # noqa: PLC0415
    from notation.freeform.fold_text import fold_line  # noqa: PLC0415 - a plain record needs none of this

    names = column_numbers(fold_line(setup.head.cells, 1).text, game.board.columns)
    return names is not None and names[0] > names[-1]


def _looks_like_headers_alone(record: Record) -> bool:
    """Return whether a record has no move, but lines that look like headers of no known key, as messages do."""
    strange = any(one.code in _STRANGE for one in record.diagnostics)
    return strange and not record.games and not record.main.entries


def _unread_amount(record: Record) -> int:
    """Return how much of a record is not understood.

    That are the errors, what is passed over behind the moves, the moves that cannot be read, and those in the names of players.
    """
    game, entries = record.game, record.main.entries
    begun = entries[0].line if entries else 0
    places = {
        (one.line, one.column)
        for one in record.diagnostics
        if one.severity is Severity.ERROR
        or (0 < begun < (one.line or 0) and _may_line_hide_another_end(record, one))
        or (one.code == "unreadable-time" and _does_bracket_cut_move(record, one))
    }
    if game is None:
        return len(places) + 1
    all_entries = (entry for line in record.lines for entry in line.entries)
    # a move is unread if the game cannot read it, or if it can but a slip of the numbers leaves open whether it is a foul
    places |= {(one.line, one.column) for one in all_entries if (one.unread is None) != is_move(game, one.text)}
    swallowed = sum(one.key in PLAYERS and MOVE_WITHIN.search(one.value) is not None for one in record.headers)
    return len(places) + swallowed + sum(map(_unread_amount, record.games))


def _does_bracket_cut_move(record: Record, warning: Diagnostic) -> bool:
    """Return whether more stands behind the brackets that are no time: 八外（そと）合."""
    text = record.source.lines[(warning.line or 1) - 1]
    return re.search(r"[)）][^\W\d]", text[(warning.column or 1) - 1 :]) is not None


def _may_line_hide_another_end(record: Record, warning: Diagnostic) -> bool:
    """Return whether a warning is about a line behind the end that may hold another one, or a count."""
    text = record.source.lines[(warning.line or 1) - 1]
    if warning.code in _KEPT_AS_READ:
        return _PLY_TOLD_AGAIN.fullmatch(text.strip()) is not None
    says_more = may_tell_a_count(text) or SWALLOWED.search(text) is not None
    return warning.code in _PASSED_OVER and says_more


def do_sides_share_units(record: Record) -> bool:
    """Return whether 後手 writes the characters of 先手's units throughout."""
    common = record.game.common_units if record.game is not None else {}
    entries = record.main.entries
    if not common or len(entries) < 2 * _ENOUGH or entries[1].text[-1:] not in common:
        return False
    own = frozenset(common.values())

    def last(entry: Entry) -> str:
        return entry.text[-1:]

    return all(last(entry) in common for entry in entries[1::2]) and not any(last(entry) in own for entry in entries)


def read(source: Source, index: int, span: Span, rules: RulesSource, strict: Record | None) -> Record | None:
    """Return the record on the lines of `span` as people write it; None if it is none, or if `strict` is understood as well.

    `strict` is the record as the notation alone reads it; None if it finds none there.
    """
    found = _read_by_copy(source, index, span, rules)
    if not any(record is not None and record.main.entries for record in (found, strict)):
        starred = (
            _read_by_copy(source, index, span, rules, stars=True)
            if _may_star_line_hold_move(source, span, found or strict)
            else None
        )
        found = starred if starred is not None and len(starred.main.entries) >= _ENOUGH else found
    known = found or strict
    if known is not None and do_sides_share_units(known):
        first = span._replace(last=min(span.last, span.first + MAX_LINES_TRIED - 1))
        common = _read_by_copy(source, index, first, rules, common=True)
        if first != span and common is not None and _has_enough_legal_moves(common.plain):
            common = _read_by_copy(source, index, span, rules, common=True)
        found = common if common is not None and _has_enough_legal_moves(common.plain) else found
    if found is None or (
        strict is not None
        and strict.main.entries
        and _unread_amount(found.plain) > _unread_amount(strict)
        and not _names_columns_from_right(strict)
    ):
        return found if found is not None and strict is not None and _is_foul_in_doubt(found, strict) else None
    return found


def _may_star_line_hold_move(source: Source, span: Span, known: Record | None) -> bool:
    """Return whether a line with a star, which is no comment if the star is a bullet, may name a move."""
    from notation.freeform.clean_lines import without_bullet  # noqa: PLC0415
    from notation.freeform.fold_text import fold_line  # noqa: PLC0415 - a plain record needs none of this
    from notation.freeform.free_text_risk import count_move_like_texts  # noqa: PLC0415

    game = None if known is None else known.game
    marked = (line for line in source.lines[span.first - 1 : span.last] if any(sign in line for sign in "*＊#"))
    starred = (fold_line(line, 1) for line in marked)
    return any(
        game is None
        or count_move_like_texts(game, line.text) > 0
        or (without_bullet(line, stars=True) is not None and any(unit in line.text for unit in game.vocabulary.units))
        for line in starred
    )


_NUMBERS = frozenset({"wrong-ply-number", "repeated-ply-number", "missing-ply-number"})
"""What is said of the numbers alone: a plain record with a gap is judged as it stands."""


def _is_foul_in_doubt(record: Record, strict: Record) -> bool:
    """Return whether a foul of a record that is not plain is asked about: something besides its moves was not understood."""
    unread = [entry.unread.code for entry in record.plain.main.entries if entry.unread is not None]
    if strict.main.entries and _hides_numbered_ply(strict):
        return True  # the move that is missing stands in a head: 備考：晴れ 8 三01-四02四外反合
    return unread[:1] == ["illegal-as-read"] and (
        len(unread) > 1
        or any((entry.unread is None) != is_move(strict.game, entry.text) for entry in strict.main.entries)
        or any(one.code not in _NUMBERS for one in strict.diagnostics)
        or has_swallowing_header(strict)
    )


def _hides_numbered_ply(strict: Record) -> bool:
    """Return whether a comment or a head names a move by a number that no move of a record has: #定跡: △八05、 4 三01士."""
    lines = strict.source.lines[strict.span.first - 1 : strict.span.last]
    items = list(map(classify_line, lines))
    branch = next((at for at, item in enumerate(items) if item.kind is LineKind.BRANCH), None)
    written = {item.number for item in items[:branch] if item.number is not None}
    last = max(written, default=0)
    return any(
        0 < int(found[1]) <= last + (item.kind is LineKind.HEADER) and int(found[1]) not in written
        for item, line in zip(items, lines, strict=True)
        if item.kind in _ASIDE
        for found in _NUMBERED_MOVE_WITHIN.finditer(line)
    )


def read_sections(
    source: Source, index: int, span: Span, rules: RulesSource, *, begun_anew: bool = False
) -> tuple[Record, ...]:
    """Return the records of a text that holds several games below headings like 第1局, each with moves; else nothing.

    The lines above the first heading are those of every game. With `begun_anew` moves that begin anew are taken for another
    game, if all games can be read and judged so.
    """
    from notation.freeform.copy_of_cheapest_reading import plain_copies_of_games  # noqa: PLC0415 - a plain record needs none of this

    copies = plain_copies_of_games(source, span, rules, begun_anew=begun_anew)
    found = [_read_copy(source, index + at, span, rules, copy) for at, (_, copy) in enumerate(copies)]
    read = [one._replace(span=lines) for one, (lines, _) in zip(found, copies, strict=True) if one is not None]
    whole = len(read) == len(copies) and not (begun_anew and not _are_games_of_their_own(read))
    return tuple(read) if whole else ()


def may_hold_several_games(record: Record) -> bool:
    """Return whether a record may hold several games: something stands behind its end, or its numbers do not fit."""
    codes = _TROUBLES | _STRANGE
    troubled = any(one.severity is Severity.ERROR or one.code in codes for one in record.diagnostics)
    return troubled or _unread_amount(record.plain) > 0


def _are_games_of_their_own(records: Sequence[Record]) -> bool:
    """Return whether each record is understood and judged as a game of its own, and none tells the moves of the one before."""
    moves = [tuple(entry.text for entry in record.plain.main.entries) for record in records]
    again = any(one[: len(two)] == two[: len(one)] for one, two in pairwise(moves))
    return not again and not any(_unread_amount(one.plain) or verify(one, "").status.exit_code for one in records)


def _read_by_copy(  # noqa: PLR0913 - where the record stands, and how it is copied
    source: Source, index: int, span: Span, rules: RulesSource, *, stars: bool = False, common: bool = False
) -> Record | None:
    """Return the record of the plain copy of a text; None if nothing was read otherwise than it stands."""
    from notation.freeform.copy_of_cheapest_reading import plain_copy_of_record  # noqa: PLC0415 - a plain record needs none of this

    return _read_copy(source, index, span, rules, plain_copy_of_record(source, span, rules, stars=stars, common=common))


def _read_copy(source: Source, index: int, span: Span, rules: RulesSource, copy: PlainCopy | None) -> Record | None:
    """Return the record of a copy, with the places of the file; None if nothing was read otherwise than it stands."""
    from notation.freeform.hypotheses_after_free_line import plain_text  # noqa: PLC0415
    from notation.freeform.plain_copy import copy_as_source, record_at_places_of_file, with_reasons_of_unread_moves  # noqa: PLC0415 - a plain record needs none of this
    from notation.freeform.unsettled_move_errors import with_moves_that_fit  # noqa: PLC0415

    unchanged = copy is not None and not (any(line.unread or line.kind for line in copy.lines) or copy.notes)
    if copy is None or (
        unchanged
        and [plain_text(line.text) for line in copy.lines]
        == list(map(plain_text, source.lines[span.first - 1 : span.last]))
    ):
        return None
    whole = Span(1, len(copy.lines))
    refused = frozenset(number for number, line in enumerate(copy.lines, start=1) if line.kind == "unread")
    plain = Reader(
        RecordPart(copy_as_source(source, copy), index, whole, copy.start), rules, refused=refused
    ).read_record()
    return record_at_places_of_file(
        with_reasons_of_unread_moves(plain, with_moves_that_fit(plain, copy)), copy, source, span
    )


def _has_enough_legal_moves(record: Record) -> bool:
    """Return whether enough moves of both sides are legal to tell that their units are written so."""
    return verify(record, "").plies >= 2 * _ENOUGH
