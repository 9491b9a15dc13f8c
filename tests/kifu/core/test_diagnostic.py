"""A record that is too large for the machine is unreadable; the records around it are judged."""

import pytest
from helpers import HEAD, document

import kifu
from kifu.core.diagnostic import too_large_diagnostic
from kifu.referee import verify
from notation.formats import kif

THREE = f"{HEAD}   1 四04占\n{HEAD}   1 四05占\n{HEAD}   1 四06占\n"


def failing(function, failed, index):
    """Return `function` that raises for the record with that number."""

    def fails(first, *rest):
        if first.index == index:
            raise failed
        return function(first, *rest)

    return fails


def digits():
    """Return the exception of Python for a number with too many digits."""
    with pytest.raises(ValueError, match="integer string") as caught:
        int("9" * 10_000)
    return caught.value


SIZES = [RecursionError(), MemoryError(), OverflowError(), digits()]


@pytest.mark.parametrize("failed", SIZES, ids=lambda failed: type(failed).__name__)
def test_judging(monkeypatch, failed):
    """If judging a record fails because of its size, only that record is unreadable."""
    monkeypatch.setattr(verify, "_verdict_without_basis", failing(verify._verdict_without_basis, failed, 1))
    verdicts = kifu.verify(document(THREE))
    assert [verdict.status for verdict in verdicts] == ["UNFINISHED", "UNREADABLE", "UNFINISHED"]
    assert (verdicts[1].fault.code, verdicts[1].fault.line, verdicts[1].index) == ("too-large", 3, 1)
    assert verdicts[1].to_json()["diagnostics"][-1]["code"] == "too-large"


@pytest.mark.parametrize("failed", SIZES, ids=lambda failed: type(failed).__name__)
def test_reading(monkeypatch, failed):
    """If reading a record fails because of its size, only that record is unreadable."""
    monkeypatch.setattr(kif, "Reader", failing(kif.Reader, failed, 1))
    verdicts = kifu.verify(document(THREE))
    assert [verdict.status for verdict in verdicts] == ["UNFINISHED", "UNREADABLE", "UNFINISHED"]
    assert (verdicts[1].fault.code, verdicts[1].fault.line) == ("too-large", 3)


@pytest.mark.parametrize("failed", SIZES, ids=lambda failed: type(failed).__name__)
@pytest.mark.parametrize("head", ["6面体\n", "棋種：6面体\n", "> 棋種：6面体\n"])
@pytest.mark.parametrize("reader", ["read", "read_sections"])
def test_reading_what_is_not_plain(monkeypatch, reader, head, failed):
    """The same for a record as people write it, with a title, in a quoted mail, or with several games below headings."""

    def fails(*_, **__):
        raise failed

    monkeypatch.setattr(kif.freeform, reader, fails)
    (found,) = kifu.verify(document(f"{head}第1局\n四の四に占\n"))
    assert (found.status, found.fault.code, found.fault.line) == ("UNREADABLE", "too-large", 1)


@pytest.mark.parametrize("failed", [ValueError("a mistake"), KeyError("x"), AssertionError(), ZeroDivisionError()])
def test_a_mistake_of_ours_is_not_hidden(monkeypatch, failed):
    """A mistake of the program raises as usual."""
    assert too_large_diagnostic(failed) is None
    for module, name in ((verify, "_verdict_without_basis"), (kif, "Reader")):
        with monkeypatch.context() as patched:
            patched.setattr(module, name, failing(getattr(module, name), failed, 1))
            with pytest.raises(type(failed)):
                kifu.verify(document(THREE))
