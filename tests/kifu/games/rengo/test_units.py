"""Tests the data of the units: each typing error in units.toml is an error at reading, and never another unit."""

import pytest

from kifu.games.rengo.boards_and_unit_movements import UNITS, WAYS, WAYS_BY_NAME, parse_unit, unit_movement

ENTRY = {
    "name": "角",
    "en": "bishop",
    "set": "将棋",
    "arm": "副官",
    "number": 1,
    "cost": 5,
    "moves": "bishop",
    "article": 17,
    "basis": "first",
}


def test_an_entry_is_a_unit():
    """A key that is left out has the default that the file's head gives."""
    unit = parse_unit(ENTRY)
    assert (unit.number, unit.away, unit.free, unit.promoted, unit.of) == ((1, 1), 5, 0, "", "")
    assert parse_unit(ENTRY | {"number_b": 2, "away": -4}).number == (1, 2)


@pytest.mark.parametrize(
    ("slip", "named"),
    [
        ({"arn": "副官"}, "arn"),
        ({"promotd": "馬"}, "promotd"),
        ({"arm": "副宮"}, "arm"),
        ({"set": "将旗"}, "set"),
        ({"basis": "frist"}, "basis"),
        ({"cost": "5"}, "whole numbers"),
        ({"number": True}, "whole numbers"),
    ],
)
def test_a_mistyped_entry_is_refused(slip, named):
    """The error names an unknown key or value, with the unit."""
    with pytest.raises(ValueError, match=f"角.*{named}"):
        parse_unit(ENTRY | slip)


@pytest.mark.parametrize("key", ["number", *sorted(ENTRY.keys() - {"name", "number"})])
def test_an_entry_with_a_gap_is_refused(key):
    """No required key may be missing; only a promoted face has no number."""
    with pytest.raises(ValueError, match="角"):
        parse_unit({name: value for name, value in ENTRY.items() if name != key})


def test_a_mistyped_way_is_refused():
    """A unit with an unknown way of moving is an error, not a unit that never moves."""
    assert unit_movement(parse_unit(ENTRY)) == WAYS_BY_NAME["bishop"]
    with pytest.raises(ValueError, match=r"角.*bishp"):
        unit_movement(parse_unit(ENTRY | {"moves": "bishp"}))


def test_only_what_has_rules_of_its_own_has_no_way():
    """Cannons, draughts pieces and stones; every other unit has rays or steps, and every way is some unit's."""
    still = {unit.name for unit, ways in zip(UNITS, WAYS[1:], strict=True) if not ways.rays and not ways.steps}
    assert still == set("炮包平冠碁翻珠")
    assert {unit.moves for unit in UNITS} == WAYS_BY_NAME.keys()
