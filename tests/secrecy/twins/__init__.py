"""Twin tables: games that agree in everything public and differ in secrets, to hear whether the room could tell."""
