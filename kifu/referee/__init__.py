"""From a record to a verdict."""
