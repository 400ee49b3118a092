"""Begin or resume a game: its table, its journal, and the room that it is led in."""

from __future__ import annotations

import json
import math
import secrets
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from narrator import __version__
from narrator.computer import parsing, paths, toml_reader
from narrator.computer.config import Config
from narrator.computer.texts import texts_of
from narrator.cues import Delivery
from narrator.ears.lexicon import languages
from narrator.errors import BadData, NarratorError, Problem, fault, unknown
from narrator.games import HasGoers, HasNames
from narrator.games.package import HasDelivery, HasManual, HasVariants
from narrator.games.table import Table
from narrator.games.view import View
from narrator.play import shelf
from narrator.play.journal import Batch, Header, InUse, Journal
from narrator.play.journal import read as read_journal
from narrator.play.loading import as_data, fingerprint, from_data, is_data, load_table, table_words, words_taken
from narrator.play.stage import Room, Stage
from narrator.play.steps import Step, retrace
from narrator.texts import Words, message
from narrator.values import asdict, dataclass, replace

if TYPE_CHECKING:
    from narrator.rooms.listener import Hearing


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedOptions:
    """The options that a game began with; its journal keeps them, and `resume` uses them again."""

    silent: bool = False
    page: bool = False
    share: bool = False
    phones: bool = False
    keys: bool = False
    pace: float | None = None
    config: str = ""
    practice: bool = False


DEFAULTS = SavedOptions()
_BEGINNING = 4096  # bytes: a journal names its setup's file within them


def load(path: Path, config: Config, names: str, voice: str) -> Table[Any, Any]:
    """Load the table; a name profile or voice of the command line or config overrides the setup's."""
    return _with_profile(load_table(path), names or config.names, voice or config.voice)


def _with_profile(table: Table[Any, Any], names: str, voice: str) -> Table[Any, Any]:
    """The table with another name profile or voice, unless these are empty. Raises BadData for an unknown profile."""
    own = table.setup
    setup = replace(own, names=names or own.names, voice=voice or own.voice)
    profiles = table.package.profiles(table.script)
    if (profiles and setup.names not in profiles) or parsing.odd_signs(setup.names):
        raise BadData([unknown("names", "faults.no-profile", setup.names, profiles)])
    return replace(table, setup=setup)


def begin(
    path: Path | None,
    table: Table[Any, Any],
    seed: int | None,
    journal: Path | None,
    config: Config,
    options: SavedOptions = DEFAULTS,
) -> Stage[Any, Any]:
    """Begin a game and its journal; `path` is the setup's file, if it has one.

    The seed is `seed`, else the setup's, else a new one.
    """
    _same_deal(table, seed)
    chosen = next(number for number in (seed, table.setup.seed, secrets.randbits(32)) if number is not None)
    data, source = as_data(table), str(paths.setup_file(path).resolve()) if path else ""
    source = "" if parsing.odd_signs(source) else source  # a name that a journal could not keep
    manner = {key: value for key, value in asdict(options).items() if value != getattr(DEFAULTS, key)}
    place = journal or shelf.new_name(journal_folder(config))
    header = Header(
        game=table.setup.game,
        setup=source,
        fingerprint=fingerprint(data),
        seed=chosen,
        data=data,
        begun=shelf.begins_now(journal_folder(config)),
        manner=manner,
    )
    return _with_taken(Stage.begin(table.game(), chosen, Journal.begin(place, header)), table)


def _with_taken(stage: Stage[Any, Any], table: Table[Any, Any]) -> Stage[Any, Any]:
    """Let nobody be called by an answer from now on; what a journal has was taken when it was said."""
    if isinstance(stage.game, HasNames) and table.setup.language in languages():
        own = table_words(table.package, table.setup, table.script)
        stage.game.taken = words_taken(table.setup.language, table.setup.game, own)
    return stage


