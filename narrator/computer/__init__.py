"""What the program needs of the computer: files, folders, settings, processes and devices."""
