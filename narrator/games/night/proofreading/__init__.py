"""Proofread scripts and setups: every fault that would spoil a night is found before it, with place and cure."""

from narrator.games.night.proofreading.scripts import proofread_script
from narrator.games.night.proofreading.setups import proofread_setup

__all__ = ["proofread_script", "proofread_setup"]
