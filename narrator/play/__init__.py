"""A game under way: its table, its stage, its journal, and what is told from a journal."""
