"""Ask one's way to a setup: who sits where and how they answer; and, for whoever wants it, all the rest."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection
from contextlib import suppress
from itertools import chain
from typing import Any

from tomlkit import TOMLDocument

from narrator.computer import toml_reader
from narrator.errors import BadData
from narrator.games.ktulu import lineups
from narrator.games.ktulu.loading import shipped_script
from narrator.games.ktulu.proofreading import proofread_setup
from narrator.games.ktulu.script import Script
from narrator.games.ktulu.setup import HouseRules, Setup
from narrator.games.ktulu.wizard.cards import ask_deal, ask_extra, ask_line_up, shown, suggested
from narrator.games.ktulu.wizard.document import Choices, document_of
from narrator.games.ktulu.wizard.questions import Interview, ask_choice, ask_names, remark, word
from narrator.games.ktulu.wizard.rules import ask_rules
from narrator.games.lines import Lines
from narrator.games.naming import taken_names
from narrator.games.package import Back, Question, Show

_MORE = "more"
"""What is answered to be asked everything."""

_ANSWERS = ("keys", "counting", "open", "moderator")
"""How one may answer by night, what suits a first evening first."""

_WORDS = {
    "answers": _ANSWERS,
    "policy": ("masked", "private", "open"),
    "names": ("gentle", "book"),
    "deal": ("engine", "table"),
}
"""What those questions can have been answered with that have a word for each answer."""

Kept = dict[str, Any]
"""What has been answered so far, by question, as plain JSON values; a question that comes again suggests it."""


def new_table(
    ask: Question,
    show: Show,
    seed: int | None = None,
    kept: Kept | None = None,
    hears: Callable[[], bool] = lambda: True,
    taken: Collection[str] = (),
) -> TOMLDocument:
    """Ask for a setup and give it as a TOML document with comments. `ask` gets a question and its default answer.

    At every question the one before can be asked again. The seed draws the suggested line-ups; `kept` has what was
    answered before, and takes what is answered now. `hears` says whether spoken answers would be heard, and
    nobody can be called by a word that is `taken`. Nothing is written; whatever `ask` raises ends the questions.
    """
    script = shipped_script()
    interview = Interview(ask, show, hears, {*taken, *_called(script)})
    kept = {} if kept is None else kept
    if not _sound(kept, script):
        kept.clear()
        show(word("wizard.damaged"))
    kept.setdefault("seed", secrets.randbits(32) if seed is None else seed)
    kept.pop("go", None)
    show(word("wizard.help"))
    place, asked = 0, list[int]()
    while place < len(_STEPS) and kept.get("go", _MORE) == _MORE:
        questions = interview.questions
        try:
            _STEPS[place](interview, kept, script)
        except Back:
            place = asked.pop() if asked else 0
        else:
            asked += [place] if interview.questions > questions else []
            place += 1
    choices = Choices(
        **{key: kept[key] for key in ("players", "names", "policy", "answers", "deal", "cards", "given")},
        rules=kept.get("rules", {}),
    )
    document = document_of(choices)
    _show_remarks(show, document, script.lines[choices.names], script)
    return document


def _called(script: Script) -> Collection[str]:
    """What roles and factions are called by any profile: no player can have such a name."""
    return taken_names(chain.from_iterable(chain(*own.choices.values()) for own in script.heard.values()))


def _sound(kept: Kept, script: Script) -> bool:
    """Whether what was kept is what these questions could have been answered with: the file lies with many others."""
    players, cards, extra, seed = (kept.get(key, []) for key in ("players", "cards", "extra", "seed"))
    roles, factions = {role.id for role in script.role}, {faction.id for faction in script.faction}
    listed = (players, None), (cards, roles), (extra, factions)
    return (
        all(isinstance(each, list) and all(isinstance(one, str) for one in each) for each, _ in listed)
        and all(known is None or known.issuperset(each) for each, known in listed)
        and len(players) <= lineups.MOST
        and (seed == [] or type(seed) is int)
        and all(kept.get(key, words[0]) in words for key, words in _WORDS.items())
        and _are_rules(kept.get("rules", {}))
    )


def _are_rules(kept: Any) -> bool:
    try:
        toml_reader.build(kept, HouseRules, "rules")
    except BadData:
        return False
    return True


def _show_remarks(show: Show, document: TOMLDocument, lines: Lines, script: Script) -> None:
    setup = toml_reader.build(document.unwrap(), Setup, "setup")
    warnings = [remark(problem, lines) for problem in proofread_setup(setup, script, "setup") if problem.warning]
    show("\n".join(["", word("wizard.remarks"), *(f"  {warning}" for warning in warnings)] if warnings else [""]))


def _players(interview: Interview, kept: Kept, _: Script) -> None:
    before = kept.get("players", [])

    def keep(names: list[str]) -> None:
        kept["players"] = [*names]

    kept["players"] = ask_names(interview, before, keep)
    if len(kept["players"]) != len(before):
        kept.pop("cards", None)


def _answers(interview: Interview, kept: Kept, _: Script) -> None:
    """Ask who leads the night and how they answer; aloud only where somebody would hear it."""
    while True:
        answers = ask_choice(interview, "wizard.answers", _ANSWERS, kept.get("answers", _ANSWERS[0]))
        with suppress(Back):  # leads from what is asked there to this question
            if answers != "open" or interview.hears():
                kept["answers"] = answers
                return
            interview.show("\n" + word("wizard.unheard"))
        kept.pop("answers", None)


def _go(interview: Interview, kept: Kept, script: Script) -> None:
    """Show what would be played, and ask whether that will do: a first evening needs no more."""
    names = script.vocabulary[kept.setdefault("names", "gentle")]
    cards = kept["cards"] = [*suggested(kept, script)]
    interview.show(shown(cards, script, names, box=False))
    deck = ("deck",) if kept["answers"] == "moderator" else ()
    go = ask_choice(interview, "wizard.go", ("now", *deck, _MORE, "later"), "now")
    kept["go"], kept["deal"] = ("now", "table") if go == "deck" else (go, "engine")
    kept.setdefault("policy", "masked")
    kept["given"] = None
    kept.pop("rules", None)


def _policy(interview: Interview, kept: Kept, _: Script) -> None:
    """Ask how secret the nights are, but where answers are counted: there nothing can be open."""
    if kept["answers"] == "counting":
        kept["policy"] = "masked"
    else:
        kept["policy"] = ask_choice(interview, "wizard.policy", ("masked", "open"), kept.get("policy", "masked"))


def _names(interview: Interview, kept: Kept, _: Script) -> None:
    kept["names"] = ask_choice(interview, "wizard.profile", ("gentle", "book"), kept.get("names", "gentle"))


def _extra(interview: Interview, kept: Kept, script: Script) -> None:
    extra = ask_extra(interview, script.vocabulary[kept["names"]], len(kept["players"]), kept["seed"])
    if kept.get("extra") != extra:
        kept.pop("cards", None)
    kept["extra"] = extra


def _line_up(interview: Interview, kept: Kept, script: Script) -> None:
    kept["cards"] = list(ask_line_up(interview, script, kept))


def _rules(interview: Interview, kept: Kept, script: Script) -> None:
    names = script.vocabulary[kept["names"]]
    kept["rules"] = ask_rules(interview, script, names, kept["cards"], kept.get("rules", {}))


def _given(interview: Interview, kept: Kept, script: Script) -> None:
    names, led = script.vocabulary[kept["names"]], kept["answers"] == "moderator"
    kept["deal"], kept["given"] = ask_deal(interview, names, kept["players"], kept["cards"], led=led)


_STEPS: tuple[Callable[[Interview, Kept, Script], None], ...] = (
    _players,
    _answers,
    _go,
    _policy,
    _names,
    _extra,
    _line_up,
    _rules,
    _given,
)
