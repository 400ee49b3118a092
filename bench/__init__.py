"""Programs that measure or prove; each runs by itself, as `python -m bench.NAME` (README.md)."""
