"""Several ears at once: one that is lost takes no time away from the others, and gives them none."""

from __future__ import annotations

from queue import Empty, Queue
from typing import Any

import pytest

import narrator.ears
from narrator.answers import Answer, Silence
from narrator.cues import Ask, At
from narrator.ears import Lost, OnHeard, Together
from narrator.errors import ChannelLost

from tests.waiting import Clock

READY = Ask(at=At(), line="", text="", to="all", kind="ready", choices=("ready",))


class Ear:
    """An ear to which something happens so many seconds after it began to listen; nothing happens to a deaf one."""

    def __init__(self, after: float = 0.0, happens: Any = None) -> None:
        self.after, self.happens = after, happens

    def listen(self, ask: Ask, heard: OnHeard) -> None:  # noqa: ARG002
        self.heard = heard

    def rest(self) -> None:
        pass

    def close(self) -> None:
        pass


@pytest.fixture
def together(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A maker of ears that hear together on a clock of their own, and that clock."""
    clock = Clock()

    def made(*ears: Ear) -> tuple[Together, Clock]:
        class Waited(Queue[Any]):
            def get(self, block: bool = True, timeout: float | None = None) -> Any:  # noqa: ARG002
                assert timeout is not None
                due = [ear for ear in ears if ear.happens and ear.after <= clock.now - 1000.0 + timeout]
                if not due:
                    clock.sleep(timeout)
                    raise Empty
                first = min(due, key=lambda ear: ear.after)
                clock.now = 1000.0 + first.after
                first.heard(first.happens)
                first.happens = None
                return super().get(timeout=0)

        monkeypatch.setattr(narrator.ears, "Queue", Waited)
        monkeypatch.setattr(narrator.ears, "time", clock)
        return Together(ears, lambda _: None), clock

    return made


def test_a_channel_lost_late_makes_the_waiting_no_longer(together: Any) -> None:
    ears, clock = together(Ear(9.0, Lost("gone")), Ear(9.5, Lost("gone too")), Ear())
    assert ears.hear(READY, 10.0) == Silence()
    assert clock.now - 1000.0 == pytest.approx(10.0)


def test_what_is_heard_in_the_time_that_is_left_counts(together: Any) -> None:
    ears, _ = together(Ear(9.0, Lost("gone")), Ear(9.9, Answer("ready")))
    assert ears.hear(READY, 10.0) == Answer("ready")


def test_a_channel_lost_at_the_very_end_is_silence_while_another_is_left(together: Any) -> None:
    ears, _ = together(Ear(10.0, Lost("gone")), Ear())
    assert ears.hear(READY, 10.0) == Silence()


def test_the_last_channel_lost_is_told(together: Any) -> None:
    ears, _ = together(Ear(9.0, Lost("gone")))
    with pytest.raises(ChannelLost):
        ears.hear(READY, 10.0)
