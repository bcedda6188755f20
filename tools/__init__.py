"""Scripts that set up, check and exercise this repository."""
