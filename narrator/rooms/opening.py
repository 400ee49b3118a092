"""Open the room that people sit in: screen, mouth and ears as the setup and the settings say."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from narrator.computer.awake import kept_awake
from narrator.computer.config import Config
from narrator.computer.texts import texts_of
from narrator.cues import PLAINLY, SIGNALS, Delivery
from narrator.ears import Ears, Together
from narrator.ears.keyboard import Keyboard, nobody_types
from narrator.ears.lexicon import read_lexicon
from narrator.errors import ChannelLost, for_table
from narrator.games.registry import folders
from narrator.games.table import Setup
from narrator.lexicon import NO_WORDS, Lexicon, TableWords
from narrator.mouth import Mouth
from narrator.mouth.fallback import LACKS
from narrator.rooms.captions import Captions, NoMouth
from narrator.rooms.counting import CountingRoom, words_of
from narrator.rooms.display import Display
from narrator.rooms.lazy_ears import LazyEars
from narrator.rooms.listener import Hearing
from narrator.rooms.paper import kept_for
from narrator.rooms.plain import TerminalScreen, display
from narrator.rooms.prompter import PrompterRoom
from narrator.rooms.scripted import ScriptedRoom, WrittenAnswers
from narrator.rooms.soundscape import Soundscape
from narrator.rooms.table import RoomSettings, TableRoom
from narrator.texts import Words, message

if TYPE_CHECKING:
    from narrator.mouth.player import SoundPlayer


class Companions(Protocol):
    """Devices beside the laptop by which a table answers too, such as the players' phones."""

    ears: Ears

    def room(self, *around: Any, **more: Any) -> TableRoom:
        """Make the room that uses them, from what a TableRoom is made of."""

    def notices(self, notice: Callable[[Words], None]) -> None:
        """Have what the table must know of them shown so from now on."""


@contextmanager
def open_room(
    setup: Setup,
    config: Config,
    *,
    silent: bool,
    scripted: Hearing | None = None,
    delivery: Delivery = PLAINLY,
    manual: Callable[[], Mapping[str, str]] = dict,
    own_words: TableWords = NO_WORDS,
    companions: Companions | None = None,
) -> Iterator[TableRoom]:
    """Open the room, and close its devices in the end. `scripted` ears take the place of microphone and keys.

    Where there are `companions`, the table answers by them beside its keys.

    Whatever breaks a game off wipes the screen, but a prompter's and one whose ears are scripted.
    """
    words, aloud = words_of(setup.language, setup.game, own_words), not silent and scripted is None
    lexicon = read_lexicon(setup.language, *folders(setup.game), own=own_words)
    people = setup.people
    screen = _screen(setup, people, config, words, aloud=aloud, silent=silent)
    room: TableRoom | None = None
    keys = _keyboard(setup, people, lexicon, screen, silent=silent, seen=lambda: room is not None and room.moderated)
    if scripted is None:
        keys.take()
    with closing(keys):
        read = scripted is None
        mouth, player = (NoMouth(), None) if silent else mouth_of(setup, config, screen.notice, delivery, read=read)
        sounding = player if getattr(player, "sounding", True) else None  # a loudspeaker may come later
        if aloud and sounding is None and setup.by_keys and setup.voice != "none":
            screen.notice(message("screen.unheard"))
        led = silent or setup.answers == "moderator"  # whose screen scrolls
        if scripted is None and (setup.by_keys or led) and screen.is_terminal and (why := kept_for(scrolls=led)):
            screen.notice(message("deal.kept", why=message(why)))
        ears = scripted or LazyEars(
            lambda: _ears(setup, people, own_words, config, screen, keys, companions, silent=silent),
            keys.expect,
            sounding,
        )
        try:
            awake = kept_awake() if scripted is None else nullcontext(list)
            with awake as computer, _left_in_order(screen, keys, wiped=aloud):
                room_settings = _room_settings(setup, config, echo=scripted is not None)
                if silent:
                    room = PrompterRoom(mouth, ears, screen, room_settings, computer=computer)
                    room.people, room.manual = people, manual
                    yield room
                    return
                soundscape = _soundscape(
                    config, player, screen, microphone=microphone_listens(setup, config, silent=silent)
                )
                around = (soundscape, computer)
                if isinstance(scripted, WrittenAnswers):
                    room = ScriptedRoom(mouth, scripted, screen, room_settings, soundscape)
                elif setup.answers == "counting" and scripted is None:
                    room = CountingRoom(
                        mouth, ears, screen, room_settings, *around, keys=keys, words=words, early=keys.early
                    )
                else:
                    made = companions.room if companions else TableRoom
                    room = made(mouth, ears, screen, room_settings, *around, early=keys.early)
                if companions:
                    companions.notices(screen.notice)
                room.people, room.manual = people, manual
                yield room
        finally:
            mouth.close()
            ears.close()


