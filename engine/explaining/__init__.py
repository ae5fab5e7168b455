"""Explaining: chains, reasons and hints, from what became of every rule."""
