"""Adapters for implementations of Hearts that others wrote, one a folder, each with its known deviations."""
