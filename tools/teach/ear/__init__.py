"""Teach an ear that spells: a head on Whisper's encoder, by synthetic voices alone; docs/accuracy.md says how."""
