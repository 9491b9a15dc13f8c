"""The answer of a search: the plain copy of the cheapest reading, or the error that names two that are equally good."""

from __future__ import annotations

import re
from functools import lru_cache, partial
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.diagnostic import Diagnostic, note
from kifu.core.message import Message, quoted
from kifu.core.squares import BLANKS
from notation.formats.kif_head_reader import GAME
from notation.freeform.apply_move import ROW_FIRST
from notation.freeform.apply_turns_labels_and_reopening import settle_empty_places
from notation.freeform.check_counts_told_in_sentences import told_count_diagnostics
from notation.freeform.check_running_points import running_points_errors
from notation.freeform.clean_lines import clean_lines, without_comment_signs
from notation.freeform.doubtful_readings import (
    column_first_warning,
    ends_by_its_foul,
    first_foul_with_error,
    moves_with_doubtful_captures,
    reading_stopped_warning,
    replace_first_lines,
    texts_that_hide_moves,
    with_error_at_doubtful_order,
    with_errors_at_doubtful_moves,
)
from notation.freeform.doubtful_texts import (
    heads_with_sides_in_names,
    moves_that_remarks_correct,
    moves_with_doubtful_suffixes,
    moves_with_torn_origins,
    texts_of_possible_other_ends,
    texts_with_doubtful_claims,
    texts_with_doubtful_points,
)
from notation.freeform.find_game import (
    MIN_LEAD,
    MIN_MOVES,
    GameCandidate,
    count_legal_plies,
    find_game,
    first_lines_with_moves,
    games_named_in_short_lines,
    is_game_nicknamed,
    possible_games,
    several_games_error,
    unnamed_game_note,
)
from notation.freeform.game_headings import games_by_headings, lines_of_each_game, without_headings
from notation.freeform.headings_and_game_starts import games_by_starts, games_by_their_names
from notation.freeform.hypotheses_after_free_line import MAX_IDLE_SPANS
from notation.freeform.hypothesis import sides_by_player_name
from notation.freeform.hypothesis_beam import MARGIN
from notation.freeform.hypothesis_search import Search
from notation.freeform.lines_in_order_of_play import other_line_orders
from notation.freeform.lookalike_characters import Reread, copy_without_confusion
from notation.freeform.marks_and_labels_of_sides import with_circles_and_crosses_as_side_marks
from notation.freeform.plain_copy import PlainCopy, move_text_of_line
from notation.freeform.players_named_in_sentences import with_players_named_in_sentences
from notation.freeform.remarks_that_contradict_the_reading import remark_errors
from notation.freeform.repeated_page_lines import with_repeated_lines_as_comments
from notation.freeform.results_in_texts_and_beside_players import lines_with_players_above_result
from notation.freeform.stated_conventions import Conventions, players_of_heads, stated_conventions
from notation.freeform.tables_of_games import games_in_rows
from notation.freeform.texts_that_contradict_the_reading import (
    comments_of_next_ply,
    doubtful_result_errors,
    may_texts_hold_whole_game,
    warnings_on_contradicting_texts,
    with_hidden_moves_not_understood,
)
from notation.freeform.unsettled_move_errors import several_readings_error

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kifu.referee.record import Source, Span
    from notation.formats.kif_head_reader import RulesSource
    from notation.freeform.clean_lines import CleanLine
    from notation.freeform.hypothesis import CopyItem, Hypothesis

MAX_PROBED_SPANS = 5_000
"""The most spans that are looked at behind a move of a game that nothing names, until the next one shows that it is of it."""
MIN_RIVAL_SPANS, RIVAL_FACTOR = 500, 2
"""How many spans are looked at for another game when all moves are those of one: some, and twice as many as that one needed."""
MAX_LINES_SHOWN = 3
"""The most lines of the notation that a note shows."""


