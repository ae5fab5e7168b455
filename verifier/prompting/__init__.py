"""What a model is asked: the scenario, the question, a pool of rules, and the form in which to answer."""
