"""Ask one's way to a setup: who sits where, which cards, how the narrator shall behave; in Polish, at the table."""

from __future__ import annotations

import secrets

from tomlkit import TOMLDocument

from narrator.computer import toml_reader
from narrator.games.ktulu.loading import shipped_script
from narrator.games.ktulu.proofreading import proofread_setup
from narrator.games.ktulu.setup import Setup
from narrator.games.ktulu.wizard.cards import ask_cards, ask_line_up
from narrator.games.ktulu.wizard.document import Choices, document_of
from narrator.games.ktulu.wizard.questions import Ask, Show, ask_choice, ask_names
from narrator.games.ktulu.wizard.remarks import told

_PROFILES = {"gentle": "Kurtyzana, Zbiegowie, Kali", "book": "Dziwka, Murzyni, Niewolnik Kali, jak w książce"}
_POLICIES = {
    "masked": "wezwania brzmią tak samo, czy ktoś może działać, czy nie",
    "private": "jak masked, a wyniki widać tylko na ekranie",
    "open": "szybko i jawnie: słychać też, kogo wybrano, a puste wezwania znikają",
}
_ANSWERERS = {
    "moderator": "mówi prowadzący albo ktoś, kto już odpadł",
    "keys": "obudzony gracz po cichu naciska klawisze",
    "open": "obudzeni mówią sami, a głos ich zdradza",
    "counting": "narrator liczy na głos, a obudzony gracz naciska jeden klawisz przy właściwej liczbie",
}


def new_table(ask: Ask, show: Show, seed: int | None = None) -> TOMLDocument:
    """Ask for a setup and give it as a TOML document with comments. `ask` gets a question and its default answer.

    The seed draws the suggested line-ups. Nothing is written; whatever `ask` raises ends the questions.
    """
    script = shipped_script()
    players = ask_names(ask, show)
    names = ask_choice(ask, show, "Jakich nazw używa narrator?", _PROFILES)
    drawn = secrets.randbits(32) if seed is None else seed
    line_up = ask_line_up(ask, show, script, names, players, drawn)
    given = ask_cards(ask, show, script.vocabulary[names], players, line_up)
    policy = ask_choice(ask, show, "Jak bardzo tajna jest noc?", _POLICIES)
    answers = ask_choice(ask, show, "Kto odpowiada nocą?", _answerers(policy))
    document = document_of(Choices(players, names, policy, answers, line_up, given))
    setup = toml_reader.build(document.unwrap(), Setup, "setup")
    problems = proofread_setup(setup, script, "setup")
    warnings = [told(problem, script.vocabulary[names]) for problem in problems if problem.warning]
    show("\n".join(["", "Uwagi do stołu:", *(f"  {warning}" for warning in warnings)] if warnings else [""]))
    return document


def _answerers(policy: str) -> dict[str, str]:
    """Give who can answer: at an open table nothing is counted."""
    return {key: words for key, words in _ANSWERERS.items() if (key, policy) != ("counting", "open")}
