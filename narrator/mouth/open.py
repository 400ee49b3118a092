"""Choose the mouth for tonight: the profile's voice where it can be heard, text where it cannot."""

from __future__ import annotations

from collections.abc import Callable

from narrator.mouth import Mouth
from narrator.mouth.cache import LineCache
from narrator.mouth.console import ConsoleMouth
from narrator.mouth.fallback import Fallback
from narrator.mouth.player import open_player
from narrator.mouth.system import SystemMouth
from narrator.mouth.voice import Voice
from narrator.problems import ChannelLost


def open_mouth(voice: Voice, device: str | None, notice: Callable[[str], None], text: Mouth | None = None) -> Mouth:
    """Open the voice's mouth on the device whose name contains `device`; text follows when it is lost.

    `notice` is told once why there is no sound, or why it comes another way; `text` is the mouth without sound, by
    default one that prints.
    """
    text = text or ConsoleMouth()
    if voice.engine == "none":
        return text
    try:
        player = open_player(device, notice)
    except ChannelLost as lost:
        notice(f"{lost} The lines appear as text.")
        return text
    try:
        speaking = SystemMouth(voice, player, LineCache())
    except ChannelLost as lost:
        player.close()
        notice(f"{lost} The lines appear as text.")
        return text
    return Fallback([speaking, text], lambda fault: notice(f"{fault} Lines that cannot be heard appear as text."))
