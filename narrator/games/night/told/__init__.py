"""What people hear and see of a game: cues, views, what is public, the story and the end."""
