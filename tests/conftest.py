"""What holds for every test."""

from hypothesis import settings

# A test never asserts times, and a slow machine is no fault of what is tested.
settings.register_profile("kifu", deadline=None)
settings.load_profile("kifu")
