"""Certificates: decisions with all that is needed to check them again, without looking for anything."""
