"""Let an independent recogniser write down the words that a table hears most: names, cards, teams, numbers.

Each stands in a short sentence, and only it is judged, by its sounds: a name has many spellings, and a recogniser
that has never met it may cut it elsewhere. What was misheard is listed with what was heard instead: a spelling in the
voice's file may help, or lessons for `tools.teach`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from rich.progress import track

from narrator.computer import toml_reader
from narrator.computer.paths import script_file
from narrator.cues import PLAINLY, Part
from narrator.mouth.voice import load_voice

from bench.figures import settle
from bench.intelligible import Word, asking, plain, share, spoken_numbers
from bench.judges import judge
from tests.speech.lines import rendered

NAMES = Path(__file__).parents[1] / "tests" / "speech" / "first_names.txt"

SENTENCES = {
    "names": "Nie budzi się numer trzy, {}.",
    "cards and teams": "Słuchajcie: {}.",
    "numbers": "Wstaje gracz numer {}.",
}
"""In which sentence words of each kind are said."""

_SPELLINGS = (
    "ch→h rz→ż ó→u x→ks v→w ł→u ę→e ą→on y→i j→i dż→cz dź→ć dz→c w→f b→p d→t g→k z→s ź→ś ż→sz"  # in this order
)
"""Letters that sound alike, or nearly so where a word ends or meets another; the first is written as the second."""


def words() -> Iterator[tuple[str, str]]:
    """Each word with its kind: Polish first names, Ktulu's cards and teams in their cases, numbers to 100."""
    yield from (("names", name) for name in NAMES.read_text("utf-8").split())
    data = toml_reader.load(script_file("ktulu", Path()))
    forms = (one.get(case) for kind in ("faction", "role") for one in data[kind] for case in ("name", "voc", "gen"))
    yield from (("cards and teams", form) for form in dict.fromkeys(filter(None, forms)))
    yield from (("numbers", str(number)) for number in range(1, 101))


def judged(voice: str, name: str) -> Iterator[tuple[str, Word, str]]:
    """Let a judge write down all words in a voice: the kind of each, whether it was heard, and what was instead."""
    hear, numbers, asked = judge(name), spoken_numbers("pl"), [*words()]
    lines = [(word, (Part(word, SENTENCES[kind].format(word)),)) for kind, word in asked]
    made = track(rendered(lines, load_voice(voice), PLAINLY), voice, total=len(lines))
    for (kind, word), (_, sound) in zip(asked, made, strict=True):
        heard = plain(hear(sound), numbers)
        yield kind, Word(word, sounds_of(plain(word, numbers)) in sounds_of(heard)), heard


def sounds_of(text: str) -> str:
    """The text as it sounds, however it is spelt and cut into words."""
    text = text.replace(" ", "")
    for spelling in _SPELLINGS.split():
        spelt, _, heard = spelling.partition("→")
        text = text.replace(spelt, heard)
    return re.sub(r"(.)\1+", r"\1", text)


def main() -> int:
    """Judge each voice, and print what was misheard; 1 if more was than before."""
    wanted = asking(__doc__, "natan").parse_args()
    right = True
    for voice in wanted.voices:
        found, figures = [*judged(voice, wanted.judge)], []
        for kind in SENTENCES:
            name = f"{Path(voice).stem}, {wanted.judge}: {kind} misheard"
            figures.append(share(name, [word for one, word, _ in found if one == kind], 0.1))
            wrong = [f"{word.word} → {heard}" for one, word, heard in found if one == kind and not word.heard]
            print(name, figures[-1].form.format(figures[-1].value), *wrong, sep="\n  ")
        right &= settle(f"words-{Path(voice).stem}-{wanted.judge}", figures, keep=wanted.keep)
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
