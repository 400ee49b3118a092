"""What comes next: calls of the night, the dawn, rounds, undoing, corrections, and when a call is made."""
