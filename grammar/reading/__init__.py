"""Reading: from bytes to the syntax tree, and what to say of a text that cannot be read."""
