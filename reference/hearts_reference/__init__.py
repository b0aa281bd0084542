"""The reference engine: the rules of Hearts, executed."""
