"""A call's time: how many private results fit in it, and what the room does while it runs."""

from __future__ import annotations

from collections import Counter
from random import Random

from narrator import places, tables
from narrator.games.ktulu import Ktulu
from narrator.games.ktulu import events as e
from narrator.games.ktulu.effects import EFFECTS
from narrator.simulating import evening, gathering, people

SCRIPT = tables.load_script(places.shipped("scripts") / "ktulu.toml")
GAMES = 250


def most_told(games: int) -> Counter[str]:
    """Play random games, and give for each effect how many private results a call's time had at most."""
    most: Counter[str] = Counter()
    for number in range(games):
        chance = Random(number)
        game = Ktulu(gathering.gather(chance, SCRIPT), SCRIPT)
        word, told = "", 0
        for act in evening.acts(game, evening.begin(game, chance), chance, people.lawless):
            for event in act.events:
                if isinstance(event, e.CallOpened):
                    word, told = SCRIPT.calls_by_id[event.call].do, 0
                elif isinstance(event, e.Waited):
                    told = 0
                elif isinstance(event, e.Announced | e.CallClosed):
                    word = ""
                elif isinstance(event, e.Told) and word:
                    told += 1
                    most[word] = max(most[word], told)
    return most


def test_a_call_has_time_for_all_that_it_can_tell() -> None:
    most = most_told(GAMES)
    assert most == {word: effect.tells for word, effect in EFFECTS.items() if effect.tells}
