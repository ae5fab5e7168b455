"""The verbs of the command line, one module each, imported only when it is asked for.

A module `rulelang.commands.<verb>` defines `command`, a click command that returns its exit status.
"""
