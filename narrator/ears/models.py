"""The speech models: which there are, where they are installed, and whether one can take a question's grammar."""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from narrator.computer import files
from narrator.computer.archive import unpack
from narrator.computer.downloads import Offer, download, verify
from narrator.computer.paths import user_data
from narrator.computer.toml_reader import read
from narrator.errors import BadData, Problem, suggest

Progress = Callable[[int, int], None]
"""Is told how many bytes are there, and how many there will be (0 while that is not known)."""

_TABLE = Path(__file__).resolve().with_name("models.toml")
_NAME = re.compile(r"vosk-model.*-[a-z]{2,3}-.+")
_PARTS = ("am/final.mdl", "conf", "graph/HCLr.fst", "graph/Gr.fst")


class SpeechModel(Offer):
    """A speech model that can be downloaded, known by its language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Table:
    format: int
    model: tuple[SpeechModel, ...]


def known_models() -> tuple[SpeechModel, ...]:
    """List the models that can be downloaded."""
    return read(_TABLE, _Table).model


def model_of(language: str) -> SpeechModel:
    """Find the model of a language. Raises BadData."""
    models = {model.language: model for model in known_models()}
    if language not in models:
        raise BadData([Problem(f"language {language}", "there is no model to download", suggest(language, models))])
    return models[language]


def models_folder() -> Path:
    """Give the folder where models are installed."""
    return user_data() / "models"


def find_model(language: str, configured: Path | None = None) -> Path | None:
    """Find the model: the configured folder, else an installed one; None if there is none. Raises BadData."""
    if configured is not None:
        check_model(configured)
        return configured
    folder = models_folder()
    installed = sorted(folder.glob(f"vosk-model*-{language}-*")) if files.is_folder(folder) else []
    usable = [model for model in installed if files.is_folder(model) and not problems_of(model)]
    return usable[-1] if usable else None


def check_model(folder: Path) -> None:
    """Raise BadData, with every problem, unless the folder holds a model that can take a grammar."""
    problems = problems_of(folder)
    if problems:
        raise BadData(problems)


def problems_of(folder: Path, platform: str = sys.platform) -> list[Problem]:
    """List what keeps the folder from being used as a model."""
    place = str(folder)
    if not files.is_folder(folder):
        return [Problem(place, "there is no such folder", "narrator model install, or correct the path")]
    problems = []
    if platform == "win32" and not place.isascii():
        cure = r"keep the model under a path such as C:\narrator-models"
        problems.append(Problem(place, "the recogniser cannot read a path with such letters on Windows", cure))
    if files.there(folder / "graph" / "HCLG.fst"):
        cure = "take a small model, one with graph/HCLr.fst and graph/Gr.fst"
        return [*problems, Problem(place, "its graph is static: it cannot be told what to listen for", cure)]
    missing = [part for part in _PARTS if not files.there(folder / part)]
    if missing:
        inner = [child for child in folder.glob("*") if files.there(child / "am" / "final.mdl")]
        cure = f"did you mean {inner[0]}?" if inner else "install it again, or take another model"
        problems.append(Problem(place, f"it is no speech model: {', '.join(missing)} missing", cure))
    return problems


def install(language: str, progress: Progress, into: Path | None = None) -> Path:
    """Download a language's model, going on where an earlier try stopped, and install it; give its folder.

    Raises ChannelLost when the network fails, BadData when what came is not what was wanted.
    """
    model = model_of(language)
    folder = _prepared(into)
    archive = folder / f"{model.name}.zip.part"
    download(model.url, archive, progress)
    try:
        return _verified(archive, folder, model.name, model.sha256)
    finally:
        archive.unlink(missing_ok=True)  # a whole download is never resumed, be it right or wrong


def install_from(archive: Path, into: Path | None = None) -> Path:
    """Install a model from a downloaded zip file, without a network; give its folder. Raises BadData."""
    if not files.is_file(archive):
        raise BadData([Problem(str(archive), "there is no such file")])
    folder = _prepared(into)
    name = archive.name.removesuffix(".zip")
    expected = {model.name: model.sha256 for model in known_models()}
    if name not in expected:
        return _place(archive, folder, name)
    return _verified(archive, folder, name, expected[name])


def _found_later(inside: str, zipped: str) -> str:
    """Choose the name, of the folder or of the zip file, by which `find_model` finds it. Raises BadData."""
    for name in (inside, zipped):
        if _NAME.fullmatch(name):
            return name
    fault = f"neither it nor the folder {inside!r} in it is called as speech models are: it would never be found"
    raise BadData([Problem(f"{zipped}.zip", fault, "rename the file to vosk-model-small-pl-1.zip, for Polish")])


def _prepared(into: Path | None) -> Path:
    return files.make_folder(into or models_folder())


def _verified(archive: Path, folder: Path, name: str, expected: str) -> Path:
    """Install if the checksum is the expected one, else that of the first install, else the first itself."""
    record = folder / f"{name}.sha256"
    found = verify(archive, record, expected)
    target = _place(archive, folder, name)
    record.write_text(found + "\n", "utf-8")
    return target


def _place(archive: Path, folder: Path, name: str) -> Path:
    """Unpack beside the target and move it there whole, so that no half model is ever found."""
    with tempfile.TemporaryDirectory(dir=folder, prefix=".unpack-") as temporary:
        unpacked = unpack(archive, Path(temporary), name)
        target = folder / _found_later(unpacked.name, name)
        faults = [replace(problem, place=archive.name) for problem in problems_of(unpacked)]
        if faults:
            raise BadData(faults)
        if files.there(target):
            shutil.move(target, Path(temporary) / ".replaced")
        unpacked.rename(target)
    problems = problems_of(target)
    if problems:
        raise BadData(problems)
    return target
