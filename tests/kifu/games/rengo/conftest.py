"""Lets the tests of 続・連合将棋 import the helpers beside them."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
