"""The laptop's voice is chosen on the page too: heard, had, and kept; one thing at a time, in a thread of its own."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock, Thread

from narrator.computer.config import Config, keep_setting
from narrator.computer.downloads import reachable
from narrator.errors import BadData, NarratorError, for_table
from narrator.mouth import piper, piper_voices
from narrator.mouth.catalogue import Entry, about, catalogue, licence
from narrator.mouth.sample import Sample
from narrator.page.ears import Refusal
from narrator.page.snapshot import Json
from narrator.texts import Texts, Words

_KNOWN = 30.0
"""Seconds for which it counts as known whether there is a network."""

Progress = Callable[[int, int], None]


class VoiceChoice:
    """The list of voices on the moderator's page, and what is under way with one of them.

    `switch` makes the chosen voice ready and lets the game go on in it; it is told how to report how far it is.
    """

    def __init__(
        self, settings: Config, texts: Texts, current: Callable[[], str], switch: Callable[[str, Progress], None]
    ) -> None:
        self._settings, self._texts = settings, texts
        self._current, self._switch = current, switch
        self._one = Lock()
        self._sample: Sample | None = None
        self._doing: Json | None = None
        self._told = ""
        self._online, self._looked = False, -_KNOWN

    def listed(self) -> Json:
        """The voices that speak here, and those that can be had now; what is under way, and what went wrong last."""
        found = catalogue(self._texts.language)
        rows = [self._row(one) for one in found if one.here or (one.offer and self._connected(one.offer.url))]
        return {"voices": rows, "doing": self._doing, "told": self._told}

    def listen(self, name: str) -> None:
        """Say a line in this voice on the laptop. Raises Refusal."""
        entry = self._entry(name)
        sample = Sample(entry.voice, self._settings.speaker, self._tell, effects=self._settings.effects)
        self._begin("listen", name, lambda: sample.say(self._texts.word("voices.line")), sample)

    def fetch(self, name: str) -> None:
        """Download this voice, and its program if that is missing. Raises Refusal."""
        entry = self._entry(name)

        def have() -> None:
            if not piper.is_there():
                piper_voices.install_program()
            assert entry.offer
            piper_voices.install(entry.offer.name, self._progress)

        if not entry.offer:
            raise Refusal(self._texts.word("lead.unknown"))
        self._begin("fetch", name, have)

    def choose(self, name: str) -> None:
        """Keep this voice for all tables, and let this game go on in it. Raises Refusal."""
        if not self._entry(name).here:
            raise Refusal(self._texts.word("lead.unknown"))

        def go_on_in_it() -> None:
            keep_setting("voice", name)
            self._switch(name, self._progress)

        self._begin("choose", name, go_on_in_it)

    def hush(self) -> None:
        """Break off a sample: a line of the game is due."""
        sample = self._sample
        if sample:
            sample.hush()

    def _entry(self, name: str) -> Entry:
        for one in catalogue(self._texts.language):
            if one.voice.id == name:
                return one
        raise Refusal(self._texts.word("lead.unknown"))

    def _row(self, entry: Entry) -> Json:
        return {
            "id": entry.voice.id,
            "about": about(entry, self._texts),
            "here": entry.here,
            "current": entry.voice.id == self._current(),
            "size": entry.offer.megabytes if entry.offer else 0,
            "licence": licence(entry.offer, self._texts) if entry.offer else "",
        }

    def _connected(self, url: str) -> bool:
        if time.monotonic() - self._looked >= _KNOWN:
            self._online, self._looked = reachable(f"{url}.onnx", 3.0), time.monotonic()
        return self._online

    def _begin(self, what: str, name: str, do: Callable[[], None], sample: Sample | None = None) -> None:
        if not self._one.acquire(blocking=False):
            raise Refusal(self._texts.word("lead.voice-busy"))
        self._doing, self._told, self._sample = {"what": what, "voice": name, "done": 0, "of": 0}, "", sample
        Thread(target=self._do, args=(do,), name="voice choice", daemon=True).start()

    def _do(self, do: Callable[[], None]) -> None:
        try:
            do()
        except BadData as bad:
            self._told = " ".join(self._texts.told(one.words or str(one)) for one in bad.problems)
        except (NarratorError, OSError) as fault:
            self._tell(for_table(fault))
        finally:
            self._doing = self._sample = None
            self._one.release()

    def _progress(self, done: int, total: int) -> None:
        doing = self._doing
        if doing:
            self._doing = {**doing, "done": done, "of": total}

    def _tell(self, words: Words) -> None:
        self._told = self._texts.told(words)
