"""Tests of what listens: speech, keys, models and clips."""
