"""Tests the rulebooks of all games: they are read and queried, and a faulty file is an error."""

import re
import sys
from types import SimpleNamespace

import pytest
from each import each

from kifu.core import games, rulebook, rulebook_file_reader
from kifu.core.errors import KifuError, UnknownArticle
from kifu.core.message import Message
from kifu.core.rulebook import ArticleBasis, BasisKind, Option, RulebookItem, Value
from kifu.referee import status_fault_and_basis as article_grounds

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
no_option = {{ja = "ほかの読みはない。", en = "No other reading."}}
"""
OPTION = """
option.name = "near"
option.values = [
    {value = "own", ja = "自分の", en = "one's own"},
    {value = "any", ja = "誰のでも", en = "anyone's"},
]
option.why = {ja = "誰のとも言わない。", en = "It does not say whose."}
"""
NEAR = Option(
    "near",
    "go.2",
    (Value("own", Message("自分の", "one's own")), Value("any", Message("誰のでも", "anyone's"))),
    Message("誰のとも言わない。", "It does not say whose."),
)
SECTION = """
[[preface]]
id = "board"
title = {ja = "盤", en = "Board"}
text = {ja = "広い。", en = "Wide."}
items = [{ja = "列", en = "columns", articles = ["go.1"]}]
"""
WHOLE = HEAD + SOURCE + ARTICLE + SECTION


def chosen(number, *options):
    """Return an article whose rulings rest on these options, each the text of its keys."""
    first, _, ruling = RULING.format(number=number).partition("[[articles.basis]]")
    ruling = ruling[: ruling.index("no_option")]
    return first + "".join(f"[[articles.basis]]{ruling}{option}" for option in options)


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
    return lambda text: rulebook.load_rulebook(SimpleNamespace(id="go", package=package(text)))


@each("game", [games.load(name) for name in games.ids()], ids=games.ids())
def test_every_game_has_one(game):
    """The rulebook of every game states its rule set and holds the articles that the game's code cites by name."""
    book = rulebook.load_rulebook(game)
    assert (book.game, book.rules) == (game.id, game.rules)
    assert {game.turn_article, game.agreed_article} <= {one.number for one in book.articles}


def test_what_is_read(load):
    """All that the file says is in the value, and nothing else."""
    book = load(WHOLE)
    assert (book.game, book.rules, book.appendix) == ("go", "go/1", ())
    (source,), (section,), (article,) = book.sources, book.preface, book.articles
    assert source == ("page", "page.txt", "00", Message("頁", "page"), Message("無傷", "whole"))
    assert (section.id, section.title, section.text) == ("board", Message("盤", "Board"), Message("広い。", "Wide."))
    assert section.items == (RulebookItem(Message("列", "columns"), ("go.1",)),)
    assert (article.number, article.text) == ("go.1", Message("交互に指す。", "The sides alternate."))
    assert article.basis == (ArticleBasis(BasisKind.SOURCE, "page", ("交互に指し合う。",), (), None, None),)


