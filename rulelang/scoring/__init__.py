"""Many answers scored: files in pieces, workers, a journal from which a run that was stopped goes on, results."""
