"""Other engines on the pools of `layered`: each gives all outcomes, or one, of the same cases."""
