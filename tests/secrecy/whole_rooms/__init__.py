"""Whole rooms on a clock of their own: twin tables led through them, and what everybody hears and sees of it."""
