"""Teach an ear by synthetic voices: a head that reads sounds in what Whisper's encoder hears; docs/hearing.md."""
