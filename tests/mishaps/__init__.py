"""Games in which everything happens that can: late answers, commands, doubt, nonsense, lost devices, sudden ends."""