def _same_deal(table: Table[Any, Any], seed: int | None) -> None:
    """Refuse a seed that would deal other cards than the players were shown."""
    own = table.setup.seed
    if table.setup.drawn and own is not None and seed not in (None, own):
        raise NarratorError(message("refusals.other-deal", seed=own))


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A journal that was read: its header, the table that it keeps, and its batches."""

    path: Path
    header: Header
    table: Table[Any, Any]
    batches: list[Batch]

    def steps(self) -> Iterator[Step[Any, Any]]:
        """Play the game again. Raises BadData if this version of the program plays it differently."""
        with _version_named(self.path, self.header):
            yield from retrace(self.table.game(), self.header.seed, self.batches, self.path)

    def last(self) -> Step[Any, Any] | None:
        """What the last input led to; None if there was none. Raises BadData as `steps` does."""
        return next(iter(deque(self.steps(), maxlen=1)), None)


def recall(journal: Path, names: str = "", voice: str = "") -> SavedGame:
    """Read a journal. Raises BadData or NarratorError if it cannot be used."""
    header, batches = read_journal(journal)
    place = f"{journal}:1"
    if not is_data(header.data) or fingerprint(header.data) != header.fingerprint:
        raise BadData([fault(place, "faults.not-as-begun")])
    with _version_named(journal, header):
        table = from_data(header.game, header.data, place)
    return SavedGame(journal, header, _with_profile(table, names, voice), batches)


@contextmanager
def _version_named(journal: Path, header: Header) -> Iterator[None]:
    """Add to any BadData that another version wrote the journal, if so."""
    try:
        yield
    except BadData as bad:
        if header.program == __version__:
            raise
        words = message("faults.other-version", other=header.program, version=__version__)
        raise BadData([*bad.problems, Problem(str(journal), words)]) from None


def saved_options(journal: Path) -> SavedOptions:
    """The options that the journal's game began with. Raises BadData or NarratorError if it cannot be used."""
    manner, place = read_journal(journal)[0].manner, f"{journal}:1: manner"
    options = toml_reader.build(manner, SavedOptions, place)
    if options.pace is not None and not 0 <= options.pace < math.inf:
        raise BadData([fault(place, "faults.no-such-pace", pace=str(options.pace))])
    return options


def resume(journal: Path, names: str, voice: str) -> tuple[Table[Any, Any], Stage[Any, Any], Words]:
    """Go on from a journal, at the table that it keeps; the remark says if the setup's file has changed since."""
    try:
        opened = Journal.reopen(journal)
    except InUse as fault:
        raise _in_use(journal, fault) from None
    try:
        kept = recall(journal, names, voice)
        table, remark = _answering_as_now(kept)
        with _version_named(journal, kept.header):
            stage = Stage.resume(kept.table.game(), kept.header.seed, kept.batches, opened)
            return table, _with_taken(stage, table), remark
    except BaseException:
        opened.close()
        raise


def _in_use(journal: Path, fault: InUse) -> NarratorError:
    """That another narrator leads this game, in the language of its table."""
    with suppress(NarratorError):
        language = recall(journal).table.setup.language
        return NarratorError(texts_of(language).word("terminal.in-use", journal=journal))
    return fault


def _answering_as_now(kept: SavedGame) -> tuple[Table[Any, Any], Words]:
    """Take how the players answer from the setup's file, if nothing else in it has changed; else the remark says so.

    Whether they have a moderator is a matter of the game's rules, and changes by day (D63).
    """
    source = kept.header.setup
    if not source:
        return kept.table, ""
    try:
        now = load_table(Path(source), kept.table.setup.language)
    except NarratorError:
        return kept.table, message("terminal.setup-gone", path=source)
    if kept.header.manner.get("page"):  # there somebody leads, whatever the setup says
        now = now.with_setup(answers="moderator")
    led = (kept.table.setup.answers == "moderator", now.setup.answers == "moderator")
    if fingerprint(as_data(now)) != kept.header.fingerprint or led[0] is not led[1]:
        return kept.table, message("terminal.setup-changed", path=source)
    return kept.table.with_setup(answers=now.setup.answers), ""


def change_since(kept: SavedGame) -> Words:
    """The remark that the setup's file has changed since this game began, if it has."""
    return _answering_as_now(kept)[1]


def is_over(kept: SavedGame) -> bool:
    """Whether the journal's game has ended."""
    last = kept.last()
    return last is not None and kept.table.game().over(last.after) is not None


