"""Random evenings at small tables, in which everything is said that can be, and people try what was not met yet."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from random import Random

from narrator.cues import COMMANDS, OVERRIDE, RESUME, Ask, Cue, End, Refused
from narrator.errors import OutOfTurn
from narrator.games.night.flow.effects import EFFECTS
from narrator.games.night.script.script import PHASES, Call, DaySteps, Script
from narrator.games.night.script.setup import Setup
from narrator.games.night.simulation.tournament import setup_with
from narrator.games.night.state.state import State
from narrator.play.loading import words_taken

from tests.any_game.evening import after, begun
from tests.invariants.gathering import VOTES, gather, voting, with_own_deck
from tests.mishaps.happenings import NONSENSE, Guests, Habits
from tests.scenario import SCRIPT
from tests.sometimes import OTHERS, never_met
from tests.sometimes.noting import Noting

MOST = 3000
"""Evenings after which it is given up; 300 to 600 are usual."""

LONGEST = 600
"""Cues after which people go home."""

HABITS = Habits(late=0.1, again=0.02, hurry=0.6)
RESTLESS = (0.0, 0.05, 0.05)
"""The shares of the cues at which something is called for, of which each evening has one."""

HELP = {
    "gift": ("jail", "asleep", "led"),
    "nobody": ("few",),
    "set": ("override", "led"),
    "same-as-last-night": ("guard",),
    "already-pointed": ("roulette",),
    "not-killed-tonight": ("revive",),
    "SailChosen": ("sail", "nightmare"),
    "Winning": ("own-deck", "kill", "override", "win", "led"),
    "pardon": ("mayor", "search-vote", "hang-vote"),
    **dict.fromkeys(("hang-against", "revote", "second-round", "no-majority"), ("accuse", "hang-vote")),
    "undecided": ("duel",),
    **dict.fromkeys(("loner", "last-standing"), ("few", "white-wolf", "hang")),
    "wounded": ("elder", "werewolf"),
    "lovers": ("few", "cupid", "white-wolf", "werewolf", "hang"),
}
"""What else something takes: an effect, a card, an answer, somebody asleep, or such a table."""

UNSEARCHED = replace(SCRIPT, day=DaySteps(steps=("timer", "duel", "poison", "hang", "reveal")))
"""The same game without a search, so that anybody may be hanged (D80)."""

WEREWOLF, AVALON, OWN = OTHERS
OF_WEREWOLF = ("wounded", "silence", "Silenced", "swap-cards", "CardsSwapped", "CardsChanged", "card-shown")
WAYS = ("parity", "all-gone", "last-standing", "last-bound")
OTHER_GAMES = {
    **dict.fromkeys(
        (
            "last-shot",
            "ShotAsked",
            "learn-victims",
            "bind",
            "bind-with",
            "bound",
            *OF_WEREWOLF,
            *WEREWOLF.factions,
            *WAYS,
        ),
        WEREWOLF,
    ),
    **dict.fromkeys(("declare", "Declared", "see", "D85", *AVALON.factions), AVALON),
    **dict.fromkeys(
        ("learn-whether", "then-kill", "raid-may-kill", "kill-too", "raid-or-kill", "kill-instead", "kill-several"),
        OWN,
    ),
}
"""What comes in games that are a script alone, and in which."""

CARDS = [role.id for role in SCRIPT.role if not role.many]
CALLS = [call for phase in PHASES for call in SCRIPT.calls(phase)]
TAKEN = words_taken()


def sought(most: int = MOST) -> int:
    """Play evenings until everything was met, or so many; tell how many they were."""
    for number in range(most):
        missing = never_met()
        if not missing:
            return number
        chance = Random(f"seek {number}")
        _Evening(chance, chance.choice(missing), missing).play()
    return most


class _Evening:
    """An evening for one of the things that are missing; by the way it may meet others."""

    def __init__(self, chance: Random, wanted: str, missing: list[str]) -> None:
        words, calls = words_of(wanted), calls_for(words_of(wanted))
        self._chance, self._words = chance, {word for what in missing for word in words_of(what)}
        if any(clause.startswith("holder-is") for call in calls for clause in call.when):
            words += ["override", "statue", "led"]
            self._words |= {*words}
        who = {*words, *(one for call in calls for one in call.who)}
        self._cards = [role.id for role in SCRIPT.role if role.id in CARDS and {role.id, role.faction} & who]
        script = SCRIPT if chance.random() < 0.9 and "accuse" not in words else UNSEARCHED
        other = next((OTHER_GAMES[word] for word in words if word in OTHER_GAMES), None)
        setup = elsewhere(chance, other, words) if other else table(chance, self._cards, words)
        self._game = Noting(setup, voting(other or script, chance.randrange(len(VOTES))))
        self._game.taken = TAKEN
        self._people = Guests(chance, HABITS, len(self._game.setup.player))
        self._calls = (OVERRIDE,) if "override" in words else (*COMMANDS, OVERRIDE, RESUME)
        self._restless = chance.choice(RESTLESS)

    def play(self) -> None:
        """Play it to its end, or until people go home."""
        game, state = self._game, begun(self._game, self._chance.getrandbits(32))
        for _ in range(LONGEST):
            cue = game.cue(state)
            if cue is None or isinstance(cue, End):
                return
            word = self._word(cue, state)
            try:
                result = game.take(state, word) if word or isinstance(cue, Ask) else game.delivered(state)
            except OutOfTurn:
                result = game.delivered(state)
            state = state if isinstance(result, Refused) else after(game, state, result)

    def _word(self, cue: Cue, state: State) -> str:
        """What is said at this cue, if anything; now and then all that may be refused is tried before."""
        if self._chance.random() < self._restless:
            return self._chance.choice(self._calls)
        if not isinstance(cue, Ask):
            return ""
        if self._chance.random() < 0.1:
            for odd in odd_answers(cue, state):
                self._game.take(state, odd)
        said = self._people.answer(cue)
        better = [one for one in cue.choices if one in self._words] or self._fitting(cue, state)
        return self._chance.choice(better) if better and self._chance.random() < 0.4 else said

    def _fitting(self, cue: Ask, state: State) -> list[str]:
        """The seats of the cards that it takes, where a moderator sets something; sleepers' where it takes those."""
        if cue.kind != "seat":
            return []
        if cue.to == "moderator":
            return [seat for seat in cue.choices if state.cards[int(seat) - 1] in self._cards]
        return [seat for seat in cue.choices if int(seat) in state.marks.asleep and "asleep" in self._words]


