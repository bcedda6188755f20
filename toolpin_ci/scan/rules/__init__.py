"""One scan rule a file; `toolpin_ci.scan.RULES` lists them."""
