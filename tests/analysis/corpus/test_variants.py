"""Which variant files some records may name: found by looking at each line once, and no more than some."""

import pytest

from analysis.corpus import variants
from analysis.corpus.variants import variants_of


def names(text):
    """Return the names that text is found to hold; none of the files is there."""

    def missing(_):
        raise FileNotFoundError

    return [name for name, _ in variants_of(text.encode(), missing)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("規則：my.toml\n", ["my.toml"]),
        ("規則 ： \u3000my king.TOML \r\n規則:other.toml", ["my king.TOML", "other.toml"]),
        ("規則：my.toml.toml\n", ["my.toml.toml"]),
        ('{"kind": "header", "key": "規則", "value": "my.toml"}', ["my.toml"]),
        ('{"kind": "header", "text": "規則：my.toml"}', ["my.toml"]),
        ("規則\nmy.toml\n備考：my.toml\n", []),
        (f"規則：{'x' * variants.LONGEST}.toml\n", []),
    ],
)
def test_names(text, expected):
    """As a record's head has them, and as JSON may."""
    assert names(text) == expected


def test_no_more_than_some():
    """Each is looked for on the disk, or in an archive."""
    assert len(names("".join(f"規則：{number}.toml\n" for number in range(variants.MOST * 2)))) == variants.MOST


@pytest.mark.slow
@pytest.mark.timeout(120)  # a moment, unless each place of the line is the start of another look at the rest of it
@pytest.mark.parametrize("unit", ["規則", "規則：", "規則：x.toml ", '"value"', '"value": '])
def test_each_line_is_looked_at_once(unit):
    """However often it may name a file: it is as long as a piece."""
    assert len(names(unit * 200_000 + ".toml")) <= 1