def plain_copy_of_record(
    source: Source, span: Span, rules: RulesSource, *, stars: bool = False, common: bool = False
) -> PlainCopy | None:
    """Return the copy of the record on the lines of `span` in the plain notation; None if they name no game.

    `stars` says that stars are bullets, not comments; `common` that 後手 writes the characters of 先手's units.
    """

    def read(changed: Source) -> tuple[PlainCopy, Hypothesis] | None:
        lines: Sequence[CleanLine] = _laid_out(tuple(changed.lines[span.first - 1 : span.last]), span.first)
        lines = without_comment_signs(lines) if stars else lines
        named = find_game(lines, rules)
        found = (
            _games_whose_moves_are_legal(changed, rules, lines, possible_games(lines, rules))
            if named is None
            else [named]
        )
        if not found:
            return None
        lines = without_headings(found[0].game, _without_repeats(changed, span, found[0], lines))
        return _copy_of_record(changed, span, rules, found, lines, stars=stars, common=common)

    return _copy_without_confusions_or_with_advice(source, read)


@lru_cache(maxsize=1)
def _laid_out(lines: tuple[str, ...], first: int) -> tuple[CleanLine, ...]:
    """Return the lines of a record without what they were copied with: once for the record, and for its sections."""
    return tuple(clean_lines(lines, first))


class _Sections(NamedTuple):
    """The games of a text that holds several."""

    named: list[GameCandidate]
    """What each is a game of."""
    spans: list[Span]
    """The lines of the file that each stands on; those of the first are also those above all."""
    lines: list[list[CleanLine]]
    """What each is read from."""


def plain_copies_of_games(
    source: Source, span: Span, rules: RulesSource, *, begun_anew: bool = False
) -> list[tuple[Span, PlainCopy | None]]:
    """Return the lines and the copy of each game of a text that holds several; else nothing.

    `begun_anew` says that moves that begin anew may be those of another game, which has to be tried.
    """
    found = _sections_in(source, span, rules, begun_anew=begun_anew)

    def read(at: int, changed: Source) -> tuple[PlainCopy, Hypothesis] | None:
        of_all = found if changed is source else _sections_in(changed, span, rules, begun_anew=begun_anew)
        if of_all is None or len(of_all.lines) <= at:
            return None
        return _copy_of_record(changed, span, rules, [of_all.named[at]], of_all.lines[at], stars=False, common=False)

    spans = [] if found is None else found.spans
    return [(own, _copy_without_confusions_or_with_advice(source, partial(read, at))) for at, own in enumerate(spans)]


def _sections_in(source: Source, span: Span, rules: RulesSource, *, begun_anew: bool) -> _Sections | None:
    """Return the games of a text that holds several below headings; None for any other text."""
    lines: Sequence[CleanLine] = _laid_out(tuple(source.lines[span.first - 1 : span.last]), span.first)
    named = find_game(lines, rules)
    known = games_named_in_short_lines(lines, named)
    if not known:
        return None
    if not begun_anew and (rows := games_in_rows(known, lines)):
        return _sections_of_rows(span, rules, named, rows)
    if begun_anew:
        sections = games_by_starts(known, lines)
    else:
        sections = (games_by_headings(known[0], lines) if named else []) or games_by_their_names(known, lines)
    if not sections:
        return None
    spans = _spans_from(span, [lines[one.first].line for one in sections])
    if named is not None:
        lines = _without_repeats(source, span, named, lines)
    parts = list(lines_of_each_game(known[0], lines, sections))
    games = [(find_game(part, rules) if begun_anew else None) or named for part in parts]
    candidates = [one for one in games if one is not None]
    if len(candidates) < len(parts):
        return None
    return _Sections(candidates, spans, parts)


def _sections_of_rows(
    span: Span, rules: RulesSource, named: GameCandidate | None, rows: list[list[CleanLine]]
) -> _Sections | None:
    """Return the games of a table with a game in each row; None if one is of no known game."""
    candidates = [one for one in (find_game(lines, rules) or named for lines in rows) if one is not None]
    own = [next(one.line for one in reversed(lines) if not (one.furniture or one.refused)) for lines in rows]
    return _Sections(candidates, _spans_from(span, own), rows) if len(candidates) == len(rows) else None


