"""Sets how much a test tries: enough to find mistakes in the usual run, more in a thorough run.

HYPOTHESIS_PROFILE=thorough selects the thorough run. Both runs try the same things, but not equally often; the usual run
tries the same examples each time and everywhere, the thorough one other examples each time.
"""

import os

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "kifu")
"""Of hypothesis, and of tests that count by themselves."""
PROFILES = ("kifu", "thorough")
if PROFILE not in PROFILES:
    message = f"HYPOTHESIS_PROFILE={PROFILE}: it is one of {PROFILES}"
    raise ValueError(message)


def examples(usual, thorough):
    """Return the number for the selected run."""
    return thorough if PROFILE == "thorough" else usual
