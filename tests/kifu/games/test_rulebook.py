"""Tests the rulebooks of all games: they are read and queried, and a faulty file is an error."""

import sys
from types import SimpleNamespace

import pytest

from kifu import games
from kifu.games import rulebook
from kifu.games.rulebook import Basis, Item, Kind
from kifu.model.errors import KifuError, UnknownArticle
from kifu.model.message import Message

HEAD = 'game = "go"\nrules = "go/1"\n'
SOURCE = """
[[sources]]
id = "page"
file = "page.txt"
sha256 = "00"
title = {ja = "頁", en = "page"}
text = {ja = "無傷", en = "whole"}
"""
ARTICLE = """
[[articles]]
number = "go.1"
title = {ja = "手番", en = "Turn"}
text = {ja = "交互に指す。", en = "The sides alternate."}
[[articles.basis]]
kind = "source"
quote = ["交互に指し合う。"]
"""
RULING = """
[[articles]]
number = "{number}"
title = {{ja = "条", en = "Article"}}
text = {{ja = "こうする。", en = "So it is."}}
[[articles.basis]]
kind = "ruling"
text = {{ja = "こうする。", en = "So it is."}}
reason = {{ja = "原文にない。", en = "The source is silent."}}
"""
SECTION = """
[[preface]]
id = "board"
title = {ja = "盤", en = "Board"}
text = {ja = "広い。", en = "Wide."}
items = [{ja = "列", en = "columns", articles = ["go.1"]}]
"""
WHOLE = HEAD + SOURCE + ARTICLE + SECTION


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A function that puts a rulebook into a new package and returns the package's name."""
    monkeypatch.syspath_prepend(str(tmp_path))
    names = []

    def make(text, name=None):
        # The name differs from test to test: a rulebook is read once per package and process.
        name = name or f"rulebook_of_{tmp_path.name}_{len(names)}"
        names.append(name)
        folder = tmp_path / name
        folder.mkdir()
        (folder / "__init__.py").touch()
        if text is not None:
            (folder / "rulebook.toml").write_bytes(text if isinstance(text, bytes) else text.encode())
        return name

    yield make
    for name in names:
        sys.modules.pop(name, None)


@pytest.fixture
def load(package):
    """A function from the text of a rulebook to the rulebook of a game called go."""
    return lambda text: rulebook.load(SimpleNamespace(id="go", package=package(text)))


@pytest.mark.parametrize("game", [games.load(name) for name in games.ids()], ids=games.ids())
def test_every_game_has_one(game):
    """The rulebook of every game states its rule set and holds the articles that the game's code cites by name."""
    book = rulebook.load(game)
    assert (book.game, book.rules) == (game.id, game.rules)
    assert {game.turn_article, game.agreed_article} <= {one.number for one in book.articles}


def test_what_is_read(load):
    """All that the file says is in the value, and nothing else."""
    book = load(WHOLE)
    assert (book.game, book.rules, book.appendix) == ("go", "go/1", ())
    (source,), (section,), (article,) = book.sources, book.preface, book.articles
    assert source == ("page", "page.txt", "00", Message("頁", "page"), Message("無傷", "whole"))
    assert (section.id, section.title, section.text) == ("board", Message("盤", "Board"), Message("広い。", "Wide."))
    assert section.items == (Item(Message("列", "columns"), ("go.1",)),)
    assert (article.number, article.text) == ("go.1", Message("交互に指す。", "The sides alternate."))
    assert article.basis == (Basis(Kind.SOURCE, "page", ("交互に指し合う。",), (), None, None),)


