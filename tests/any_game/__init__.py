"""Laws of any game that can be narrated: they know no more of it than the stage, the pages and the journal do."""
