"""Ask one's way to a setup: who sits where and how they answer; and, if wanted, all the rest."""

from __future__ import annotations

import secrets
from contextlib import suppress
from pathlib import Path
from typing import Any

from tomlkit import TOMLDocument

from narrator.computer import toml_reader
from narrator.computer.paths import script_file
from narrator.errors import BadData
from narrator.games.interview import Interview, ask_choice, ask_names
from narrator.games.lines import Lines
from narrator.games.naming import taken_names
from narrator.games.night.flow import own_rules
from narrator.games.night.layers import SHIPPED
from narrator.games.night.loading import missed_tonight, remark, with_rules_of
from narrator.games.night.proofreading import proofread_setup
from narrator.games.night.proofreading.setups import proofread_rules
from narrator.games.night.script.script import Script
from narrator.games.night.script.setup import NEVER_OPEN
from narrator.games.night.wizard.cards import (
    ask_cards,
    ask_deal,
    ask_extra,
    ask_line_up,
    fault_of,
    played_beside,
    shown,
    suggested,
)
from narrator.games.night.wizard.document import document_of
from narrator.games.night.wizard.questions import texts, word
from narrator.games.night.wizard.rules import ask_rules, rules_kept
from narrator.games.night.wizard.scripts import ask_script, called, forget_script, leave_script, script_of, seats
from narrator.games.offering import Offering
from narrator.games.package import Back, SetupQuestions, Show
from narrator.values import replace

_MORE = "more"
"""What is answered to be asked everything."""

_ANSWERS = ("keys", "counting", "open", "moderator", "phones")
"""How one may answer by night, what suits a first evening first."""

_WORDS = {
    "answers": _ANSWERS,
    "policy": ("masked", "private", "open"),
    "deal": ("engine", "table"),
}
"""What those questions can have been answered with that have a word for each answer."""

_SETTLED = ("script", "policy", "names", "rules")
"""Keys of a setup that these answers settle, unless its script is one that is not here."""

Kept = dict[str, Any]
"""What has been answered so far, by question, as plain JSON values; a question that comes again suggests it."""


def new_table(asking: SetupQuestions, root: str = SHIPPED) -> TOMLDocument:
    """Ask for a setup of the game of the script `root`, and give it as a TOML document with comments.

    At every question the one before can be asked again.
    """
    kept = asking.kept
    kept["root"] = root
    script = script_of(kept)
    line_ups = own_rules.line_ups_of(script)
    sizes = range(line_ups.fewest, line_ups.most + 1)
    taken = {*asking.taken, *called(script), *_later_answers()}
    interview = Interview(texts(), sizes, replace(asking, taken=taken))
    if not _sound(kept, script):
        kept.clear()
        kept["root"] = root
        interview.show(word("wizard.damaged"))
    kept.setdefault("seed", secrets.randbits(32) if asking.seed is None else asking.seed)
    script = _ask_all(interview, kept, script)
    elsewhere = kept.get("unknown") and "script" not in kept and kept["go"] != _MORE
    kept["settled"] = [] if elsewhere else [*_SETTLED]
    document = document_of(kept, script)
    file = script_file(str(kept.get("script", root)), Path())
    _show_remarks(asking.show, document, script.lines[kept["names"]], script, file)
    return document


def _ask_all(interview: Interview, kept: Kept, script: Script) -> Script:
    """Put one question after the other, or the last one again after a way back; give the script that is played."""
    asked: list[int] = kept.pop("asked", []) if kept.pop("back", False) else []
    place = asked.pop() if asked else 0
    if not place:
        kept.pop("go", None)
        interview.show(Offering(word("wizard.help")))
    while place < len(_STEPS) and kept.get("go", _MORE) == _MORE:
        questions = interview.questions
        try:
            _STEPS[place](interview, kept, script)
        except Back:
            place = asked.pop() if asked else 0
        else:
            asked += [place] if interview.questions > questions else []
            place, script = place + 1, script_of(kept)
    kept["asked"] = asked
    return script


def _later_answers() -> frozenset[str]:
    """The words for what is asked after the names: typed for a name, they answer a question that is not put yet."""
    words = {**texts().group("wizard.answers"), **texts().group("wizard.go")}
    return taken_names(
        each for key, listed in words.items() if key.endswith((".word", ".or")) for each in listed.split(", ")
    )


def _sound(kept: Kept, script: Script) -> bool:
    """Whether what was kept is what these questions could have been answered with: the file lies with many others."""
    players, cards, extra, seed = (kept.get(key, []) for key in ("players", "cards", "extra", "seed"))
    roles, factions = {role.id for role in script.role}, {faction.id for faction in script.faction}
    listed = (players, None), (cards, roles), (extra, factions)
    return (
        all(isinstance(each, list) and all(isinstance(one, str) for one in each) for each, _ in listed)
        and all(known is None or known.issuperset(each) for each, known in listed)
        and len(players) <= own_rules.line_ups_of(script).most
        and (seed == [] or type(seed) is int)
        and all(kept.get(key, words[0]) in words for key, words in _WORDS.items())
        and kept.get("names", _profiles(script)[0]) in [*script.vocabulary]
        and _are_rules(kept.get("rules", {}), script)
        and isinstance(aside := kept.get("aside", {}), dict)
        and all(isinstance(one, dict) for one in aside.values())
    )


def _are_rules(kept: Any, script: Script) -> bool:
    try:
        rules = toml_reader.build(kept, type(script.rules), "rules")
    except BadData:
        return False
    return all(problem.warning for problem in proofread_rules(rules, script, "rules"))


