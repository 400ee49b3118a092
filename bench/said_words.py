"""Let an independent recogniser write down the words that a table hears most: names, cards, teams, numbers.

Each stands in a short sentence, and only it is judged. What was misheard is listed with what was heard instead: a
spelling in the voice's file may help, or lessons for `tools.teach`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from rich.progress import track

from narrator.computer import toml_reader
from narrator.computer.paths import script_file
from narrator.cues import PLAINLY, Part
from narrator.ears.lexicon import read_lexicon
from narrator.mouth.voice import load_voice

from bench.figures import Figure, settle
from bench.intelligible import plain, words_of
from bench.judges import judge
from tests.speech.lines import rendered

NAMES = Path(__file__).parents[1] / "tests" / "speech" / "first_names.txt"

SENTENCES = {"names": "Tej nocy ginie {}.", "cards and teams": "Słuchajcie: {}.", "numbers": "Wstaje gracz numer {}."}
"""In which sentence words of each kind are said."""


def words() -> Iterator[tuple[str, str]]:
    """Each word with its kind: Polish first names, Ktulu's cards and teams in their cases, numbers to 100."""
    yield from (("names", name) for name in NAMES.read_text("utf-8").split())
    data = toml_reader.load(script_file("ktulu", Path()))
    forms = (one.get(case) for kind in ("faction", "role") for one in data[kind] for case in ("name", "voc", "gen"))
    yield from (("cards and teams", form) for form in dict.fromkeys(filter(None, forms)))
    yield from (("numbers", str(number)) for number in range(1, 101))


def main() -> int:
    """Judge each voice, and print what was misheard; 1 if more was than before."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--voices", nargs="+", default=["natan"], help="profiles, or files that end in .toml")
    parser.add_argument("--judge", choices=("small", "base"), default="small")
    parser.add_argument("--keep", action="store_true", help="keep the figures in figures.toml")
    wanted = parser.parse_args()
    hear, numbers = (
        judge(wanted.judge),
        {str(one): first for one, (first, *_) in enumerate(read_lexicon("pl").numbers, 1)},
    )
    right = True
    for voice in wanted.voices:
        asked, figures = [*words()], []
        lines = [(word, (Part(word, SENTENCES[kind].format(word)),)) for kind, word in asked]
        made = track(rendered(lines, load_voice(voice), PLAINLY), voice, total=len(lines))
        missed: dict[str, list[str]] = {kind: [] for kind in SENTENCES}
        for (kind, word), (line, sound) in zip(asked, made, strict=True):
            heard = plain(hear(sound), numbers)
            found = [*words_of(plain(line.text, numbers), heard)]
            if not all(one.heard for one in found[-len(plain(word, numbers).split()) :]):
                missed[kind].append(f"{word} → {heard}")
        for kind, wrong in missed.items():
            count = sum(one == kind for one, _ in asked)
            name = f"{Path(voice).stem}, {wanted.judge}: {kind} misheard"
            figures.append(Figure(name, 100 * len(wrong) / count, f"{{:.1f}} % of {count}", 0.1))
            print(figures[-1].name, figures[-1].form.format(figures[-1].value), *wrong, sep="\n  ")
        right &= settle(f"words-{Path(voice).stem}-{wanted.judge}", figures, keep=wanted.keep)
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
