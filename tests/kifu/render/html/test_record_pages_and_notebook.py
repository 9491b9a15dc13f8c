"""The page of records: whole, safe, the same each time, and small enough for a mail."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from helpers import HEAD
from helpers import verdict as verdict_on
from helpers import verdicts as verdicts_on
from small_records import FOUL

import kifu
from kifu.core import rulebook
from kifu.referee import verdict_text as words
from kifu.render.html import record_pages_and_notebook
from kifu.render.html.document_frame_and_style import STYLE, content_security_policy
from kifu.render.html.record_pages_and_notebook import PageOptions, article_html, page_limit_message, records_page

SAMPLES = Path(__file__).parents[4] / "samples"
VOID = {"link", "br", "meta", "input"}
ALLOWED = {"class", "id", "for", "name", "type", "checked", "lang", "dir", "tabindex", "role", "href", "title"}
DRAWN = {
    "opacity",
    "x",
    "y",
    "width",
    "height",
    "points",
    "d",
    "cx",
    "cy",
    "r",
    "rx",
    "viewbox",
    "fill-rule",
    "text-anchor",
}
PAINT = {"fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "font-size", "font-weight"}
META = {"charset", "http-equiv", "content"}
EVIL = "<script>alert(1)</script><img src=//x onerror=y>\"'&\x1b[2J\x07\u202e\u200b"


class Elements(HTMLParser):
    """Collects the ids, the links and the text of a page; checks that elements are closed, and what attributes there are."""

    def __init__(self, html):
        super().__init__()
        self.open, self.ids, self.links, self.seen, self.text = [], [], [], [], ""
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        """Check an element that opens."""
        self._see(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        """Check an element without content."""
        self._see(tag, attrs)

    def _see(self, tag, attrs):
        self.seen.append(tag)
        if (tag, attrs) == ("link", [("rel", "icon"), ("href", "data:,")]):
            return
        assert tag not in {"script", "img", "iframe", "object", "link", "form", "a:href"}
        for name, value in attrs:
            assert name in ALLOWED | DRAWN | PAINT | META or name.startswith("aria-"), (tag, name)
            if name == "id":
                self.ids.append(value)
            if name == "href":
                assert value.startswith("#")
                self.links.append(value[1:])
            if name == "for":
                self.links.append(value)

    def handle_endtag(self, tag):
        """Check that the element that was opened last is closed."""
        assert self.open.pop() == tag

    def handle_data(self, data):
        """Keep the text."""
        self.text += data


def shortened(path, plies):
    """Return the verdict on the first plies of a record, each with a time."""
    head, moves = re.split(r"(?m)(?=^ *1 )", path.read_text("utf-8"), maxsplit=1)
    kept = re.findall(r"(?m)^ *\d+ [^\s=]+", moves)[:plies]
    return verdict_on(head + "".join(f"{move} (0:{ply:02d})\n" for ply, move in enumerate(kept)))


def exported(*paths, language="ja", charts=True):
    """Return the page of some files."""
    verdicts = [verdict for path in paths for verdict in kifu.verify(kifu.read(path))]
    return records_page(verdicts, PageOptions(language, charts))


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("game", kifu.game_ids())
def test_every_kind_of_sample(game, language):
    """Each link leads to a place of the page, no id stands twice, and nothing is loaded."""
    paths = sorted((SAMPLES / game).glob("*.kif"))[::5]
    html = exported(*paths, language=language)
    found = Elements(html)
    assert len(set(found.ids)) == len(found.ids)
    assert set(found.links) <= set(found.ids)
    assert f'<html lang="{language}">' in html
    assert "http:" not in html
    assert "https:" not in html
    assert "url(" not in html


def test_the_policy_names_the_style():
    """Nothing but the page's own style is allowed, and the style stands there as it was counted."""
    html = exported(SAMPLES / "six/resigned.kif")
    assert f'<meta http-equiv="Content-Security-Policy" content="{content_security_policy(STYLE)}">' in html
    assert f"<style>{STYLE}</style>" in html
    assert content_security_policy(STYLE).startswith("default-src 'none'; style-src 'sha256-")
    assert " style=" not in html


def test_hostile_text_is_shown_and_never_runs():
    """Names, comments, headers, moves and file names are text; what rules a terminal is made visible."""
    text = (
        FOUL.replace("棋種：6面体\n", f"棋種：6面体\n先手：{EVIL}\n後手：{EVIL}\n備考：{EVIL}\n{EVIL}：x\n")
        + f"*{EVIL}\n3 {EVIL}\n"
    )
    html = records_page([verdict._replace(file=f"{EVIL}.kif") for verdict in verdicts_on(text)], PageOptions())
    found = Elements(html)
    assert found.text.count("<script>alert(1)</script>") >= 5
    for sign in "\x1b\x07\u202e\u200b":
        assert sign not in html
    assert "<U+202E>" in found.text


def test_a_long_comment_is_whole():
    """A comment of five thousand characters stands there whole, in a place that the keys can scroll."""
    html = records_page([verdict_on(f"{HEAD}1 四04占\n*{'感想' * 2500}\n")], PageOptions())
    assert "感想" * 2500 in html
    assert re.search(r'<p class="comment"[^>]* tabindex="0">', html)


def test_the_same_records_give_the_same_page():
    """Not a byte differs."""
    paths = [SAMPLES / "rengo/hundred-shogi.kif", SAMPLES / "king/match.kif"]
    assert exported(*paths) == exported(*paths)


