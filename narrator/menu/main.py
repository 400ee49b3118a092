"""What `narrator` alone shows in a terminal: every command by its Polish name, for whoever knows none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from shutil import get_terminal_size

import typer

from narrator.commands import voice
from narrator.commands.computer import doctor, record_clips, report, shortcut
from narrator.commands.evening import demo
from narrator.commands.journal import log, replay, stats
from narrator.commands.setups import check, script_show
from narrator.commands.sheet import sheet
from narrator.commands.simulate import simulate
from narrator.computer import files, paths
from narrator.computer.config import load_config, own_settings
from narrator.computer.texts import texts_of
from narrator.errors import BadData, NarratorError
from narrator.evening.hearing import offer_model
from narrator.evening.offers import MOST, table_offered, tables
from narrator.evening.options import RunOptions
from narrator.games.offering import Offering
from narrator.games.package import HasGames, OtherGame
from narrator.games.registry import asking, chosen, folders, offered
from narrator.menu.first import ask_language, check_microphone, check_sound, first_start
from narrator.menu.picking import Act, choose_game_then, choose_table_then, going_on
from narrator.play import session
from narrator.play.loading import load_table
from narrator.play.session import SavedGame
from narrator.terminal import exits
from narrator.terminal.choosing import choose
from narrator.terminal.desk import at_terminal, page
from narrator.terminal.words import agreed, ask, fault_words, say, terminal_texts
from narrator.texts import Texts

Entry = tuple[str, Act]
"""What stands in a menu: the key of its text, and what it does."""

_VARIANTS = {"werewolf": {"mafia": "Mafia"}}
"""What stands in the list of games behind each: variants, by their names, with what they are called."""


def menu() -> None:
    """Show the menu, and do what is chosen, until somebody leaves it."""
    if _done(first_start, terminal_texts()) is False:
        return
    while True:
        texts = terminal_texts()
        games = going_on(texts)
        named = games[0][0] if games else texts.word("menu.no-game")
        entries = [texts.word("menu.new"), texts.word("menu.go-on", game=named), *_named(_MAIN[2:], texts)]
        chosen = choose(texts.word("menu.title"), entries, texts.word("menu.end"), texts, first=bool(games))
        if chosen is None:
            return
        _done(_MAIN[chosen][1], texts)


def _named(entries: Iterable[Entry], texts: Texts) -> list[str]:
    return [texts.word(key) for key, _ in entries]


def _within(title: str, entries: Sequence[Entry]) -> Act:
    """A menu within the menu."""

    def shown(_: Texts) -> None:
        while True:
            texts = terminal_texts()
            chosen = choose(texts.word(title), _named(entries, texts), texts.word("menu.back"), texts)
            if chosen is None:
                return
            _done(entries[chosen][1], texts)

    return shown


def _done(act: Act, texts: Texts) -> object:
    """Do what was chosen, and give what came of it; whatever goes wrong is told, and the menu comes back."""
    try:
        return act(texts)
    except (KeyboardInterrupt, EOFError, typer.Abort):
        print(flush=True)
    except (exits.BrokenOff, typer.Exit):
        pass
    except BadData as bad:
        say("\n  ".join([texts.word("menu.faulty"), *fault_words(bad, texts).split("\n")]))
    except NarratorError as error:
        say(fault_words(error, texts))
    except Exception as error:  # noqa: BLE001 - a fault of one thing must not take the others away
        exits.reported(error)
    return None


# ---- Games ----


def _new(texts: Texts) -> None:
    """Make a table, or take one that was made before, and play there; or play the last game's again."""
    acts: list[tuple[str, Callable[[], object]]] = [(texts.word("menu.new-table"), partial(_new_table, texts))]
    if last := session.last_games(load_config(), 1):
        led = bool(page()) and last[0].table.setup.answers == "moderator"
        acts.append((_again_words(last[0], texts), partial(_again, led=led)))
    acts += [(table_offered(table, texts), partial(_play, table.path)) for table in tables()]
    options = [text for text, _ in acts[:MOST]]
    chosen = choose(texts.word("menu.which-table"), options, texts.word("menu.back"), texts) if len(acts) > 1 else 0
    if chosen is not None:
        acts[chosen][1]()


