"""The commands. Thin: each loads what it needs when it is called, and hands over."""
