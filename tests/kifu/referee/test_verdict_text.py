"""The words of a verdict, which every layout shares."""

from __future__ import annotations

import html

from helpers import HEAD
from helpers import verdict as verdict_on
from small_records import FOUL, OVER

from analysis.pdf.sheet_contents_of_record import score_sheet_of_record
from kifu.cli.printing.verdict_report import verdict_report
from kifu.core.outcome import Side
from kifu.reconcile.python_api import with_notebook_view
from kifu.reconcile.slip_or_foul import with_slip_headline
from kifu.referee import verdict_text as words
from kifu.render.html.record_pages_and_notebook import PageOptions, records_page


def test_every_layout_has_the_same_words():
    """The fault, the heading, the results and the ground are the same sentences in text, page, notebook and on paper."""
    verdict = verdict_on(f"{FOUL}3 反則負け\n")
    said = [
        words.headline_of_verdict(verdict),
        words.fault_sentence(verdict.fault),
        *(each.words for each in words.result_phrases(verdict)),
    ]
    said += [each.words for each in words.basis_phrases(verdict)][:1]
    assert len(said) > 3
    notebook = html.unescape(with_notebook_view(verdict)._repr_html_())
    for language in ("ja", "en"):
        text = verdict_report(verdict, verdict.record.source, 1, language)
        shown = html.unescape(records_page([verdict], PageOptions(language)))
        paper = (
            score_sheet_of_record(verdict.record, verdict, side=Side.FIRST, size="a4", language=language)
            .parts[0]
            .remarks
        )
        assert words.fault_sentence(verdict.fault).in_language(language) in paper
        for each in said:
            for layout in (text, shown, notebook):
                assert each.in_language(language) in layout, (language, each)


def test_a_fault_before_the_first_ply_has_its_line():
    """A set-up that cannot be read has no ply: the place is the line, and a place that is not known is not named."""
    fault = verdict_on("棋種：6面体\n1 四04占\n2 なに\n").fault
    assert fault.ply
    assert words.fault_place_text(fault).ja.endswith(f"({fault.line} 行目)")
    assert words.fault_place_text(fault._replace(ply=0)) == (f"{fault.line} 行目", f"line {fault.line}")
    assert words.fault_place_text(fault._replace(ply=0, line=None)) == ("", "")
    assert words.fault_sentence(fault._replace(ply=0, line=None)).ja == f"{fault.message.ja} [{fault.code}]"


def test_the_ends_article_and_the_faults_stand_once():
    """A record without an article has no sentence; of two articles that are the same one stands."""
    assert list(words.cited_articles(verdict_on(HEAD))) == []
    numbers = [article.number for article in words.cited_articles(verdict_on(FOUL))]
    assert numbers
    assert len(set(numbers)) == len(numbers)


def test_the_result_in_a_few_words():
    """A badge says who has won and how, or what is wrong with the record and where."""
    for text, said in (
        (HEAD, ("未了", "unfinished")),
        (f"{HEAD}1 四04占\n2 二02領\n3 投了\n", ("後手の勝ち (投了)", "second (後手) wins (resignation)")),
        (FOUL, ("規則に合わない (2 手目)", "illegal (ply 2)")),  # nobody has looked for a slip
        (
            f"{OVER}まで1手で後手の勝ち\n",
            ("記録と食い違い: 先手の勝ち (全滅)", "contradicts the record: first (先手) wins (elimination)"),
        ),
    ):
        assert words.result_text(verdict_on(text)) == said
    assert words.result_text(with_slip_headline(verdict_on(FOUL))) == ("反則 (2 手目)", "illegal (ply 2)")
