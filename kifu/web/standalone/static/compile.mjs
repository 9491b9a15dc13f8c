// Compiles the modules of archives with the Python of the page, so that no browser has to: node compile.mjs RUNTIME ARCHIVE…
// Each is written anew in its place. What only a reader of the source or of a traceback wants is left out: annotations of
// functions (of our own ones; the library may look at its own), docstrings, numbers of lines. The expressions of the reader of
// free forms go with our own ones, compiled too: a telephone takes seconds to compile a thousand of them.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [runtime, ...archives] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`));
// Nothing but the runtime is loaded, so the list of the packages that could be is not asked for.
const lockFileContents = { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" }, packages: {} };
const python = await loadPyodide({ indexURL: `${runtime}/`, lockFileContents });
python.runPython(`
import ast, importlib, importlib.util, marshal, pkgutil, sys, zipfile

NOT_LOOKED_AT = (1).to_bytes(4, "little") + bytes(8)  # a file of code that stands for itself: no source is compared with it

def without_annotations(source):
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            node.returns = None
        elif isinstance(node, ast.arg):
            node.annotation = None
    return tree

def without_lines(code):
    inner = tuple(without_lines(part) if hasattr(part, "co_code") else part for part in code.co_consts)
    full, rest = divmod(len(code.co_code) // 2, 8)  # "no line" for eight units of code, then for those that are left
    return code.replace(co_linetable=b"\\xff" * full + (bytes([0xF7 + rest]) if rest else b""), co_consts=inner)

def compiled(own):
    with zipfile.ZipFile("/in.zip") as given, zipfile.ZipFile("/out.zip", "w") as made:
        for name in given.namelist():
            data = given.read(name)
            if name.endswith(".py"):
                source = without_annotations(data) if own else data
                code = compile(source, name, "exec", dont_inherit=True, optimize=2)
                name, data = name + "c", importlib.util.MAGIC_NUMBER + NOT_LOOKED_AT + marshal.dumps(without_lines(code))
            made.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data)

def add_expressions():
    sys.path.insert(0, "/out.zip")
    import notation.freeform
    from notation import reading
    from kifu.core import games
    from kifu.core.compiled import expression_cache
    from notation.lazy_pattern import KeptPattern
    for module in pkgutil.iter_modules(notation.freeform.__path__, "notation.freeform."):
        for value in vars(importlib.import_module(module.name)).values():
            for one in value if isinstance(value, tuple) else (value,):
                if isinstance(one, KeptPattern):
                    one.compiled()
    for game in map(games.load, games.ids()):  # the expressions of a game are made when a text of it is read
        reading.read("", f"{game.name.ja}\\n先手 甲\\n後手 乙\\n1手目 四04に占\\n甲の勝ち\\n".encode())
    with zipfile.ZipFile("/out.zip", "a") as made:
        folder = "/".join(expression_cache.__name__.split(".")[:-1])
        name = zipfile.ZipInfo(f"{folder}/{expression_cache.PACKED}", (1980, 1, 1, 0, 0, 0))
        made.writestr(name, expression_cache.kept_bytes(level=0))  # the page is packed as a whole
`);
for (const archive of archives) {
  python.FS.writeFile("/in.zip", new Uint8Array(readFileSync(archive)));
  const own = archive.endsWith("kifu.zip");
  python.runPython(`compiled(${own ? "True" : "False"})`);
  if (own) python.runPython("add_expressions()");
  writeFileSync(archive, python.FS.readFile("/out.zip"));
}
