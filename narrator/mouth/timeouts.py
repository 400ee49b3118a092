"""Calls of the sound library, given up after a while: a sound server that hangs must not stall the night."""

from __future__ import annotations

import atexit
import sys
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from threading import Thread
from typing import TypeVar

from narrator.errors import ChannelLost
from narrator.texts import message

TIMEOUT = 5.0
"""Seconds that a call may take; a wireless loudspeaker may need some of them."""

_T = TypeVar("_T")
_under_way: list[Thread] = []


class DeviceLost(ChannelLost):
    """There is no loudspeaker now. One may be plugged in at any time, so it is worth to try again."""


def with_timeout(call: Callable[[], _T], undo: Callable[[_T], object] = lambda _: None) -> _T:
    """Call the sound library. Raises DeviceLost if the call does not come back in time, and the library's own errors.

    Until it does, nothing else is asked of the library, and DeviceLost is raised at once; what comes late is undone.
    """
    if sys.platform == "win32":  # whose sound wants to be used by the thread that began to use it
        return call()
    if _under_way and _under_way[0].is_alive():
        raise _hangs()
    result = Future[_T]()
    _under_way[:] = [Thread(target=_work, args=(call, undo, result), name="sound library", daemon=True)]
    _under_way[0].start()
    try:
        return result.result(TIMEOUT)
    except BaseException as error:
        timed_out = isinstance(error, TimeoutError)
        if result.cancel():  # nobody waits for it any more
            _never_wait_at_exit()
            if timed_out:
                raise _hangs() from None
        elif timed_out:
            return result.result()
        raise


def _work(call: Callable[[], _T], undo: Callable[[_T], object], result: Future[_T]) -> None:
    try:
        found = call()
    except BaseException as error:  # noqa: BLE001 - it is raised where it is waited for
        with suppress(InvalidStateError):
            result.set_exception(error)
        return
    try:
        result.set_result(found)
    except InvalidStateError:
        undo(found)


def _hangs() -> DeviceLost:
    return DeviceLost(message("mouth.hangs"))


def _never_wait_at_exit() -> None:
    """Leave the sound library as it is when the program ends: it would wait for what hangs."""
    sounddevice = sys.modules.get("sounddevice")
    if sounddevice:
        atexit.unregister(sounddevice._exit_handler)
