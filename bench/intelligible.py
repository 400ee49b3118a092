"""Let an independent recogniser write down the script's lines in a voice: how many words it hears as written.

A recogniser has heard people, so a robot costs it more than it costs a listener: what counts is a voice beside
another, and which sounds, words and lines are the worst. `--lines` takes a sample of them, always the same.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import NamedTuple

import jiwer
from rich.progress import track

from narrator.computer import toml_reader
from narrator.computer.paths import setup_file
from narrator.cues import PLAINLY, Delivery, Part
from narrator.ears.lexicon import read_lexicon
from narrator.mouth.spelling import spelling_of
from narrator.mouth.voice import load_voice
from narrator.play.loading import load_table
from narrator.play.session import delivery_of
from tools.teach.kept_out import is_kept_out

from bench.figures import Figure, settle
from bench.judges import judge
from tests.speech.lines import rendered, wordings

SEED = 7

SOUNDS = {
    "words that begin with z": r"z(?!ł)",
    "words that begin with g": r"g",
    "words with ż or rz": r".*(ż|rz)",
}
"""What is said wrongly most often, by how a word looks."""

_SENTENCE = 4
"""Words of the shortest line that is judged of a file of lines."""

COMMANDS = r"zamknij|zamykaj|otwórz|otwierają|posąż|nikt\b"
"""The commonest words of a night, and what it is about."""


class Word(NamedTuple):
    """A word of a line, and whether it was heard."""

    word: str
    heard: bool


class Judged(NamedTuple):
    """A line, what was heard instead of it, and its words."""

    line: str
    said: str
    heard: str
    words: tuple[Word, ...]

    @property
    def missed(self) -> int:
        """How many of the words were not heard."""
        return sum(not word.heard for word in self.words)


def main() -> int:
    """Judge each voice, and tell; 1 if one is heard worse than was kept."""
    parser = asking(__doc__, "system")
    parser.add_argument("--lines", type=int, default=0, help="so many of them, drawn by chance; all, if 0")
    parser.add_argument("--untaught", action="store_true", help="only the lines that no voice is taught by")
    parser.add_argument("--script", type=Path, help="a game's file of lines, such as scripts/cthulhu-wars/sv.toml")
    wanted = parser.parse_args()
    right = True
    for voice in wanted.voices:
        profile = load_voice(voice)
        language, hear = profile.language, judge(wanted.judge, profile.language)
        lines, said_as = of_game(wanted.script) if wanted.script else of_ktulu(language)
        lines = [line for line in lines if not wanted.untaught or is_untaught(line[1])]
        chosen = Random(SEED).sample(lines, min(wanted.lines or len(lines), len(lines)))
        numbers = spoken_numbers(language)
        made = rendered(chosen, profile, said_as)
        judged, cuts = list[Judged](), list[tuple[str, str]]()
        for line, sound in track(made, voice, total=len(chosen)):
            pair = plain(line.text, numbers), plain(hear(sound), numbers)
            cuts.append(pair)
            judged.append(Judged(line.line, *pair, tuple(words_of(*pair))))
        figures = [*measures(f"{Path(voice).stem}, {wanted.judge}", judged, cuts)]
        tell(figures, judged)
        name = f"intelligible-{'untaught-' * wanted.untaught}{Path(voice).stem}-{wanted.judge}"
        right &= settle(name, figures, keep=wanted.keep)
    return 0 if right else 1


def asking(about: str | None, voice: str) -> argparse.ArgumentParser:
    """What any judging is asked for: voices, the judge, and whether its figures are kept."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--voices", nargs="+", default=[voice], help="profiles, or files that end in .toml")
    parser.add_argument("--judge", choices=("small", "base"), default="small")
    parser.add_argument("--keep", action="store_true", help="keep the figures in figures.toml")
    return parser


def of_ktulu(language: str) -> tuple[list[tuple[str, tuple[Part, ...]]], Delivery]:
    """All wordings of Ktulu's script in a language, and how they are said."""
    table = load_table(setup_file(Path("all-roles")), language)
    return [*wordings(table.script, "gentle")], delivery_of(table)


def of_game(file: Path) -> tuple[list[tuple[str, tuple[Part, ...]]], Delivery]:
    """The wordings of a file of lines, said plainly."""
    return [*whole_lines(file)], PLAINLY


