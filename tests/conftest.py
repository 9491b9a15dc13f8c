"""Sets up what holds for every test."""

import os

from hypothesis import settings
from hypothesis.internal.conjecture import providers
from hypothesis_profile import PROFILE

pytest_plugins = ("duration_marks",)

# A test never asserts times, and a slow machine is no fault of the tested code.
settings.register_profile("kifu", deadline=None, derandomize=True)
settings.register_profile("thorough", deadline=None, max_examples=500)
settings.load_profile(PROFILE)
if PROFILE == "kifu":
    # The usual run tries the same examples everywhere; the thorough one looks for new ones. Constants of the modules that
    # happen to be loaded would make the examples depend on the tests before.
    _NO_CONSTANTS = providers.Constants()
    providers._get_local_constants = lambda: _NO_CONSTANTS

# A tablebase in the cache of whoever runs the tests would answer for the search.
os.environ["KIFU_TABLEBASE"] = ""
