"""A voice-driven narrator for the night phases of in-person games."""

__version__ = "0.3.0"
