"""The report of a fault: versions, settings, devices, and the last game, without the name of any player.

Of a game's journal only ids and numbers are kept: whatever else is written there may be a name, or hold one.
"""

from __future__ import annotations

import json
import platform
import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from narrator.computer import files, paths
from narrator.computer.config import Config
from narrator.computer.devices import list_devices
from narrator.doctor.computer import installed, look_at_terminal
from narrator.doctor.names_hidden import HIDDEN, NamesHidden, without_owners
from narrator.doctor.tonight import look_at_settings
from narrator.errors import NarratorError
from narrator.play import session
from narrator.play.journal import FORMAT, Batch, Header, read
from narrator.values import asdict

_NAMED = ("name", "substitute")
"""What a moderator sets to a name (narrator.games.night.events: Overridden)."""

_KEPT = ("event", "begun")
"""Keys of a journal whose values are no ids, and no texts of anybody's."""

_SECRET = ("wifi", "wifi_password")
"""Settings that the report leaves out."""

_FRAME = re.compile(r'  File "(?:.*\W)?(narrator\W.*)", line (\d+), in ([\w<>]+)')


def names_of(header: Header, batches: Iterable[Batch]) -> NamesHidden:
    """The names that players had at the beginning of a game, and those that they had later."""
    names: dict[str, str] = {}
    for seat, player in enumerate(header.data.get("setup", {}).get("player", []), 1):
        names |= {name: f"Player {seat}" for name in (player["name"], player.get("say", "")) if name}
    for batch in batches:
        for fact in batch.facts:
            if fact.get("what") in _NAMED and fact.get("value"):
                names[str(fact["value"])] = f"Player {fact.get('of', '')}".strip()
    return NamesHidden(names)


def without_names(data: Any, names: NamesHidden) -> Any:
    """JSON data in which each text that is no id is replaced."""
    if isinstance(data, dict):
        kept = {key: value if key in _KEPT else without_names(value, names) for key, value in data.items()}
        return {names.id_or_hidden(key): value for key, value in kept.items()}
    if isinstance(data, list):
        return [without_names(one, names) for one in data]
    return names.id_or_hidden(data) if isinstance(data, str) else data


def game_lines(header: Header, batches: Iterable[Batch], names: NamesHidden) -> Iterator[str]:
    """The lines of a journal without names, notes and texts; its script keeps ids and numbers."""
    head = asdict(header) | {"setup": HIDDEN}
    yield json.dumps({"journal": FORMAT, **without_names(head, names)}, ensure_ascii=False)
    for batch in batches:
        first, *others = batch.facts
        for fact in ({**first, "input": batch.input}, *others):
            yield json.dumps(without_names(fact, names), ensure_ascii=False)


def usual_file() -> Path:
    """Name a new file in the user's home, where people find it."""
    return Path.home() / f"narrator-report-{datetime.now():%Y-%m-%d_%H-%M-%S}.txt"


def report(config: Path | None = None) -> str:
    """The whole report, as text for the makers of the program."""
    settings, finding = look_at_settings(config)
    names, game = _last_game(settings)
    parts = {
        "versions": _versions(),
        "terminal": [json.dumps(asdict(look_at_terminal()), default=str)],
        "settings": _settings(settings, "" if finding.verdict == "ok" else str(finding.text)),
        "sound": _sound(),
        "last fault": _last_fault(),
    }
    told = [f"narrator report, {datetime.now():%Y-%m-%d %H:%M}"]
    for title, lines in parts.items():
        told += ["", f"## {title}", *(names.hidden_in(without_owners(line)) for line in lines)]
    told += ["", "## last game (its cards too: not for players while it goes on)", *game]
    return "\n".join(told) + "\n"


def _versions() -> list[str]:
    found = {"system": platform.platform(), "python": platform.python_version(), **installed()}
    return [f"{name} {number or '(not installed)'}" for name, number in found.items()]


def _settings(settings: Config, fault: str) -> list[str]:
    data = asdict(settings) | {key: HIDDEN for key in _SECRET if getattr(settings, key)}
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in data.items()]
    return [*lines, *([f"faulty: {fault}"] if fault else [])]


def _sound() -> list[str]:
    try:
        found = list_devices()
    except NarratorError as lost:
        return [str(lost)]
    unread = [f"device {number} cannot be read: {why}" for number, why in found.unreadable]
    return [found.library, *(json.dumps(asdict(one), ensure_ascii=False) for one in found.devices), *unread]


def _last_fault() -> list[str]:
    """Where the program last failed by a fault of its own: the places in it alone, for all else may hold a secret."""
    kept = max(files.inside(paths.user_data() / "faults", "*.txt"), default=None)
    if kept is None:
        return ["none"]
    try:
        lines = files.content(kept).decode("utf-8", "replace").splitlines()
    except NarratorError as error:
        return [str(error)]
    places = [f"{found[1]}:{found[2]} {found[3]}" for line in lines if (found := _FRAME.match(line))]
    kind = re.match(r"[\w.]+(?=:|$)", lines[-1]) if lines else None
    return [kept.stem, *places, *([kind[0]] if kind else [])]


def _last_game(settings: Config) -> tuple[NamesHidden, list[str]]:
    try:
        header, batches = read(session.latest_journal(settings))
    except NarratorError as error:
        return NamesHidden({}), [without_owners(str(error))]
    names = names_of(header, batches)
    return names, [*game_lines(header, batches, names)]
