"""The page behind a token, without any script."""

from kifu.model.markup import markup
from kifu.page.shell import shell


def entrance(path: str = "/") -> str:
    """Return the page behind a token: it leads to `path`, an address of this server.

    It is a page and no redirection, because a browser keeps a strict cookie from a redirection that began elsewhere.
    """
    to = markup(path)
    head = f'<meta http-equiv="refresh" content="0;url={to}">'
    return shell("kifu", f'<p><a href="{to}">kifu</a></p>', "ja", head=head)
