"""The book's line-ups, as the script has them."""

from __future__ import annotations

from narrator.games.night.loading import shipped_script

LINE_UPS = shipped_script().line_ups
