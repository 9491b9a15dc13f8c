"""Tests that a cover of a line is whole: no character without a span, no span without a statement."""

from itertools import product

import form_faults
import pytest
import written_forms
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profile import examples

from kifu.core import games
from kifu.core.outcome import SPECIALS, Side
from kifu.core.squares import BLANKS
from notation.freeform.fold_text import fold_line
from notation.freeform.line_covers import COST_RANGE, MAX_COVERS, LineSpans, cheapest_covers_and_count
from notation.freeform.move_and_unit_rewriting import rewrite_in_notation
from notation.freeform.spans_line_context_and_sides import LineContext, SideContext
from notation.freeform.squares_named_in_text import squares_ends_and_first_axes_at
from notation.freeform.statements_of_covers import statements_of

PLAYERS = {"山田": Side.FIRST, "鈴木": Side.SECOND}
WITHOUT_A_STATEMENT = frozenset({"sep", "furniture", "or", "correcting"})
"""The kinds of spans that say nothing by themselves."""
lines = st.text(st.sampled_from(form_faults.SIGNS), min_size=1, max_size=40)


def covers(game, text, *, moving, moves_only=False):
    """Return the line with the notation's own words, and its covers."""
    rules = games.load(game)
    passage = rewrite_in_notation(rules, fold_line(text, 1).cut(0))
    context = LineContext(SideContext(rules, {**SPECIALS, **rules.words}, PLAYERS), moving)
    return passage.text, cheapest_covers_and_count(LineSpans(context, passage.text), moves_only=moves_only)[0]


@pytest.mark.parametrize("game", written_forms.GAMES)
@settings(max_examples=examples(20, 300), deadline=None)
@given(text=lines, moving=st.booleans())
def test_covers_are_whole(game, text, moving):
    """Each character is in exactly one span, except blanks between spans; the covers are sorted, few, and near the cheapest."""
    line, found = covers(game, text, moving=moving)
    for cover in found:
        at = 0
        for span in cover.spans:
            assert not line[at : span.start].strip(BLANKS), (line, cover)
            assert at <= span.start < span.end <= len(line), (line, cover)
            at = span.end
        assert not line[at:].strip(BLANKS), (line, cover)
    costs = [cover.cost for cover in found]
    assert costs == sorted(costs)
    assert len(costs) <= MAX_COVERS
    assert not costs or costs[-1] <= costs[0] + COST_RANGE


@pytest.mark.parametrize("text", ["12 ▲四04武 (0:05)", "山田 四04-四05武 五01武", "1手目 二の4に武を置く"])
def test_covers_by_moves_are_those_without_free_text(text):
    """The covers by moves alone are the cheapest ones, as they are found among all; a line of prose has none."""
    alone, found = (covers("six", text, moving=True, moves_only=only)[1] for only in (True, False))
    assert alone
    assert alone[0] == found[0]
    assert {span.kind for cover in alone for span in cover.spans}.isdisjoint({"prose", "head", "end"})
    assert not covers("six", f"{text} で長考した", moving=True, moves_only=True)[1]


def test_a_line_that_may_have_an_end_has_no_cover_by_moves_alone():
    """A word of a result is weighed against all that it may be."""
    assert covers("six", "12 ▲四04武 投了", moving=True)[1]
    assert not covers("six", "12 ▲四04武 投了", moving=True, moves_only=True)[1]


@pytest.mark.parametrize("game", written_forms.GAMES)
@settings(max_examples=examples(20, 300), deadline=None)
@given(text=lines, moving=st.booleans())
def test_each_span_is_part_of_a_statement(game, text, moving):
    """Whatever is no blank and no separator lands in a statement of its line."""
    line, found = covers(game, text, moving=moving)
    for cover in found:
        told = statements_of(cover)
        for span in cover.spans:
            held = any(one.start <= span.start and span.end <= one.end for one in told)
            held |= any((span.start, span.end) == other[:2] for one in told for other in one.others)
            held |= span.kind == "num" and any((one.kind, one.number) == ("end", span.value) for one in told)
            assert held or span.kind in WITHOUT_A_STATEMENT, (line, span, told)


@pytest.mark.parametrize("game", written_forms.GAMES)
def test_covers_of_the_written_forms(game):
    """The lines of the corpus are covered whole as well."""
    texts = {
        line for form in written_forms.forms() if form.game == game for line in form.text.split("\n") if line.strip()
    }
    for text in sorted(texts)[::20]:
        line, found = covers(game, text, moving=True)
        for cover in found:
            spans = "".join(line[span.start : span.end] for span in cover.spans)
            assert "".join(spans.split()) == "".join(line.split()), (line, cover)


@pytest.mark.parametrize("game", ["six", "ace"])
def test_squares_of_any_signs(game):
    """Whatever figures of several scripts stand side by side, they are squares or none."""
    board = games.load(game).board
    for signs in product("①⑲16五十0a", repeat=4):
        for name, end, _ in squares_ends_and_first_axes_at(board, "".join(signs), 0):
            assert board.parse(name) is not None
            assert end > 1