def test_kinds_of_basis(load):
    """A restored sentence keeps the damaged one, what the project decided gives its reason, a standard rule has its text."""
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
no_option = {ja = "ない。", en = "None."}
[[appendix.basis]]
kind = "reconstructed"
text = {ja = "盤。", en = "The board."}
reason = {ja = "図がない。", en = "The figure is lost."}
[[appendix.basis]]
kind = "standard"
text = {ja = "二歩。", en = "Two pawns."}
"""
    )
    assert book.appendix[0].basis == (
        ArticleBasis(
            BasisKind.RESTORED,
            "page",
            ("①その「怨」", "である"),
            (",修痢岷紂", "である"),
            Message("番号", "the number"),
            None,
        ),
        ArticleBasis(
            BasisKind.RULING,
            "page",
            ("交互に",),
            (),
            Message("パスはない。", "No pass."),
            Message("触れない。", "Silent."),
            None,
            Message("ない。", "None."),
        ),
        ArticleBasis(
            BasisKind.RECONSTRUCTED,
            None,
            (),
            (),
            Message("盤。", "The board."),
            Message("図がない。", "The figure is lost."),
        ),
        ArticleBasis(BasisKind.STANDARD, None, (), (), Message("二歩。", "Two pawns."), None),
    )


def test_an_option(load):
    """A ruling names an option with its values, the default first; a later ruling may share it by its name alone."""
    book = load(WHOLE + chosen("go.2", OPTION) + chosen("go.3", 'option.name = "near"\n'))
    assert [[basis.option for basis in article.basis] for article in book.articles] == [[None], [NEAR], [NEAR]]
    assert rulebook.rulebook_options(book) == (NEAR,)


@pytest.mark.parametrize("game", [games.load(name) for name in games.ids()], ids=games.ids())
def test_what_one_article_rests_on(game, monkeypatch):
    """The first basis of each article is found alone; it is that of the rulebook as a whole."""
    book = rulebook.load_rulebook(game)
    article_grounds._basis_kind_in_rulebook_text.cache_clear()
    monkeypatch.setattr(rulebook, "load_rulebook", None)  # nothing else is read
    for article in book.articles:
        assert article_grounds.main_basis_kind(game, article.number) is article.basis[0].kind


def test_what_an_article_in_another_form_rests_on(package):
    """An article that is not written in the usual form is found by reading the whole; one that is missing is an error."""
    text = WHOLE.replace("[[articles.basis]]\nkind", "[[ articles.basis ]]\nkind") + RULING.format(number="go.2")
    game = SimpleNamespace(id="go", package=package(text))
    assert article_grounds._basis_kind_in_rulebook_text(game.package, "go.1", "go") is None
    assert [article_grounds.main_basis_kind(game, number) for number in ("go.1", "go.2")] == [
        BasisKind.SOURCE,
        BasisKind.RULING,
    ]
    with pytest.raises(UnknownArticle):
        article_grounds.main_basis_kind(game, "go.3")


def test_what_a_shared_article_rests_on(package):
    """A basis that names other games is left out."""
    own = 'kind = "standard"\ngames = ["go"]\ntext = {ja = "将棋。", en = "Shogi."}\n[[articles.basis]]\n'
    other = 'kind = "standard"\ngames = ["shogi"]\ntext = {ja = "将棋。", en = "Shogi."}\n[[articles.basis]]\n'
    for basis, kind in ((own, BasisKind.STANDARD), (other, BasisKind.SOURCE), (other + own, BasisKind.STANDARD)):
        shared = package(SOURCE + ARTICLE.replace('kind = "source"', basis + 'kind = "source"'))
        game = SimpleNamespace(id="go", package=package(f'include = ["{shared}"]\n{HEAD}'))
        assert (
            article_grounds.main_basis_kind(game, "go.1")
            is rulebook.load_rulebook(game).articles[0].basis[0].kind
            is kind
        )


def test_the_main_kind(load):
    """An article mainly rests on its first basis, whatever else it names."""
    second = 'kind = "standard"\ntext = {ja = "将棋。", en = "Shogi."}\n'
    book = load(
        WHOLE.replace('quote = ["交互に指し合う。"]\n', f'quote = ["交互に指し合う。"]\n[[articles.basis]]\n{second}')
        + RULING.format(number="go.2")
    )
    assert [article.basis[0].kind for article in book.articles] == [BasisKind.SOURCE, BasisKind.RULING]
    assert len(book.articles[0].basis) == 2


def test_a_shared_option_has_the_default_of_the_game(package):
    """In a shared file a basis that names games counts for them alone, so the default may differ from game to game."""
    bases = [
        f'games = ["{game}"]\nkind = "ruling"\ntext = {{ja = "返す。", en = "Turn."}}\nreason = {{ja = "訳。", en = "Why."}}\n'
        + OPTION.replace('"own"', f'"{first}"').replace('"any"', f'"{second}"')
        for game, first, second in (("ace", "once", "both"), ("king", "both", "once"))
    ]
    head = RULING.format(number="union.1").partition("[[articles.basis]]")[0]
    shared = package(SOURCE + head + "".join(f"[[articles.basis]]\n{basis}" for basis in bases))

    def defaults(game):
        own = HEAD.replace("go", game) + f'include = ["{shared}"]\n'
        (option,) = rulebook.rulebook_options(rulebook.load_rulebook(SimpleNamespace(id=game, package=package(own))))
        return option.article, [value.value for value in option.values]

    assert defaults("ace") == ("union.1", ["once", "both"])
    assert defaults("king") == ("union.1", ["both", "once"])
    with pytest.raises(KifuError, match=r"union\.1\): basis"):
        defaults("master")


@each(
    ("articles", "place"),
    [
        (chosen("go.2", ""), "basis 1: option"),
        (chosen("go.2", OPTION + 'no_option = {ja = "無", en = "none"}\n'), "basis 1: option"),
        (chosen("go.2", 'option.name = "near"\n'), "basis 1: option: why"),
        (chosen("go.2", OPTION, OPTION), "basis 2: option: name"),
        (chosen("go.2", OPTION.replace('"any"', '"own"')), "basis 1: option: values"),
        (
            chosen("go.2", OPTION.partition('    {value = "any"')[0] + ']\noption.why = {ja = "訳", en = "why"}\n'),
            "option: values",
        ),
        (chosen("go.2", OPTION + "option.default = 1\n"), "basis 1: option: default"),
        (chosen("go.2", OPTION.replace('value = "any"', 'name = "any"')), "option: values 2: value"),
        (chosen("go.2", OPTION + 'games = ["go"]\n'), "basis 1: games"),
        (
            chosen("go.2", OPTION).replace("articles", "appendix").replace('number = "go.2"', 'id = "more"'),
            "option: name",
        ),
        (ARTICLE.replace("go.1", "go.2") + 'no_option = {ja = "無", en = "none"}\n', "basis 1: no_option"),
    ],
)
def test_a_wrong_option(load, articles, place):
    """A ruling has exactly one of an option, read key by key, and a sentence; nothing else has either."""
    with pytest.raises(KifuError) as caught:
        load(HEAD + SOURCE + ARTICLE + articles)
    assert caught.value.code == "bad-rulebook"
    assert place in caught.value.message.en


@each("game", [games.load(name) for name in games.ids()], ids=games.ids())
def test_each_ruling_says_whether_it_is_an_option(game):
    """Every ruling has an option or a sentence why not, in both languages; an option is written at its own article."""
    book = rulebook.load_rulebook(game)
    for part in (*book.preface, *book.articles, *book.appendix):
        for basis in part.basis:
            if basis.kind is BasisKind.RULING:
                assert (basis.option is None) != (basis.no_option is None)
                said = basis.no_option or basis.option.why
                assert said.ja.endswith("。")
                assert said.en.endswith(".")
    for option in rulebook.rulebook_options(book):
        assert option in [basis.option for basis in rulebook.find_article(book, option.article).basis]


OPTIONS = {
    "six": "near=own|any six.4, line=open|blocked six.12, beat=live|any six.13, four=note|draw six.16",
    "ace": "turn=once|both union.8, four=note|draw union.11, last=free|must ace.2",
    "king": "turn=both|once union.8, four=note|draw union.11, last=free|must king.2",
    "master": "turn=both|once union.8, four=note|draw union.11, first=piece|side master.1, last=free|must master.4",
    "rengo": (
        "jin=half|zone rengo.3, kan=1|2 rengo.6, budget=100|N rengo.7, pawn2=on|off rengo.18, nari=move|stop rengo.24, "
        "kinshi=all|nonking rengo.34, hasami=take|immune rengo.38, saki=capture|five rengo.42, komi=6.5|x rengo.55"
    ),
}
"""The options of each game in the order of its rulebook: name, values with the default first, article."""


@each("game", OPTIONS)
def test_the_options_of_the_games(game):
    """The rulebook of every game names these options, and no others."""
    options = rulebook.rulebook_options(rulebook.load_rulebook(games.load(game)))
    spelled = [f"{one.name}={'|'.join(value.value for value in one.values)} {one.article}" for one in options]
    assert ", ".join(spelled) == OPTIONS[game]


READ_IN_SEVERAL_WAYS = [games.load(name) for name in games.ids() if games.load(name).options]


@each("game", READ_IN_SEVERAL_WAYS, ids=lambda game: game.id)
def test_the_options_are_those_of_the_code(game):
    """Rulebook and code name the same options, values and articles; of a number the code has its default alone."""
    book = rulebook.load_rulebook(game)
    rulings = {}
    for article in book.articles:
        for basis in article.basis:
            if basis.option is not None:
                rulings.setdefault(basis.option.name, []).append(article.number)
    values = {option.name: tuple(value.value for value in option.values) for option in rulebook.rulebook_options(book)}
    assert set(values) == {option.name for option in game.options}
    for option in game.options:
        assert rulings[option.name] == [option.article, *option.also]
        assert (values[option.name][:1] if option.number else values[option.name]) == option.values


def test_shared_articles_come_first(package):
    """Articles that games share stand in a package of their own and come before the game's."""
    shared = package(
        SOURCE + SECTION.replace("go.1", "union.2") + RULING.format(number="union.1") + RULING.format(number="union.2")
    )
    own = HEAD.replace("go", "ace") + f'include = ["{shared}"]\n' + RULING.format(number="ace.1")
    book = rulebook.load_rulebook(SimpleNamespace(id="ace", package=package(own)))
    assert [one.number for one in book.articles] == ["union.1", "union.2", "ace.1"]
    assert (book.game, [one.id for one in book.sources], [one.id for one in book.preface]) == (
        "ace",
        ["page"],
        ["board"],
    )


