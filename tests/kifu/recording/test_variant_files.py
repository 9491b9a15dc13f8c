"""A table under a variant file: the text stands in the journal, and the record names a copy of its own."""

import pytest
from each import each
from tables import Recorder

from kifu.core import games
from kifu.recording.game_drawing_and_catalogue_json import blank_board_json, catalogue_json
from kifu.recording.game_setup import MAX_CHARACTERS, read_setup, setup_json, variant_rules_source
from kifu.recording.state_record_conversion import record_text
from kifu.recording.untrusted_json_fields import Rejected
from kifu.referee.verify import verify
from notation.reading import read

TEXT = games.game_by_name("king").default_variant()
OWN = TEXT.replace("target = 100", "target = 3")
"""A game of キング that ends with three points."""


def opened(name="my-king.toml", text=OWN, **more):
    """Return a table under a variant file."""
    return Recorder("king", rules=name, variant=text, **more)


def test_the_rules_hold_and_the_record_names_them():
    """The record is judged by the text in the journal; the name of the copy holds its digest."""
    assert OWN != TEXT
    table = opened("my-king.toml last=must").move("四07-四06五外合")
    file = table.state.opening.variant
    assert file.name.startswith("my-king-")
    assert f"規則：{file.name} last=must\n" in record_text(table.state)
    document = read("x.kif", record_text(table.state).encode(), variant_rules_source(file))
    assert verify(document.records[0], document.sha256).status.value == "UNFINISHED"
    assert table.course()["verdict"]["status"] == "UNFINISHED"


def test_it_folds_and_reads_back():
    """The journal is enough; the name stays as it is."""
    table = opened().move("四07-四06五外合")
    assert record_text(table.replay()) == record_text(table.state)
    opening = table.state.opening
    assert read_setup(setup_json(opening)).variant == opening.variant


def test_other_texts_have_other_names():
    """Two versions of a file do not meet in the folder; the same text is one file."""
    names = {opened(text=text).state.opening.variant.name for text in (OWN, TEXT, OWN.replace("\n", "\r\n"))}
    assert len(names) == 2


@each(
    "name",
    ["../my.toml", "/etc/my.toml", "<b>.toml", "規則.toml", ".toml", "a" * 150 + ".toml", "C:\\my.toml", "a b.toml"],
)
def test_a_name_that_is_not_plain(name):
    """The copy is named after the game then; no name leads out of the folder."""
    assert opened(name).state.opening.variant.name.startswith("king-")


@each(
    "more",
    [
        {"rules": "my.toml"},
        {"rules": "king/1", "variant": OWN},
        {"variant": OWN},
        {"rules": "my.toml", "variant": 5},
        {"rules": "my.toml", "variant": "x = ["},
        {"rules": "my.toml", "variant": TEXT.replace('"king"', '"ace"')},
        {"rules": "my.toml", "variant": OWN + "# \u202e"},
        {"rules": "my.toml", "variant": OWN + "# \ud800"},
        {"rules": "my.toml", "variant": OWN + "# \x1b[2J"},
        {"rules": "my.toml", "variant": OWN + "#" * MAX_CHARACTERS},
        {"rules": "my.toml last=x", "variant": OWN},
        {"game": "six", "rules": "my.toml", "variant": OWN},
    ],
    ids=range(12),
)
def test_refused(more):
    """A text that is missing, faulty, too long, or of another game; control characters; a game without variants."""
    with pytest.raises(Rejected):
        read_setup({"game": "king", "mode": "record", **more})
    with pytest.raises(Rejected):
        blank_board_json({"game": "king", **more})


def test_a_board_is_set_up_under_it():
    """The form for a set-up knows the variant; the catalogue says which games have one."""
    assert blank_board_json({"game": "king", "rules": "my.toml", "variant": OWN})["look"]["game"] == "king"
    assert [game["id"] for game in catalogue_json() if game["variants"]] == ["ace", "king", "master"]