def _spans_from(span: Span, lines: Sequence[int]) -> list[Span]:
    """Return the parts of a span that begin on some lines; the first is also what stands above them."""
    firsts = [span.first, *lines[1:]]
    return list(map(type(span), firsts, [*(first - 1 for first in firsts[1:]), span.last]))


def _copy_without_confusions_or_with_advice(
    source: Source, read: Callable[[Source], tuple[PlainCopy, Hypothesis] | None]
) -> PlainCopy | None:
    """Return the copy of a text, with characters taken for others where that makes it right, or with the advice to do so."""
    found = read(source)
    if found is None:
        return None

    def reread(changed: Source) -> Reread | None:
        again = read(changed)
        return None if again is None else Reread(again[0], again[1].plies.positions())

    copy, best = found
    return copy_without_confusion(source, copy, best.game, reread)


def _without_repeats(source: Source, span: Span, named: GameCandidate, lines: Sequence[CleanLine]) -> list[CleanLine]:
    paged = any("\f" in line for line in source.lines[span.first - 1 : span.last])
    return with_repeated_lines_as_comments(named.game, lines, paged=paged)


def _copy_of_record(  # noqa: PLR0913 - where the record stands, and how it is copied
    source: Source,
    span: Span,
    rules: RulesSource,
    games: Sequence[GameCandidate],
    lines: Sequence[CleanLine],
    *,
    stars: bool,
    common: bool,
) -> tuple[PlainCopy, Hypothesis] | None:
    """Return the copy of a record, and its reading; None if its lines name no game. `games` are those that it may be of."""
    named, game = games[0], games[0].game
    lines = with_circles_and_crosses_as_side_marks(game, lines)
    conventions, lines = stated_conventions(game, lines_with_players_above_result(game, lines))
    named = (find_game(lines, rules) if named.title >= 0 else None) or named  # a line may have been parted
    search, (found, *others) = _hypotheses_and_search(
        source, rules, lines, named, stars=stars, common=common, conventions=conventions
    )
    if named.title >= 0 and not any(one.started for one in found):
        named = named.as_named_by_sentence(lines[max(0, min(named.title, len(lines) - 1))].line)
        search, (found, *others) = _hypotheses_and_search(
            source, rules, lines, named, stars=stars, common=common, conventions=conventions
        )
    best = next((one for one in found if one.started), found[0])
    if not best.started:
        return None
    if may_texts_hold_whole_game(best):
        best = with_hidden_moves_not_understood(best, source)
    others_as_good = [one for one in found[1:] if one.started and one.cost < best.cost + MARGIN]
    best = with_errors_at_doubtful_moves(
        search, best, others_as_good
    )  # one that has not begun knows no position, and no foul
    if best.slipped:
        slips = {
            id(item): item.lines[0]._replace(unread=item.slip)
            for item in best.items_from_last()
            if item.slip is not None
        }
        best = replace_first_lines(best, slips)
    if best.implied and not _leaves_origins_out(best):
        implied = {
            id(item): item.lines[0]._replace(unread=item.implied) for item in best.items_from_last() if item.implied
        }
        best = replace_first_lines(best, implied)
    best = replace_first_lines(best, dict(moves_with_doubtful_suffixes(best)))
    doubts = (
        () if ends_by_its_foul(best) else first_foul_with_error(search, best),
        texts_of_possible_other_ends(search, best),
        texts_with_doubtful_claims(search, best),
        texts_with_doubtful_points(search, best),
        texts_that_hide_moves(search, best),
        comments_of_next_ply(best),
        moves_with_doubtful_captures(best),
        moves_that_remarks_correct(best),
        moves_with_torn_origins(search, best),
        heads_with_sides_in_names(search, best),
    )
    best = replace_first_lines(best, dict(chain.from_iterable(doubts)))
    best = with_error_at_doubtful_order(
        search, best, [other[0] for other in others if other[0].cost < best.cost + MARGIN]
    )
    best = with_players_named_in_sentences(_with_error_at_labels_of_the_other_side(best, lines), lines)
    copied = best.lines()
    start = next((at for at, line in enumerate(copied, start=1) if line.text.lstrip().startswith(GAME)), 1)
    near = [one for one in found if one.cost < best.cost + ROW_FIRST + MARGIN]
    about = [
        several_games_error(games, span.first) if len(games) > 1 else unnamed_game_note(named, best.ply),
        column_first_warning(best, near),
    ]
    about += [
        reading_stopped_warning(search.stopped),
        *doubtful_result_errors(search, best),
        *running_points_errors(best),
        *told_count_diagnostics(search, best),
        *warnings_on_contradicting_texts(search, best),
        *remark_errors(search, best),
    ]
    return PlainCopy(tuple(copied), start, (*filter(None, about), *_reading_notes(search, best))), best


