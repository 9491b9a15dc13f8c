"""Reads the words of a drawn board by place, for the tests of pictures."""

from math import floor

from matplotlib.text import Text

from analysis.plots.numbers_on_board import WordCollection


def words(axes):
    """Return the words of a board."""
    return [
        word for collection in axes.collections if isinstance(collection, WordCollection) for word in collection.words
    ]


def numbers(axes):
    """Return the words on the squares of a board, by column and row from 0."""
    return {(int(word.x), int(word.y)): word.text for word in words(axes) if min(word.x, word.y) > 0}


def names(axes):
    """Return the words beside a board; a word above or left of the board has the row or column -1."""
    return {(floor(word.x), floor(word.y)): word.text for word in words(axes) if min(word.x, word.y) < 0}


def hatched(figure):
    """Tell whether anything on a page is hatched."""
    return any(getattr(artist, "get_hatch", lambda: None)() for artist in figure.findobj())


def explains_hatching(figure):
    """Tell whether a page says what its hatching means."""
    texts = [text.get_text() for text in figure.findobj(Text)]
    return any(word in text for text in texts for word in ("斜線", "hatched"))
