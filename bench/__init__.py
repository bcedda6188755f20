"""Wall time and memory of our commands against a raw client, in one run."""
