"""Runs a test on each case of a table, as one test: what fails names its case, and the others are run all the same.

A test for each case (`pytest.mark.parametrize`) costs more than the case itself where cases take less than some milliseconds.
It is for what needs no fixture that belongs to one case only, such as `tmp_path` or `monkeypatch`.
"""

from functools import wraps
from inspect import signature
from pathlib import Path

import pytest


def each(names, table, ids=None):
    """Return a decorator, with the arguments of `pytest.mark.parametrize`: names of arguments, and their values by case."""
    names = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    rows = list(table)
    cases = [_values(row, len(names)) for row in rows]

    def label(number):
        if callable(ids):
            return ", ".join(str(ids(value)) for value in cases[number])
        return ids[number] if ids else getattr(rows[number], "id", None) or ", ".join(map(repr, cases[number]))

    def decorate(test):
        @wraps(test)
        def all_of_them(**fixtures):
            assert cases, "the table is empty"
            failures, skipped = [], []
            for number, values in enumerate(cases):
                try:
                    test(**fixtures, **dict(zip(names, values, strict=True)))
                except pytest.skip.Exception as skip:
                    skipped.append(skip)
                except (Exception, pytest.fail.Exception) as failure:  # noqa: BLE001 - all are raised below
                    failure.add_note(f"The case: {label(number)}")
                    failures.append(failure)
            if failures:
                message = f"{len(failures)} of {len(cases)} cases of {test.__name__}"
                raise BaseExceptionGroup(message, failures)
            if len(skipped) == len(cases):
                raise skipped[0]

        own = signature(test)
        rest = [parameter for name, parameter in own.parameters.items() if name not in names]
        all_of_them.__signature__ = own.replace(parameters=rest)
        return all_of_them

    return decorate


def rows_beside(test, name):
    """Return a table that stands in a text file beside a test.

    Blocks of lines are its rows; the first line of a block holds several values, between semicolons.
    """
    blocks = Path(test).with_name(name).read_text("utf-8").strip().split("\n\n")
    return [(*map(str.strip, first.split(";")), *rest) for first, *rest in map(str.splitlines, blocks)]


def _values(row, number):
    """Return the values of a case as a tuple: a row of the table, or `pytest.param` without marks."""
    if hasattr(row, "marks"):
        assert not row.marks, "a case has no marks of its own"
        return row.values
    return (row,) if number == 1 else tuple(row)