def test_sixty_plies_fit_a_mail():
    """Sixty plies of each game are less than 96 kB with timelines and heatmaps; what boards share is written once."""
    for name in ("six/illegal-move", "ace/draw", "king/draw", "master/draw", "rengo/game-go13", "rengo/game-go19"):
        verdict = shortened(SAMPLES / f"{name}.kif", 60)
        for language in ("ja", "en"):
            html = records_page([verdict], PageOptions(language))
            assert html.count('type="radio"') == 61, name
            assert html.count("<figure") >= 8, name
            assert len(html.encode()) < 96_000, (name, language, len(html.encode()))
    one, two = (records_page([verdict] * number, PageOptions()) for number in (1, 2))
    assert len(two) < 2 * len(one) - 20_000


def test_a_page_of_several_records():
    """A table of contents leads to each record; one that cannot be read is there with its reason."""
    verdicts = verdicts_on(f"{HEAD}先手：甲\n後手：乙\n1 四04占\n\n棋種：囲碁\n1 四04占\n")
    html = records_page(verdicts, PageOptions("en"))
    assert '<a href="#r1">甲 - 乙</a> UNFINISHED' in html
    assert '<a href="#r2">' in html
    assert "UNREADABLE" in html
    assert "unknown-game" in html
    alone = records_page(verdicts[:1], PageOptions("en"))
    assert "<nav" not in alone
    assert re.search(r"<h1><span><i class=.dark.></i> 甲</span> <span><i class=.light.></i> 乙</span></h1>", alone)


def test_a_match_is_two_games():
    """Each game has its own boards, the players change sides, and the sums stand in the verdict on both."""
    html = exported(SAMPLES / "king/match.kif", language="en")
    assert set(re.findall(r'name="(g\d+)"', html)) == {"g1", "g2"}
    assert "<dt>sums of the games</dt><dd>first (先手) 207, second (後手) 183</dd>" in html
    first, second = re.findall(r'<p class="heads">.*?</p>', html)
    assert "white (白) プログラム甲" in first
    assert "white (白) プログラム乙" in second


def test_the_verdict_has_its_article():
    """The sentence of the article stands there, with what it rests on, and so does every diagnostic."""
    html = Elements(exported(SAMPLES / "six/illegal-move.kif", language="en")).text
    assert "ILLEGAL" in html
    assert "six.9" in html
    article = rulebook.find_article(rulebook.load_rulebook(kifu.load_game("six")), "six.9")
    assert article.text.en in html
    assert article.basis[0].quote[0] in html
    shown = Elements(exported(SAMPLES / "six/damaged.kif", language="en")).text
    (verdict,) = kifu.verify(kifu.read(SAMPLES / "six/damaged.kif"))
    assert all(f"{found.message.en} [{found.code}]" in shown for found in verdict.diagnostics)


def test_the_text_of_the_record_is_there():
    """The page holds the record itself, the name of its file and its digest."""
    path = SAMPLES / "six/branches.kif"
    html = Elements(exported(path)).text
    assert path.read_text("utf-8").split("\n", 1)[1].rstrip("\n") in html
    assert kifu.verify(kifu.read(path))[0].sha256 in html


def test_what_opens_first():
    """The last move is shown first, or the first move at fault."""
    shown = re.compile(r'id="(g1-\d+)" aria-label="([^"]*)" checked')
    assert shown.findall(exported(SAMPLES / "six/branches.kif")) == [("g1-20", "20 六02馬")]
    assert shown.findall(exported(SAMPLES / "six/illegal-move.kif"))[0][1].startswith("41 ")


def test_timelines():
    """Each measure that changes has a chart, and so have the times; they can be left out."""
    html = exported(SAMPLES / "six/branches.kif", language="en")
    assert html.count('<figure class="chart"') == 6
    assert html.count('<figure class="heat"') == 4
    assert "time of each move" in html
    assert "landings (at most " in html
    assert "<figure" not in exported(SAMPLES / "six/branches.kif", charts=False)


def test_timelines_say_where_they_end():
    """A measure without a chart is named with its values; the heading says that charts end before a fault."""
    (flat,) = re.findall(r"<p>変わらないので省いた: (.+?)</p>", exported(SAMPLES / "rengo/game-go9.kif"))
    assert flat == "いま数えた地 (先手 0 - 後手 0)"
    illegal = exported(SAMPLES / "six/illegal-move.kif", language="en")
    (verdict,) = kifu.verify(kifu.read(SAMPLES / "six/illegal-move.kif"))
    assert f"<h2>timeline (the {verdict.plies} plies before the fault)</h2>" in illegal
    assert "<h2>timeline</h2>" in exported(SAMPLES / "six/branches.kif", language="en")


def test_too_many_plies(monkeypatch):
    """Records that are too long for a page are refused in words."""
    verdicts = verdicts_on(f"{HEAD}1 四04占\n2 三03占\n変化：2手\n2 二02占\n")
    assert page_limit_message(verdicts) is None
    monkeypatch.setattr(record_pages_and_notebook, "MAX_PLIES", 2)
    assert "here are 3" in page_limit_message(verdicts).en


def test_the_lines_of_an_article_are_lines():
    """No article of any game, in either language, shows the picture of a line break that is our own."""
    broken = 0
    for game in map(kifu.load_game, kifu.game_ids()):
        for article in rulebook.load_rulebook(game).articles:
            for language in ("ja", "en"):
                html = article_html(article, language)
                assert "␊" not in html, article.number
                broken += html.count("<br>") - 1
    assert broken > 20


def test_a_claim_without_a_reason_has_no_brackets():
    """まで2手で先手の勝ち says who won, not why; so does every report, whatever the verdict."""
    text = f"{HEAD}1 四04占\n2 三03領\nまで2手で先手の勝ち\n"
    verdict = verdict_on(text)
    for language, said in (("ja", "先手の勝ち"), ("en", "first (先手) wins")):
        assert words.ending_text(verdict.recorded, verdict.game).in_language(language) == said
        assert records_page([verdict], PageOptions(language)).count(f"<dd>{said}</dd>") == 2