def test_kinds_of_basis(load):
    """A restored sentence keeps the damaged one, a ruling gives its reason, a standard rule has only its text."""
    book = load(
        WHOLE
        + """
[[appendix]]
id = "more"
title = {ja = "他", en = "More"}
text = {ja = "他。", en = "More."}
[[appendix.basis]]
kind = "restored"
quote = ["①その「怨」", "である"]
damaged = [",修痢岷紂", "である"]
text = {ja = "番号", en = "the number"}
[[appendix.basis]]
kind = "ruling"
quote = ["交互に"]
text = {ja = "パスはない。", en = "No pass."}
reason = {ja = "触れない。", en = "Silent."}
[[appendix.basis]]
kind = "standard"
text = {ja = "二歩。", en = "Two pawns."}
"""
    )
    assert book.appendix[0].basis == (
        Basis(
            Kind.RESTORED,
            "page",
            ("①その「怨」", "である"),
            (",修痢岷紂", "である"),
            Message("番号", "the number"),
            None,
        ),
        Basis(
            Kind.RULING,
            "page",
            ("交互に",),
            (),
            Message("パスはない。", "No pass."),
            Message("触れない。", "Silent."),
        ),
        Basis(Kind.STANDARD, None, (), (), Message("二歩。", "Two pawns."), None),
    )


def test_shared_articles_come_first(package):
    """Articles that games share stand in a package of their own and come before the game's."""
    shared = package(
        SOURCE + SECTION.replace("go.1", "union.2") + RULING.format(number="union.1") + RULING.format(number="union.2")
    )
    own = HEAD.replace("go", "ace") + f'include = ["{shared}"]\n' + RULING.format(number="ace.1")
    book = rulebook.load(SimpleNamespace(id="ace", package=package(own)))
    assert [one.number for one in book.articles] == ["union.1", "union.2", "ace.1"]
    assert (book.game, [one.id for one in book.sources], [one.id for one in book.preface]) == (
        "ace",
        ["page"],
        ["board"],
    )


@pytest.mark.parametrize("number", ["six.3", "3", " six.3 ", "ＳＩＸ．３", "３", "SIX.3"])
def test_an_article_in_any_spelling(number):
    """The full or the short number finds an article, in any width and case of the characters."""
    assert rulebook.article(rulebook.load(games.load("six")), number).number == "six.3"


@pytest.mark.parametrize("number", ["six.0", "17", "six", "", "six.3.1", ".3", "ace.3", "三", "-3"])
def test_an_unknown_article(number):
    """An unknown number is an error that quotes it and names what articles there are, in both languages."""
    with pytest.raises(UnknownArticle) as caught:
        rulebook.article(rulebook.load(games.load("six")), number)
    assert caught.value.code == "unknown-article"
    for text in caught.value.message:
        assert "six.1-six.16" in text
        assert number in text


