"""JSON Schema: which calls and results stop or start to fit, keyword by keyword."""
