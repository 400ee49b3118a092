"""The menu that `narrator` alone shows in a terminal: every command by its Polish name, for whoever knows none."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from narrator.commands.options import settings_of
from narrator.commands.picking import (
    MOST,
    Act,
    game_words,
    going_on,
    of_a_game,
    of_a_table,
    table_words,
    tables,
)
from narrator.terminal.choosing import choose
from narrator.terminal.words import agreed, ask, fault_words, say, terminal_texts

if TYPE_CHECKING:
    from narrator.texts import Texts

Entry = tuple[str, Act]
"""What stands in a menu: the key of its text, and what it does."""


def menu() -> None:
    """Show the menu, and do what is chosen, until somebody leaves it."""
    from narrator.commands.first import first_start

    texts = terminal_texts()
    _done(first_start, texts)
    while True:
        games = going_on()
        named = game_words(games[0], texts) if games else texts.word("menu.no-game")
        entries = [texts.word("menu.new"), texts.word("menu.go-on", game=named), *_named(_MAIN[2:], texts)]
        chosen = choose(texts.word("menu.title"), entries, texts.word("menu.end"), texts, first=bool(games))
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
    from narrator.errors import BadData, NarratorError
    from narrator.terminal import exits

    try:
        act(texts)
    except (KeyboardInterrupt, EOFError, typer.Abort):
        typer.echo()
    except typer.Exit:
        pass
    except BadData as bad:
        say("\n  ".join([texts.word("menu.faulty"), *fault_words(bad, texts).split("\n")]))
    except NarratorError as error:
        say(fault_words(error, texts))
    except Exception as error:  # noqa: BLE001 - a fault of one thing must not take the others away
        exits.reported(error)


# ---- Games ----


def _new(texts: "Texts") -> None:
    """Make a table, or take one that was made before, and play there; or play the last game's again."""
    from narrator.play import session

    acts: list[tuple[str, Callable[[], object]]] = [(texts.word("menu.new-table"), _new_table)]
    if session.last_games(settings_of(None, None), 1):
        acts.append((texts.word("menu.again"), _again))
    acts += [(table_words(path, count, texts), partial(_play, path)) for path, count in tables()]
    options = [text for text, _ in acts[:MOST]]
    chosen = choose(texts.word("menu.which-table"), options, texts.word("menu.back"), texts) if len(acts) > 1 else 0
    if chosen is not None:
        acts[chosen][1]()


def _new_table() -> None:
    from narrator.commands.setups import begin, new_table
    from narrator.computer import files, paths

    begin(*new_table(None, files.make_folder(paths.user_tables())))


def _again() -> None:
    from narrator.commands.journal import again

    again()


def _play(setup: Path) -> None:
    from narrator.commands.lead import lead_if_wanted

    lead_if_wanted(setup)


def _lead(setup: Path) -> None:
    """Lead from a page in the browser, whatever the table says of who answers."""
    from narrator.commands.lead import lead

    lead(setup, share=True)


def _go_on(texts: "Texts") -> None:
    from narrator.commands.journal import resume

    games = going_on()
    if not games:
        say(texts.word("menu.nothing-to-go-on"))
        return
    options = [game_words(game, texts) for game in games]
    chosen = choose(texts.word("menu.which-game"), options, texts.word("menu.back"), texts) if len(games) > 1 else 0
    if chosen is not None:
        resume(games[chosen].kept.path)


def _story(journal: Path) -> None:
    from narrator.commands.journal import log

    log(journal)


def _replay(journal: Path) -> None:
    from narrator.commands.journal import replay

    replay(journal)


# ---- Tables ----


def _deal(setup: Path) -> None:
    """Deal to everybody, or show one player their card again."""
    from narrator.commands.deal import deal

    texts = terminal_texts()
    options = [texts.word("menu.deal-all"), texts.word("menu.deal-one")]
    chosen = choose(texts.word("menu.which-cards"), options, texts.word("menu.back"), texts)
    if chosen == 0:
        _deal_all(setup, texts)
    elif chosen == 1 and (player := ask(texts.word("menu.whose-card"))):
        deal(setup, player=player)


def _deal_all(setup: Path, texts: "Texts") -> None:
    """Deal to everybody, and offer the game itself: nobody who is in the menu types a command."""
    from narrator.commands.deal import deal

    deal(setup)
    if agreed(texts.word("menu.begin-now"), default=True, texts=texts):
        _play(setup)


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
    return Path(ask(terminal_texts().word("menu.which-file"), f"{name}.html")).expanduser()


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
        say(f"\n{page}")
        if number < len(pages) and height:
            ask(texts.word("menu.turn"))


def _choose_voice(texts: "Texts") -> None:
    from narrator.commands.voices import choose_voice

    choose_voice(texts)


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
    say(texts.word("menu.settings-are", path=own_file()))


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
    """Record or check a voice whose name is asked for."""

    def done(texts: "Texts") -> None:
        from narrator.commands import voice

        name = ask(texts.word("menu.which-voice"))
        act: Any = getattr(voice, do)
        if name:
            act(name)

    return done


def _clips(texts: "Texts") -> None:
    from narrator.commands.ears import record

    folder = ask(texts.word("menu.which-folder"))
    if folder:
        record(Path(folder).expanduser())


_PAPER: tuple[Entry, ...] = (
    ("menu.sheet", of_a_table(_sheet)),
    ("menu.cut-out", of_a_table(_cards)),
    ("menu.script", of_a_table(_script)),
)

_OTHERS: tuple[Entry, ...] = (
    ("menu.check", of_a_table(_check)),
    ("menu.paper", _within("menu.paper", _PAPER)),
    ("menu.replay", of_a_game(_replay)),
    ("menu.demo", _demo),
    ("menu.simulate", of_a_table(_simulate)),
    ("menu.voice-record", _voice("record")),
    ("menu.voice-check", _voice("check")),
    ("menu.clips", _clips),
    ("menu.doctor", _doctor),
)

_SETTINGS: tuple[Entry, ...] = (
    ("menu.voice", _choose_voice),
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
    ("menu.cards", of_a_table(_deal)),
    ("menu.how", _how),
    ("menu.story", of_a_game(_story)),
    ("menu.stats", _stats),
    ("menu.settings", _within("menu.settings", _SETTINGS)),
    ("menu.lead", of_a_table(_lead)),
)
