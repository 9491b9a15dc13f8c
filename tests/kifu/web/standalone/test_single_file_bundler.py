"""Modules of the page as one classic script."""

import subprocess

import pytest
from repository import NODE

from kifu.web.standalone.single_file_bundler import classic_script

MODULES = {
    "main.js": 'import made from "./made.mjs";\nimport { one, two as other } from "./parts.js";\nimport * as parts from "./parts.js";\n'
    "self.told = [made(), one, other(), parts.Three.name, import.meta.url];\n",
    "parts.js": "export const one = 1;\nexport async function two() {}\nfunction hidden() {}\nexport class Three {}\n",
    "made.mjs": 'function f() { return "made"; }\nlet one = 2; export{f as g};export default f;\n',
    "unused.js": "throw new Error();\n",
}


@pytest.mark.skipif(NODE is None, reason="no node is here")
def test_imports_and_exports():
    """Every way to import and export that the page has does what it does in modules; names of modules stay apart."""
    text = classic_script(MODULES, "main.js")
    self = 'globalThis.self = { location: { href: "here" } };'
    asked = "console.log(self.told.map(String).join(), self.importScripts);"
    done = subprocess.run([NODE, "-e", f"{self}\n{text}\n{asked}"], capture_output=True, text=True, check=True)
    assert done.stdout == "made,1,[object Promise],Three,here undefined\n"


@pytest.mark.parametrize(
    "text", ['import "./parts.js";', 'export * from "./parts.js";', "export let x = 1;", "import.meta.env;"]
)
def test_what_is_not_known_is_refused(text):
    """A module that imports or exports otherwise is named."""
    with pytest.raises(ValueError, match=r"odd\.js"):
        classic_script({"odd.js": text, "parts.js": ""}, "odd.js")