def test_a_number_that_several_articles_have(load):
    """Where two prefixes count, a short number that both have is refused, and the full ones work."""
    book = load(WHOLE + RULING.format(number="union.1") + RULING.format(number="union.2"))
    with pytest.raises(UnknownArticle) as caught:
        rulebook.article(book, "1")
    assert caught.value.code == "ambiguous-article"
    assert all("go.1 union.1" in text for text in caught.value.message)
    assert [rulebook.article(book, number).number for number in ("union.1", "go.1", "2")] == [
        "union.1",
        "go.1",
        "union.2",
    ]
    with pytest.raises(UnknownArticle, match=r"there are go\.1, union\.1-union\.2"):
        rulebook.article(book, "3")


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('rules = "go/1"', "", "rulebook.toml: rules"),
        ('game = "go"', 'game = "ace"', "rulebook.toml: game"),
        ('game = "go"', 'game = ["go"]', "rulebook.toml: game"),
        ('rules = "go/1"', 'rules = "go/1"\ncolour = "red"', "rulebook.toml: colour"),
        ('rules = "go/1"', 'rules = "go/1"\ninclude = "go"', "rulebook.toml: include"),
        ('sha256 = "00"', 'sha256 = ""', "sources 1: sha256"),
        ('en = "Turn"', 'english = "Turn"', "articles 1 (go.1): title: en"),
        ('en = "Turn"', 'en = "  "', "articles 1 (go.1): title: en"),
        ('en = "Turn"', 'en = "Turn", fr = "Tour"', "articles 1 (go.1): title: fr"),
        ('{ja = "手番", en = "Turn"}', '"手番"', "articles 1 (go.1): title"),
        ('number = "go.1"', 'number = "go.2"', "rulebook.toml: go.2"),
        ('number = "go.1"', 'number = "1"', "rulebook.toml: 1"),
        (ARTICLE, ARTICLE + ARTICLE, "rulebook.toml: go.1"),
        (ARTICLE, ARTICLE + RULING.format(number="ace.1") + RULING.format(number="go.2"), "rulebook.toml: go.2"),
        (ARTICLE, "", "rulebook.toml: articles"),
        (ARTICLE, "[articles]\n", "rulebook.toml: articles"),
        (ARTICLE.partition("[[articles.basis]]")[2], "", "articles 1 (go.1): basis 1: kind"),
        ("[[articles.basis]]" + ARTICLE.partition("[[articles.basis]]")[2], "", "articles 1 (go.1): basis"),
        ('kind = "source"', 'kind = "hearsay"', "basis 1: kind"),
        ('kind = "source"', 'kind = "source"\nreason = {ja = "訳", en = "why"}', "basis 1: reason"),
        ('kind = "source"', 'kind = "source"\ndamaged = ["壊"]', "basis 1: damaged"),
        ('kind = "source"', 'kind = "source"\nsource = "book"', "basis 1: source"),
        ('kind = "source"', 'kind = "ruling"', "basis 1: text"),
        ('kind = "source"', 'kind = "standard"', "basis 1: text"),
        ('kind = "source"', 'kind = "restored"', "basis 1: damaged"),
        ('kind = "source"', 'kind = "restored"\ndamaged = ["交互に指し合う。"]', "basis 1: damaged"),
        ('kind = "source"', 'kind = "restored"\ndamaged = ["修", "痢"]', "basis 1: damaged"),
        ('quote = ["交互に指し合う。"]', "", "basis 1: quote"),
        ('quote = ["交互に指し合う。"]', "quote = [1]", "basis 1: quote"),
        ('quote = ["交互に指し合う。"]', 'quote = [""]', "basis 1: quote"),
        (SOURCE, "", "basis 1: source"),
        (SOURCE, SOURCE + SOURCE, "basis 1: source"),
        (SOURCE, SOURCE + SOURCE.replace('"page"', '"other"', 1), "basis 1: source"),
        ('articles = ["go.1"]', 'articles = ["go.9"]', "board: no article 'go.9'"),
        (SECTION, SECTION + SECTION, "rulebook.toml: preface, appendix"),
    ],
)
def test_a_wrong_file(load, old, new, place):
    """Each fault of a file is an error that names its place; nothing is skipped or invented."""
    assert WHOLE.count(old) == 1
    with pytest.raises(KifuError) as caught:
        load(WHOLE.replace(old, new))
    assert caught.value.code == "bad-rulebook"
    en = caught.value.message.en.replace("there is no article", "no article")
    assert place in en
    assert caught.value.message.ja.partition(": ")[0] == en.partition(": ")[0]


@pytest.mark.parametrize("text", [b"game = ", 'game = "碁"'.encode("euc_jp")], ids=["no TOML", "no UTF-8"])
def test_a_file_that_cannot_be_read(load, text):
    """A file that is no TOML, or not in UTF-8, is a bad rulebook."""
    with pytest.raises(KifuError) as caught:
        load(text)
    assert caught.value.code == "bad-rulebook"


def test_no_file(package):
    """A game without a rulebook is told from one with a bad one, and so is a package that is not there."""
    for name in (package(None), "no_such_package_of_a_game"):
        with pytest.raises(KifuError) as caught:
            rulebook.load(SimpleNamespace(id="go", package=name))
        assert caught.value.code == "no-rulebook"
