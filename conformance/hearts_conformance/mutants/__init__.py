"""Mutants: the reference engine with one rule misread at a time, to prove that the suite notices.

`mutant` says what a mutant is, `misreadings` holds them chapter by chapter, `catalogue` is all of them, `evidence`
measures which cases kill which.  ``heartspec mutants`` prints that, and ``heartspec check`` holds the suite to it.
"""
