"""The menu that `narrator` alone shows in a terminal: every command by its Polish name, for whoever knows none."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from narrator.commands.choosing import choose
from narrator.commands.options import prompted, settings_of, terminal_texts, told

if TYPE_CHECKING:
    from narrator.play.session import Kept, Unfinished
    from narrator.texts import Texts

Act = Callable[["Texts"], object]
Entry = tuple[str, Act]
"""What stands in a menu: the key of its text, and what it does."""

_MOST = 9
"""Games and tables that are offered at once: as many as there are digits."""


def menu() -> None:
    """Show the menu, and do what is chosen, until somebody leaves it."""
    from narrator.commands.first import first_start

    texts = terminal_texts()
    _done(first_start, texts)
    while True:
        going_on = _going_on()
        named = _game(going_on[0], texts) if going_on else texts.word("menu.no-game")
        entries = [texts.word("menu.new"), texts.word("menu.go-on", game=named), *_named(_MAIN[2:], texts)]
        chosen = choose(texts.word("menu.title"), entries, texts.word("menu.end"), texts, first=bool(going_on))
        if chosen is None:
            return
        _done(_MAIN[chosen][1], texts)


def _named(entries: Iterable[Entry], texts: "Texts") -> list[str]:
    return [texts.word(key) for key, _ in entries]


def _within(title: str, entries: Sequence[Entry]) -> Act:
    """A menu within the menu."""

    def shown(texts: "Texts") -> None:
        while True:
            chosen = choose(texts.word(title), _named(entries, texts), texts.word("menu.back"), texts)
            if chosen is None:
                return
            _done(entries[chosen][1], texts)

    return shown


def _done(act: Act, texts: "Texts") -> None:
    """Do what was chosen; whatever goes wrong is told, and the menu comes back."""
    from narrator.commands import exits
    from narrator.errors import BadData, ChannelLost, NarratorError

    try:
        act(texts)
    except (KeyboardInterrupt, EOFError, typer.Abort):
        typer.echo()
    except typer.Exit:
        pass
    except ChannelLost as lost:
        told(texts.told(lost.table))
    except BadData as bad:
        told("\n".join([texts.word("menu.faulty"), *(f"  {problem}" for problem in bad.problems)]))
    except NarratorError as error:
        told(str(error))
    except Exception as error:  # noqa: BLE001 - a fault of one thing must not take the others away
        exits.reported(error)


# ---- Games ----


def _going_on() -> "list[Unfinished]":
    from narrator.errors import NarratorError
    from narrator.play import session

    try:
        return session.unfinished(settings_of(None, None), _MOST)
    except NarratorError:
        return []  # the settings are at fault, which whatever is chosen will tell


def _game(game: "Unfinished", texts: "Texts") -> str:
    """Tell a game from others: when it began, at which table, and how far it is."""
    at = game.at
    if at.phase == "start":
        place = texts.word("menu.at-start")
    elif at.dark:
        place = texts.word("screen.zero") if at.night == 0 else texts.word("screen.night", night=at.night)
    else:
        place = texts.word("menu.at-day", number=at.night)
    return " · ".join([*_when(game.kept, texts), _table(game.kept, texts), place[:1].lower() + place[1:]])


def _when(kept: "Kept", texts: "Texts") -> list[str]:
    with suppress(ValueError):
        began = datetime.fromisoformat(kept.header.begun).astimezone()
        month = texts.word("menu.months").split()[began.month - 1]
        return [texts.word("menu.date", day=began.day, month=month, time=f"{began:%H:%M}")]
    return []


def _table(kept: "Kept", texts: "Texts") -> str:
    if kept.header.setup:
        return texts.word("menu.table", name=Path(kept.header.setup).stem)
    return texts.word("menu.rematch", count=len(kept.table.setup.player))


def _new(texts: "Texts") -> None:
    """Make a table, or take one that was made before, and play there; or play the last game's again."""
    from narrator.play import session

    acts: list[tuple[str, Callable[[], object]]] = [(texts.word("menu.new-table"), _new_table)]
    if session.last_games(settings_of(None, None), 1):
        acts.append((texts.word("menu.again"), _again))
    acts += [(_seats(path, count, texts), partial(_play, path)) for path, count in _tables()]
    options = [text for text, _ in acts[:_MOST]]
    chosen = choose(texts.word("menu.which-table"), options, texts.word("menu.back"), texts) if len(acts) > 1 else 0
    if chosen is not None:
        acts[chosen][1]()


