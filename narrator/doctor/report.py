"""The report of a fault: versions, settings, devices, and the last game, without the name of any player.

Of a game's journal only ids and numbers are kept: whatever else is written there may be a name, or hold one.
"""

from __future__ import annotations

import json
import platform
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from narrator.computer import files, paths
from narrator.computer.config import Config
from narrator.computer.devices import list_devices
from narrator.doctor.computer import installed, look_at_terminal
from narrator.doctor.tonight import look_at_settings
from narrator.errors import NarratorError
from narrator.play import session
from narrator.play.journal import FORMAT, Batch, Header, read
from narrator.values import asdict

HIDDEN = "…"
"""What stands in the place of a text."""

_ID = re.compile(r"[a-z0-9_.:,+-]+(?: [a-z0-9_.:,+-]+)*|[A-Z]{1,2}\d+")
"""What the program itself calls things: ids, several of them, numbers, versions; and rules, such as D67."""

_NAMED = ("name", "substitute")
"""What a moderator sets to a name (narrator.games.night.events: Overridden)."""

_KEPT = ("event", "begun")
"""Keys of a journal whose values are no ids, and no texts of anybody's."""

_FRAME = re.compile(r'  File "(?:.*\W)?(narrator\W.*)", line (\d+), in ([\w<>]+)')


class NamesHidden:
    """The names of a game's players, and what stands in their place."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._whole = {name.casefold(): other for name, other in names.items()}
        words = {word for name in self._whole for word in re.findall(r"[^\W\d_]{2,}", name)}
        self._words = words - {"gracz", "player", "spelare"}  # so are players called who have no names

    def id_or_hidden(self, text: str) -> str:
        """The text itself if it is an id, for a name the number of the seat, and otherwise a sign for any text."""
        if seat := self._whole.get(text.casefold()):
            return seat
        known = self._words.intersection(re.findall(r"[^\W\d_]+", text.casefold()))
        return text if not text or (_ID.fullmatch(text) and not known) else HIDDEN

    def hidden_in(self, text: str) -> str:
        """The text without the names, and without other forms of those that have four letters or more."""
        return re.sub(r"[^\W\d_]+", lambda found: HIDDEN if self._is_form(found[0].casefold()) else found[0], text)

    def _is_form(self, word: str) -> bool:
        stems = (name[:-1] for name in self._words if len(name) > 3)
        return word in self._words or any(word.startswith(stem) and len(word) < len(stem) + 5 for stem in stems)


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
        return {key: value if key in _KEPT else without_names(value, names) for key, value in data.items()}
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
        told += ["", f"## {title}", *(names.hidden_in(_without_home(line)) for line in lines)]
    told += ["", "## last game (its cards too: not for players while it goes on)", *game]
    return "\n".join(told) + "\n"


def _versions() -> list[str]:
    found = {"system": platform.platform(), "python": platform.python_version(), **installed()}
    return [f"{name} {number or '(not installed)'}" for name, number in found.items()]


def _settings(settings: Config, fault: str) -> list[str]:
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in asdict(settings).items()]
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
        return NamesHidden({}), [_without_home(str(error))]
    names = names_of(header, batches)
    return names, [*game_lines(header, batches, names)]


def _without_home(text: str) -> str:
    return text.replace(str(Path.home()), "~")