def rematch(
    kept: SavedGame, seed: int | None, config: Config, names: str, voice: str, variant: str = ""
) -> tuple[Table[Any, Any], int]:
    """The table of another game with the same people, and its seed: this one, or a new one.

    It is played by the script of that name, if a `variant` is named. Raises BadData if that does not fit.
    """
    table = replace(kept.table, setup=as_they_sit(kept).rematch())
    if variant and isinstance(table.package, HasVariants):
        table = table.package.in_variant(table, variant)
    chosen = secrets.randbits(32) if seed is None else seed
    return _with_profile(table, names or config.names, voice or config.voice), chosen


def as_they_sit(kept: SavedGame) -> Any:
    """The setup with the names that the players had in the end, if they were called otherwise before."""
    setup, game, last = kept.table.setup, kept.table.game(), kept.last()
    if last is None or not isinstance(game, HasNames):
        return setup
    before = game.names(game.begin(kept.header.seed))
    for seat, name in sorted(game.names(last.after).items()):
        if seat not in setup.seats:
            setup = setup.joined(name)
        elif before.get(seat) != name:
            setup = setup.renamed(seat, name)
    return setup


def gone_home(kept: SavedGame) -> list[str]:
    """The names of those who went home amid the game."""
    game, last = kept.table.game(), kept.last()
    if last is None or not (isinstance(game, HasGoers) and isinstance(game, HasNames)):
        return []
    names = game.names(last.after)
    return [names[seat] for seat in sorted(game.gone_home(last.after))]


@contextmanager
def replay_room(kept: SavedGame, config: Config, ears: Hearing) -> Iterator[Room]:
    """Open the room for a replay: a moderator's screen, where private results wait for nobody."""
    from narrator.rooms.opening import open_room

    table = kept.table.with_setup(answers="moderator")
    shown = replace(config, show_seconds=0.0)
    words, told = table_words(table.package, table.setup, table.script), delivery_of(table)
    with open_room(table.setup, shown, silent=False, scripted=ears, delivery=told, own_words=words) as room:
        yield room


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A game that can go on, and how far it is, as far as everybody knows."""

    kept: SavedGame
    view: View


def last_games(config: Config, most: int) -> list[SavedGame]:
    """At most so many games that were played last, the latest first, without journals that cannot be used."""
    found: list[SavedGame] = []
    for path in journals(config)[:most]:
        with suppress(NarratorError, OSError):
            found.append(recall(path))
    return found


def unfinished(games: Iterable[SavedGame]) -> Iterator[Unfinished]:
    """Those of these games that are not over."""
    for kept in games:
        with suppress(NarratorError):
            game, last = kept.table.game(), kept.last()
            if last is not None and game.over(last.after) is None:
                yield Unfinished(kept, game.view(last.after, "all"))


def games_from(
    setup: Path, config: Config, seed: int | None = None, elsewhere: Iterable[Path] = ()
) -> Iterator[SavedGame]:
    """The games begun from this setup's file, the latest first, except those whose journals cannot be used.

    Those that were dealt by this `seed` are among them, too, whatever their file was called then. Last come those of
    journals `elsewhere`.
    """
    named = json.dumps(str(setup.resolve()), ensure_ascii=False).encode(errors="surrogatepass")
    dealt = named if seed is None else b', "seed": %d, "data": {' % seed
    for path in dict.fromkeys((*journals(config), *elsewhere)):
        with suppress(NarratorError, OSError):
            with path.open("rb") as file:
                beginning = file.read(_BEGINNING)
            if named in beginning or dealt in beginning:
                yield recall(path)


def latest_journal(config: Config) -> Path:
    """Find the journal of the game that began last. Raises NarratorError if there is none."""
    return shelf.latest(journal_folder(config))


def journals(config: Config) -> list[Path]:
    """List the journals, that of the game that began last first."""
    return shelf.latest_first(journal_folder(config))


def journal_folder(config: Config) -> Path:
    """Name the folder where journals are kept; it may not be there yet."""
    return Path(config.journals) if config.journals else paths.user_data() / "games"


def delivery_of(table: Table[Any, Any]) -> Delivery:
    """How this table's lines are said: as its script and its setup want it."""
    package = table.package
    return package.delivery(table) if isinstance(package, HasDelivery) else Delivery(names=table.setup.spoken_names)


def manual_of(table: Table[Any, Any]) -> dict[str, str]:
    """What whoever asks for it reads of cards and sides at this table, by name."""
    return table.package.manual(table) if isinstance(table.package, HasManual) else {}
