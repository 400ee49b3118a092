"""What each language is taught with: the voices that say its texts, players' names, and pages of prose."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]

_VARIANTS = ("m3", "f2", "m7", "f5")
"""Throats of espeak-ng, each speaking with two accents."""


class Lessons(NamedTuple):
    """Voices by the share of texts that each says; where first names are; which of the project's pages are read."""

    voices: Mapping[str, int]
    names: Path
    pages: str


LESSONS = {
    "pl": Lessons(
        dict.fromkeys(("rhvoice:natan", "rhvoice:magda", "rhvoice:michal", "rhvoice:alicja", "natan", "magda"), 3)
        | {"espeak:pl": 1},
        ROOT / "tests" / "speech" / "first_names.txt",
        "docs/pl/*.md",
    ),
    "en": Lessons(
        dict.fromkeys(("rhvoice:alan", "rhvoice:bdl", "rhvoice:clb", "rhvoice:slt"), 6)
        | {f"espeak:gmw/{accent}+{throat}": 1 for accent in ("en-US", "en") for throat in _VARIANTS},
        Path(__file__).with_name("english_names.txt"),
        "docs/*.md",
    ),
}
"""Voices of RHVoice and espeak-ng begin so, others are the narrator's own. Kept out, to test with: RHVoice's cezary,
who speaks Polish, and its lyubov and Piper's joe, who speak English."""