def _new_table(texts: Texts) -> None:
    from narrator.evening.leading import begin_first
    from narrator.evening.tables import new_table

    games, folder, players = _with_variants(asking()), files.make_folder(paths.user_tables()), list[str]()
    while game := _one_of(games, texts):
        try:
            made = new_table(None, folder, game, players=players, others=len(games) > 1)
        except OtherGame as wish:
            players = wish.players
        else:
            begin_first(*made)
            break


def _one_of(games: Mapping[str, str], texts: Texts) -> str:
    """The game that is chosen, where there are several; none to go back."""
    if len(games) == 1:
        return next(iter(games))
    names = [_described(game, title, texts) for game, title in games.items()]
    place = choose(texts.word("menu.what-game"), names, texts.word("menu.back"), texts)
    return "" if place is None else [*games][place]


def _with_variants(games: Mapping[str, str]) -> dict[str, str]:
    """These games, and behind each the variants that people know as games of their own."""
    found = dict[str, str]()
    for game, title in games.items():
        found |= {game: title, **_VARIANTS.get(game, {})}
    return found


def _described(game: str, title: str, texts: Texts) -> str:
    """A game's name, with what it is like and for how many, where its texts say so in this language."""
    own, key = _with_own(game, texts), f"menu.about.{game}"
    name = title or _called(game, texts)
    said = any((folder / "texts" / f"{texts.language}.toml").is_file() for folder in folders(chosen(game).id))
    return f"{name}: {own.word(key)}" if said and key in own else name


def _called(game: str, texts: Texts) -> str:
    """A game's name, as people call it."""
    own = _with_own(game, texts)
    return own.word("menu.game-name") if "menu.game-name" in own else game


def _with_own(game: str, texts: Texts) -> Texts:
    """These texts, with those of a game."""
    return texts_of(texts.language, *folders(chosen(game).id))


def _again_words(last: SavedGame, texts: Texts) -> str:
    gone, count = session.gone_home(last), len(last.table.setup.seats)
    key = "menu.again-without" if gone else "menu.again"
    return texts.word(key, count=count - len(gone), names=", ".join(gone))


def _again(*, led: bool) -> None:
    """Lead a rematch: from a page, where the menu stands on one and somebody leads."""
    from narrator.evening.leading import again

    again(None, RunOptions(page=led or None))


def _play(setup: Path) -> None:
    from narrator.evening.leading import lead_if_wanted

    lead_if_wanted(setup)


def _lead(setup: Path) -> None:
    """Lead from a page in the browser, whatever the table says of who answers."""
    from narrator.evening.leading import play

    play(setup, RunOptions(page=True, share=True))


def _go_on(texts: Texts) -> None:
    games = going_on(texts)
    if not games:
        say(texts.word("menu.nothing-to-go-on"))
        return
    options = [words for words, _ in games]
    chosen = choose(texts.word("menu.which-game"), options, texts.word("menu.back"), texts) if len(games) > 1 else 0
    if chosen is not None:
        games[chosen][1]()


# ---- Tables ----


def _deal(setup: Path) -> None:
    """Deal to everybody, or show one player their card again."""
    from narrator.evening.cards import deal

    texts = terminal_texts()
    options = [texts.word("menu.deal-all"), texts.word("menu.deal-one")]
    chosen = choose(texts.word("menu.which-cards"), options, texts.word("menu.back"), texts)
    if chosen == 0:
        deal(setup, load_config())
        if agreed(texts.word("menu.begin-now"), default=True, texts=texts):  # nobody in the menu types a command
            _play(setup)
    elif chosen == 1 and (player := _asked(texts, "menu.whose-card", load_table(setup).setup.people.values())):
        deal(setup, load_config(), player=player)


def _asked(texts: Texts, key: str, options: Iterable[str] = ()) -> str:
    """The answer to this question, one of the options if there are some; empty to go back."""
    return ask(Offering(texts.word(key), dict.fromkeys(options, ""), done=texts.word("menu.back")))


