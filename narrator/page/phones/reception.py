"""The lobby in the terminal: the codes that let phones in, who is missing, and what is to be changed on phones."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import chain
from shutil import get_terminal_size

from narrator.computer.network import network_name
from narrator.cues import PHONES, Part
from narrator.ears.keyboard import nobody_types
from narrator.ears.lexicon import read_lexicon
from narrator.ears.terminal import Terminal
from narrator.lexicon import normalise
from narrator.page.access import Access
from narrator.page.console import code, coloured, tell
from narrator.page.phones.inviting import Invitation, WifiNetwork, invited, word_for_codes
from narrator.page.phones.lobby import Step
from narrator.page.phones.seats import Seats
from narrator.rooms.clock import now, sleep_until
from narrator.rooms.paper import wrapped
from narrator.terminal.exits import KeysWanted
from narrator.terminal.words import ask, in_terminal
from narrator.texts import Texts, Words, message

LOOK = 0.3
"""Seconds after which the lobby looks again whether anything has changed."""

CALM = 5.0
"""Seconds that something must last before it is shown a second time; then twice as long each time."""


_TOLD: dict[Step, tuple[str, str]] = {
    "sit": ("phones.sit-missing", "phones.in"),
    "look": ("phones.look-missing", "phones.looked"),
}
"""The keys of what is told in each step: who is missing, and how many are not."""


class _Calm:
    """What the lobby may show now: one phone that changes its mind all the time pushes no code out of sight."""

    def __init__(self) -> None:
        self._times = Counter[object]()
        self._shown: object = None
        self._seen: object = None
        self._since = 0.0

    def shows(self, state: object) -> bool:
        """Whether to show this now: what is new at once, what stood there before once it has lasted."""
        if state != self._seen:
            self._seen, self._since = state, now()
        times = self._times[state]
        if state == self._shown or (times and now() - self._since < CALM * 2 ** (times - 1)):
            return False
        self._times[state] += 1
        self._shown = state
        return True

    def again(self) -> None:
        """Show what there is once more: something else stands below it."""
        self._shown, self._seen = None, None
        self._times.clear()


class Reception:
    """Receives phones before the first night, with whoever sits at the laptop, or without anybody there."""

    def __init__(self, seats: Seats, invitation: Invitation, access: Access) -> None:
        self._seats, self._phones = seats, seats.phones
        self._invitation, self._access = invitation, access
        self._or_keys = self._doubted = False
        self._below = 0
        """How many rows were written below the code that phones scan."""
        self._doubts = list[Words]()
        """What was told of phones that are to be changed."""

    def receive(self, show_card: Callable[[int], object], *, or_keys: bool = False) -> tuple[Part, ...]:
        """Have phones take their seats, then show their cards, each until Enter, or until enough want to go on.

        No card is seen before all have said that they sit right. Then the number of a seat has its card shown on the
        laptop, for a player without a phone. Where lines come from a pipe, nobody is there who could come in.
        Give what the narrator then says of how ready the phones are. With `or_keys` the
        laptop's keys are offered while no phone is in. Raises KeysWanted.
        """
        self._or_keys = or_keys and in_terminal()
        alone = nobody_types()
        if not (alone or sys.stdin.isatty()):
            self._seats.open_cards()
            self._phones.show(leaving=False)
            return ()
        terminal, lobby = None if alone else Terminal(sys.stdin), self._seats.lobby
        self._seats.notice = self._add
        with lobby.step("sit", self._seats.taken):
            self._invite()
            self._until_agreed("sit", terminal, self._join)
            if self._seats.has_cards:
                self._seats.open_cards()  # before any phone can fetch one
        if self._seats.has_cards:
            with lobby.step("look", self._seats.looked):
                self._tell("phones.cards")
                self._until_agreed("look", terminal, lambda said: self._show_card(said, show_card))
        return self._how_ready()

    def _until_agreed(self, step: Step, terminal: Terminal | None, obey: Callable[[str], None]) -> None:
        """Tell how far it is, as that changes, and obey what is typed, until it is Enter, or players agree."""
        calm, codes = _Calm(), self._invitation.codes()
        while not self._seats.lobby.goes_on():
            if step == "sit" and codes != (codes := self._invitation.codes()):
                self._invite()  # those that stand there let nobody in any more
                calm.again()
            self._tell_doubts()
            if calm.shows((self._phones.page.missing, self._phones.page.agreed)):
                self._show_step(step)
            if terminal is None:
                sleep_until(now() + LOOK)
            elif terminal.wait(LOOK):
                said = sys.stdin.readline().strip()
                self._below += 1
                if self._leads_on(step, said):
                    return
                if said:
                    obey(said)
                    calm.again()
                    codes = self._invitation.codes()

    def _leads_on(self, step: Step, said: str) -> bool:
        """Whether what was typed leads on; Enter before anybody could play is asked back. Raises KeysWanted."""
        texts, page = self._phones.texts, self._phones.page
        doubted, self._doubted = self._doubted, False
        if step == "sit" and self._or_keys and not self._seats.taken:
            if normalise(said) in texts.word("phones.typed-keys").split():
                raise KeysWanted
            if not said:
                self._add(message("phones.nobody-in"))
            return False
        if step == "look" and page.missing and self._seats.has_cards:
            if not said:
                self._doubted = True
                self._tell("phones.unseen", who=self._names(page.missing))
            return doubted and normalise(said) in texts.word("typed.yes").split()
        return not said

    def _tell_doubts(self) -> None:
        """Tell who tries wrong codes, and what is to be changed on each phone, once: there it stands until it is."""
        for words in self._seats.strangers():
            self._add(words)
        for words in self._seats.doubts:
            if words not in self._doubts:
                self._doubts.append(words)
                self._add(words)

    def _show_step(self, step: Step) -> None:
        page = self._phones.page
        count, all_ = len(self._phones.people) - len(page.missing), len(self._phones.people)
        missing, done = _TOLD[step]
        if page.missing and count:
            self._add(message(missing, who=self._names(page.missing)))
        if page.agreed:
            self._add(message("phones.agreed", who=self._names(page.agreed), needed=page.needed))
        if crowded := self._seats.lobby.crowded:
            self._add(message("phones.crowded", who=self._names(crowded)))
        self._add(message(done, count=count, all=all_, needed=page.needed))

    def _names(self, seats: Sequence[int]) -> str:
        return ", ".join(self._phones.people[seat] for seat in seats)

    def _how_ready(self) -> tuple[Part, ...]:
        """What the narrator says once the phones were looked at by day; nothing where none is in."""
        texts, unready = self._phones.texts, self._seats.unready
        if not self._seats.taken:
            return ()
        if not unready:
            return (Part("phones.ready", texts.word("phones.ready")),)
        before, _, after = texts.word("phones.unready", who="\n").partition("\n")
        names = [(Part("", ", "), Part(f"name.{one}", one)) for one in map(self._phones.people.__getitem__, unready)]
        _, *listed = chain(*names)
        return (Part("phones.unready", before), *listed, Part("", after))

    def _join(self, said: str) -> None:
        """Give a phone leave to take another's seat, or show the code, here or in the next network."""
        texts = self._phones.texts
        if said == texts.word("lead.next-network"):
            self._invitation.addresses.turn()
        elif said == texts.word("phones.wifi"):
            self._invitation.network = asked_network(texts)
        elif sign := self._asked_of_phones(said):
            tell(texts.told(self._seats.give_leave(sign)))
            return
        else:
            self._invitation.addresses.look()
        self._invite()

    def _show_card(self, said: str, show: Callable[[int], object]) -> None:
        seat = int(said) if said.isdecimal() else 0
        if seat in self._phones.there:
            self._tell("phones.has-phone", name=self._phones.people[seat])
        elif seat in self._phones.people:
            show(seat)
            self._seats.card(seat)
            if waiting := self._seats.waiting:  # what was said of them went with the card
                tell(self._phones.texts.told(waiting))
        elif (sign := self._asked_of_phones(said)) is not None:
            for words in invited(self._seats, self._invitation, sign):
                tell(self._phones.texts.told(words))

    def _asked_of_phones(self, said: str) -> str | None:
        """The sign that follows the word for phones, empty where none does; None if another word was typed."""
        word, _, sign = normalise(said).partition(" ")
        return sign if word in read_lexicon(self._phones.texts.language).keys.get(PHONES, ()) else None

    def _invite(self) -> None:
        """Show the codes: of the network, if its name is known, of the room's page, and last that of the phones."""
        self._tell("phones.come")
        self._tell("phones.unreached")
        if trouble := self._invitation.addresses.trouble(word_for_codes(self._seats)):
            tell(self._phones.texts.told(trouble))
        network, codes = self._invitation.network, self._invitation.codes()
        name = network.name or network_name()
        if name:
            self._tell("phones.network", name=name)
        if network.name:
            self._tell("phones.scan-network", name=network.name)
            self._draw(network.code)
        self._tell("phones.television", place=f"{codes.place}/room", code=self._access.short_code("room"))
        self._show_code()

    def _show_code(self) -> None:
        """Show how a phone comes in, all of it in a window of 20 rows."""
        codes = self._invitation.codes()
        self._tell("phones.no-camera", place=codes.place, code=codes.short)
        self._draw(codes.url)
        self._below = 0

    def _add(self, words: Words) -> None:
        """Write below the code; where that pushes it out of sight, show it once more."""
        text, window = self._phones.texts.told(words), get_terminal_size()
        tell(text)
        self._below += wrapped(text, window.columns - 1).count("\n") + 1
        if self._phones.page.lobby == "sit" and sys.stdout.isatty():
            drawn = code(self._invitation.codes().url, coloured=True).count("\n")
            if drawn + 1 + self._below >= window.lines:
                self._show_code()

    def _draw(self, text: str) -> None:
        print(code(text, coloured=coloured()).rstrip("\n"), flush=True)

    def _tell(self, key: str, **values: object) -> None:
        tell(self._phones.texts.word(key, **values))


def asked_network(texts: Texts) -> WifiNetwork:
    """Ask for the name and the password of the network that the phones are to join."""
    name = ask(texts.word("phones.which-network"), network_name()).strip()
    return WifiNetwork(name, ask(texts.word("phones.which-password"), "").strip()) if name else WifiNetwork()
