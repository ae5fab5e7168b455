from rulelang.grammar.diagnostic import Diagnostic, Label
from rulelang.grammar.machine import Halt
from rulelang.grammar.source import Span


def explain(halt: Halt) -> tuple[Diagnostic, int | None]:
    word = halt.word
    return Diagnostic("RL100", f"`{word.text}` cannot stand here", Label(Span(halt.source, word.start, word.end)),
        hint="expected " + ", ".join(sorted(halt.expected))), None
