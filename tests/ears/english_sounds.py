"""How far apart two English phrases sound, as espeak-ng says them: letters tell too little there."""

from __future__ import annotations

import ctypes
from functools import cache

import espeakng_loader

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
_RETRIEVAL, _UTF8, _IPA = 1, 1, 2  # of espeak-ng's speak_lib.h


@cache
def _espeak() -> ctypes.CDLL:
    library = ctypes.CDLL(espeakng_loader.get_library_path())
    library.espeak_Initialize(_RETRIEVAL, 0, espeakng_loader.get_data_path().encode(), 0)
    library.espeak_SetVoiceByName(b"English (America)")
    library.espeak_TextToPhonemes.restype = ctypes.c_char_p
    return library


@cache
def sounds(phrase: str) -> str:
    """Write how a phrase sounds, one sign a sound."""
    left, found = ctypes.c_char_p(phrase.encode()), b""
    while left.value:
        found += _espeak().espeak_TextToPhonemes(ctypes.byref(left), _UTF8, _IPA) or b""
    return found.decode().translate(_UNHEARD)


ENGLISH = Phonetics(LIKE, sounds)
