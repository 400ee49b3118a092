"""Teach a voice that reads letters (docs/voices.md), or an ear that spells them (docs/accuracy.md)."""
