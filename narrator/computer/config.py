"""The user's settings: voice, devices, model, times (config.toml)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from narrator.computer import files, paths, toml_reader
from narrator.computer.positions import located
from narrator.computer.settings import config_file, meant, own_file, usual_language
from narrator.computer.texts import languages
from narrator.cues import SIGNALS
from narrator.errors import BadData, Problem, did_you_mean, fault, nearest, out_of_range, short_list, unknown
from narrator.texts import message
from narrator.values import dataclass, fields, replace

AMBIENCES = ("none", "wind", "rain", "crickets", "fire")
"""The ambiences that need no file of one's own."""

BOUNDS = {"pace": (0.0, 10.0), "show_seconds": (0.0, 600.0), "ambience_volume": (0.0, 1.0)}
"""The least and the greatest that each of these numbers may be."""


@dataclass(frozen=True, kw_only=True)
class Config:
    """What config.toml says. An empty text means: the usual one. Files and folders are absolute once it is loaded."""

    format: int = 1
    language: str = ""
    voice: str = ""
    names: str = ""
    speaker: str = ""
    microphone: str = ""
    ears: Literal["auto", "keys"] = "auto"
    model: str = ""
    ambience: str = "wind"
    ambience_volume: float = 0.3
    effects: bool = True
    nightfall: str = ""
    dawn: str = ""
    win: str = ""
    pace: float = 1.0
    show_seconds: float = 6.0
    plain: bool = False
    journals: str = ""
    wifi: str = ""
    wifi_password: str = ""


def load_config(path: Path | None = None, pace: float | None = None) -> Config:
    """Read the config named, else the user's own, else the shipped one; a `pace` replaces its own. Raises BadData."""
    chosen = config_file(path)
    config, problems = read_config(chosen)
    if problems or not config:
        raise BadData(problems)
    config = replace(_with_places(config, chosen), language=config.language or usual_language())
    config = config if pace is None else replace(config, pace=pace)
    if problems := [*_out_of_bounds(config, "--")]:
        raise BadData(problems)
    return config


def is_config(data: Mapping[str, Any]) -> bool:
    """Whether the data are settings: they have keys of such, and none that make a setup or a script of them."""
    keys = {field.name for field in fields(Config)}
    return {"format"} < data.keys() <= keys or not (_ALONE.isdisjoint(data) or {*_OF_OTHERS}.intersection(data))


_OF_OTHERS = ("player", "cards", "script", "game", "extends", "translates", "role", "night", "zero")
_ALONE = {"speaker", "microphone", "ears", "model", "ambience", "effects", "nightfall", "pace", "plain", "journals"}
"""Keys that nothing but settings have."""

_OTHER_KINDS = ("is-list", "is-ini", "is-zeros", "is-json", "is-page", "is-other", "is-report", "of-another-program")
"""Faults of a file whose usual cure makes a setup of it."""


def read_config(path: Path) -> tuple[Config | None, list[Problem]]:
    """Read what can be read of settings, and list what is wrong in them. Raises BadData if they are no TOML."""
    config, problems = toml_reader.build_anyway(_data(path), Config, path.name)
    if config:
        problems += [*_out_of_bounds(config, f"{path.name}: "), *_problems(config, path)]
    return config, located(problems, path)


def _data(path: Path) -> dict[str, Any]:
    """The data of settings; a file of another kind is refused once, not key by key. Raises BadData."""
    try:
        data = toml_reader.load(path)
    except BadData as bad:
        cure = message("faults.usual-settings")
        others = [replace(one, cure=cure) if one.key in _OTHER_KINDS else one for one in bad.problems]
        raise BadData(others) from None
    if _ALONE.isdisjoint(data) and not data.keys().isdisjoint(_OF_OTHERS):
        raise BadData([fault(path.name, "faults.not-settings", file=path)])
    return data


def keep_setting(key: str, value: str) -> Path:
    """Write the user's own settings, in which this key has this value and all else is as it was; give their file.

    Raises NarratorError.
    """
    import tomlkit

    own = own_settings(value if key == "language" else "")
    document = tomlkit.parse(files.content(own).decode("utf-8-sig"))
    document[key] = value
    files.write(own, document.as_string().encode())
    return own


def own_settings(language: str = "") -> Path:
    """The user's own settings; where there are none a copy of the shipped ones is made, explained in this language.

    Raises NarratorError.
    """
    if not files.there(own := own_file()):
        explained = paths.shipped(f"config.{language or usual_language()}.toml")
        files.make_folder(own.parent)
        files.write(own, files.content(explained if files.is_file(explained) else config_file()))
    return own


def _out_of_bounds(config: Config, place: str) -> Iterator[Problem]:
    for key, (least, most) in BOUNDS.items():
        if not least <= getattr(config, key) <= most:  # which nan is not either
            yield out_of_range(f"{place}{key}", getattr(config, key), least, most)


def _problems(config: Config, path: Path) -> Iterator[Problem]:
    if config.language and config.language not in languages():
        near = meant(config.language) or nearest(config.language, languages())
        cure = did_you_mean(near) if near else message("faults.known-languages", words=short_list(languages()))
        yield fault(f"{path.name}: language", "faults.no-texts-in", cure, language=config.language)
    for key, name in _named(config):
        if not files.has_home(name):
            yield fault(f"{path.name}: {key}", "faults.no-home", name=name)
        elif key == "ambience" and not files.is_file(files.meant(name, path.absolute().parent)):
            yield unknown(f"{path.name}: {key}", "faults.no-ambience", name, AMBIENCES)
        elif key in SIGNALS and not files.is_file(files.meant(name, path.absolute().parent)):
            yield fault(f"{path.name}: {key}", "faults.no-signal-file", name=name)


def _named(config: Config) -> Iterator[tuple[str, str]]:
    """List the files and folders that are named, by key."""
    for key in ("journals", "model", "ambience", *SIGNALS):
        name = getattr(config, key)
        if name and not (key == "ambience" and name in AMBIENCES):
            yield key, name


def _with_places(config: Config, path: Path) -> Config:
    """Read the names of files and folders from beside the settings; `~` is the user's home."""
    found: dict[str, Any] = {key: str(files.meant(name, path.absolute().parent)) for key, name in _named(config)}
    return replace(config, **found)
