"""Tests of the narrator, and what they share with the benches: tables, people, rooms and proofs."""

import os

# Before numpy is read: each of its threads spins while it waits for the others, which takes eight times as long.
for library in ("OPENBLAS", "OMP", "MKL", "VECLIB"):
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")
