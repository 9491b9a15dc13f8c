# ruff: noqa: D102 - what the methods of an engine do is said once, at Device
"""Three browser engines in one vocabulary: open, call, tap, keys, files, viewport, shot, logs.

Chromium is driven by playwright, Firefox by WebDriver BiDi, WebKitGTK by its own WebDriver. An engine that is not here is None in
:data:`ENGINES`.
"""

import base64
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import time
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from browsed import CHROMIUM, PATIENCE, PHONE

WAIT = PATIENCE / 1000
ENTER = "\ue007"
POINT = """async (css, text) => {
  const named = (each) => (each.getAttribute("aria-label") || each.textContent).trim();
  const fits = (each) => each.getClientRects().length && !each.disabled && (text === null || named(each) === text);
  const found = [...document.querySelectorAll(css)].find(fits);
  if (!found) return null;
  found.scrollIntoView({ block: "center", behavior: "instant" });
  const middle = () => {
    const { left, top, width, height } = found.getBoundingClientRect();
    return [left + width / 2, top + height / 2].map(Math.round);
  };
  const before = middle();
  await new Promise((done) => setTimeout(done, 30));
  const [x, y] = middle();
  if (!found.isConnected || x !== before[0] || y !== before[1]) return null;
  const hit = document.elementFromPoint(x, y);
  return found.contains(hit) || hit?.contains(found) ? [x, y] : null;
}"""
"""Returns the middle of the first element that is seen, can be tapped, has a name, and rests where it is."""


CHROME = "--remote-allow-system-access"
MESSAGES = """JSON.stringify(Services.console.getMessageArray()
  .filter((told) => told instanceof Ci.nsIScriptError && !(told.flags & Ci.nsIScriptError.warningFlag))
  .filter((told) => !/^(?:chrome|resource):/u.test(told.sourceName))
  .map((told) => told.errorMessage))"""
LOOPS = """() => window.addEventListener("error", ({ message }) => {
  if (message.includes("ResizeObserver")) console.error(message);
})"""
"""Firefox tells the page alone of a loop of observers."""


class Device:
    """Phone with one page, whose browser keeps its data in the folder `profile`. An engine gives it these:

    `open(address)`, `reload()`; `call(function, *args)` returns what a function of the page says, awaited, as JSON; `click(x, y)`,
    `keys(text)`, `put(css, paths)`, `viewport(width, height)`; `shot()` returns a PNG; `logs` are the errors in the console; `close()`;
    `kill()` ends all processes of the browser at once, by SIGKILL.
    """

    def __init__(self, profile, viewport=PHONE):
        self.profile = Path(profile)
        self.downloads = self.profile / "downloads"
        self.downloads.mkdir(parents=True, exist_ok=True)
        self.start()
        self.viewport(**viewport)

    def until(self, function, *args):
        """Wait until a function of the page is true; return what it says."""
        end = time.monotonic() + WAIT
        while True:
            found = self.call(function, *args)
            if found:
                return found
            if time.monotonic() > end:
                raise AssertionError(f"{function}{args}\n{self.call('() => document.body.innerText')}\n{self.logs}")
            time.sleep(0.05)

    def there(self, css):
        """Wait until an element is there."""
        self.until("(css) => document.querySelector(css) !== null", css)

    def sees(self, text, css="body"):
        """Wait until a text stands on the screen."""
        return self.until("(css, text) => document.querySelector(css)?.innerText.includes(text)", css, text)

    def tap(self, css, text=None):
        """Tap the first element that fits, when it can be tapped."""
        self.click(*self.until(POINT, css, text))

    def files(self, css, *paths):
        """Choose files in the first field that fits, when it is there."""
        self.there(css)
        self.put(css, paths)

    def download(self, begins=""):
        """Wait for a file that is downloaded and begins so; return its path."""
        end = time.monotonic() + WAIT
        while time.monotonic() < end:
            self.call("() => null")  # playwright tells of a download only while it is asked something
            for path in self.downloads.iterdir():
                if path.name.startswith(begins) and path.stat().st_size and path.suffix not in {".part", ".wkdownload"}:
                    return path
            time.sleep(0.05)
        raise AssertionError(self.logs)


class Chromium(Device):
    """Chromium under playwright."""

    def start(self):
        from playwright.sync_api import sync_playwright  # noqa: PLC0415 - only this engine needs it

        self.logs = []
        self.playwright = sync_playwright().start()
        self.context = self.playwright.chromium.launch_persistent_context(
            self.profile / "data",
            executable_path=CHROMIUM,
            locale="ja-JP",
            args=["--no-sandbox"] if os.geteuid() == 0 else [],
        )
        self.page = self.context.pages[0]
        self.page.on("console", lambda said: said.type == "error" and self.logs.append(said.text))
        self.page.on("pageerror", lambda error: self.logs.append(str(error)))
        self.page.on("download", lambda made: made.save_as(self.downloads / made.suggested_filename))

    def open(self, address):
        self.page.goto(address)

    def reload(self):
        self.page.reload()

    def call(self, function, *args):
        return self.page.evaluate(f"(args) => ({function})(...args)", args)

    def click(self, x, y):
        self.page.mouse.click(x, y)

    def keys(self, text):
        self.page.keyboard.type(text)

    def put(self, css, paths):
        self.page.locator(css).first.set_input_files(paths)

    def viewport(self, width, height):
        self.page.set_viewport_size({"width": width, "height": height})

    def shot(self):
        return self.page.screenshot()

    def close(self):
        self.context.close()
        self.playwright.stop()

    def kill(self):
        kill_all(str(self.profile / "data"))
        with suppress(Exception):  # what is closed is gone
            self.context.close()
        self.playwright.stop()


