"""The difference of two documents makes the second of the first, and says little where little has changed."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import patched

pytest.importorskip("starlette")

from kifu.web.server.live_documents import json_diff


def objects(inner):
    """Return objects with few names, among them one that is always set as a whole."""
    return st.dictionaries(st.sampled_from(["a", "b", "clock"]), inner, max_size=3)


LEAVES = st.none() | st.integers(-3, 3) | st.sampled_from(["", "a", "一"])
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=6) | objects(inner), max_leaves=20)


@given(objects(VALUES), objects(VALUES))
def test_the_changes_make_the_second_of_the_first(old, new):
    """Whatever two documents hold; a document and itself have no changes."""
    assert patched(old, json.loads(json.dumps(json_diff(old, new)))) == new
    assert json_diff(new, new) == []


def test_little_is_said():
    """An item at the end, items in the middle, a member of a member; a clock is set as a whole."""
    old = {"moves": [{"ply": 1}], "on": [1, 2, 3, 4, 5, 6], "names": {"a": 1, "b": 2}, "clock": {"left": 1, "spent": 2}}
    new = {
        "moves": [{"ply": 1}, {"ply": 2}],
        "on": [1, 3, 4, 5, 7, 6],
        "names": {"a": 1},
        "clock": {"left": 1, "spent": 3},
    }
    assert json_diff(old, new) == [
        [["moves"], 1, 0, [{"ply": 2}]],
        [["on"], 5, 0, [7]],
        [["on"], 1, 1, []],
        [["names", "b"]],
        [["clock"], {"left": 1, "spent": 3}],
    ]
