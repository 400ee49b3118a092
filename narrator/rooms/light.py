"""How much light each sign on a terminal gives, and what fills up a page that must give as much as another."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations_with_replacement
from unicodedata import normalize

FILL = "z"
"""Fills up a page. At every size its light keeps step with that of text; flat strokes and shades do not."""

_MEASURED = """
a267 b309 c185 d310 e264 f217 g341 h279 i218 j230 k274 l198 m287 n236 o243 p308 q308 r156 s210 t213 u238 v197
w250 x210 y250 z209 A292 B361 C235 D333 E306 F251 G301 H325 I249 J226 K316 L201 M353 N342 O323 P283 Q346 R339
S275 T211 U312 V271 W345 X275 Y227 Z288 0324 1227 2252 3261 4265 5269 6306 7205 8313 9306 .41 ,62 :81 ;105 ?169
!111 ·40 –101 —101 …108 -61 (161 )161 '47 "94 „124 ”123 ’62 ‚62 ‘62 “123 «123 »123 /124 ›61 &319 +155 *139 =166
~79 _78 <154 >154 |154 #312 %214 @349 ^95 `30 [192 ]192 {216 }214 $281 \\125 ×165 ░182 █1000 ▀506 ▄502 ─72
"""  # what is lit of a cell, in thousandths: DejaVu Sans Mono Bold, by `python -m bench.glyphs`

_WEIGHTS = {measured[0]: int(measured[1:]) for measured in _MEASURED.split()}

USUAL = 236
"""What a letter gives in the mean of Polish text, and a sign that was not measured in each of its cells."""

ACCENT = 30
"""What a letter's accent adds."""

_ENDS = ".,:;'\"-_~^*+|/()[]"  # what may end the filling, so that it comes out even


@lru_cache(maxsize=4096)
def light_of(text: str) -> int:
    """Add up the light of these signs, in thousandths of a cell that is lit whole."""
    return sum(map(_light_of_sign, text))


@cache
def _light_of_sign(sign: str) -> int:
    from rich.cells import cell_len

    if sign in _WEIGHTS or sign.isspace():
        return _WEIGHTS.get(sign, 0)
    letter = normalize("NFD", sign)
    return _WEIGHTS.get(letter[0], USUAL * cell_len(sign)) + ACCENT * (len(letter) - 1)


def in_fills(light: int) -> int:
    """Round down to the light that filling alone can give."""
    return light - light % _WEIGHTS[FILL]


def filling(light: int) -> str | None:
    """Signs, each one cell wide, that give exactly so much light; None where no few of them do."""
    end = _ends().get(light % _WEIGHTS[FILL])
    if end is None or light_of(end) > light:
        return None
    return FILL * ((light - light_of(end)) // _WEIGHTS[FILL]) + end


@cache
def _ends() -> dict[int, str]:
    """For each rest that filling may leave, the signs of least light that make it even."""
    ends: dict[int, str] = {0: ""}
    found = ["".join(signs) for few in range(1, 5) for signs in combinations_with_replacement(_ENDS, few)]
    for end in sorted(found, key=lambda end: sum(map(_light_of_sign, end))):
        ends.setdefault(sum(map(_light_of_sign, end)) % _WEIGHTS[FILL], end)
    return ends
