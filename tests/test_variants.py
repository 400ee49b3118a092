"""A variant names its base and only what differs: what comes of it is what the same changes by hand make."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from narrator.computer.toml_reader import build
from narrator.errors import BadData
from narrator.games.ktulu.setup import Script
from narrator.games.night.loading import read_script
from narrator.games.night.proofreading import proofread_script
from narrator.games.night.script.script import PHASES
from narrator.games.night.variants.resolving import resolve
from narrator.games.night.variants.whole import Whole
from narrator.games.parts import CASES

from tests.book_line_ups import LINE_UPS
from tests.changes import Change, by_hand, drawn, resolved
from tests.own_script import DATA
from tests.sweeps import every

SOME, ALL = 200, 10_000
"""Random variants each time, and with the trials."""

SWEEP = pytest.mark.parametrize("first", every(ALL, range(0, ALL, SOME)))


@SWEEP
def test_a_variant_is_its_base_changed_by_hand(first: int) -> None:
    kinds = set[str]()
    for seed in range(first, first + SOME):
        changes = drawn(Random(seed))
        whole = resolved(changes)
        assert [problem for problem in whole.problems if not problem.warning] == [], (seed, changes)
        assert whole.data == by_hand(changes), (seed, changes)
        kinds |= {kind for kind, _, _ in changes}
    assert kinds == {"rules", "line-ups", "day", "role", "faction", "line", "call", "new-role", "order"}


def test_a_variant_that_changes_nothing_is_its_base() -> None:
    assert resolved([]).data == DATA


@pytest.mark.parametrize("phase", PHASES)
def test_taking_a_call_out_and_putting_it_back_changes_nothing(phase: str) -> None:
    order = [call["id"] for call in DATA[phase]]
    for at, call in enumerate(DATA[phase]):
        where = {"after": order[at - 1]} if at else {"before": order[1]} if order[1:] else {}
        whole = {f"{'add' if key == 'id' else key}": value for key, value in call.items()}
        back = whole | {"add": f"{phase}/{call['id']}"} | where
        name = f"{phase}/{call['id']}"
        assert resolved([("order", "1", {"remove": name}), ("order", "2", back)]).data == DATA


def test_a_new_role_ranks_below_the_one_it_is_like_and_in_another_faction_below_all_of_that() -> None:
    cases = {"voc": "Szpiegu", "gen": "szpiega"}
    spy = {"like": "sheriff", "name": "Szpieg", "cases": cases}
    ranked = [role["id"] for role in DATA["role"]]
    bandits = [role["id"] for role in DATA["role"] if role["faction"] == "bandits"]
    for own, above in (
        ({}, "sheriff"),
        ({"faction": "town"}, "sheriff"),
        ({"faction": "bandits"}, bandits[-1]),
        ({"faction": "bandits", "after": "boss"}, "boss"),
    ):
        whole = resolved([("new-role", "spy", spy | own)])
        assert whole.problems == []
        assert [role["id"] for role in whole.data["role"]] == [
            *ranked[: ranked.index(above) + 1],
            "spy",
            *ranked[ranked.index(above) + 1 :],
        ]


NO_GODS = ["gods", "lucky-luke", "drunken-judge", "townsman", "executioner"]


def without(*gone: str, **changes: Any) -> Whole:
    """The shipped script without these."""
    base = Whole(deepcopy(DATA), "ktulu.toml")
    return resolve(base, {"format": 1, "extends": "ktulu", "without": [*gone], **changes}, "my.toml")


def texts_of(value: Any) -> Iterator[str]:
    """All texts in plain data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from texts_of(one)


def test_what_a_variant_does_without_is_named_nowhere_and_all_else_stays() -> None:
    whole = without(*NO_GODS, role={"tax-collector": {"does": "Raz w grze coś wiesz."}})
    assert whole.problems == []
    script = build(whole.data, Script, "my")
    assert proofread_script(script, "my") == []
    gone = {*NO_GODS, "kaszabara", "choragiew", "forgotten"}
    assert not gone & {*script.roles, *script.factions}
    words = {word for text in texts_of(whole.data) for word in re.findall(r"[\w-]+", text)}
    assert not gone & words
    assert script.calls_by_phase["night", "drunkard.drink"].who == ("drunkard",)
    left = [call["id"] for call in DATA["night"] if not gone.issuperset(call["who"])]
    assert [call.id for call in script.night] == left


