"""Loading: from a file to a program, with the modules and tables that it uses, and the cache."""
