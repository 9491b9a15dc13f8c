"""Files of a dossier by fixed names: HTML, SHA-256 list, ZIP archive."""

from __future__ import annotations

import hashlib
import io
import zipfile
from typing import TYPE_CHECKING, NamedTuple

from analysis.dossier.contents import FINGERPRINT, TITLE, fingerprint_groups, make_dossier
from analysis.dossier.document_blocks_and_deciding_boards import (
    BoardsBlock,
    DecisionBlock,
    FactsBlock,
    HeadingBlock,
    ListingBlock,
    TableBlock,
    TextBlock,
)
from analysis.dossier.dossier_and_journal_to_blocks import dossier_blocks
from analysis.dossier.inputs_and_judged_sheets import BESIDE, FILES, JOURNAL, TOML, Input, Inputs, sheet_kind
from analysis.dossier.inputs_and_judged_sheets import InputRole as Role
from analysis.dossier.inputs_and_judged_sheets import UnusableInput as NoDossier
from analysis.pdf.paper_page import qr_shapes
from kifu.core.escapes_confusables_and_text_width import escape_markup, escape_markup_lines, escape_markup_with_breaks
from kifu.core.message import Message
from kifu.recording import untrusted_json_fields
from kifu.recording.sheet_comparison_json import requested_sheet
from kifu.recording.untrusted_json_fields import Rejected
from kifu.render.html.document_frame_and_style import NO_ICON
from kifu.render.shapes_and_svg import Scene, scene_svg

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from analysis.dossier.contents import Dossier
    from analysis.dossier.document_blocks_and_deciding_boards import Block, Words
    from kifu.recording.sheet_comparison_json import ComparedSheet
    from kifu.recording.state_record_conversion import StoredGame

_QR = 180
_STYLE = """
:root{color-scheme:light}
*{box-sizing:border-box}
body{font-family:'Noto Sans JP','Noto Sans CJK JP','Hiragino Sans','Yu Gothic',Meiryo,sans-serif;line-height:1.6;color:#1d1d1d;
background:#fff;max-width:60rem;margin:0 auto;padding:1rem;overflow-wrap:anywhere}
h1{font-size:1.6rem;margin:0}h2{font-size:1.25rem;margin:2rem 0 .5rem;padding-bottom:.2rem;border-bottom:2px solid #1d1d1d}
h3{font-size:1.05rem;margin:1.4rem 0 .4rem}p{margin:.4rem 0}
.en{color:#555;font-size:.86em}main p .en,.says .en{display:block}
h1 .en,h2 .en,h3 .en,.strong .en{font-weight:400;font-size:.8em}
header{display:flex;gap:1rem;justify-content:space-between;align-items:flex-start}header svg{flex:none}
.print{font-family:monospace;font-size:.95rem}header .print{max-width:26rem}
dl{display:grid;grid-template-columns:minmax(8rem,15rem) 1fr;gap:.2rem 1rem;margin:.6rem 0}dt{color:#555}dd{margin:0}
.strong{font-weight:700}.pale{color:#555}.quote{border-left:4px solid #b9b2a4;padding-left:.8rem;margin-left:.2rem}
.boards{display:flex;flex-wrap:wrap;gap:1rem}figure{margin:0;flex:0 1 27rem;min-width:0}figcaption{font-size:.9rem}
svg{max-width:100%;height:auto}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%;min-width:40rem;table-layout:fixed}
th,td{border:1px solid #999;padding:.2rem .5rem;text-align:left;vertical-align:top;font-size:.92rem}th{background:#f2efe8}
tr.struck td{color:#555;text-decoration:line-through}tr.wrong td{background:#fde7e7}tr.differs td{background:#fff6dd}
pre{border:1px solid #ccc;padding:.6rem;overflow-x:auto;white-space:pre-wrap;overflow-wrap:anywhere;font-size:.85rem;line-height:1.45}
.box{border:2px solid #1d1d1d;padding:1rem}.box p{margin:0 0 .2rem}.rule{border-bottom:1px solid #777;height:2.4rem}
.signs{display:flex;flex-wrap:wrap;gap:1.5rem;margin-top:1rem}.signs div{flex:1 1 12rem}
.every{margin-top:2rem;border-top:1px solid #777;padding-top:.4rem;font-size:.85rem}
@media(max-width:30rem){dl{grid-template-columns:1fr}dd{margin-bottom:.4rem}header{flex-direction:column}}
@media print{body{max-width:none;padding:0 0 1.6cm}.every{position:fixed;bottom:0;left:0;right:0;background:#fff;margin:0}
h2,h3{break-after:avoid}tr,figure,.box{break-inside:avoid}.wide{overflow:visible}table{min-width:0}}
"""
_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"


