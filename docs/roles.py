"""A hook of mkdocs: docstrings name functions as Sphinx does (:func:`read`), which Markdown does not know."""

import re
from typing import Any

_ROLE = re.compile(r":(?:class|func|meth|mod|data|attr|exc):(?=<code>)")
_BEFORE_CODE = re.compile(r"::(?=</p>)")


def on_page_content(html: str, **_: Any) -> str:  # noqa: ANN401 - what mkdocs passes
    """Return a page without the words of Sphinx: the names stay."""
    return _BEFORE_CODE.sub(":", _ROLE.sub("", html))
