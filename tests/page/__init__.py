"""A moderator's page: what it shows of a snapshot and what it sends, who gets in, and what a game makes of it."""
