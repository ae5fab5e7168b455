"""The pages of the diagnostic codes: data, installed with the package and printed by `rulelang explain`."""
