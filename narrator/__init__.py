"""A voice-driven narrator for the night phases of in-person games."""

__version__ = "1.0.0"