@each("number", ["six.3", "3", " six.3 ", "ＳＩＸ．３", "３", "SIX.3"])
def test_an_article_in_any_spelling(number):
    """The full or the short number finds an article, in any width and case of the characters."""
    assert rulebook.find_article(rulebook.load_rulebook(games.load("six")), number).number == "six.3"


@each("number", ["six.0", "17", "six", "", "six.3.1", ".3", "ace.3", "三", "-3"])
def test_an_unknown_article(number):
    """An unknown number is an error that quotes it and names what articles there are, in both languages."""
    with pytest.raises(UnknownArticle) as caught:
        rulebook.find_article(rulebook.load_rulebook(games.load("six")), number)
    assert caught.value.code == "unknown-article"
    for text in caught.value.message:
        assert "six.1-six.16" in text
        assert number in text


def test_a_number_that_several_articles_have(load):
    """Where two prefixes count, a short number that both have is refused, and the full ones work."""
    book = load(WHOLE + RULING.format(number="union.1") + RULING.format(number="union.2"))
    with pytest.raises(UnknownArticle) as caught:
        rulebook.find_article(book, "1")
    assert caught.value.code == "ambiguous-article"
    assert all("go.1 union.1" in text for text in caught.value.message)
    assert [rulebook.find_article(book, number).number for number in ("union.1", "go.1", "2")] == [
        "union.1",
        "go.1",
        "union.2",
    ]
    with pytest.raises(UnknownArticle, match=r"there are go\.1, union\.1-union\.2"):
        rulebook.find_article(book, "3")


