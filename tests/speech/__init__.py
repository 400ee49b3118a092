"""Speech to test and to measure with: synthetic voices, table talk, and clips with what they should mean."""
