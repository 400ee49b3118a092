"""The commands. Each is thin: it loads what it needs only when it runs, and hands over."""
