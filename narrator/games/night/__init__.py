"""The engine of games with closed eyes: calls, their time, waking and sleeping, undo by night, a real deck."""
