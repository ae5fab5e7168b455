"""Propositions: the sentences of rules, which are outcomes where a rule concludes them and facts where none does."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.grammar import model, tree
from rulelang.grammar.diagnostic import Label
from rulelang.grammar.resolving import kinds
from rulelang.grammar.resolving.findings import Findings, did_you_mean
from rulelang.grammar.resolving.scope import SentenceReader
from rulelang.grammar.resolving.sentences import normal, quoted, sentence_name
from rulelang.grammar.resolving.symbols import Symbols
from rulelang.grammar.source import Span


def module_name(module: tree.Module) -> str:
    """The name of a module; empty where it has none."""
    return module.name.text if module.name is not None else ""


def concluded_sentences(rule: tree.Rule) -> list[tree.Sentence]:
    """The sentences that a rule concludes, in its base and its operators."""
    found: list[tree.Sentence] = []
    outcomes = list(rule.outcomes)
    for operator in rule.operators:
        match operator:
            case tree.AbstractTo(_, tree.Sentence() as concept):
                found.append(concept)
            case (
                tree.Additive(outcomes=more) | tree.ExceptionClause(outcomes=more) | tree.ConflictClause(outcomes=more)
                | tree.IroncladClause(outcomes=more)
            ):  # fmt: skip
                outcomes.extend(more)
            case _:
                pass
    for outcome in outcomes:
        if isinstance(outcome, tree.Conclude) and isinstance(outcome.atom, tree.Sentence):
            found.append(outcome.atom)
    return found


def action_sentences(rule: tree.Rule) -> list[tree.Sentence]:
    """The sentences in the place of an action after THEN."""
    outcomes = list(rule.outcomes)
    for operator in rule.operators:
        outcomes.extend(getattr(operator, "outcomes", ()))
    return [
        o.action for o in outcomes if isinstance(o, tree.ConcludeNorm) and isinstance(o.action, tree.Sentence)
    ]


def collect_sentences(modules: Sequence[tree.Module], symbols: Symbols) -> dict[str, set[str]]:
    """Make an outcome of every sentence that some rule concludes, and an action of every one that a norm is about.

    Gives for each such outcome the modules that conclude it.
    """
    concluded: dict[str, set[str]] = {}
    for module in modules:
        name = module_name(module)
        for declaration in module.declarations:
            if not isinstance(declaration, tree.Rule):
                continue
            for sentence in concluded_sentences(declaration):
                key = normal(sentence.value)
                if any(not isinstance(s, model.Action) for s in symbols.glosses.get(key, ())):
                    continue
                concluded.setdefault(key, set()).add(name)
                if key not in symbols.sentences:
                    symbols.sentences[key] = model.Outcome(
                        sentence_name(sentence.value), (), kinds.BOOLEAN, sentence_gloss(sentence.value),
                        sentence=True, span=sentence.span,
                    )  # fmt: skip
            for sentence in action_sentences(declaration):
                key = normal(sentence.value)
                if key not in symbols.action_sentences and not any(
                    isinstance(s, model.Action) for s in symbols.glosses.get(key, ())
                ):
                    symbols.action_sentences[key] = model.Action(
                        quoted(key), (), sentence_gloss(sentence.value), span=sentence.span
                    )
    return concluded


def sentence_gloss(sentence: str) -> str:
    return " ".join(sentence.split())


class Propositions:
    """Which sentences are read where; a sentence that nothing concludes becomes a fact at its first reading."""

    def __init__(self, symbols: Symbols) -> None:
        self.symbols = symbols
        self.read: dict[str, dict[str, Span]] = {}

    def reader(self, module: str) -> SentenceReader:
        sentences = self.symbols.sentences

        def read(text: str, span: Span) -> model.Fact | model.Outcome:
            key = normal(text)
            self.read.setdefault(key, {}).setdefault(module, span)
            proposition = sentences.get(key)
            if proposition is None:
                proposition = sentences[key] = model.Fact(
                    sentence_name(text), (), kinds.BOOLEAN, sentence_gloss(text), sentence=True, span=span
                )
            return proposition

        return read

    def case_reader(self, findings: Findings) -> SentenceReader:
        """For cases: what they say decides nothing about other modules, but a slip of the pen shows here."""
        sentences = self.symbols.sentences

        def read(text: str, span: Span) -> model.Fact | model.Outcome:
            key = normal(text)
            proposition = sentences.get(key)
            if proposition is None:
                near = did_you_mean(key, sentences)
                findings.warning("RL413", "no rule speaks of this sentence", span, near or "check its wording")
                proposition = sentences[key] = model.Fact(
                    sentence_name(text), (), kinds.BOOLEAN, sentence_gloss(text), sentence=True, span=span
                )
            return proposition

        return read

    def report(self, concluded: dict[str, set[str]], findings: Findings) -> None:
        """A sentence read in one module and concluded in another changes its meaning with what is loaded."""
        for key, places in self.read.items():
            by = concluded.get(key)
            if by is None:
                continue
            for module, span in places.items():
                if module not in by:
                    findings.warning(
                        "RL249",
                        f"this sentence is concluded by a rule of `{sorted(by)[0]}`, so NOT means here that it is "
                        "not established",
                        span,
                        "declare it as an OUTCOME if that is meant, else word it differently",
                        (Label(self.symbols.sentences[key].span, "concluded here"),),
                    )
