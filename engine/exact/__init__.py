"""Exact arithmetic: operations on known values, and why a value is undefined."""
