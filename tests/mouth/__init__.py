"""Tests of what speaks: voices, packs, ambience and players."""
