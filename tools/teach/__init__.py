"""Teach a voice that reads letters by recordings and their texts; docs/voices.md says how."""
