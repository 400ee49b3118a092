"""Proofread scripts and setups: every fault that would spoil a night is found before it, with place and cure."""

from narrator.games.ktulu.proofreading.scripts import proofread_script
from narrator.games.ktulu.proofreading.setups import proofread_setup

__all__ = ["proofread_script", "proofread_setup"]