def dossier_page(dossier: Dossier) -> str:
    """Return the HTML page, with boards, fingerprint and QR code."""
    name = f"{TITLE.ja} {TITLE.en} {dossier.fingerprint[:8]}"
    print_ = fingerprint_groups(dossier.fingerprint)
    body = "\n".join(_blocks_html(dossier_blocks(dossier)))
    return (
        '<!DOCTYPE html>\n<html lang="ja">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"{NO_ICON}<title>{escape_markup(name)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<header>\n<div>\n"
        f"<h1>{_bilingual_html(TITLE)}</h1>\n<p>{_bilingual_html(FINGERPRINT)} (SHA-256, dossier.json)</p>\n"
        f'<p class="print">{print_}</p>\n</div>\n{fingerprint_qr_svg(dossier.fingerprint)}</header>\n<main>\n{body}\n</main>\n'
        f'<footer class="every"><span class="print">{print_}</span></footer>\n</body>\n</html>\n'
    )


def fingerprint_qr_svg(fingerprint: str) -> str:
    """Return a fingerprint as a QR code, in SVG."""
    title = f"{FINGERPRINT.ja} {FINGERPRINT.en} {fingerprint_groups(fingerprint)}"
    return scene_svg(Scene(_QR, _QR, title, tuple(qr_shapes(fingerprint, 0, 0, _QR))))


def _blocks_html(blocks: Iterable[Block]) -> Iterator[str]:
    """Yield HTML elements of blocks, each table named after its section."""
    section = TITLE
    for block in blocks:
        if isinstance(block, HeadingBlock) and block.level == 1:
            section = block.words
        if isinstance(block, TableBlock):
            yield from _table_html(block, section)
        else:
            yield from _block_html(block)


def _block_html(
    block: HeadingBlock | FactsBlock | TextBlock | BoardsBlock | ListingBlock | DecisionBlock,
) -> Iterator[str]:
    """Return one block as HTML."""
    match block:
        case HeadingBlock(level, words):
            yield f"<h{level + 1}>{_bilingual_html(words)}</h{level + 1}>"
        case FactsBlock(rows):
            pairs = (
                f'<dt>{_bilingual_html(label)}</dt><dd class="says">{_words_html(words)}</dd>' for label, words in rows
            )
            yield f"<dl>{''.join(pairs)}</dl>"
        case TextBlock(words, tone):
            yield f'<p class="{tone}">{_words_html(words)}</p>'
        case BoardsBlock(drawn):
            figures = (
                f"<figure>{scene_svg(one.scene)}<figcaption>{_bilingual_html(one.caption)}</figcaption></figure>"
                for one in drawn
            )
            yield f'<div class="boards">{"".join(figures)}</div>'
        case ListingBlock(words, text):
            yield f"<h3>{_bilingual_html(words)}</h3>"
            unix_lines = text.replace("\r\n", "\n").replace("\r", "\n")
            yield f"<pre>{escape_markup_lines(unix_lines)}</pre>"
        case DecisionBlock(signatures):
            yield from _decision_html(signatures)


def _table_html(table: TableBlock, section: Message) -> Iterator[str]:
    """Yield a table as HTML, labelled by its section."""
    label = escape_markup(f"{section.ja} {table.words.ja} {section.en} {table.words.en}")
    columns = "".join(f'<col style="width:{share:.0%}">' for share in table.shares)
    yield f'<div class="wide" role="region" tabindex="0" aria-label="{label}"><table>'
    yield f"<colgroup>{columns}</colgroup><thead><tr>"
    yield "".join(f'<th scope="col">{_bilingual_html(head)}</th>' for head in table.head)
    yield "</tr></thead><tbody>"
    for row in table.rows:
        cells = "".join(f"<td>{_words_html(cell)}</td>" for cell in row.cells)
        yield f'<tr class="{row.mark}">{cells}</tr>' if row.mark else f"<tr>{cells}</tr>"
    yield "</tbody></table></div>"


def _decision_html(signatures: Iterable[Message]) -> Iterator[str]:
    """Return the form for an arbiter's decision, with lines to sign."""
    yield '<div class="box">'
    for words, lines in (
        (Message("勝者", "winner"), 1),
        (Message("裁定の文", "the decision in words"), 5),
        (Message("日付", "date"), 1),
    ):
        yield f"<p>{_bilingual_html(words)}</p>" + '<div class="rule"></div>' * lines
    yield '<div class="signs">'
    for words in signatures:
        yield f'<div><p>{_bilingual_html(words)}</p><div class="rule"></div></div>'
    yield "</div></div>"


