"""Tests that the documents exist that files name."""

import re
from os.path import normpath
from pathlib import Path, PurePosixPath

from repository import ROOT, tracked

from kifu.core.lazy_imports_extras_and_package_files import EXTRAS, MissingExtra

NAMED = re.compile(r"(?<![\w*/.-])(?:[\w.-]+/|\.\./)*[\w.-]+\.md\b")
"""A path that ends in .md; of an address, and of a pattern such as *.md, no part is one."""
FOREIGN = re.compile(
    r"""(?:\bpipx?|\bpip3|\buv(?:\ pip|\ tool)?|\buvx|\bconda|\beasy_install)
    (?:\ (?:install|inject|run|add))? (?:\ +-\S+)* \ +\\?["']? kifu (?![\w/-]) (?!\.(?:git|toml))""",
    re.VERBOSE,
)
"""What would install a program called kifu from an index: the name there is not ours."""
BASES = {"mkdocs.yml": PurePosixPath("docs")}
"""The folder from which the paths of a file lead, where that is not its own."""
ADDRESS = re.compile(r"\b[a-z]+://\S+")


def named_in(text):
    """Return the documents that a text names."""
    return set(NAMED.findall(ADDRESS.sub("", text)))


def missing(path, text, documents):
    """Return the documents that the text of a file names and that are not among `documents`, paths in the repository.

    A path leads from the file or from the root. A name without a folder may also be that of a document anywhere.
    """
    folder = BASES.get(path, PurePosixPath(path).parent)
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


def test_nothing_tells_to_install_what_is_not_ours():
    """No document, docstring or message names the program on an index: until it is there under our name, it comes from a clone."""
    for path in tracked():
        if path in {Path(__file__).relative_to(ROOT).as_posix(), "CHANGELOG.md"}:
            continue
        try:
            found = FOREIGN.search((ROOT / path).read_text(encoding="utf-8"))
        except UnicodeDecodeError:
            continue
        assert found is None, (path, found)
    for extra in EXTRAS:
        message = MissingExtra(extra, "x").message
        assert not FOREIGN.search(f"{message.ja} {message.en}")
        assert f'".[{extra}]"' in message.en


def test_what_would_install_a_strangers_program_is_found():
    """With an extra, quotes and options, by any installer; a clone, a folder and another program are not it."""
    for words in (
        "pip install kifu",
        'pip install -q "kifu[table]"',
        "pip3 install 'kifu[all]'",
        "python -m pip install -U kifu.",
        "pipx install kifu",
        "pipx run kifu",
        "uvx kifu",
        "uv tool install kifu",
        "uv pip install kifu==1",
        "uv add kifu",
        r"pip install \"kifu[tables]\"",
    ):
        assert FOREIGN.search(words), words
    for words in (
        "pip install '.[table]'",
        "pip install ./kifu",
        "pip install kifu/",
        "pip install kifu-other",
        "pip install -q . && kifu x",
    ):
        assert not FOREIGN.search(words), words


def test_a_document_that_is_not_there_is_found():
    """A name without a document is missing in every spelling; patterns and addresses name no document."""
    documents = ["docs/engine.md", "README.md", "samples/six/SOURCES.md"]
    text = """[it](engine.md), `docs/engine.md`, ../README.md, SOURCES.md: they are there. lost.md, docs/lost.md and
        six/engine.md are not. *.md and https://a.example/b.md name no document of ours."""
    assert missing("docs/safety.md", text, documents) == {"lost.md", "docs/lost.md", "six/engine.md"}


def test_what_to_read_has_the_lines_that_it_says():
    """The reading list of CONTRIBUTING names files and folders that are there, with their lines, to a fifth."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    listed = re.findall(r"`([\w/.-]+)`[^`\n]{0,2}\s?\(([0-9]+)\)", text[: text.index("## The house")])
    assert len(listed) > 10
    for name, lines in listed:
        path = ROOT / name
        files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
        found = sum(len(file.read_text("utf-8").splitlines()) for file in files)
        assert 0.8 * found <= int(lines) <= 1.25 * found, (name, found)
