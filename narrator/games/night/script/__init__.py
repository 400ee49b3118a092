"""A script and a setup: what a file may hold, how it is read, who sits where."""
