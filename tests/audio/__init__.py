"""Nights that sound: they are played into, and heard from, a sound server of their own."""
