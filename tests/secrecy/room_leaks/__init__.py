"""Leaks to plant in rooms: faults by which the room makes a difference though the cues are the same."""

from tests.secrecy.room_leaks import phones, rooms
from tests.secrecy.room_leaks.register import LEAKS, Planted

__all__ = ["LEAKS", "Planted", "phones", "rooms"]
