"""The arithmetic: exact JSON text, canonical forms, pointers and digests."""