def _hypotheses_and_search(  # noqa: PLR0913 - what is read, and how
    source: Source,
    rules: RulesSource,
    lines: Sequence[CleanLine],
    named: GameCandidate,
    *,
    stars: bool,
    common: bool,
    conventions: Conventions,
    patience: int | None = None,
) -> tuple[Search, list[list[Hypothesis]]]:
    """Return the hypotheses about a record of a game, the cheapest first, for each order of its lines, and their search.

    `patience` is how many spans are looked at behind a move until the next one, while it is asked whether the record is of the game.
    """
    probing = patience is not None
    search = Search(source, named.game, rules, stars=stars, patience=patience or MAX_IDLE_SPANS, probing=probing)
    first = named.first_hypothesis(common=common)._replace(
        order=conventions.order, names=conventions.names, counted=conventions.counted
    )
    arranged = [
        [
            settle_empty_places(one, None, search.written)
            for one in search.hypotheses_after_lines(first, order, named.title)
        ]
        for order in (lines, *other_line_orders(lines))
    ]
    written, *others = arranged
    return search, sorted((written, *(one for one in others if one[0].ply)), key=lambda one: one[0].cost)


def _with_error_at_labels_of_the_other_side(best: Hypothesis, lines: Sequence[CleanLine]) -> Hypothesis:
    """Return the reading with an error at its first turn if the head gives the names before the moves to the other sides."""
    players = players_of_heads(best.game, lines)
    heads = players if best.in_match else players | dict(sides_by_player_name(best.head))
    agrees = {heads[name] is side for name, side in best.speakers if name in heads}
    agrees = agrees or {players[name] is side for name, side in best.names if name in players}
    turn = next(iter(best.turns()), None)
    if turn is None or agrees != {False}:
        return best
    move = move_text_of_line(turn.lines[0].text).lstrip("▲△")
    unread = several_readings_error(move, [f"▲{move}", f"△{move}"])
    return replace_first_lines(best, {id(turn): turn.lines[0]._replace(unread=unread)})


MIN_IMPLIED = 3
"""The fewest moves without the square that they leave by which a record is known to leave it out where one unit can go."""


def _leaves_origins_out(hypothesis: Hypothesis) -> bool:
    """Return whether a record names the square that a unit leaves only where several could go."""
    ahead = hypothesis.plies.positions()[::-1]
    turns = [item for item in reversed(list(hypothesis.items_from_last())) if item.kind in {"turn", "kept-turn"}]
    for position, item in zip(ahead, turns, strict=False):
        squares, _, end = move_text_of_line(item.lines[0].text).rpartition("-")
        same = item.passage is not None and "同" in item.passage.text
        if item.implied is None and squares and position is not None and not same:
            legal = [hypothesis.game.spell(one) for one in hypothesis.game.legal_moves(position)]
            if sum(text.endswith(end) for text in legal) == 1:
                return False  # it was named although nothing else can go there
    return hypothesis.implied >= MIN_IMPLIED


