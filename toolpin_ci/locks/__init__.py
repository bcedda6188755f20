"""Lock formats: bytes in, locks out; one file for each format."""
