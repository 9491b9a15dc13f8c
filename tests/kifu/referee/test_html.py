"""A verdict in a notebook."""

from html.parser import HTMLParser
from pathlib import Path

import pytest

import kifu

SAMPLES = Path(__file__).parents[3] / "samples"
VOID = {"br"}


class Elements(HTMLParser):
    """Collects the elements of a page and its text, and sees that each is closed."""

    def __init__(self, html):
        super().__init__()
        self.open, self.seen, self.text = [], [], ""
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        """Notice an element."""
        self.seen.append(tag)
        assert not any(name.startswith("on") for name, _ in attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, _attrs):
        """Notice an element without content."""
        self.seen.append(tag)

    def handle_endtag(self, tag):
        """It closes the one that was opened last."""
        assert self.open.pop() == tag

    def handle_data(self, data):
        """Keep the text."""
        self.text += data


@pytest.mark.parametrize("game", kifu.game_ids())
def test_every_verdict_of_the_samples_is_shown(game):
    """It names the game's id and the status, and shows a board for each game that was replayed."""
    for path in sorted((SAMPLES / game).glob("*.kif"))[:6]:
        for verdict in kifu.verify(kifu.read(path)):
            page = Elements(verdict._repr_html_())
            assert verdict.status.value in page.text
            assert verdict.game is None or verdict.game.id in page.text
            assert page.seen.count("svg") == sum(one.replay is not None for one in verdict.games or (verdict,))


def test_a_fault_is_told_in_both_languages():
    """With the article, the ply and the code."""
    (verdict,) = kifu.verify(kifu.read(SAMPLES / "six" / "illegal-move.kif"))
    text = Elements(verdict._repr_html_()).text
    for said in ("six.9", "41 手目", "ply 41", "illegal-move", *verdict.fault.message):
        assert said in text


def test_nothing_of_a_record_rules_the_page():
    """Names, moves and the file's name are text; what a terminal would obey is a picture of it."""
    evil = "<script>alert(1)</script>\"'&\x1b[31m\u202e"
    data = f"棋種：6面体\n規則：{evil}\n先手：{evil}\n後手：{evil}\n   1 {evil}\n".encode()
    also = f"棋種：6面体\n先手：{evil}\n   1 四04{evil}\n".encode()
    for one in (data, also, evil.encode()):
        for verdict in kifu.verify(kifu.read(one, name=evil)):
            html = verdict._repr_html_()
            assert "script" not in Elements(html).seen
            assert "\x1b" not in html
            assert "\u202e" not in html
