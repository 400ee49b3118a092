"""An evening: a table made, cards dealt, a game led where its people want it, and what they want after it."""
