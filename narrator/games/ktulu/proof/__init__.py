"""Proofread scripts and setups: every fault that would spoil a night is found before it, with place and cure."""

from narrator.games.ktulu.proof.scripts import proofread_script
from narrator.games.ktulu.proof.setups import proofread_setup

__all__ = ["proofread_script", "proofread_setup"]
