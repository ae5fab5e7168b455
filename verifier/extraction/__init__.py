"""Claims out of free text, by a language model that sees nothing of what the right answer is."""
