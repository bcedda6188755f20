"""The only package that touches processes, sockets, files, the clock or GitHub."""
