"""Polish that people said: two public sets of recordings, fetched by git at a commit that is fixed here.

Three women say 16 words, 36 times each (fncvsig/glosowa-lacznosc, which has no licence). Nine actors say three hours
of sentences (amu-cai/nEMO, CC BY-NC-SA 4.0). They serve to measure alone: nothing of them is kept in the project,
shipped, or taught from.
"""

from __future__ import annotations

import io
import re
import subprocess
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import soundfile
from platformdirs import user_cache_path

from narrator.ears.clips import ClipText
from narrator.ears.sound import RATE
from narrator.mouth.sound import Sound, at_rate
from narrator.studio.mixing import Samples
from narrator.studio.trials import Clip


@dataclass(frozen=True)
class Recordings:
    """A public set: where it is, the commit that was measured, and the folder with its sound files."""

    address: str
    commit: str
    folder: str


WORDS = Recordings("https://github.com/fncvsig/glosowa-lacznosc", "b4145c61c5ee8f78dd809221c4487d83bd86ef7e", "data")
TALK = Recordings("https://github.com/amu-cai/nEMO", "66de9999a8f2f605eb5f64841790aa5cb0877782", "samples")

SPELT = {"cieplo": "ciepło", "dol": "dół", "gora": "góra", "otworz": "otwórz", "przod": "przód", "tyl": "tył"}
SPELT |= {"wlacz": "włącz", "wylacz": "wyłącz"}

PEOPLE = ("first", "second", "third")
TAKES = 12
"""How often each says each word; the files are numbered through, twelve a person, as their voices show."""


def sounds(recordings: Recordings, clone: Path | None) -> Iterator[tuple[str, Samples]]:
    """Every sound file of a set, at 16 kHz, by its name; fetched first unless a clone of it is named."""
    folder = clone or fetched(recordings)
    found = subprocess.run(
        ["git", "-C", str(folder), "archive", recordings.commit, recordings.folder], capture_output=True, check=False
    )
    if found.returncode:
        raise SystemExit(f"{folder}: it has no commit {recordings.commit}: {found.stderr.decode().strip()}")
    with tarfile.open(fileobj=io.BytesIO(found.stdout)) as archive:
        for one in sorted(archive, key=lambda one: one.name):
            if one.name.endswith(".wav") and (file := archive.extractfile(one)):
                samples, rate = soundfile.read(io.BytesIO(file.read()), dtype="float32", always_2d=True)
                yield Path(one.name).name, at_rate(Sound(samples.mean(axis=1), rate), RATE).samples


def fetched(recordings: Recordings) -> Path:
    """Clone a set into the cache, once."""
    folder = user_cache_path("ktulu-narrator", appauthor=False) / "people" / Path(recordings.address).name
    if not folder.exists():
        fetch = ["git", "clone", "--quiet", "--bare", recordings.address, str(folder)]
        if subprocess.run(fetch, check=False).returncode:
            raise SystemExit(f"{recordings.address} cannot be fetched; name a clone of it with --words or --talk")
    return folder


def read_words(clone: Path | None) -> list[Clip]:
    """Each word as each person said it."""
    clips = []
    for name, samples in sounds(WORDS, clone):
        word, number = re.fullmatch(r"([a-z]+)(\d+)\.wav", name).groups()  # type: ignore[union-attr]
        clips.append(Clip(ClipText(SPELT.get(word, word)), PEOPLE[(int(number) - 1) // TAKES], samples))
    return clips
