"""ReportLab settings pinned, so that surroundings do not change the bytes."""

from __future__ import annotations

import os
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

EPOCH = "SOURCE_DATE_EPOCH"
"""The environment variable by which ReportLab would date a file."""
NAMES = (
    "canvas_baseColor",
    "canvas_basefontname",
    "defaultEncoding",
    "documentLang",
    "pdfComments",
    "pdfMultiLine",
    "reserveTTFNotdef",
    "ttfAsciiReadable",
    "useA85",
    "wrapA85",
)
"""The settings that change the bytes of a file; RL_… in the environment, or a file in the user's folder, may change them.

Shaping of fonts is not among them: no font here is shaped, and ReportLab makes a list of its setting when it is loaded.
"""
_ONE_AT_A_TIME = threading.Lock()
"""ReportLab keeps the characters in use at the fonts, which all documents share. A server has several threads."""


@contextmanager
def as_shipped() -> Iterator[None]:
    """Give ReportLab its own settings until the block ends, and no date. One thread draws at a time."""
    from reportlab import rl_config, rl_settings  # noqa: PLC0415 - an extra

    with _ONE_AT_A_TIME:
        epoch = os.environ.pop(EPOCH, None)
        before = {name: getattr(rl_config, name) for name in NAMES if hasattr(rl_config, name)}
        try:
            for name in before:
                setattr(rl_config, name, getattr(rl_settings, name))
            yield
        finally:
            for name, value in before.items():
                setattr(rl_config, name, value)
            if epoch is not None:
                os.environ[EPOCH] = epoch
