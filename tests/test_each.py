"""Tests that a table of cases run as one test hides none of its failures."""

import pytest
from each import each


@pytest.fixture(name="limit")
def _limit():
    """Return a number that no case may reach."""
    return 3


@each("small", range(3))
@each(("less", "more"), [(0, 1), pytest.param(1, 2, id="two")])
def test_cases_and_fixtures(small, less, more, limit):
    """Tables may be stacked, and fixtures come along."""
    assert small < limit
    assert less + 1 == more


def test_what_fails_is_named():
    """Every failing case is told of, with its values or its label, and all others are run."""
    seen = []

    @each("number, name", [(1, "one"), (2, "two"), (3, "three")])
    def test_odd(number, name):
        seen.append(name)
        if number == 3:
            pytest.fail("three is too many")
        assert number % 2

    with pytest.raises(BaseExceptionGroup, match="2 of 3 cases of test_odd") as raised:
        test_odd()
    assert seen == ["one", "two", "three"]
    assert [failure.__notes__ for failure in raised.value.exceptions] == [
        ["The case: 2, 'two'"],
        ["The case: 3, 'three'"],
    ]
    with pytest.raises(BaseExceptionGroup) as raised:
        each("number", [4], ids=lambda number: f"number {number}")(lambda number: 1 / (number - 4))()
    assert raised.value.exceptions[0].__notes__ == ["The case: number 4"]
    with pytest.raises(BaseExceptionGroup) as raised:
        each("number", [pytest.param(4, id="four")])(lambda number: 1 / (number - 4))()
    assert raised.value.exceptions[0].__notes__ == ["The case: four"]


def test_what_is_skipped():
    """A test is skipped if all its cases are; an empty table fails."""

    @each("number", [1, 2])
    def skipping(number, most):
        if number <= most:
            pytest.skip("it is small")

    skipping(most=1)
    with pytest.raises(pytest.skip.Exception):
        skipping(most=2)
    with pytest.raises(AssertionError, match="empty"):
        each("number", [])(skipping)(most=1)
    with pytest.raises(AssertionError, match="marks"):
        each("number", [pytest.param(1, marks=pytest.mark.browser)])
