#!/usr/bin/python3
"""Window of WebKitGTK with nothing but a view, driven by WebKitWebDriver: ``webkit_window.py PROFILE``.

MiniBrowser is never narrower than 447 pixels and keeps no data. It runs in Debian's Python, which has the bindings.
"""

import sys
from pathlib import Path

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402 - after their versions

PROFILE = Path(sys.argv[1])
DATA = WebKit2.WebsiteDataManager(
    base_data_directory=str(PROFILE / "data"), base_cache_directory=str(PROFILE / "cache")
)
CONTEXT = WebKit2.WebContext(website_data_manager=DATA)
CONTEXT.set_favicon_database_directory(str(PROFILE / "icons"))
SETTINGS = WebKit2.Settings(enable_write_console_messages_to_stdout=True)


def view_of(_session):
    """Return the view of a session, in a window of its own."""
    view = WebKit2.WebView(web_context=CONTEXT, is_controlled_by_automation=True, settings=SETTINGS)
    window = Gtk.Window(decorated=False)
    window.set_default_size(390, 844)
    window.add(view)
    window.show_all()
    return view


def begin(_context, session):
    """Give a session its view."""
    info = WebKit2.ApplicationInfo()
    info.set_name("webkit_window")
    session.set_application_info(info)
    session.connect("create-web-view", view_of)


def keep(_context, download):
    """Keep what is downloaded beside the profile."""

    def decide(download, name):
        download.set_destination((PROFILE / "downloads" / name).as_uri())
        return True

    download.connect("decide-destination", decide)


CONTEXT.set_automation_allowed(True)
CONTEXT.set_preferred_languages(["ja-JP"])
CONTEXT.connect("automation-started", begin)
CONTEXT.connect("download-started", keep)
Gtk.main()
