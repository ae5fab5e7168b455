"""Cases from JSON, and records of other shapes by a map; cases as JSON again."""
