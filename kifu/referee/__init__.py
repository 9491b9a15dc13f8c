"""The referee: it turns a record into a verdict."""
