"""OpenSpiel's hearts, with the parameters that a set of options calls for and with its own defaults."""

from .adapter import OpenSpiel, OpenSpielDefault, Round

__all__ = ["OpenSpiel", "OpenSpielDefault", "Round"]
