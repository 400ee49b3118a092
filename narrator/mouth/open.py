"""Choose the mouth for tonight: the profile's voice where it can be heard, text where it cannot."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from narrator.cues import PLAINLY, Delivery
from narrator.errors import ChannelLost
from narrator.mouth import Mouth
from narrator.mouth.cache import LineCache
from narrator.mouth.engines import engine_of
from narrator.mouth.fallback import Fallback
from narrator.mouth.player import DevicePlayer, SoundPlayer, open_player
from narrator.mouth.rendered import RenderedMouth
from narrator.mouth.timeouts import DeviceLost
from narrator.mouth.voice import Voice, called, load_voice
from narrator.texts import Words, message


def open_sound(
    voice: Voice,
    device: str | None,
    notice: Callable[[Words], None],
    text: Mouth,
    delivery: Delivery = PLAINLY,
    *,
    later: bool = False,
) -> tuple[Mouth, SoundPlayer | None]:
    """Open the voice's mouth, and its player on the device whose name contains `device`; the mouth closes it.

    Lines that cannot be spoken go to `text`. `notice` is told once why there is no sound, or another. With `later`
    a loudspeaker that is switched on in the game is found, too.
    """
    if voice.engine == "none":
        return text, None
    try:
        player = open_player(device, notice)
    except ChannelLost as lost:
        notice(message("mouth.no-sound", why=lost.table))
        if not (later and isinstance(lost, DeviceLost)):
            return text, None
        waiting = DevicePlayer(device, notice, later=True)

        def found() -> Mouth:
            waiting.ensure_open()
            return _or_silent(voice, waiting, notice, text, delivery)

        return Fallback([text], notice, later=found), waiting
    mouth = _or_silent(voice, player, notice, text, delivery)
    return mouth, None if mouth is text else player


def _or_silent(
    voice: Voice, player: SoundPlayer, notice: Callable[[Words], None], text: Mouth, delivery: Delivery
) -> Mouth:
    try:
        return _speaking(voice, player, notice, text, delivery)
    except ChannelLost as lost:
        player.close()
        notice(message("mouth.no-sound", why=lost.table))
        return text


def _speaking(
    voice: Voice, player: SoundPlayer, notice: Callable[[Words], None], text: Mouth, delivery: Delivery
) -> Mouth:
    if voice.engine == "recorded":
        return _recorded(voice, player, notice, text, delivery)
    if engine_of(voice).optional:
        return _optional(voice, player, notice, text, delivery)
    return _or_text(RenderedMouth(voice, player, LineCache(), delivery), text, notice)


def _recorded(
    voice: Voice, player: SoundPlayer, notice: Callable[[Words], None], text: Mouth, delivery: Delivery
) -> Mouth:
    """Open a recorded voice; its fallback has the same player, so that both sound alike near and far."""
    from narrator.mouth.packs import Pack
    from narrator.mouth.recorded import RecordedMouth

    pack = Pack(Path(voice.pack))
    other, instead = load_voice(voice.fallback), text
    if other.engine != "none":
        try:
            instead = _speaking(other, player, notice, text, delivery)
        except ChannelLost as lost:
            notice(message("mouth.unrecorded", why=lost.table))
    speaking = RecordedMouth(
        pack,
        player,
        instead,
        notice,
        name=called(voice),
        volume=voice.volume,
        pause=voice.pause,
        timbre=voice.timbre,
        delivery=delivery,
    )
    return _or_text(speaking, text, notice)


def _optional(
    voice: Voice, player: SoundPlayer, notice: Callable[[Words], None], text: Mouth, delivery: Delivery
) -> Mouth:
    """Open a voice that the computer may lack, or its fallback, which also takes over when it is lost in a game.

    Raises ChannelLost if neither can speak.
    """
    other, mouths = load_voice(voice.fallback), [text]
    who, whom = engine_of(voice).called or (message("mouth.named", voice=voice.id),) * 2
    if other.engine != "none":
        try:
            mouths.insert(0, RenderedMouth(other, player, LineCache(), delivery))
        except ChannelLost as lost:
            if engine_of(voice).called:  # what came with the program hardly needs it
                notice(message("mouth.beyond", who=who, why=lost.table))
    try:
        mouths.insert(0, RenderedMouth(voice, player, LineCache(), delivery))
    except ChannelLost as lost:
        if mouths == [text]:
            raise
        notice(message("mouth.instead", whom=whom, voice=voice.fallback, why=lost.table))
    return Fallback(mouths, lambda fault: notice(message("mouth.otherwise", why=fault)))


def _or_text(speaking: Mouth, text: Mouth, notice: Callable[[Words], None]) -> Mouth:
    return Fallback([speaking, text], lambda fault: notice(message("mouth.unsaid", why=fault)))
