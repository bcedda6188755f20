"""Asks one server what it offers: lists everything, calls nothing."""

from toolpin_ci.probe.ask import ask

__all__ = ["ask"]