def actions(*steps, kind="key", **parameters):
    """Return a source of input as both protocols of WebDriver have it."""
    source = {"type": kind, "id": kind, "actions": list(steps)}
    return [source | ({"parameters": parameters} if parameters else {})]


def pressed(x, y):
    """Return the actions of a click."""
    steps = (
        {"type": "pointerMove", "x": x, "y": y},
        {"type": "pointerDown", "button": 0},
        {"type": "pointerUp", "button": 0},
    )
    return actions(*steps, kind="pointer", pointerType="mouse")


def typed(text):
    """Return the actions of keys."""
    keys = text.replace("\n", ENTER)
    return actions(*({"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")))


def spawned(command, log, **more):
    """Start a program as a group of its own, whose output goes to a file."""
    with log.open("wb") as output:
        return subprocess.Popen(command, stdout=output, stderr=output, start_new_session=True, **more)


def ended(process):
    """End a program and all that it has started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def kill_all(mark):
    """End all programs by SIGKILL whose command has a mark."""
    for command in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if mark.encode() in command.read_bytes():
                os.kill(int(command.parent.name), signal.SIGKILL)


def line_in(log, mark):
    """Wait for the rest of a line of a log behind a mark."""
    for _ in range(600):
        for line in log.read_text("utf-8", "replace").splitlines():
            if mark in line:
                return line.partition(mark)[2].strip()
        time.sleep(0.1)
    raise AssertionError(log.read_text("utf-8", "replace"))


PREFERENCES = {
    "browser.download.folderList": 2,
    "browser.sessionstore.resume_from_crash": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "intl.accept_languages": "ja",
    "toolkit.startup.max_resumed_crashes": -1,
}


class Firefox(Device):
    """Firefox over WebDriver BiDi."""

    def start(self):
        import websocket  # noqa: PLC0415 - only this engine needs it

        self.said, self.count = [], 0
        preferences = PREFERENCES | {"browser.download.dir": str(self.downloads)}
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in preferences.items())
        (self.profile / "user.js").write_text("".join(lines), "utf-8")
        log = self.profile / "log"
        command = [FIREFOX, "--headless", "--profile", self.profile, "--remote-debugging-port", "0", CHROME]
        self.process = spawned(command, log)
        address = line_in(log, "WebDriver BiDi listening on ")
        self.socket = websocket.create_connection(f"{address}/session", timeout=WAIT, suppress_origin=True)
        self.send("session.new", capabilities={})
        self.context = self.send("browsingContext.getTree")["contexts"][0]["context"]
        self.chrome = self.send("browsingContext.getTree", **{"moz:scope": "chrome"})["contexts"][0]["context"]
        self.send("session.subscribe", events=["log.entryAdded"])
        self.send("script.addPreloadScript", functionDeclaration=LOOPS)
        self.send("browsingContext.activate", context=self.context)

    def send(self, method, **parameters):
        """Send a command; return its result. Events that come meanwhile are written down."""
        self.count += 1
        self.socket.send(json.dumps({"id": self.count, "method": method, "params": parameters}))
        while True:
            told = json.loads(self.socket.recv())
            if told.get("method") == "log.entryAdded" and told["params"]["level"] == "error":
                self.said.append(told["params"]["text"])
            if told.get("id") == self.count:
                if told["type"] == "error":
                    raise AssertionError(told)
                return told["result"]

    def open(self, address):
        self.send("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def reload(self):
        self.send("browsingContext.reload", context=self.context, wait="complete")

    def call(self, function, *args):
        found = self.send(
            "script.callFunction",
            functionDeclaration=f"async (args) => JSON.stringify(await ({function})(...JSON.parse(args)) ?? null)",
            arguments=[{"type": "string", "value": json.dumps(args)}],
            target={"context": self.context},
            awaitPromise=True,
        )
        if found["type"] == "exception":
            raise AssertionError(found["exceptionDetails"]["text"])
        return json.loads(found["result"]["value"])

    def click(self, x, y):
        self.send("input.performActions", context=self.context, actions=pressed(x, y))

    def keys(self, text):
        self.send("input.performActions", context=self.context, actions=typed(text))

    def put(self, css, paths):
        locator = {"type": "css", "value": css}
        (node, *_) = self.send("browsingContext.locateNodes", context=self.context, locator=locator)["nodes"]
        element = {"sharedId": node["sharedId"]}
        files = [str(Path(path).resolve()) for path in paths]
        self.send("input.setFiles", context=self.context, element=element, files=files)

    def viewport(self, width, height):
        size = {"width": width, "height": height}
        self.send("browsingContext.setViewport", context=self.context, viewport=size)

    def shot(self):
        return base64.b64decode(self.send("browsingContext.captureScreenshot", context=self.context)["data"])

    @property
    def logs(self):
        """Return what stands in the console: what BiDi tells, and what only the browser's own console has (workers, CSP)."""
        found = self.send("script.evaluate", expression=MESSAGES, target={"context": self.chrome}, awaitPromise=False)
        return self.said + json.loads(found["result"]["value"])

    def close(self):
        with suppress(Exception):
            self.send("browser.close")
            self.process.wait(20)
        self.kill()

    def kill(self):
        ended(self.process)
        self.socket.close()


