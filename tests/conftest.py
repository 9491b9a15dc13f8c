"""Sets up what holds for every test."""

import os

from effort import PROFILE
from hypothesis import settings

pytest_plugins = ("measured",)

# A test never asserts times, and a slow machine is no fault of the tested code.
settings.register_profile("kifu", deadline=None)
settings.register_profile("thorough", deadline=None, max_examples=500)
settings.load_profile(PROFILE)

# A tablebase in the cache of whoever runs the tests would answer for the search.
os.environ["KIFU_TABLEBASE"] = ""
