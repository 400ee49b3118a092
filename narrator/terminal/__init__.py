"""What is said and asked in a terminal outside a game: words, lists, downloads, and how the program ends."""