@each(
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
            rulebook.load_rulebook(SimpleNamespace(id="go", package=name))
        assert caught.value.code == "no-rulebook"


@each("game_id", games.ids())
def test_each_named_value_of_each_option_has_a_meaning(game_id):
    """The rulebook explains every value that a reading can have; it explains no other."""
    game = games.load(game_id)
    for option in game.options:
        if not option.number:
            meanings = [rulebook.option_meaning(game, option.name, value) for value in option.values]
            assert all(meanings)
            assert len(set(meanings)) == len(meanings)
        assert rulebook.option_meaning(game, option.name, "nothing-like-it") is None


def test_a_game_without_a_rulebook_explains_nothing(monkeypatch):
    """A game whose folder has no rulebook gives no meaning, and no error."""
    game = games.load("six")
    monkeypatch.setattr(type(game), "package", "tests")
    assert rulebook.option_meaning(game, "near", "any") is None


def test_digest():
    """Each game's rulebook has a digest of its own, which is the same each time; files that are included count."""
    digests = [rulebook_file_reader.rulebook_digest(games.load(game_id).package) for game_id in games.ids()]
    assert len(set(digests)) == len(games.ids())
    assert digests == [rulebook_file_reader.rulebook_digest(games.load(game_id).package) for game_id in games.ids()]
    assert all(re.fullmatch("[0-9a-f]{64}", digest) for digest in digests)
