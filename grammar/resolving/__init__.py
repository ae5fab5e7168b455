"""Resolving: from syntax trees to the program, every name bound and every expression typed."""
