"""The package of a game of nights: reading its files, dealing, paper, the wizard, simulation, recording."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING, Any

from narrator.computer import parsing, paths, toml_reader
from narrator.computer.texts import texts_of
from narrator.cues import Delivery, Part
from narrator.errors import BadData, NarratorError, Problem, fault, unknown
from narrator.games.night import layers, loading
from narrator.games.night.game import NightGame
from narrator.games.night.printed import dealing, evenings
from narrator.games.night.script.script import Script
from narrator.games.night.told import spoken_lines
from narrator.games.night.variants import base_named, is_variant
from narrator.games.package import Reading, Rehearsal, SetupQuestions
from narrator.lexicon import NO_WORDS, TableWords

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

    from narrator.games.night.simulation import Comparison, Simulation
    from narrator.games.sheet import Sheet
    from narrator.texts import Texts


class NightPackage:
    """A game of nights, with every door that a game can have (narrator.games.package)."""

    id: str
    folders: tuple[Path, ...] = (loading.FOLDER,)
    root: str
    """The script that is played unless a table names another."""
    variant = ""
    rules: type[NightGame] = NightGame
    counted_facts, counted = evenings.FACTS, staticmethod(evenings.counted)
    read_setup, rebuild = loading.read_setup, loading.rebuild
    calls = staticmethod(dealing.calls_of)
    in_variant = staticmethod(loading.in_variant)
    is_script = staticmethod(layers.is_script)
    game_of = staticmethod(layers.game_of)
    read_script = staticmethod(loading.read_script)
    accepted_script = staticmethod(loading.accepted)

    def profiles(self, script: Script) -> Collection[str]:
        """The name profiles of the script."""
        return script.vocabulary

    def playing(self, name: str) -> NightPackage | None:
        """The game by the script of this name, if that is one of its variants."""
        if name not in paths.script_names() or layers.root_of(paths.script_file(name, Path())) != self.root:
            return None
        found = copy(self)
        found.variant = name
        return found

    def variant_of(self, script: Script) -> str:
        """What the script says that it is called; empty for the book's game."""
        return script.meta.name

    def variants(self, table: loading.Table) -> dict[str, str]:
        """The scripts that these players could play with these cards, but for their own."""
        from narrator.games.night.wizard.scripts import fitting

        return fitting(table)

    def base_of(self, path: Path) -> str:
        """What a variant without faults names as its base; empty for a whole script."""
        data = toml_reader.look(path)
        return str(base_named(data)) if is_variant(data) else ""

    def script_schema(self) -> dict[str, Any]:
        """The JSON Schema of scripts and of variants of the shipped one."""
        from narrator.games.night.variants.schema import schema

        return schema(loading.shipped_script(self.root))

    def new_script(self, base: str, texts: Texts) -> str:
        """The text of a variant of this script, for people to go on with.

        Raises BadData if no script can name it, or if it has faults of its own.
        """
        if odd := parsing.odd_signs(base):
            raise BadData([fault("extends", "faults.odd-signs", found=odd)])
        file = paths.script_file(base, Path())
        script = loading.load_script(file)
        alone, here = (layers.whole_script(file, language=one)[0] for one in ("", loading.language_here(self.root)))
        said = alone.undeclined or here.undeclined  # else its words are in the language of all the others
        language = texts.word("variants.new-language", language=here.data["language"]) if said else ""
        version, examples = here.data.get("version", 1), _examples(script, texts)
        return texts.word("variants.new", base=base, version=version, language=language, examples=examples)

    def whole_script(self, path: Path, texts: Texts) -> str:
        """The text of the script, resolved if it is a variant, and how long its calls take. Raises BadData."""
        from narrator.games.night.simulation.lengths import call_seconds
        from narrator.games.night.simulation.rehearsal import night_lengths
        from narrator.games.night.variants.writing import as_toml_text

        script = loading.load_script(path)
        calls = script.every_call
        notes = {(str(phase), call.id): f"{call_seconds(script, call):.0f} s" for phase, call in calls}
        text = as_toml_text(layers.whole_script(path)[0].data, notes)
        return f"# {night_lengths(script, texts)}\n{text}"

    def compared(self, one: Path, other: Path | None, texts: Texts) -> list[str]:
        """In words, what the other script has otherwise than the one, or the one than its base."""
        from narrator.games.night.variants.telling import told

        for path in (one, other) if other else (one,):
            loading.load_script(path)
        old, new = layers.side_by_side(one, other) if other else (layers.base_below(one), layers.whole_script(one)[0])
        found = told(old.data, new.data, texts) or [texts.word("variants.none")]
        since = () if other else layers.changed_since(one)
        return [*found, texts.word("variants.since", parts=", ".join(since))] if since else found

    def slim_script(self, copy: Path, old: Path | None) -> str:
        """The text of a variant of the shipped script, of a copy of it or of an old one."""
        from narrator.games.night.variants.difference import slimmed

        data = toml_reader.load(copy)
        base = layers.shipped_file(data)
        now, _ = layers.whole_script(base)
        was = toml_reader.load(old) if old else None
        return slimmed(data, copy.name, now.data, base.stem, was)

    def remark(self, table: loading.Table, problem: Problem) -> str:
        """What is odd about the line-up, in the words of the table."""
        return loading.remark(problem, table.script.lines[table.setup.names])

    def table_words(self, script: Script, profile: str) -> TableWords:
        """How people call factions, roles and powers by this profile."""
        return script.heard.get(profile, NO_WORDS)

    def delivery(self, table: loading.Table) -> Delivery:
        """How the script and the players' own spellings have the lines said."""
        script, names = table.script, table.setup.spoken_names
        return Delivery(words=script.say, names=names, timbres=script.timbres, signals=script.signals)

    def dealt(self, table: loading.Table, seed: int, profile: str) -> list[str]:
        """What each player reads of their card, in seat order. Raises NarratorError at a table with its own deck."""
        if table.setup.deal == "table":
            raise NarratorError(texts_of(table.setup.language, *self.folders).word("dealing.own-deck"))
        return self.explained(table.with_setup(names=profile), dealing.cards_of(table, seed))

    def explained(self, table: loading.Table, cards: Sequence[str]) -> list[str]:
        """What the player of each of these cards reads: its name and faction, what it does, and how one wins."""
        texts = texts_of(table.setup.language, *self.folders)
        return dealing.card_texts(cards, table.setup, table.script, texts)

    def manual(self, table: loading.Table) -> dict[str, str]:
        """What every card of the script does, and how every faction wins, by its name."""
        return dealing.manual(table.setup, table.script, texts_of(table.setup.language, *self.folders))

    def practice(self, names: Sequence[str]) -> dict[str, Any]:
        """A setup for practice, with the cards that the script suggests."""
        name = self.variant or self.root
        return dealing.practice(loading.shipped_script(name, loading.language_here(name)), name, names)

    def lesson(self, _table: loading.Table, texts: Texts) -> list[str]:
        """How the game is played, a step each."""
        return [*texts.group("teach.lesson").values()]

    def first_night(self, table: loading.Table, seed: int) -> list[str]:
        """What sensible people answer until the first night with deaths is over."""
        from narrator.games.night.simulation.evening import until_day

        return until_day(self.rules(table.setup, table.script), seed)

    def sheet(self, table: loading.Table, nights: int) -> Sheet:
        """What is printed of this table for a game of this many nights."""
        from narrator.games.night.printed.printing import sheet_of

        return sheet_of(table, nights, texts_of(table.setup.language, *self.folders))

    def new_setup(self, asking: SetupQuestions) -> TOMLDocument:
        """Ask for a setup; the seed draws the suggested line-ups."""
        from narrator.games.night.wizard import new_table

        return new_table(asking, self.root)

    def simulation(
        self, named: Path | None, players: int | None, seed: int, beside: Path | None = None
    ) -> Simulation | Comparison:
        """Prepare the table of a setup or script, or one with this many players and the suggested cards."""
        from narrator.games.night.simulation import Comparison, Simulation, game_beside, game_of

        game = game_of(self, named, players, seed)
        if beside is None:
            return Simulation(game)
        other = Simulation(game_beside(self, game, beside), beside.stem)
        return Comparison(Simulation(game, named.stem if named else str(players)), other)

    def rehearsal(self, path: Path, texts: Texts, games: int) -> Rehearsal:
        """Play a setup's table, or several of each usual size, this many times."""
        from narrator.games.night.simulation.rehearsal import rehearse

        data = toml_reader.load(path)
        if layers.is_script(data):
            script, setup, file = loading.script_to_try(path, texts.language), None, path
        else:
            loaded = loading.read_setup(self, path, data)
            table, file = loaded.table(), loaded.script_file or path
            script, setup = table.script, table.setup
        found = rehearse(script, loading.shipped_script(self.root), file.name, texts, games, setup)
        return found._replace(problems=loading.at_changes(found.problems, file))

    def readings(
        self, table: loading.Table | None, script: str, profile: str, counted: Callable[[str], Sequence[Part]]
    ) -> tuple[list[Reading], str]:
        """What has to be read for a table, else for any of this script; and its language. Raises BadData."""
        read = table.script if table else loading.shipped_script(script)
        chosen = profile or (table.setup.names if table else next(iter(read.vocabulary)))
        if chosen not in read.vocabulary:
            raise BadData([unknown("names", "faults.no-profile", chosen, read.vocabulary)])
        setup = table.setup if table else None
        return spoken_lines.readings(read, chosen, setup, counted(read.language)), read.language


def _examples(script: Script, texts: Texts) -> str:
    """What a variant of this script might change, in comments, as the game's own texts have it."""
    key = f"variants.examples.{script.game}"
    taken_out = next(
        (f"{phase}/{call.id}" for phase, call in script.every_call if call.do and call.called() in script.roles), ""
    )
    return texts.word(key, call=taken_out) if key in texts else ""