def _screen(
    setup: Setup, people: Mapping[int, str], config: Config, words: Mapping[str, str], *, aloud: bool, silent: bool
) -> TerminalScreen:
    """Make the screen; whoever has the book at hand sees its numbers, and what is counted has room of its own."""
    return display(config.plain)(
        people,
        words,
        texts=texts_of(setup.language, *folders(setup.game)),
        paged=aloud,
        numbered=silent or setup.answers == "moderator",
        counting=aloud and setup.answers == "counting",
        timed=not silent,
    )


def _keyboard(
    setup: Setup,
    people: Mapping[int, str],
    lexicon: Lexicon,
    screen: TerminalScreen,
    *,
    silent: bool,
    seen: Callable[[], bool],
) -> Keyboard:
    """Make the keyboard: where the woken type, nothing that is typed by night is seen, unless somebody helps.

    Even then what answers no question is not seen, as if it were taken.
    """
    hidden = setup.by_keys and not silent
    return Keyboard(
        lexicon,
        people,
        echo=screen if screen.is_terminal else None,
        secret=(lambda ask: ask.at.dark and not (ask.open and seen())) if hidden else None,
    )


@contextmanager
def _left_in_order(screen: TerminalScreen, keys: Keyboard, *, wiped: bool) -> Iterator[None]:
    """Wipe the screen of a game that ends before its end, and free the keys, before anything that takes time.

    What comes after a game that is over stands below its last page.
    """
    try:
        yield
    finally:
        with suppress(OSError, ValueError):  # the terminal may be gone
            if wiped and not screen.over:
                screen.wipe()
            else:
                screen.leave()
        keys.close()


def _room_settings(setup: Setup, config: Config, *, echo: bool) -> RoomSettings:
    moderated = setup.answers == "moderator"
    return RoomSettings(moderated=moderated, pace=config.pace, show_seconds=config.show_seconds, echo=echo)


def mouth_of(
    setup: Setup, config: Config, notice: Callable[[Words], None], delivery: Delivery, *, read: bool = False
) -> tuple[Mouth, SoundPlayer | None]:
    """Open what speaks at this table, and its player if it has one; the caller closes the mouth.

    Lines without sound take no time, unless they are `read` on a screen that soon shows the next.
    """
    from narrator.mouth.voice import load_voice

    voice = load_voice(setup.voice, setup.language)
    text = Captions(voice.rate, config.pace) if read else NoMouth()
    try:
        from narrator.mouth.open import open_sound

        if config.effects:
            delivery = replace(delivery, signals=_signals(config, delivery, notice))
        else:
            voice, delivery = replace(voice, timbre=""), replace(delivery, timbres={}, signals={})
        return open_sound(voice, config.speaker or None, notice, text, delivery, later=True)
    except (ChannelLost, *LACKS) as error:
        notice(message("screen.no-sound", why=for_table(error)))
        return text, None


def sound(setup: Setup, config: Config, screen: Display, delivery: Delivery) -> tuple[Mouth, Soundscape]:
    """Open what speaks at this table, and what sounds around it; whoever asked closes the mouth."""
    mouth, player = mouth_of(setup, config, screen.notice, delivery, read=True)
    return mouth, _soundscape(config, player, screen)


def _signals(config: Config, delivery: Delivery, notice: Callable[[Words], None]) -> dict[str, str]:
    """Put the user's own files in the place of signals; one that cannot be read is told, and left out."""
    from narrator.mouth.outputs import load_libraries
    from narrator.mouth.timbres import signal_of

    own = {name: file for name in SIGNALS if (file := getattr(config, name))}
    if own:
        load_libraries()
    for name, file in [*own.items()]:
        try:
            signal_of(file, 22_050)
        except ChannelLost as lost:
            notice(lost.table)
            del own[name]
    return {line: own.get(name, name) for line, name in delivery.signals.items()}


def _soundscape(
    config: Config, player: SoundPlayer | None, screen: Display, *, microphone: bool = True
) -> Soundscape:
    """Make the sound around the lines, and show how it is switched off."""
    from narrator.mouth.ambience import ambience_of

    ambience = ambience_of(config.ambience) if player else None
    if ambience:
        screen.notice(message("screen.ambience"))
    return Soundscape(player, ambience, config.ambience_volume, screen.notice, microphone=microphone)


def microphone_listens(setup: Setup, config: Config, *, silent: bool) -> bool:
    """Whether a microphone listens, if there is one."""
    return config.ears == "auto" and not setup.by_keys and not silent


def _ears(
    setup: Setup,
    people: Mapping[int, str],
    own_words: TableWords,
    config: Config,
    screen: Display,
    keys: Keyboard,
    companions: Companions | None,
    *,
    silent: bool,
) -> Together:
    more = [companions.ears] if companions else []
    try:
        from narrator.ears.open import open_ears

        return open_ears(
            setup.language,
            people,
            screen.notice,
            own_words=folders(setup.game),
            of_table=own_words,
            microphone=config.microphone or None,
            model=Path(config.model) if config.model else None,
            keyboard=None if more and nobody_types() else keys,
            speech=microphone_listens(setup, config, silent=silent),
            more=more,
        )
    except LACKS as error:
        screen.notice(message("screen.no-ears", why=str(error) or type(error).__name__))
        return Together([keys, *more], screen.notice)