class WebKit(Device):
    """WebKitGTK over its WebDriver, in a window of its own on a display of its own."""

    ELEMENT = "element-6066-11e4-a52e-4f735466cecf"

    def start(self):
        self.log = self.profile / "log"
        read, write = os.pipe()
        screen = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1400x1000x24"]
        self.screen = spawned(screen, self.profile / "screen.log", pass_fds=[write])
        os.close(write)
        with os.fdopen(read) as told:
            display = f":{told.readline().strip()}"
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        self.driver = spawned([WEBKIT, f"--port={port}"], self.log, env=os.environ | {"DISPLAY": display})
        self.address = f"http://127.0.0.1:{port}/session"
        self.begin()

    def begin(self):
        """Begin a session: the driver starts the window."""
        window = {"binary": str(WINDOW), "args": [str(self.profile)]}
        wanted = {"browserName": WINDOW.stem, "webkitgtk:browserOptions": window}
        for _ in range(100):
            with suppress(URLError):
                made = self.send("POST", "", capabilities={"alwaysMatch": wanted})
                break
            time.sleep(0.1)
        self.address += f"/{made['sessionId']}"
        self.send("POST", "/timeouts", script=WAIT * 1000)

    def send(self, method, path, **parameters):
        """Send a command; return its result."""
        data = json.dumps(parameters).encode() if method == "POST" else None
        request = Request(self.address + path, data, method=method)  # noqa: S310 - of the driver on this machine
        try:
            with urlopen(request, timeout=WAIT) as answer:  # noqa: S310
                return json.load(answer)["value"]
        except HTTPError as error:
            raise AssertionError(error.read().decode()) from None

    def open(self, address):
        self.send("POST", "/url", url=address)

    def reload(self):
        self.send("POST", "/refresh")

    def call(self, function, *args):
        script = (
            "const [args, done] = arguments; Promise.resolve().then(() => ("
            f"{function})(...args)).then((found) => done({{ found: JSON.stringify(found ?? null) }}), (error) => done({{ error: String(error) }}))"
        )
        found = self.send("POST", "/execute/async", script=script, args=[args])
        if "error" in found:
            raise AssertionError(found["error"])
        return json.loads(found["found"])

    def click(self, x, y):
        self.send("POST", "/actions", actions=pressed(x, y))

    def keys(self, text):
        self.send("POST", "/actions", actions=typed(text))

    def put(self, css, paths):
        element = self.send("POST", "/element", using="css selector", value=css)[self.ELEMENT]
        self.send("POST", f"/element/{element}/value", text="\n".join(str(Path(path).resolve()) for path in paths))

    def viewport(self, width, height):
        self.send("POST", "/window/rect", width=width, height=height)

    def shot(self):
        return base64.b64decode(self.send("GET", "/screenshot"))

    def close(self):
        with suppress(Exception):
            self.send("DELETE", "")
        self.kill()

    def kill(self):
        ended(self.driver)
        ended(self.screen)

    @property
    def logs(self):
        """Return the errors in the console."""
        return re.findall(r"CONSOLE .*?ERROR.*", self.log.read_text("utf-8", "replace"))


def has_window():
    """Tell whether Debian's Python can open a window of WebKitGTK."""
    asked = "import gi; gi.require_version('WebKit2', '4.1')"
    return (
        Path(SYSTEM).exists() and not subprocess.run([SYSTEM, "-c", asked], check=False, capture_output=True).returncode
    )


FIREFOX, WEBKIT = shutil.which("firefox-esr"), shutil.which("WebKitWebDriver")
WINDOW, SYSTEM = Path(__file__).with_name("webkit_window.py"), "/usr/bin/python3"
ENGINES = {
    "chromium": Chromium if CHROMIUM else None,
    "firefox": Firefox if FIREFOX and find_spec("websocket") else None,
    "webkit": WebKit if WEBKIT and shutil.which("Xvfb") and has_window() else None,
}
"""The engines by name; None stands for one that is not here."""
