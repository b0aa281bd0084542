"""How rules are misread, chapter by chapter: from rule books, from programs, and by turning every screw once.

Each module is a table, ``MUTANTS``.  An entry names the mutant, says in words how the rule is read, and reads it so.
"""
