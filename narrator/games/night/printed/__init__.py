"""What of a game is kept or printed beside it: sheets, cards to deal, facts for the statistics."""