def whole_lines(file: Path) -> Iterator[tuple[str, tuple[Part, ...]]]:
    """The wordings of a file of lines that are sentences without gaps, of four words at least."""
    for line, texts in toml_reader.load(file)["line"].items():
        for number, text in enumerate([texts] if isinstance(texts, str) else texts, 1):
            if "{" not in text and len(text.split()) >= _SENTENCE:
                yield f"{line}.{number}", (Part(f"{line}.{number}", text),)


def is_untaught(parts: Sequence[Part]) -> bool:
    """Whether tools.teach leaves out every part of a line that has a word in it."""
    return all(is_kept_out(part.text) for part in parts if re.search(r"\w", part.text))


def spoken_numbers(language: str) -> dict[str, str]:
    """How each number is said, by its digits: to 100 as a voice of letters reads it, else to 30."""
    with suppress(LookupError):
        spelling = spelling_of(language)
        return {str(number): spelling.read(str(number)).strip(" .") for number in range(1, 101)}
    return {str(one): first for one, (first, *_) in enumerate(read_lexicon(language).numbers, 1)}


def plain(text: str, numbers: dict[str, str]) -> str:
    """The words alone, in small letters, numbers as they are said; a dash where there are none."""
    spelt = re.sub(r"\d+", lambda found: numbers.get(found[0], found[0]), text.lower())
    return " ".join(re.findall(r"[^\W\d_]+", spelt)) or "-"


def words_of(said: str, heard: str) -> Iterator[Word]:
    """Tell of each word that was said whether it was heard in its place."""
    (pieces,) = jiwer.process_words(said, heard).alignments
    words = said.split()
    for piece in pieces:
        yield from (Word(word, piece.type == "equal") for word in words[piece.ref_start_idx : piece.ref_end_idx])


def measures(name: str, judged: Sequence[Judged], cuts: Sequence[tuple[str, str]]) -> Iterator[Figure]:
    """Words and letters misheard, lines heard whole, and the share misheard of each kind of word."""
    said, heard = zip(*cuts, strict=True)
    low, high = bounds(cuts)
    of = f"{{:.1f}} %, {low:.1f}–{high:.1f}, of {sum(len(one.words) for one in judged)}"
    yield Figure(f"{name}: words misheard", _misheard(cuts), of, 0.1)
    yield Figure(f"{name}: letters misheard", 100 * jiwer.cer(list(said), list(heard)), "{:.1f} %")
    whole = 100 * sum(a == b for a, b in cuts) / len(cuts)
    yield Figure(f"{name}: lines heard whole", whole, f"{{:.1f}} % of {len(cuts)}")
    words = [word for one in judged for word in one.words]
    kinds = {**SOUNDS, "zamknij, otwórz, posążek, nikt": COMMANDS}
    for kind, pattern in kinds.items():
        yield share(f"{name}: {kind}", [word for word in words if re.match(pattern, word.word)])
    others = "|".join(SOUNDS.values())
    yield share(f"{name}: other words", [word for word in words if not re.match(others, word.word)])


def bounds(cuts: Sequence[tuple[str, str]], draws: int = 1000) -> tuple[float, float]:
    """Between which shares of words misheard 95 of 100 samples of lines like these lie."""
    chance = Random(SEED)
    shares = sorted(_misheard(chance.choices(cuts, k=len(cuts))) for _ in range(draws))
    return shares[draws // 40], shares[-draws // 40]


def _misheard(cuts: Sequence[tuple[str, str]]) -> float:
    said, heard = zip(*cuts, strict=True)
    return 100 * float(jiwer.wer(list(said), list(heard)))


def share(name: str, words: Sequence[Word], worse: float | None = None) -> Figure:
    """How many of the words were misheard; by what part it may be `worse` than was kept, if that is judged."""
    missed = sum(not word.heard for word in words)
    return Figure(name, 100 * missed / max(len(words), 1), f"{{:.1f}} % of {len(words)}", worse)


def tell(figures: Sequence[Figure], judged: Sequence[Judged], most: int = 20) -> None:
    """Print the figures, then the words and the lines that were misheard most."""
    for figure in figures:
        print(f"{figure.name:64} {figure.form.format(figure.value):>18}")
    said = Counter(word.word for one in judged for word in one.words)
    missed = Counter(word.word for one in judged for word in one.words if not word.heard)
    print("most misheard:", ", ".join(f"{word} {count}/{said[word]}" for word, count in missed.most_common(most)))
    for one in sorted(judged, key=lambda one: -one.missed / len(one.words))[:most]:
        print(f"  {one.line}: {one.said}\n  {' ' * len(one.line)}→ {one.heard}")


if __name__ == "__main__":
    sys.exit(main())