def _words_html(words: Words) -> str:
    return _bilingual_html(words) if isinstance(words, Message) else escape_markup(words)


def _bilingual_html(message: Message) -> str:
    """Return a message in both languages, once if they are equal."""
    if message.ja == message.en:
        return escape_markup_with_breaks(message.ja)
    return f'{escape_markup_with_breaks(message.ja)} <span class="en" lang="en">{escape_markup_with_breaks(message.en)}</span>'


JSON, HTML, PDF, SUMS = "dossier.json", "dossier.html", "dossier.pdf", "SHA256SUMS"
DECISION = "decision.txt"
"""The decision of an arbiter. It is written later, and SHA256SUMS does not name it."""
MADE = (JSON, HTML, PDF, SUMS)
"""The files that every dossier has besides the copies of its inputs."""
KNOWN = FILES | {*MADE, DECISION}
"""Every name that a file of a dossier can have."""


def dossier_files(inputs: Inputs, dossier: Dossier, *, paper: bool = True) -> dict[str, bytes]:
    """Return the dossier's files by name, SHA256SUMS last; `paper` adds the PDF.

    Raises MissingExtra.
    """
    files = {**inputs.files, JSON: dossier.data, HTML: dossier_page(dossier).encode()}
    if paper:
        from analysis.dossier.dossier_pdf import write_dossier_pdf  # noqa: PLC0415 - what draws it is missing where no PDF is made

        files[PDF] = write_dossier_pdf(dossier)
    return {**files, SUMS: sha256sum_lines(files)}


def sha256sum_lines(files: Mapping[str, bytes]) -> bytes:
    """Return digests of files in the format of `sha256sum -c`."""
    lines = (f"{sha256_hex(data)}  {name}\n" for name, data in sorted(files.items()) if name not in {SUMS, DECISION})
    return "".join(lines).encode()


def sha256_hex(data: bytes) -> str:
    """Return the SHA-256 of bytes, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


FOLDER = "dossier"
"""The folder within the ZIP file; ``kifu dossier --check`` takes it."""
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every file within, so that the same dossier is the same ZIP file."""
_READABLE = 0o644 << 16


class ZippedDossier(NamedTuple):
    """A dossier as the bytes of a ZIP file."""

    data: bytes
    fingerprint: str

    @property
    def name(self) -> str:
        """The name of the file."""
        return f"dossier-{self.fingerprint[:8]}.zip"


def requested_inputs(
    request: object, find_game: Callable[[str], StoredGame | None], journal_of_game: Callable[[str], bytes | None]
) -> Inputs:
    """Return the inputs of the dossier that a device asks for.

    `request` is ``{"a"}`` or ``{"a", "b"}``, each as in :func:`kifu.recording.sheet_comparison_json.sheet_comparison_json`. `journal_of_game` returns the journal of a
    game by its id; that of a sheet is an input too. Raises Rejected, and what `journal_of_game` raises.
    """
    given = untrusted_json_fields.object_field(request, ("a", "b"), "dossier")
    asked = {Role.A: given.get("a")} | ({Role.B: given["b"]} if given.get("b") is not None else {})
    sheets: dict[Role, ComparedSheet] = {
        role: requested_sheet(one, role.value, find_game) for role, one in asked.items()
    }
    inputs = [Input(role, sheet_kind(sheet.data), sheet.data) for role, sheet in sheets.items()]
    ids = (sheet.id for sheet in sheets.values() if sheet.id is not None)
    journals = [data for name in ids if (data := journal_of_game(name)) is not None]
    inputs += [Input(Role.JOURNAL, JOURNAL, data) for data in journals[:1]]
    inputs += [
        Input(BESIDE[role], TOML, sheet.variant.text.encode())
        for role, sheet in sheets.items()
        if sheet.variant is not None
    ]
    return Inputs.from_copies({one.file: one.data for one in inputs})


def zip_dossier(inputs: Inputs, *, paper: bool = True) -> ZippedDossier:
    """Return the dossier as a ZIP file; `paper` adds the PDF.

    Raises Rejected and MissingExtra.
    """
    try:
        made = make_dossier(inputs)
    except NoDossier as wrong:
        raise Rejected(wrong.code, wrong.message) from None
    return ZippedDossier(_zip_files(dossier_files(inputs, made, paper=paper)), made.fingerprint)


def _zip_files(files: Mapping[str, bytes]) -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in sorted(files.items()):
            entry = zipfile.ZipInfo(f"{FOLDER}/{name}", _EPOCH)
            entry.external_attr, entry.compress_type = _READABLE, zipfile.ZIP_DEFLATED
            packed.writestr(entry, data)
    return whole.getvalue()
