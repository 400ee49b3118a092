"""A journal that can be used is never lost, whatever befalls it."""
