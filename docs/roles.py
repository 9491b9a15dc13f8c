"""A hook of mkdocs. Docstrings name functions as Sphinx does (:func:`read`); Markdown does not know these roles."""

import re
from typing import Any

_ROLE = re.compile(r":(?:class|func|meth|mod|data|attr|exc):(?=<code>)")
_BEFORE_CODE = re.compile(r"::(?=</p>)")


def on_page_content(html: str, **_: Any) -> str:  # noqa: ANN401 - mkdocs passes values of many types
    """Return a page without the roles of Sphinx; the names stay."""
    return _BEFORE_CODE.sub(":", _ROLE.sub("", html))
