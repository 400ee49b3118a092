"""Leaks to plant: faults by which a room could tell tables apart that differ in secrets alone."""

from tests.secrecy.leaks import calls, telling
from tests.secrecy.leaks.register import LEAKS, Leak

__all__ = ["LEAKS", "Leak", "calls", "telling"]
