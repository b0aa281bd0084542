"""The judge: scenarios, the interface an implementation is seen through, and the verdicts that follow."""

__version__ = "0.1.0"
"""The version of the distribution; it stands here so that ``heartspec --version`` has nothing to look up."""

SUITE = "1.0"
"""The version of the suite: the first number rises when a case changes or goes, the second when cases come."""