def words_of(wanted: str) -> list[str]:
    """The ids in what is wanted, among other words, and what else it takes."""
    words = re.findall(r"[A-Za-z-]+", wanted)
    return [*words, *(one for word in words for one in HELP.get(word, ()))]


def calls_for(words: Collection[str]) -> list[Call]:
    """The calls with these effects, or with those that leave these marks."""
    found = {one for one, power in EFFECTS.items() if {one, *(mark.id for mark in power.marks)} & {*words}}
    return [call for call in CALLS if call.do in found]


def table(chance: Random, wanted: list[str], words: Collection[str]) -> Setup:
    """Few cards, some of them wanted, under any house rules: where few sit, what is rare comes sooner."""
    drawn = gather(chance, SCRIPT)
    others = chance.sample(CARDS, chance.randint(1, 2 if "few" in words else 7))
    cards = dict.fromkeys(("bandit", *chance.sample(wanted, min(len(wanted), 3)), *others))
    answers = "moderator" if "led" in words else drawn.answers
    setup = setup_with(tuple(cards), rules=drawn.rules, policy=drawn.policy, dice=drawn.dice, answers=answers)
    return with_own_deck(setup) if "own-deck" in words or chance.random() < 0.2 else setup


def elsewhere(chance: Random, script: Script, words: Collection[str]) -> Setup:
    """A table of another game; where few sit, what is rare comes sooner, with the cards that it takes."""
    drawn = gather(chance, script)
    if "few" not in words:
        return drawn
    plain = [role.id for role in script.role if role.many]
    cards = [role.id for role in script.role if role.id in words and not role.many]
    cards += chance.choices(plain, k=max(0, script.line_ups.fewest - len(cards)))
    return setup_with(tuple(cards), game=script.game, script=script.id, rules=drawn.rules, policy=drawn.policy)


def odd_answers(ask: Ask, state: State) -> Iterator[str]:
    """What is no answer to the question, or may be refused: every seat, too many of them, names, nonsense."""
    yield from map(str, range(len(state.cards) + 2))
    yield from ("none", ",".join(ask.choices), *state.setup.people.values(), min(TAKEN), *NONSENSE[:3])
