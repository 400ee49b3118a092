"""Games of nights that are a script and nothing else: a file each."""