def test_a_case_of_a_call_that_others_keep_stays_though_the_call_is_named_after_who_is_gone() -> None:
    case = {"drunkard.drink.line.late": {"text": ["Pora na ostatni kufel."], "when": ["quiet-dawns 2"]}}
    assert {*case} <= {one["id"] for one in without("drunkard", **{"new-line": case}).data["line"]}


@pytest.mark.parametrize(("base", "gone"), [("ktulu", "doctor"), ("ktulu", "mayor"), ("avalon", "minion")])
def test_what_can_never_be_said_or_shown_without_a_role_needs_no_other_words(
    tmp_path: Path, base: str, gone: str
) -> None:
    file = tmp_path / "my.toml"
    file.write_text(f'format = 1\nextends = "{base}"\nwithout = ["{gone}"]\n', encoding="utf-8")
    for language in ("pl", "en"):
        script, found = read_script(file, language=language)
        assert script is not None
        assert [str(one) for one in found if "line-ups" not in one.place] == []
        assert not any(f"{{{gone}" in text for texts in script.wordings.values() for text in texts)


def test_spellings_of_words_that_no_line_has_any_more_are_left_out() -> None:
    script = build(without("quiet-foot", "gods", "ufos", "fugitives").data, Script, "my")
    assert len(script.say) < len(DATA["say"])
    assert proofread_script(script, "my") == []


@pytest.mark.parametrize("players", [8, 18, 28])
def test_suggested_line_ups_do_without_them(players: int) -> None:
    gone = {"townsman", "executioner", "cardsharp", "insurance-agent", "chief", "green-tentacle"}
    sides = build(without(*gone).data, Script, "my").sides
    for seed in range(20):
        cards = LINE_UPS.suggest(players, seed, sides=sides)
        assert len(cards) == players
        assert not gone & {*cards}
    with pytest.raises(BadData):
        LINE_UPS.suggest(8, 1, sides=dict.fromkeys(["boss", "sheriff"], "town"))


def about(change: Change) -> set[str]:
    """The ids that a change touches or looks at."""
    kind, what, table = change
    if kind != "order":
        return {what, what.partition("/")[2] or what, what.rpartition(".")[0]}
    names = [table[key] for key in ("move", "remove", "add", "say", "before", "after") if key in table]
    return {name.partition("/")[2] or name for name in names}


@SWEEP
def test_changes_of_different_things_commute(first: int) -> None:
    swapped = 0
    for seed in range(first, first + SOME):
        changes = drawn(Random(f"swap {seed}"), most=4)
        for at in range(len(changes) - 1):
            one, other = changes[at : at + 2]
            if "order" not in (one[0], other[0]) or about(one) & about(other):
                continue
            turned = [*changes[:at], other, one, *changes[at + 2 :]]
            assert resolved(turned).data == resolved(changes).data, (seed, at, changes)
            swapped += 1
    assert swapped > SOME / 2


@pytest.mark.parametrize(("change", "told"), [({"window": [9.0, 3.0]}, False), ({"nights": [2]}, True)])
def test_a_card_is_told_of_only_where_the_nights_of_its_call_are_changed(change: dict[str, Any], told: bool) -> None:
    below = resolved([("call", "night/bodyguard.guard", {"nights": [1, 3]})]).data
    above = resolved([("call", "night/bodyguard.guard", change)], below)
    assert [problem.key for problem in above.problems] == ["does-as-before"] * told


def test_the_words_name_whoever_acts_also_for_a_role_that_is_like_another() -> None:
    warned = set[str]()
    for role in DATA["role"]:
        cases = {case: role[case] for case in CASES if case in role}
        whole = resolved([("new-role", "twin", {"like": role["id"], "name": "Bliźniak", "cases": cases})])
        found = proofread_script(build(whole.data, Script, "my"), "my")
        assert [problem for problem in found if not problem.warning] == []
        warned |= {role["id"] for problem in found if problem.key == "lines-of-another-card"}
    assert warned == {"sheriff", "mayor", "doctor"}  # whom the lines of the day call by name
