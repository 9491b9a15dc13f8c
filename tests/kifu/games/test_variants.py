"""The one place that tells the name of a variant file from the options behind it."""

from each import each

from kifu.core.game.options import named_file, names_a_file


@each(
    ("rules", "name", "options"),
    [
        ("my-king.toml", "my-king.toml", ""),
        ("  my-king.TOML  ", "my-king.TOML", ""),
        ("my-king.toml last=must", "my-king.toml", " last=must"),
        ("my-king.toml　last=must four=draw ", "my-king.toml", "　last=must four=draw"),
        ("my king.toml last=must", "my king.toml", " last=must"),
        ("a.toml b.toml x=1", "a.toml b.toml", " x=1"),
        (".toml", ".toml", ""),
    ],
)
def test_a_name_and_options(rules, name, options):
    """The name goes up to its last ending that a blank or nothing follows; the rest are the options."""
    assert named_file(rules) == (name, options)
    assert names_a_file(rules)


@each("rules", [None, "", "king/1", "king/1 last=must", "my.tomlx", "my.toml=1", "toml", "my-toml last"])
def test_no_file(rules):
    """Rules without such an ending name no file."""
    assert named_file(rules) is None
    assert not names_a_file(rules)


def test_a_hostile_name_takes_no_time():
    """A long text of endings and blanks is split in one step."""
    text = ".tom" * 200_000 + " x" * 200_000
    assert named_file(text) is None
    assert named_file(text + ".toml") == (text + ".toml", "")
