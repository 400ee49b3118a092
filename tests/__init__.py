"""Tests of the narrator, and what they share with the benches: tables, people, rooms and proofs."""
