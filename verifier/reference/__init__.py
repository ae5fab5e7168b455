"""Reference warrants to look at: the policy `sufficient`, and what every policy accepts as text and as JSON."""
