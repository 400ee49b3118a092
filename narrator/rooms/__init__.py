"""The rooms a game can be led in: aloud, on a moderator's screen, or as JSON lines for programs."""
