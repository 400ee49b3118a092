"""The studio: reading after reading is shown, recorded, played back, and kept or read again."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from narrator.errors import ChannelLost
from narrator.games.package import Reading
from narrator.mouth.packs import Pack
from narrator.mouth.player import SoundPlayer, open_player
from narrator.mouth.recorded import joined
from narrator.mouth.sound import Sound, write_sound
from narrator.studio.microphone import Microphone, Source
from narrator.studio.takes import Take, take_of
from narrator.terminal.words import terminal_texts

_MOVES = {"skip": 1, "back": -1}


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
        player: SoundPlayer | None,
        ask: Callable[[str], str],
        show: Callable[[str], None],
    ) -> None:
        self._pack, self._source, self._player = pack, source, player
        self._ask_line, self._show = ask, show
        self._texts = terminal_texts()
        self._keys = {key: move for move, key in self._texts.group("studio.keys").items()}
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
        heading = self._texts.word("studio.reading", at=at, all=count, id=reading.id)
        self._show(f"\n{heading}\n\n    {reading.text}\n")
        if len(reading.parts) > 1:
            self._show(f"    ({self._texts.word('studio.gaps-hint')})")

    def _read(self, reading: Reading) -> int:
        """Record until a take is kept or the reader moves on; give how far to move."""
        move = self._ask("studio.ready")
        while move not in _MOVES:
            sound = self._recorded()
            take = take_of(sound, reading)
            for fault in take.faults:
                self._show(f"    {self._texts.word(f'studio.faults.{fault}')}")
            move = self._judged(take)
            if move == "keep":
                self._pack.keep_take(reading.id, sound)
                self._pack.keep(list(zip(reading.parts, take.sounds, strict=True)))
                self.kept += 1
                return 1
        return _MOVES[move]

    def _recorded(self) -> Sound:
        self._source.start()
        self._ask_line(self._texts.word("studio.recording"))
        return self._source.stop()

    def _judged(self, take: Take) -> str:
        """Play the take back and let the reader judge it: keep, again, or a move."""
        if not take.usable:
            return self._ask("studio.again", "again") or "again"
        self._play(take)
        prompt, usual = ("studio.keep-anyway", "again") if take.faults else ("studio.keep", "keep")
        offered = ["again", "listen", *(["keep"] if take.faults else [])]
        while (move := self._ask(prompt, *offered)) == "listen":
            self._play(take)
        return move or usual

    def _ask(self, prompt: str, *offered: str) -> str:
        """Ask for one of the moves offered, or for those on and back; an empty text is Enter alone."""
        while typed := self._ask_line(self._texts.word(prompt)).strip().casefold():
            move = self._keys.get(typed, "")
            if move == "stop":
                raise Finished
            if move in (*offered, *_MOVES):
                return move
            self._show(f"    {self._texts.word('studio.unknown', typed=typed)}")
        return ""

    def _play(self, take: Take) -> None:
        if self._player is None:
            return
        with tempfile.TemporaryDirectory(prefix="narrator-") as folder:
            path = Path(folder) / "take.wav"
            write_sound(path, joined([(".", sound) for sound in take.sounds]))
            try:
                self._player.play(path)
            except ChannelLost as lost:
                self._show(f"    {self._texts.word('studio.unheard', fault=lost.table)}")
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
            player = open_player(speaker or None, lambda words: show(terminal_texts().told(words)))
            devices.callback(player.close)
        except ChannelLost as lost:
            show(f"    {terminal_texts().word('studio.unheard', fault=lost.table)}")
        yield Studio(pack, source, player, ask, show)
