"""Standalone page: the service that runs in the browser, and the build that packs it."""
