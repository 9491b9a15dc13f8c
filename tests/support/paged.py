"""Shares the page without a server among its tests: where its runtime is, the page built once, a host for it, and node."""

import contextlib
import functools
import http.server
import os
import threading
from pathlib import Path

from filelock import FileLock
from repository import NODE

from kifu.web.standalone import build
from kifu.web.standalone.third_parties import runtime_folder

RUNTIME = Path(os.environ.get("KIFU_RUNTIME", Path(__file__).parents[1] / "data" / "pyodide"))
"""The files of pyodide. They are no part of the project: tests/tools/fetch_runtime.py fetches them."""
MISSING = not (RUNTIME / "pyodide.mjs").exists()


def built(tmp_path_factory):
    """Return a folder with the page in both shapes, `folder/` and `kifu.html`; the tests of all processes share it."""
    top = tmp_path_factory.getbasetemp()
    place = (top.parent if "PYTEST_XDIST_WORKER" in os.environ else top) / "page"
    with FileLock(f"{place}.lock"):
        if not place.exists():
            work = tmp_path_factory.mktemp("work")
            made = build.build_page_files(runtime_folder(RUNTIME, work), work)
            assert made.compiled is (NODE is not None)
            (work / "page" / "folder").mkdir(parents=True)
            for name, data in build.folder_files(made).items():
                (work / "page" / "folder" / name).write_bytes(data)
            (work / "page" / "kifu.html").write_bytes(build.single_html(made))
            (work / "page").rename(place)
    return place


class _Quiet(http.server.SimpleHTTPRequestHandler):
    """A host that knows nothing of the page: it sends files, and says nothing."""

    def log_message(self, *_arguments):
        """Say nothing."""


class _Host(http.server.ThreadingHTTPServer):
    def handle_error(self, *_of):
        """Say nothing of a browser that is gone in the middle of a file."""


@contextlib.contextmanager
def hosted(folder):
    """Serve a folder on this machine, as any host would; give its address. The block may stop it by `shutdown`."""
    server = _Host(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    server.address = f"http://127.0.0.1:{server.server_port}/"
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
