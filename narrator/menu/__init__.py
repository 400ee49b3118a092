"""The menu that `narrator` alone shows: all that people may want, by its name, for whoever knows no command."""
