"""The order of the stages, for each thing that a user asks for: a check, a lockfile, a comparison."""
