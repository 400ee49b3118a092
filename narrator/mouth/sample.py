"""A line in one voice, and in no other: whoever chooses a voice hears that one, or why it cannot speak."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from narrator.cues import Part
from narrator.errors import ChannelLost, for_table
from narrator.mouth.cache import LineCache
from narrator.mouth.fallback import LACKS
from narrator.mouth.packs import Pack
from narrator.mouth.player import SoundPlayer, open_player
from narrator.mouth.rendered import RenderedMouth
from narrator.mouth.voice import Voice
from narrator.texts import Words, message

LONGEST = 90
"""Letters of a recording that is played as a sample."""


class Sample:
    """A line in a voice, on the loudspeaker whose name contains `device`; `notice` hears of another loudspeaker."""

    def __init__(
        self, voice: Voice, device: str, notice: Callable[[Words], None] = lambda _: None, *, effects: bool = True
    ) -> None:
        self._voice = voice if effects else replace(voice, timbre="")
        self._device, self._notice = device, notice
        self._hush: Callable[[], None] = lambda: None
        self._hushed = False

    def say(self, text: str) -> None:
        """Say the text, or play what was recorded; returns when it has sounded. Raises ChannelLost."""
        if self._voice.engine == "none":
            raise ChannelLost(message("voices.no-sound"))
        try:
            player = open_player(self._device or None, self._notice)
        except ChannelLost as lost:
            raise ChannelLost(message("voices.no-loudspeaker", why=lost.table)) from None
        try:
            self._play(player, text)
        except LACKS as error:
            raise ChannelLost(message("fetching.refused", why=for_table(error))) from None
        finally:
            player.close()

    def hush(self) -> None:
        """Break the line off, or never begin it; may be called from another thread."""
        self._hushed = True
        self._hush()

    def _play(self, player: SoundPlayer, text: str) -> None:
        if self._voice.engine == "recorded":
            recording, self._hush = _recording(Path(self._voice.pack)), player.stop
            if not self._hushed:
                player.play(recording)
            return
        mouth = RenderedMouth(self._voice, player, LineCache())
        try:
            mouth.prepare([Part("", text)], lambda *_: None)
            self._hush = mouth.hush
            if not self._hushed:
                mouth.speak(text)
        finally:
            mouth.close()


def _recording(folder: Path) -> Path:
    """The longest recording of a pack that is not too long. Raises ChannelLost if there is none."""
    pack = Pack(folder)
    there = {path: len(text) for part, text in pack.texts.items() if (path := pack.find(Part(part, text)))}
    fitting = {path: letters for path, letters in there.items() if letters <= LONGEST} or there
    if not fitting:
        raise ChannelLost(message("voices.no-recording"))
    return max(fitting, key=lambda path: fitting[path])
