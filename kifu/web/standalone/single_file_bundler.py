"""Bundler of one self-contained HTML file that opens from a disk."""

from __future__ import annotations

import base64
import gzip
import re
from importlib import resources
from typing import TYPE_CHECKING

from kifu.core.escapes_confusables_and_text_width import escape_markup
from kifu.core.message import escape_json
from kifu.recording.journal_and_record_mark import canonical_json_text
from kifu.render.html.document_frame_and_style import csp_hash

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

IMPORT = re.compile(r"""(?:\bfrom\s*|\bimport\s*\(?\s*)["']\./([\w.-]+)["']""")
_IMPORT = re.compile(r"""^import (?:(\w+)|\* as (\w+)|\{([^}]*)\}) from ["']\./([\w.-]+)["'];$""", re.MULTILINE)
_MODULES = (".js", ".mjs")


def bundle_page(
    files: Mapping[str, bytes], entry_module: str, page_frame: str, content_policy: str, style: str
) -> bytes:
    """Bundle `files` into a page that begins with the module `entry_module`.

    `content_policy` is that of a page without them.
    """
    modules = {name: data.decode() for name, data in files.items() if name.endswith(_MODULES)}
    order = [*sorted(files.keys() - modules.keys()), *import_order(modules, sorted(modules))]
    scripts = "".join(
        f'<script type="text/plain" data-name="{name}">{base64.b64encode(_compress_once(files[name])).decode()}</script>\n'
        for name in order
    )
    boot = static_text("unpack.js")
    content_policy = content_policy.replace("script-src ", f"script-src {csp_hash(boot)} ").replace(
        "style-src ", f"style-src {csp_hash(style)} "
    )
    tail = f'{scripts}<script data-entry="{entry_module}">{boot}</script>'
    return fill_frame(page_frame, content_policy, f"<style>{style}</style>", tail)


def fill_frame(frame: str, policy: str, head: str, tail: str) -> bytes:
    """Return a frame with its policy, end of head, end of body."""
    meta = f'<meta http-equiv="Content-Security-Policy" content="{escape_markup(policy)}">'
    return frame.replace("<!--POLICY-->", meta).replace("<!--HEAD-->", head).replace("<!--TAIL-->", tail).encode()


def import_order(modules: Mapping[str, str], wanted: Iterable[str]) -> list[str]:
    """Return `wanted` modules and their imports, each behind those that it imports."""
    order: list[str] = []
    begun: set[str] = set()

    def add_behind_its_imports(name: str) -> None:
        if name in modules and name not in begun:
            begun.add(name)
            for other in IMPORT.findall(modules[name]):
                add_behind_its_imports(other)
            order.append(name)

    for name in wanted:
        add_behind_its_imports(name)
    return order


def classic_script(modules: Mapping[str, str], entry: str) -> str:
    """Return `entry` and its imports as one classic worker script.

    A page from a disk may begin no module worker, and its workers may import nothing. `importScripts`, by which the runtime tells a
    classic worker and refuses it, is taken away. Raises ValueError where a module imports or exports in a way that is not known here.
    """
    order = import_order(modules, [entry])
    return "const modules = {};\nself.importScripts = undefined;\n" + "".join(
        _module_function(name, modules[name]) for name in order
    )


def _module_function(module_name: str, module_text: str) -> str:
    """Return a module as a function called at once, exports in `modules`."""
    exports: dict[str, str] = {}

    def import_as_lookup(found: re.Match[str]) -> str:
        default, whole, names, other = found.groups()
        if default:
            names = f"default as {default}"
        left = whole or "{" + re.sub(r"\s+as\s+", ": ", names) + "}"
        return f'const {left} = modules["{other}"];'

    def keep_declaration(found: re.Match[str]) -> str:
        exports[found[2]] = found[2]
        return found[1]

    def collect_exports(found: re.Match[str]) -> str:
        for each in found[1].split(","):
            own, _, public = each.partition(" as ")
            exports[(public or own).strip()] = own.strip()
        return ""

    module_text = _IMPORT.sub(import_as_lookup, module_text)
    module_text = re.sub(
        r"^export ((?:async )?(?:function|class|const) (\w+))", keep_declaration, module_text, flags=re.MULTILINE
    )
    module_text = re.sub(r"\bexport default (\w+);", r"export { \1 as default };", module_text)
    module_text = re.sub(r"\bexport\s*\{([^}]*)\};", collect_exports, module_text).replace(
        "import.meta.url", "self.location.href"
    )
    if re.search(r"^(?:import|export)\b(?!\()", module_text, re.MULTILINE) or "import.meta" in module_text:
        raise ValueError(module_name)
    made = ", ".join(f"{public}: {own}" for public, own in exports.items())
    return f'modules["{module_name}"] = (() => {{\n{module_text}\nreturn {{ {made} }};\n}})();\n'


def static_files() -> dict[str, bytes]:
    """Return the static files of the screens and of the page."""
    return {
        entry.name: entry.read_bytes()
        for package in ("kifu.web", "kifu.web.standalone")
        for entry in resources.files(package).joinpath("static").iterdir()
        if entry.is_file()
    }


def static_text(name: str) -> str:
    """Return a static file of the page as text."""
    return resources.files("kifu.web.standalone").joinpath("static", name).read_text("utf-8")


def gzip_bytes(data: bytes) -> bytes:
    """Return bytes packed; the same bytes give the same."""
    return gzip.compress(data, 9, mtime=0)


def _compress_once(data: bytes) -> bytes:
    """Return a file compressed, unless it is already."""
    return data if data.startswith((b"\x1f\x8b", b"PK")) else gzip_bytes(data)


ENTRY = "explorer_file.js"
POLICY = (
    "default-src 'none'; script-src blob:; style-src ; img-src data: blob:; connect-src blob:; base-uri 'none'; "
    "form-action 'none'"
)


def explorer_file(graphs: Mapping[str, object]) -> bytes:
    """Return the explorer as one HTML file.

    `graphs` is the JSON of :func:`analysis.explorer.graph_json.explorer_json`.
    """
    files = static_files()
    modules = {name: data.decode() for name, data in files.items() if name.endswith(".js")}
    carries = {name: files[name] for name in import_order(modules, [ENTRY])}
    carries["explorer.json"] = escape_json(canonical_json_text(graphs)).encode()
    return bundle_page(carries, ENTRY, static_text("explorer.html"), POLICY, files["style.css"].decode())