def _new_table() -> None:
    from narrator.commands.setups import begin, new_table
    from narrator.computer import files

    begin(new_table(None, files.make_folder(_folder())))


def _again() -> None:
    from narrator.commands.journal import again

    again()


def _play(setup: Path) -> None:
    from narrator.commands.app import play

    play(setup)


def _folder() -> Path:
    """Where the tables lie that the menu makes."""
    from narrator.computer import paths

    return paths.user_data() / "tables"


def _tables() -> list[tuple[Path, int]]:
    """The tables of the menu and of the folder where the program was started, and how many play; the last first."""
    from narrator.computer import files
    from narrator.errors import NarratorError
    from narrator.play.loading import load_table

    found = {path.resolve() for folder in (_folder(), Path()) for path in files.inside(folder, "*.toml")}
    tables: list[tuple[Path, int]] = []
    for path in sorted(found, key=lambda path: path.stat().st_mtime, reverse=True):
        with suppress(NarratorError):
            tables.append((path, len(load_table(path).setup.player)))
        if len(tables) == _MOST - 1:
            break
    return tables


def _seats(path: Path, count: int, texts: "Texts") -> str:
    return texts.word("menu.seats", name=path.stem, count=count)


def _go_on(texts: "Texts") -> None:
    from narrator.commands.journal import resume

    games = _going_on()
    if not games:
        told(texts.word("menu.nothing-to-go-on"))
        return
    options = [_game(game, texts) for game in games]
    chosen = choose(texts.word("menu.which-game"), options, texts.word("menu.back"), texts) if len(games) > 1 else 0
    if chosen is not None:
        resume(games[chosen].kept.path)


def _journal(texts: "Texts") -> Path | None:
    """Let people choose one of the last games."""
    from narrator.play import session

    games = session.last_games(settings_of(None, None), _MOST)
    if not games:
        told(texts.word("menu.no-journal"))
        return None
    options = [" · ".join([*_when(kept, texts), _table(kept, texts)]) for kept in games]
    chosen = choose(texts.word("menu.which-game"), options, texts.word("menu.back"), texts)
    return None if chosen is None else games[chosen].path


def _of_a_game(do: Callable[[Path], object]) -> Act:
    def done(texts: "Texts") -> None:
        if journal := _journal(texts):
            do(journal)

    return done


def _story(journal: Path) -> None:
    from narrator.commands.journal import log

    log(journal)


def _replay(journal: Path) -> None:
    from narrator.commands.journal import replay

    replay(journal)


# ---- Tables ----


def _of_a_table(do: Callable[[Path], object]) -> Act:
    def done(texts: "Texts") -> None:
        tables = _tables()
        if not tables:
            told(texts.word("menu.no-table"))
            return
        options = [_seats(path, count, texts) for path, count in tables]
        chosen = choose(texts.word("menu.which-table"), options, texts.word("menu.back"), texts)
        if chosen is not None:
            do(tables[chosen][0])

    return done


def _deal(setup: Path) -> None:
    """Deal to everybody, or show one player their card again."""
    from narrator.commands.deal import deal

    texts = terminal_texts()
    options = [texts.word("menu.deal-all"), texts.word("menu.deal-one")]
    chosen = choose(texts.word("menu.which-cards"), options, texts.word("menu.back"), texts)
    if chosen == 0:
        deal(setup)
    elif chosen == 1 and (player := prompted(texts.word("menu.whose-card"))):
        deal(setup, player=player)


def _check(setup: Path) -> None:
    from narrator.commands.setups import check

    check([setup])


