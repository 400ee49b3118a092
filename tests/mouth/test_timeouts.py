"""What hangs in the sound library is given up, and nothing else is asked of it until it comes back."""

from __future__ import annotations

import sys
from threading import Event

import pytest

from narrator.mouth import timeouts
from narrator.mouth.timeouts import DeviceLost, with_timeout

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there each call is waited for")

SECONDS = 30.0


def test_what_comes_back_is_given_and_its_errors_are_raised() -> None:
    assert with_timeout(lambda: 7) == 7
    with pytest.raises(ZeroDivisionError):
        with_timeout(lambda: 1 / 0)


@pytest.mark.parametrize("late", ["it opens", "it fails"])
def test_what_hangs_is_given_up_and_undone(monkeypatch: pytest.MonkeyPatch, late: str) -> None:
    monkeypatch.setattr(timeouts, "TIMEOUT", 0.01)
    goes_on, undone, asked = Event(), list[str](), list[str]()

    def hangs() -> str:
        goes_on.wait(SECONDS)
        if late == "it fails":
            raise OSError
        return "stream"

    with pytest.raises(DeviceLost, match="does not answer"):
        with_timeout(hangs, undone.append)
    with pytest.raises(DeviceLost, match="does not answer"):
        with_timeout(lambda: asked.append("meanwhile"))
    goes_on.set()
    timeouts._under_way[0].join(SECONDS)
    assert undone == (["stream"] if late == "it opens" else [])
    monkeypatch.undo()
    with_timeout(lambda: asked.append("afterwards"))
    assert asked == ["afterwards"]
