"""The parts of the configuration file: its YAML, its fields, its sections, and whose word counts."""
