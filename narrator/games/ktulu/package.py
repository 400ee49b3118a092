"""Ktulu's package."""

from __future__ import annotations

from pathlib import Path

from narrator.games.ktulu import Ktulu, evenings
from narrator.games.night.package import NightPackage


class KtuluPackage(NightPackage):
    """Ktulu, with the book's script."""

    id = root = "ktulu"
    folders = (Path(__file__).parent, *NightPackage.folders)
    rules = Ktulu
    counted_facts, counted = evenings.FACTS, staticmethod(evenings.counted)
