"""A game under way: its table, its stage, its journal, and the log and replay made from a journal."""
