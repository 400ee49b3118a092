"""A microphone that is pulled out in mid-game is missed on the screen, and heard again when it is back."""

from __future__ import annotations

from queue import Queue

from narrator.answers import Answer, Heard
from narrator.cues import Ask, At
from narrator.ears import Lost
from narrator.ears.lexicon import read_lexicon
from narrator.ears.speech import SpeechEars

from tests.audio.evening import SEAT_3, SEAT_6
from tests.audio.sound_server import SECONDS, SoundServer
from tests.polish import in_polish
from tests.speech.speaker import MODEL, silence, speak

SEAT = Ask(at=At(), line="", text="", to="all", kind="seat", choices=tuple("12345678"))


class Person:
    """Somebody who answers by voice, and reads what the screen says of it."""

    def __init__(self, server: SoundServer, device: str = "") -> None:
        self._server = server
        self.heard: Queue[Heard | Lost] = Queue()
        self.notices: Queue[str] = Queue()
        self._ears = SpeechEars(
            MODEL, read_lexicon("ko"), {}, in_polish(self.notices.put), device=device, look_after=0.0
        )
        self._ears.wait()

    def asked(self) -> None:
        """Have the question put; the ears are open then."""
        self._ears.listen(SEAT, self.heard.put)
        assert self._ears.listening.wait(SECONDS)

    def answers(self, words: str) -> Heard | Lost:
        """Answer the question; give what was heard."""
        self.asked()
        self._server.say(speak(words))
        heard = self.heard.get(timeout=SECONDS)
        self._ears.rest()
        return heard

    def reads(self) -> str:
        """The next thing that the screen says."""
        return self.notices.get(timeout=SECONDS)

    def leaves(self) -> None:
        """End the ears."""
        self._ears.close()


def test_a_microphone_that_is_plugged_in_again_is_heard_again(server: SoundServer) -> None:
    with server.noisy():
        person = Person(server)
        assert person.answers(SEAT_6) == Answer("6")
        person.asked()
        server.unplug("mic")
        assert "Mikrofon" in person.reads()  # it is gone, or what stands in for it gives nothing
        assert person.notices.empty()
        server.plug_microphone()
        assert person.answers(SEAT_3) == Answer("3")
        assert "znowu słucha" in person.reads()
        assert person.notices.empty()
        person.leaves()


def test_a_microphone_that_gives_nothing_between_words_is_not_taken_for_a_muted_one(server: SoundServer) -> None:
    person = Person(server)
    assert person.answers(SEAT_6) == Answer("6")
    person.asked()
    server.say(silence(12.0))
    assert person.answers(SEAT_3) == Answer("3")
    assert person.notices.empty()
    person.leaves()


def test_without_the_microphone_of_that_name_another_is_heard(server: SoundServer) -> None:
    person = Person(server, device="headset")
    assert person.answers(SEAT_6) == Answer("6")
    assert "headset" in person.reads()
    person.leaves()
