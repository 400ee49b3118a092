"""What the menu's page asks while a game is led from a page of its own: the same that keys do in the terminal."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import suppress

from narrator.terminal.desk import Choice, Desk, DeskQuestion
from narrator.texts import Texts


class AtDesk:
    """Puts what may be done, anew whenever that has changed; `listed` are the devices that are in, in words."""

    def __init__(self, desk: Desk, texts: Texts, link: str, listed: Callable[[], Collection[str]]) -> None:
        self._desk, self._word, self._link, self._listed = desk, texts.word, link, listed

    def asked(self, *, over: bool, shared: bool, more: bool) -> str:
        """What is wanted, as it would be typed; empty if nothing after all, or if the question is out of date."""
        with suppress(EOFError):
            said = self._desk.put(self._question([*self._choices(over=over, shared=shared, more=more)], over=over))
            return self._device() if said == self._word("lead.list") else said
        return ""

    def _question(self, choices: list[Choice], *, over: bool) -> DeskQuestion:
        stop = Choice(self._word("lead.stop").split()[0], self._word("desk.end" if over else "desk.stop"))
        text = self._word("desk.led" if over else "desk.leading")
        return DeskQuestion(text, tuple(choices), (stop,), link=self._link)

    def _choices(self, *, over: bool, shared: bool, more: bool) -> Iterator[Choice]:
        if over:
            yield Choice(self._word("lead.again"), self._word("lead.rematch"))
        yield Choice(self._word("lead.list"), self._word("desk.devices"))
        if shared:
            yield Choice(self._word("lead.invite"), self._word("desk.codes"))
        if more:
            yield Choice(self._word("lead.next-network"), self._word("desk.next-network"))

    def _device(self) -> str:
        """Which device is thrown out; empty for none."""
        devices = tuple(Choice(str(number), one) for number, one in enumerate(self._listed(), 1))
        text = self._word("desk.throw-out" if devices else "desk.no-devices")
        return self._desk.put(DeskQuestion(text, devices, (Choice("", self._word("menu.back")),)))
