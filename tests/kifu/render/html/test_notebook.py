"""A verdict as HTML in a notebook."""

from html.parser import HTMLParser
from pathlib import Path

from each import each

import kifu
from kifu.reconcile import find_repairs
from kifu.referee.verify import verify

SAMPLES = Path(__file__).parents[4] / "samples"
VOID = {"br"}


class Elements(HTMLParser):
    """Collects the elements and the text of a page, and checks that each element is closed."""

    def __init__(self, html):
        super().__init__()
        self.open, self.seen, self.text = [], [], ""
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        """Count an element."""
        self.seen.append(tag)
        assert not any(name.startswith("on") for name, _ in attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, _attrs):
        """Count an element without content."""
        self.seen.append(tag)

    def handle_endtag(self, tag):
        """Check that the element that was opened last is closed."""
        assert self.open.pop() == tag

    def handle_data(self, data):
        """Keep the text."""
        self.text += data


@each("game", kifu.game_ids())
def test_every_verdict_of_the_samples_is_shown(game):
    """The page names the game's id and the status, and shows a board for each game that was replayed."""
    for path in sorted((SAMPLES / game).glob("*.kif"))[:6]:
        for verdict in kifu.verify(kifu.read(path)):
            page = Elements(verdict._repr_html_())
            assert verdict.status.value in page.text
            assert verdict.game is None or verdict.game.id in page.text
            assert page.seen.count("svg") == sum(judged.replay is not None for judged in verdict.games or (verdict,))


def test_a_fault_is_told_in_both_languages():
    """The page shows the fault with its article, ply and code."""
    (verdict,) = kifu.verify(kifu.read(SAMPLES / "six" / "illegal-move.kif"))
    text = Elements(verdict._repr_html_()).text
    for part in ("six.9", "41 手目", "ply 41", "illegal-move", *verdict.fault.message):
        assert part in text


def test_nothing_of_a_record_rules_the_page():
    """Names, moves and the name of the file are text only; control characters are made visible."""
    evil = "<script>alert(1)</script>\"'&\x1b[31m\u202e"
    data = f"棋種：6面体\n規則：{evil}\n先手：{evil}\n後手：{evil}\n   1 {evil}\n".encode()
    also = f"棋種：6面体\n先手：{evil}\n   1 四04{evil}\n".encode()
    for record_file in (data, also, evil.encode()):
        for verdict in kifu.verify(kifu.read(record_file, name=evil)):
            html = verdict._repr_html_()
            assert "script" not in Elements(html).seen
            assert "\x1b" not in html
            assert "\u202e" not in html


def test_each_verdict_of_the_doors_has_its_view():
    """Readings, repairs and the games of a match show themselves as the verdict does; the referee's own draws nothing."""
    sample = SAMPLES / "six" / "illegal-move.kif"
    (verdict,), (reading,), (repair,) = kifu.verify(sample), kifu.readings(sample), find_repairs(sample)
    assert verdict._repr_html_() == reading.verdict._repr_html_() == repair.verdict._repr_html_()
    (match,) = kifu.verify(SAMPLES / "king" / "match.kif")
    assert all("<svg" in game._repr_html_() for game in match.games)
    document = kifu.read(sample)
    assert verify(document.records[0], document.sha256)._repr_html_() is None
