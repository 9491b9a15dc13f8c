"""Standalone page: the service in the browser, and its build."""
