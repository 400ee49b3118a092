"""Ask one's way to a setup: who sits where, which cards, how the narrator shall behave."""

from __future__ import annotations

import secrets

from tomlkit import TOMLDocument

from narrator.computer import toml_reader
from narrator.games.ktulu.loading import shipped_script
from narrator.games.ktulu.proofreading import proofread_setup
from narrator.games.ktulu.setup import Setup
from narrator.games.ktulu.wizard.cards import ask_cards, ask_line_up
from narrator.games.ktulu.wizard.document import Choices, document_of
from narrator.games.ktulu.wizard.questions import Ask, Show, ask_choice, ask_names, remark, texts, word


def new_table(ask: Ask, show: Show, seed: int | None = None) -> TOMLDocument:
    """Ask for a setup and give it as a TOML document with comments. `ask` gets a question and its default answer.

    The seed draws the suggested line-ups. Nothing is written; whatever `ask` raises ends the questions.
    """
    script = shipped_script()
    players = ask_names(ask, show)
    names = ask_choice(ask, show, word("wizard.which-names"), texts().group("wizard.profiles"))
    drawn = secrets.randbits(32) if seed is None else seed
    line_up = ask_line_up(ask, show, script, names, players, drawn)
    given = ask_cards(ask, show, script.vocabulary[names], players, line_up)
    policy = ask_choice(ask, show, word("wizard.which-policy"), texts().group("wizard.policies"))
    answers = ask_choice(ask, show, word("wizard.who-answers"), _answerers(policy))
    document = document_of(Choices(players, names, policy, answers, line_up, given))
    setup = toml_reader.build(document.unwrap(), Setup, "setup")
    problems = proofread_setup(setup, script, "setup")
    warnings = [remark(problem, script.vocabulary[names]) for problem in problems if problem.warning]
    show("\n".join(["", word("wizard.remarks"), *(f"  {warning}" for warning in warnings)] if warnings else [""]))
    return document


def _answerers(policy: str) -> dict[str, str]:
    """Who can answer: at an open table nothing is counted."""
    answerers = texts().group("wizard.answers")
    return {key: words for key, words in answerers.items() if (key, policy) != ("counting", "open")}
