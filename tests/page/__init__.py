"""A moderator's page: led as browsers lead it, and attacked."""