def _show_remarks(show: Show, document: TOMLDocument, lines: Lines, script: Script, file: Path) -> None:
    data = document.unwrap()
    setup = with_rules_of(script, toml_reader.build(data, own_rules.of_script(script).setup, "setup"), data)
    found = [problem for problem in proofread_setup(setup, script, "setup") if problem.warning]
    warnings = [remark(problem, lines) or problem.said(texts().told) for problem in found]
    warnings += [problem.told(texts().told) for problem in missed_tonight(setup, script, file)]
    show("\n".join(["", word("wizard.remarks"), *(f"  {warning}" for warning in warnings)] if warnings else [""]))


def _profiles(script: Script) -> list[str]:
    """The name profiles that can be chosen: those that have a word, if the script has them, else its first."""
    return [profile for profile in ("gentle", "book") if profile in script.vocabulary] or [*script.vocabulary][:1]


def _players(interview: Interview, kept: Kept, script: Script) -> None:
    before = len(kept.get("players", []))
    ask_names(interview, kept)
    if len(kept["players"]) != before:
        kept.pop("cards", None)
    if kept.get("script", kept["root"]) != kept["root"] and not seats(script, kept):
        interview.show(word("wizard.script.left", name=script.meta.name or kept["script"]))
        leave_script(kept, kept["root"])
        _with_sound_answers(kept)


def _answers(interview: Interview, kept: Kept, _: Script) -> None:
    """Ask who leads the night and how they answer: by phone first, where there is a network.

    Aloud they answer only where something would hear it.
    """
    offered: tuple[str, ...] = _ANSWERS
    if interview.networked():
        interview.show("\n" + word("wizard.networked"))
        offered = ("phones", *(one for one in _ANSWERS if one != "phones"))
    while True:
        answers = ask_choice(interview, "wizard.answers", offered, kept.get("answers", offered[0]))
        with suppress(Back):  # leads from what is asked there to this question
            if answers != "open" or interview.hears():
                kept["answers"] = answers
                return
            interview.show("\n" + word("wizard.unheard"))
        kept.pop("answers", None)


def _go(interview: Interview, kept: Kept, script: Script) -> None:
    """Show what would be played, and ask whether that will do: a first evening needs no more."""
    names = script.vocabulary[kept.setdefault("names", _profiles(script)[0])]
    cards = kept["cards"] = [*suggested(kept, script)]
    if kept.get("script", kept["root"]) != kept["root"]:
        interview.show("\n" + word("wizard.script.played", name=script.meta.name or kept["script"]))
    interview.show(shown(cards, script, names, box=False))
    if rules := rules_kept(script, script.lines[kept["names"]], cards, kept.get("rules", {})):
        interview.show(rules)
    typed = ("typed",) if kept.get("typed") else ()
    deck = ("deck",) if kept["answers"] == "moderator" else ()
    fault = fault_of(cards, script, script.lines[kept["names"]], kept["players"])  # it was left while it was changed
    while True:
        if fault:
            interview.show(word("wizard.not-yet", fault=fault))
        usual = "typed" if typed else "deck" if deck and kept.get("deal") == "table" else "now"
        go = ask_choice(interview, "wizard.go", ("now", _MORE, "later", *deck, *typed), _MORE if fault else usual)
        if go == _MORE or not fault:
            break
    given = ask_cards(interview, names, kept["players"], cards) if go == "typed" else None
    paper = go == "deck" or (go in (_MORE, "later") and usual == "deck")
    kept["go"], kept["deal"] = "now" if go in ("deck", "typed") else go, "table" if paper else "engine"
    kept.setdefault("policy", "masked")
    kept["given"] = given


def _script(interview: Interview, kept: Kept, _: Script) -> None:
    """Ask which script is played; what was answered for another one waits for that."""
    before, name = kept.get("script", kept["root"]), ask_script(interview, kept)
    if name != before:
        leave_script(kept, name)
        _with_sound_answers(kept)


def _with_sound_answers(kept: Kept) -> None:
    """Forget what was put aside for the script that comes back, if it does not fit that any more."""
    script, profiles = script_of(kept), _profiles(script_of(kept))
    if kept.get("names") not in [*script.vocabulary]:
        kept["names"] = profiles[0]
    if not _sound(kept, script):
        name = kept["script"]
        forget_script(kept)
        kept |= {"script": name, "names": profiles[0]}


def _policy(interview: Interview, kept: Kept, _: Script) -> None:
    """Ask how secret the nights are, but where answers come in secret calls alone: there nothing can be open."""
    if kept["answers"] not in NEVER_OPEN:
        now = kept.get("policy", "masked")
        offered = ("masked", "open", *(("private",) if now == "private" else ()))  # who has it knows what it is
        kept["policy"] = ask_choice(interview, "wizard.policy", offered, now)


def _names(interview: Interview, kept: Kept, script: Script) -> None:
    """Ask which names are spoken, where there are several; those of a script's own are offered to who has them."""
    offered = _profiles(script)
    if len(offered) > 1:
        own = () if kept["names"] in offered else (kept["names"],)
        kept["names"] = ask_choice(interview, "wizard.profile", (*offered, *own), kept["names"])


def _extra(interview: Interview, kept: Kept, script: Script) -> None:
    names, players = script.vocabulary[kept["names"]], len(kept["players"])
    now = kept.get("extra", played_beside(kept.get("cards", []), script))
    extra = ask_extra(interview, script, names, players, kept["seed"], now)
    if now != extra:
        kept.pop("cards", None)
    kept["extra"] = extra


_STEPS = (_players, _answers, _go, _script, _policy, _names, _extra, ask_line_up, ask_rules, ask_deal)
