"""Holds every game to the contract, also under each of its options: by kifu.testing, and on the samples."""

from pathlib import Path

import pytest
from hypothesis_profile import examples

import kifu
from kifu.core import games, rulebook
from kifu.testing import cases, test_articles, test_moves
from kifu.testing.test_articles import *  # noqa: F403 - the tests
from kifu.testing.test_compiled_rules import *  # noqa: F403
from kifu.testing.test_moves import *  # noqa: F403
from kifu.testing.test_symmetries import *  # noqa: F403
from notation.reading import read

pytestmark = pytest.mark.no_cover  # watching this number of positions is slow, and other tests run the same lines

SAMPLES = Path(__file__).parents[1] / "samples"

cases.READ_BACK = examples(cases.READ_BACK, 10_000)
cases.SPACES_SAMPLED = examples(6, cases.SPACES_SAMPLED)
test_moves.ROUND_TRIPS = examples(10_000, test_moves.ROUND_TRIPS)
cases.EACH_OPTION_ALONE = examples(usual=False, thorough=True)


def test_there_are_games():
    """There is at least one game."""
    assert games.ids()


def over_in_samples(game_id):
    """Yield each game of the samples that the rules have ended, under its record's own rules, with its last position."""
    for path in sorted((SAMPLES / game_id).glob("*.kif")):
        for verdict in kifu.verify(read(str(path), path.read_bytes())):
            for one in verdict.games or (verdict,):
                if one.game is not None and one.final is not None and one.game.outcome(one.final) is not None:
                    yield one.game, one.final


def test_no_moves_once_a_sample_is_over(default):
    """Each game has samples that its rules have ended, and no legal move at their last positions."""
    over = list(over_in_samples(default.id))
    assert over
    for played, position in over:
        assert list(played.legal_moves(position)) == [], played.spell_diagram(position)


def test_a_stale_rulebook_fails(default, monkeypatch):
    """A rulebook without one of the articles that the game gives, writes or returns as a number does not pass."""
    book = rulebook.load_rulebook(default)
    modules = default.kernel_modules()
    given = {default.turn_article, default.agreed_article}
    numbers = set() if modules is None else {*test_articles.returned_constants(modules.breach.breach, set())} - {0}
    for check, gone in (
        (test_articles.test_the_articles_that_the_game_gives, given),
        (test_articles.test_the_articles_that_the_code_writes, given),
        (
            test_articles.test_the_numbers_that_the_kernels_return,
            test_articles.expected_articles(default, set(map(default.article_of, numbers))),
        ),
    ):
        for number in gone:
            stale = book._replace(articles=tuple(article for article in book.articles if article.number != number))
            with monkeypatch.context() as patch:
                patch.setattr(rulebook, "load_rulebook", lambda _game, stale=stale: stale)
                with pytest.raises(AssertionError):
                    check(default)
