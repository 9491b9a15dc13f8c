"""Holds every game with options to the contract under each of their values alone."""

import pytest

from kifu.testing.test_rule_options import *  # noqa: F403 - the tests

pytestmark = pytest.mark.no_cover  # watching this number of positions is slow, and other tests run the same lines
