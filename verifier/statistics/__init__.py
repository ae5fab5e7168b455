"""The figures of both papers, computed on scored answers: numbers in, numbers out, no layout (that is `reporting`)."""
