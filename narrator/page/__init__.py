"""A moderator's page in the browser: the last snapshot goes out, commands come in, and no rule lives in the page."""
