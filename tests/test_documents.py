"""Tests that the documents exist that files name."""

import re
from os.path import normpath
from pathlib import Path, PurePosixPath

from repository import ROOT, tracked

NAMED = re.compile(r"(?<![\w*/.-])(?:[\w.-]+/|\.\./)*[\w.-]+\.md\b")
"""A path that ends in .md; of an address, and of a pattern such as *.md, no part is one."""
ADDRESS = re.compile(r"\b[a-z]+://\S+")


def named_in(text):
    """Return the documents that a text names."""
    return set(NAMED.findall(ADDRESS.sub("", text)))


def missing(path, text, documents):
    """Return the documents that the text of a file names and that are not among `documents`, paths in the repository.

    A path leads from the file or from the root. A name without a folder may also be that of a document anywhere.
    """
    folder = PurePosixPath(path).parent
    names = {PurePosixPath(document).name for document in documents}
    return {
        name
        for name in named_in(text)
        if name not in names and not {normpath(name), normpath(folder / name)} & set(documents)
    }


def test_every_document_that_a_file_names_is_there():
    """Each path that ends in .md leads to a document, from the file that names it or from the root."""
    paths = tracked()
    documents = [path for path in paths if path.endswith(".md")]
    assert "README.md" in documents
    wrong = {}
    for path in paths:
        if path == Path(__file__).relative_to(ROOT).as_posix():
            continue
        try:
            text = (ROOT / path).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        lost = missing(path, text, documents)
        if lost:
            wrong[path] = lost
    assert not wrong


def test_a_document_that_is_not_there_is_found():
    """A name without a document is missing in every spelling; patterns and addresses name no document."""
    documents = ["docs/engine.md", "README.md", "samples/six/SOURCES.md"]
    text = """[it](engine.md), `docs/engine.md`, ../README.md, SOURCES.md: they are there. lost.md, docs/lost.md and
        six/engine.md are not. *.md and https://a.example/b.md name no document of ours."""
    assert missing("docs/safety.md", text, documents) == {"lost.md", "docs/lost.md", "six/engine.md"}
