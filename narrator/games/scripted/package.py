"""The package of all games that are a script and nothing else."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from narrator.computer import paths, toml_reader
from narrator.errors import BadData, NarratorError, brief
from narrator.games.night import layers, loading
from narrator.games.night.package import NightPackage
from narrator.games.night.plain import NIGHT
from narrator.games.night.printed import dealing
from narrator.games.night.script.setup import Setup
from narrator.games.night.simulation.tournament import line_up
from narrator.values import replace

if TYPE_CHECKING:
    from narrator.texts import Texts


class ScriptedPackage(NightPackage):
    """One of them, by its script."""

    id = NIGHT
    folders = (Path(__file__).parent, *NightPackage.folders)

    def __init__(self, root: str = "werewolf") -> None:
        """Take the game of this script."""
        self.root = root

    def of(self, name: str) -> ScriptedPackage:
        """The game of this script."""
        return ScriptedPackage(name)

    def playing(self, name: str) -> NightPackage | None:
        """The game, of all these, of which the script of this name is a variant."""
        found = (NightPackage.playing(self.of(game), name) for game in self.games())
        return next(filter(None, found), None)

    def name_of(self, setup: Setup) -> str:
        """The name of the script that the table's stands on."""
        try:
            return layers.root_of(paths.script_file(setup.script, Path()))
        except BadData:
            return self.root

    def about(self) -> str:
        """Each side with how it wins, and each card with what it does."""
        script = loading.shipped_script(self.root, loading.language_here(self.root))
        names = next(iter(script.vocabulary))
        setup = replace(line_up(script.line_ups.fewest, 1, script), names=names)
        sides = [(one.id, dealing.aim(setup, script, one.id)) for one in script.faction]
        cards = [(one.id, dealing.does(setup, script, one.id)) for one in script.role]
        called = script.vocabulary[names]
        parts = ("\n".join(f"{called[one].name}: {words}" for one, words in part) for part in (sides, cards))
        return "\n\n".join(parts)

    def lesson(self, table: loading.Table, texts: Texts) -> list[str]:
        """How this one is played, a step each, by its script."""
        return [*dealing.lesson(table, texts)]

    def games(self) -> dict[str, str]:
        """What all such games are called, by the names of their scripts: shipped ones, and the user's own."""
        found = {}
        for name in sorted(paths.script_names(), key=lambda one: one != self.root):
            with suppress(NarratorError):
                file = paths.script_file(name, Path())
                # a variant's game takes longer to find than its root
                if layers.root_of(file) == name and layers.game_of(file) == NIGHT:
                    found[name] = self._title(file, name)
        return found

    def _title(self, file: Path, name: str) -> str:
        """What the game is called; of one that has faults, what its file says: who begins it is told of them."""
        try:
            return loading.title_of(loading.load_script(file, loading.language_here(name)))
        except BadData:
            return brief(str(toml_reader.look(file).get("title", name)), 60)
