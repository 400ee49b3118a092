"""Files of every kind that are spoilt on purpose, and read as the commands read them."""
