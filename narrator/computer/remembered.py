"""What was found in files, remembered for as long as they stay as they are: nobody reads 2,000 journals twice."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from narrator import __version__
from narrator.computer import files, parsing
from narrator.computer.paths import user_cache
from narrator.errors import NarratorError

_FEW = 20
"""Files that are read sooner than what was found in them is written."""


def found_in(paths: Iterable[Path], find: Callable[[Path], Any], what: str) -> dict[Path, Any]:
    """What `find` finds in each file, as plain JSON values; it is asked again only of a file that has changed.

    `what` names what is found. It is kept in the cache, for its owner alone, by this version alone.
    """
    place = user_cache() / f"{what}.json"
    kept, found, read = _kept(place), dict[Path, Any](), dict[str, Any]()
    for path in paths:
        name, state = str(path.absolute()), [*parsing.state(path)]
        known = kept.get(name)
        if not state or not isinstance(known, list) or known[:1] != [state]:
            known = read[name] = [state, find(path)]
        found[path] = known[-1]
    if len(read) > _FEW:
        folders = {str(path.absolute().parent) for path in found}
        stay = {str(path.absolute()) for path in found}
        others = {name: one for name, one in kept.items() if name in stay or str(Path(name).parent) not in folders}
        _keep(place, {**others, **read})
    return found


def _kept(place: Path) -> dict[str, Any]:
    """What was kept by this version; nothing if that cannot be read."""
    with suppress(NarratorError, ValueError, RecursionError):
        kept = json.loads(files.content(place))
        if isinstance(kept, dict) and kept.get("version") == __version__ and isinstance(kept.get("files"), dict):
            return dict(kept["files"])
    return {}


def _keep(place: Path, found: dict[str, Any]) -> None:
    """Keep what was found; where that cannot be, all is read again next time."""
    files.keep(place, json.dumps({"version": __version__, "files": found}).encode())