def _script(setup: Path) -> None:
    from narrator.commands.setups import script_show

    script_show(setup)


def _sheet(setup: Path) -> None:
    from narrator.commands.sheet import sheet

    sheet(setup, out=_paper(setup.stem))


def _cards(setup: Path) -> None:
    from narrator.commands.sheet import sheet

    sheet(setup, out=_paper(f"{setup.stem}-cards"), cards=True)


def _paper(name: str) -> Path:
    """Ask for the file that is to be printed."""
    return Path(prompted(terminal_texts().word("menu.which-file"), f"{name}.html")).expanduser()


def _simulate(setup: Path) -> None:
    from narrator.commands.simulate import simulate

    simulate(setup)


# ---- The rest ----


def _sound(texts: "Texts") -> None:
    from narrator.commands.first import check_microphone, check_sound

    check_sound(texts)
    check_microphone(texts)


def _how(texts: "Texts") -> None:
    """Show how the game is played, a screenful at a time."""
    from shutil import get_terminal_size

    pages = texts.group("how")
    height = get_terminal_size().lines
    for number, page in enumerate(pages.values(), 1):
        told(f"\n{page}")
        if number < len(pages) and height:
            prompted(texts.word("menu.turn"))


def _model(texts: "Texts") -> None:
    from narrator.commands.first import offer_model

    offer_model(texts)


def _settings(texts: "Texts") -> None:
    """Say where the settings lie; a copy to edit is made where there is none yet."""
    from narrator.computer import files
    from narrator.computer.config import config_file, own_file

    if not files.there(own_file()):
        files.make_folder(own_file().parent)
        files.write(own_file(), files.content(config_file()))
    told(texts.word("menu.settings-are", path=own_file()))


def _demo(_: "Texts") -> None:
    from narrator.commands.demo import demo

    demo()


def _shortcut(_: "Texts") -> None:
    from narrator.commands.shortcut import shortcut

    shortcut()


def _doctor(_: "Texts") -> None:
    from narrator.commands.doctor import doctor

    doctor()


def _voice(do: str) -> Act:
    """Record, check or install a voice whose name is asked for."""

    def done(texts: "Texts") -> None:
        from narrator.commands import voice

        name = prompted(texts.word("menu.which-voice"))
        act: Any = getattr(voice, do)
        if name:
            act(name)

    return done


def _clips(texts: "Texts") -> None:
    from narrator.commands.ears import record

    folder = prompted(texts.word("menu.which-folder"))
    if folder:
        record(Path(folder).expanduser())


_PAPER: tuple[Entry, ...] = (
    ("menu.sheet", _of_a_table(_sheet)),
    ("menu.cut-out", _of_a_table(_cards)),
    ("menu.script", _of_a_table(_script)),
)

_OTHERS: tuple[Entry, ...] = (
    ("menu.check", _of_a_table(_check)),
    ("menu.paper", _within("menu.paper", _PAPER)),
    ("menu.replay", _of_a_game(_replay)),
    ("menu.simulate", _of_a_table(_simulate)),
    ("menu.voice-record", _voice("record")),
    ("menu.voice-check", _voice("check")),
    ("menu.voice-install", _voice("install")),
    ("menu.clips", _clips),
    ("menu.doctor", _doctor),
)

_SETTINGS: tuple[Entry, ...] = (
    ("menu.model", _model),
    ("menu.settings-file", _settings),
    ("menu.shortcut", _shortcut),
    ("menu.others", _within("menu.others", _OTHERS)),
)


def _stats(_: "Texts") -> None:
    from narrator.commands.stats import stats

    stats()


_MAIN: tuple[Entry, ...] = (
    ("menu.new", _new),
    ("menu.go-on", _go_on),
    ("menu.sound", _sound),
    ("menu.cards", _of_a_table(_deal)),
    ("menu.how", _how),
    ("menu.story", _of_a_game(_story)),
    ("menu.stats", _stats),
    ("menu.settings", _within("menu.settings", _SETTINGS)),
    ("menu.demo", _demo),
)
