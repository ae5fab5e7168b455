"""The seven types of questions (RuleWeaver, appendix B.4): what each asks of rules and case, and of an answer."""
