"""The laptop's voice is chosen on the page too: heard, had, and kept; one thing at a time, in a thread of its own."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from threading import Event, Lock, Thread
from typing import Any

from narrator.computer.config import Config, keep_setting
from narrator.errors import BadData, NarratorError, for_table
from narrator.mouth import piper, piper_voices
from narrator.mouth.catalogue import VoiceEntry, about, catalogue, licence
from narrator.mouth.sample import Sample
from narrator.page.ears import CARRIED_OUT, Job, Refusal
from narrator.page.game import LedGame
from narrator.page.snapshot import Json
from narrator.page.voices import Voices
from narrator.texts import Words

_KNOWN = 30.0
"""Seconds for which it counts as known whether there is a network."""


class VoiceChoice:
    """The list of voices on the moderator's page, and what is under way with one of them.

    `go_on` is called in the game's thread once a voice is ready: it may let the game go on in it.
    """

    def __init__(self, settings: Config, game: LedGame, voices: Voices, aloud: Callable[[], bool]) -> None:
        self._settings, self._game, self._texts = settings, game, game.texts
        self._voices, self._aloud = voices, aloud
        self.go_on: Job = lambda: False
        self._one = Lock()
        self._sample: Sample | None = None
        self._doing: Json | None = None
        self._told = ""
        self._online, self._looked = False, -_KNOWN

    def listed(self) -> Json:
        """The voices that speak here, and those that can be had now; what is under way, and what went wrong last."""
        found = catalogue(self._texts.language)
        rows = [self._row(one) for one in found if one.here or (one.offer and self._connected(one.offer.url))]
        why = self._silent()
        why_not = self._texts.word(why) if why else ""
        return {"voices": rows, "doing": self._doing, "told": self._told, "why_not": why_not}

    def obey(self, sent: Mapping[str, Any]) -> Json:
        """Hear, have or keep a voice, as a page wants. Raises Refusal."""
        ways = {"listen": self.listen, "fetch": self.fetch, "choose": self.choose}
        what = sent.get("what")
        if not isinstance(what, str) or what not in ways:
            raise Refusal(self._texts.word("lead.unknown"))
        ways[what](str(sent.get("voice", "")))
        return {}

    def changed(self) -> bool:
        """Speak from now on in the voice that is ready, if one is, unless eyes are closed; whether it was changed."""
        if not self._voices.due or self._eyes_are_closed():
            return False
        self._voices.change()
        return True

    def listen(self, name: str) -> None:
        """Say a line in this voice on the laptop, where nothing secret could be heard in it. Raises Refusal."""
        if why := self._silent():
            raise Refusal(self._texts.word(why))
        entry = self._entry(name)
        sample = Sample(entry.voice, self._settings.speaker, self._tell, effects=self._settings.effects)
        self._begin("listen", name, lambda: sample.say(self._texts.word("voices.line")), sample)

    def fetch(self, name: str) -> None:
        """Download this voice, and its program if that is missing. Raises Refusal."""
        offer = self._entry(name).offer
        if not offer:
            raise Refusal(self._texts.word("lead.unknown"))
        model = offer.name

        def have() -> None:
            if not piper.is_there():
                piper_voices.install_program()
            piper_voices.install(model, self._progress)

        self._begin("fetch", name, have)

    def choose(self, name: str) -> None:
        """Keep this voice for all tables, and let this game go on in it. Raises Refusal."""
        if not self._entry(name).here:
            raise Refusal(self._texts.word("lead.unknown"))

        def go_on_in_it() -> None:
            keep_setting("voice", name)
            self._switch(name)

        self._begin("choose", name, go_on_in_it)

    def hush(self) -> None:
        """Break off a sample: a line of the game is due."""
        sample = self._sample
        if sample:
            sample.hush()

    def _silent(self) -> str:
        """Why no voice may be heard now: eyes are closed, or the laptop is speaking; empty if one may."""
        if self._eyes_are_closed():
            return "lead.voice-by-day"
        return "lead.speaking" if self._aloud() and self._game.ears.asked is None else ""

    def _eyes_are_closed(self) -> bool:
        return self._game.view.eyes_closed

    def _switch(self, voice: str) -> None:
        """Go on in this voice: at once where the moderator reads, else once it is ready, by day."""
        if self._aloud():
            self._voices.make_ready(voice, self._game.rules.texts_to_prepare(self._game.stage.state), self._progress)
            self._game.ears.do(self.go_on)
            return
        named = Event()

        def name() -> bool:
            if not self._aloud():
                self._voices.name(voice)
            named.set()
            return False

        self._game.ears.do(name)
        named.wait(CARRIED_OUT)

    def _entry(self, name: str) -> VoiceEntry:
        for one in catalogue(self._texts.language):
            if one.voice.id == name:
                return one
        raise Refusal(self._texts.word("lead.unknown"))

    def _row(self, entry: VoiceEntry) -> Json:
        return {
            "id": entry.voice.id,
            "about": about(entry, self._texts),
            "here": entry.here,
            "current": entry.voice.id == self._voices.current,
            "size": entry.offer.megabytes if entry.offer else 0,
            "licence": licence(entry.offer, self._texts) if entry.offer else "",
        }

    def _connected(self, url: str) -> bool:
        from narrator.computer.transfer import reachable

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
