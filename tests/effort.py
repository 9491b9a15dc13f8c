"""Sets how much a test tries: enough to find mistakes in the usual run, more in a thorough run.

HYPOTHESIS_PROFILE=thorough selects the thorough run. Both runs try the same things, but not equally often.
"""

import os

import pytest

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "kifu")
"""Of hypothesis, and of tests that count by themselves."""
PROFILES = ("kifu", "thorough")
if PROFILE not in PROFILES:
    message = f"HYPOTHESIS_PROFILE={PROFILE}: it is one of {PROFILES}"
    raise ValueError(message)


def effort(usual, thorough):
    """Return the number for the selected run."""
    return thorough if PROFILE == "thorough" else usual


def mostly_slow(values, every):
    """Return values for a parametrized test: one in `every` is for the quick path, all others are marked slow."""
    return [
        pytest.param(value, marks=() if number % every == 0 else pytest.mark.slow)
        for number, value in enumerate(values)
    ]