def _games_whose_moves_are_legal(
    source: Source, rules: RulesSource, lines: Sequence[CleanLine], games: Sequence[GameCandidate]
) -> list[GameCandidate]:
    """Return the only game in which the moves of a record are legal; several if nothing decides between them, or none."""
    if len(games) == 1 and games[0].said:
        return [games[0]]
    part = first_lines_with_moves(lines, games)
    known: dict[str, int] = {}
    nicknames = [one for one in games if is_game_nicknamed(one.game, lines)]
    patience = MAX_PROBED_SPANS
    for one in sorted(games, key=lambda one: one not in nicknames):
        conventions, told = stated_conventions(one.game, with_circles_and_crosses_as_side_marks(one.game, part))
        found = [
            _hypotheses_and_search(
                source, rules, told, one, stars=False, common=common, conventions=conventions, patience=patience
            )
            for common in ((False, True) if one.game.common_units else (False,))
        ]
        cheapest = [of_all[0][0] for _, of_all in found]
        known[one.game.id] = plies = max(map(count_legal_plies, cheapest))
        whole = MIN_MOVES <= plies == max(read.ply for read in cheapest)
        if nicknames == [one] and whole:
            return [one]
        if whole:  # another game of the same moves shows each about as soon
            waited = max(search.waited for search, _ in found)
            patience = min(patience, MIN_RIVAL_SPANS + RIVAL_FACTOR * waited)
    best = max(known.values(), default=0)
    if best < MIN_MOVES:
        return []
    fitting = [one for one in games if known[one.game.id] > best - MIN_LEAD]
    named = [one for one in fitting if one in nicknames]
    return named if len(named) == 1 else fitting


def _bare(text: str) -> str:
    """Return a line without its ply number and the blanks round it."""
    return re.sub(rf"^[{BLANKS}]*\d+[{BLANKS}]+", "", text).strip(BLANKS)


def _game_goes_on_note(item: CopyItem) -> Diagnostic:
    """Return the note on an end that ends nothing, because moves follow it: the game was broken off and went on."""
    line, text = item.lines[0], quoted(item.lines[0].text.lstrip("*"))
    message = Message(
        f"「{text}」のあとに手が続くので、中断をはさんだ一局として読みました",
        f"moves follow '{text}': read as one game with a break there",
    )
    return note("game-goes-on", message, *(line.place or (line.line, 1)))


def _reading_notes(search: Search, hypothesis: Hypothesis) -> list[Diagnostic]:
    """Return the notes on what was read otherwise than it stands, one for each statement."""
    notes = []
    for item in reversed(list(hypothesis.items_from_last())):
        if item.kind == "break":
            notes.append(_game_goes_on_note(item))
            continue
        if item.passage is None or not item.passage.places:
            continue
        numbers = {line for line, _ in item.passage.places}
        fault = item.lines[0].unread if item.lines else None
        if fault is not None and (
            fault.code != "illegal-as-read" or not item.lines[0].text.lstrip("0123456789 ").startswith(("▲", "△"))
        ):
            numbers -= {item.lines[0].line}  # its error stands there
            if not numbers:
                continue
        written = search.written(item.passage)
        lines = [line.text for line in item.lines]
        if lines == [written] and len(numbers) == 1:
            continue
        if len(lines) == 1 and _bare(lines[0]) == _bare(search.source.lines[item.passage.place[0] - 1]):
            continue
        text = quoted(written.strip())
        shown = [quoted(re.sub(r"\s+", " ", line.strip())) for line in lines[:MAX_LINES_SHOWN] if line.strip()]
        if shown == [text]:
            text = quoted(search.source.lines[item.passage.place[0] - 1].strip())
        more = "…" if len(lines) > MAX_LINES_SHOWN else ""
        ja, en = "」「".join(shown) + more, "', '".join(shown) + more
        message = (
            Message(f"「{text}」を「{ja}」と読みました", f"'{text}' was read as '{en}'")
            if shown
            else Message(f"「{text}」は表の罫線と読みました", f"'{text}' was read as a line of a table's frame")
        )
        one = note(
            "read-as",
            message,
            *item.passage.place,
            width=item.passage.width,
            **({} if item.ply is None else {"ply": item.ply}),
        )
        notes += [one if line == one.line else one._replace(line=line, column=1, width=1) for line in sorted(numbers)]
    return notes