def _paper(setup: Path, *, cards: bool = False) -> None:
    """Print the night, or the cards, into the file that is asked for."""
    name = f"{setup.stem}-cards.html" if cards else f"{setup.stem}.html"
    out = Path(ask(terminal_texts().word("menu.which-file"), name)).expanduser()
    sheet(setup, out=out, cards=cards)


# ---- The rest ----


def _sound(texts: Texts) -> None:
    check_sound(texts)
    check_microphone(texts)


def _how(texts: Texts) -> None:
    """Show how a game is played, in a terminal a screenful at a time."""
    if not (game := _one_of(offered(), texts)):
        return
    one = chosen(game)
    about = [one.about()] if isinstance(one, HasGames) else []
    pages = [*_with_own(game, texts).group("how").values(), *about, texts.word("how-led.words")]
    height = get_terminal_size().lines
    for number, words in enumerate(pages, 1):
        say(f"\n{words}")
        if number < len(pages) and height and not page():
            ask(texts.word("menu.turn"))


def _demo(texts: Texts) -> None:
    """Show a night of a game that can be shown by itself."""
    from narrator.evening.demo import has_demo

    games = {name: title for name, title in offered().items() if has_demo(name)}
    if game := _one_of(_with_variants(games), texts):
        demo(game)


def _choose_voice(texts: Texts) -> None:
    from narrator.evening.voices import choose_voice

    choose_voice(texts)


def _settings(texts: Texts) -> None:
    """Say where the settings lie; a copy to edit is made where there is none yet."""
    say(texts.word("menu.settings-are", path=own_settings()))


def _with_voice(do: Callable[[str], None]) -> Act:
    """Do something with a voice whose name is asked for."""

    def done(texts: Texts) -> None:
        if name := _asked(texts, "menu.which-voice"):
            do(name)

    return done


def _watch(journal: Path) -> None:
    with at_terminal():
        replay(journal)


def _clips(texts: Texts) -> None:
    if folder := _asked(texts, "menu.which-folder"):
        record_clips(Path(folder).expanduser())


def _by_keys(act: Act) -> Act:
    """Do something that needs the terminal's keys and screen."""

    def done(texts: Texts) -> None:
        with at_terminal():
            act(texts)

    return done


_PAPER: tuple[Entry, ...] = (
    ("menu.sheet", choose_table_then(_paper)),
    ("menu.cut-out", choose_table_then(partial(_paper, cards=True))),
    ("menu.script", choose_table_then(script_show)),
)

_OTHERS: tuple[Entry, ...] = (
    ("menu.check", choose_table_then(lambda setup: check([setup]))),
    ("menu.paper", _within("menu.paper", _PAPER)),
    ("menu.replay", choose_game_then(_watch)),
    ("menu.demo", _demo),
    ("menu.simulate", choose_table_then(simulate)),
    ("menu.voice-record", _by_keys(_with_voice(voice.record))),
    ("menu.voice-check", _with_voice(voice.check)),
    ("menu.clips", _by_keys(_clips)),
    ("menu.doctor", lambda _: doctor()),
    ("menu.report", lambda _: report()),
)

_SETTINGS: tuple[Entry, ...] = (
    ("menu.voice", _choose_voice),
    ("menu.model", offer_model),
    ("menu.settings-file", _settings),
    ("menu.shortcut", lambda _: shortcut()),
    ("menu.others", _within("menu.others", _OTHERS)),
    ("menu.language", ask_language),
)

_MAIN: tuple[Entry, ...] = (
    ("menu.new", _new),
    ("menu.go-on", _go_on),
    ("menu.sound", _sound),
    ("menu.cards", choose_table_then(_deal)),
    ("menu.how", _how),
    ("menu.story", choose_game_then(log)),
    ("menu.stats", lambda _: stats()),
    ("menu.settings", _within("menu.settings", _SETTINGS)),
    ("menu.lead", choose_table_then(_lead)),
)
