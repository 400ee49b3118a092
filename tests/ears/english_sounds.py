"""How far apart two English phrases sound, as espeak-ng says them: letters tell too little there."""

from __future__ import annotations

from functools import cache

from narrator.computer.espeak import phonemes

from tests.ears.phonetics import Phonetics, Sounds

LIKE = Sounds(
    format=1,
    voices=("pb", "td", "kɡ", "fv", "sz", "ʃʒ", "θð"),
    near=("mnŋ", "θfst", "ðvzd", "lɹw", "sʃ", "zʒ", "ptk", "bdɡ", "tɾd"),
    vowels="aɐɑɒæeɛɜəɚiɪoɔuʊʌᵻ",
    weak="əɐhᵻ",
    letters={},
)
_UNHEARD = str.maketrans("", "", "ˈˌː ʲ̩")


@cache
def sounds(phrase: str) -> str:
    """Write how a phrase sounds, one sign a sound."""
    return phonemes(phrase, "English (America)").translate(_UNHEARD)


ENGLISH = Phonetics(LIKE, sounds)
