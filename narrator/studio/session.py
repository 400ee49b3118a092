"""The studio: reading after reading is shown, recorded, played back, and kept or read again."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from narrator.errors import ChannelLost
from narrator.games.package import Reading
from narrator.mouth.packs import Pack
from narrator.mouth.player import Player, open_player
from narrator.mouth.recorded import joined
from narrator.mouth.sound import Sound, write_sound
from narrator.studio.microphone import Microphone, Source
from narrator.studio.takes import Take, take_of
from narrator.studio.words import word

_MOVES = {"p": 1, "c": -1}


class Finished(Exception):
    """The reader wants to stop, or no more can be typed."""


class Studio:
    """Records into a pack. `ask` shows a prompt and gives the line typed (EOFError at the end), `show` a text.

    Without a `player` nothing is played back.
    """

    def __init__(
        self,
        pack: Pack,
        source: Source,
        player: Player | None,
        ask: Callable[[str], str],
        show: Callable[[str], None],
    ) -> None:
        self._pack, self._source, self._player = pack, source, player
        self._ask_line, self._show = ask, show
        self.kept = 0
        """How many readings were kept."""

    def record(self, readings: Sequence[Reading]) -> None:
        """Record the readings from first to last, until they are through or the reader stops. Raises ChannelLost."""
        at = 0
        try:
            while at < len(readings):
                self._present(readings[at], at + 1, len(readings))
                at = max(at + self._read(readings[at]), 0)
        except (Finished, EOFError):
            return

    def _present(self, reading: Reading, at: int, count: int) -> None:
        self._show(f"\n{word('reading', at=at, all=count, id=reading.id)}\n\n    {reading.text}\n")
        if len(reading.parts) > 1:
            self._show(f"    ({word('gaps-hint')})")

    def _read(self, reading: Reading) -> int:
        """Record until a take is kept or the reader moves on; give how far to move."""
        key = self._ask("ready", "")
        while key not in _MOVES:
            sound = self._recorded()
            take = take_of(sound, reading)
            for fault in take.faults:
                self._show(f"    {word(fault)}")
            key = self._judged(take)
            if key == "keep":
                self._pack.keep_take(reading.id, sound)
                self._pack.keep(list(zip(reading.parts, take.sounds, strict=True)))
                self.kept += 1
                return 1
        return _MOVES[key]

    def _recorded(self) -> Sound:
        self._source.start()
        self._ask_line(word("recording"))
        return self._source.stop()

    def _judged(self, take: Take) -> str:
        """Play the take back and let the reader judge it: keep, again, or a move."""
        if not take.usable:
            return self._ask("again?", "j") or "j"
        self._play(take)
        prompt, usual, keeping = ("anyway?", "j", "t") if take.faults else ("kept?", "", "")
        while (key := self._ask(prompt, f"jo{keeping}")) == "o":
            self._play(take)
        return "keep" if key == keeping else key or usual

    def _ask(self, prompt: str, keys: str) -> str:
        while (key := self._ask_line(word(prompt)).strip().casefold()) and key not in [*keys, *_MOVES]:
            if key == "k":
                raise Finished
            self._show(f"    {word('unknown', typed=key)}")
        return key

    def _play(self, take: Take) -> None:
        if self._player is None:
            return
        with tempfile.TemporaryDirectory(prefix="narrator-") as folder:
            path = Path(folder) / "take.wav"
            write_sound(path, joined([(".", sound) for sound in take.sounds]))
            try:
                self._player.play(path)
            except ChannelLost as lost:
                self._show(f"    {word('unheard', fault=lost)}")
                self._player = None


@contextmanager
def opened(
    pack: Pack, microphone: str, speaker: str, ask: Callable[[str], str], show: Callable[[str], None]
) -> Iterator[Studio]:
    """Open a studio with microphone and loudspeaker, parts of their names, and close them in the end.

    Without a loudspeaker it says so and goes on. Raises ChannelLost if there is no microphone.
    """
    with ExitStack() as devices:
        source = Microphone(microphone)
        devices.callback(source.close)
        player = None
        try:
            player = open_player(speaker or None, show)
            devices.callback(player.close)
        except ChannelLost as lost:
            show(f"    {word('unheard', fault=lost)}")
        yield Studio(pack, source, player, ask, show)
