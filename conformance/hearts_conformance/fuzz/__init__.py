"""Whole matches against a target, steered towards the corners of the rules and compared at every move.

Scenarios find what somebody has thought of; this finds the rest.  A `planning.Planner` plays games on the reference:
their deals and choices are built for a corner of the rules (`corners`), moves against the rules are thrown in, and a
`census` counts which rules have decided anything.  `lockstep` plays each game on the target and compares all that can
be seen.  A difference is shrunk (`shrink`), its rules are named (`suspects`), what the target behaves as if is found
out (`explaining`), and it is written down as a scenario (`writing`).  `findings` holds what has come of it; `hunt` is
the whole run.

Here the reference is asked, unlike anywhere a scenario is judged: what fuzzing finds counts only once it stands in a
scenario, which says itself what is expected.
"""
