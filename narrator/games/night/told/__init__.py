"""What is told of a game: cues, views, what is public, the story and the end."""
