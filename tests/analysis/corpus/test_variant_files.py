"""The variant files that records may name are found with one look at each line, up to a limit."""

import pytest
from each import each

from analysis.corpus import variant_files
from analysis.corpus.variant_files import variants_of


def names(text):
    """Return the variant files that a text names; none of the files exists."""

    def missing(_):
        raise FileNotFoundError

    return [name for name, _ in variants_of(text.encode(), missing)]


@each(
    ("text", "expected"),
    [
        ("規則：my.toml\n", ["my.toml"]),
        ("規則 ： \u3000my king.TOML \r\n規則:other.toml", ["my king.TOML", "other.toml"]),
        ("規則：my.toml.toml\n", ["my.toml.toml"]),
        ('{"kind": "header", "key": "規則", "value": "my.toml"}', ["my.toml"]),
        ('{"kind": "header", "text": "規則：my.toml"}', ["my.toml"]),
        ("規則\nmy.toml\n備考：my.toml\n", []),
        (f"規則：{'x' * variant_files.MAX_NAME_LENGTH}.toml\n", []),
    ],
)
def test_names(text, expected):
    """Names are found in the head of a record and in JSON."""
    assert names(text) == expected


def test_the_number_of_names_is_limited():
    """Only MOST names are looked up, because each costs a look at the disk or into an archive."""
    assert (
        len(names("".join(f"規則：{number}.toml\n" for number in range(variant_files.MAX_NAMES * 2))))
        == variant_files.MAX_NAMES
    )


@pytest.mark.timeout(120)  # quick, unless the search starts again at each place of the line
@each("unit", ["規則", "規則：", "規則：x.toml ", '"value"', '"value": '])
def test_each_line_is_looked_at_once(unit):
    """A line as long as a piece takes linear time, even if it may name a file in many places."""
    assert len(names(unit * 200_000 + ".toml")) <= 1
