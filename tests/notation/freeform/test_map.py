"""Tests of the map of the package: where a new way of writing goes."""

import pkgutil
import re

from notation import freeform


def test_every_module_stands_in_the_map():
    """The map names every module of the package, and none that does not exist."""
    named = set(re.findall(r"notation\.freeform\.(\w+)", freeform.__doc__))
    assert named == {info.name for info in pkgutil.iter_modules(freeform.__path__)}
