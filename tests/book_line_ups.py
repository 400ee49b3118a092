"""The book's line-ups, as the script has them."""

from __future__ import annotations

from narrator.games import ktulu
from narrator.games.night.loading import shipped_script

assert ktulu, "its rules are there before its script is read"

LINE_UPS = shipped_script().line_ups
