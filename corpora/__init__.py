"""Rule packs, cases and answers: data, installed with the package.  It imports nothing."""
