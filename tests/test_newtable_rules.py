"""Which Ktulu a new table plays, and by which house rules: asked, offered with what differs, and written."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from narrator.computer.paths import shipped
from narrator.games.interview import Interview
from narrator.games.ktulu.setup import HouseRules, ours
from narrator.games.night.loading import shipped_script
from narrator.games.night.wizard.questions import texts
from narrator.games.night.wizard.rules import ask_rules, relevant

from tests.asked import ALL, EIGHT, MORE, REST, Talk
from tests.book_line_ups import LINE_UPS

SCRIPT = shipped_script()


def test_house_rules_are_changed_in_a_list(tmp_path: Path) -> None:
    typed = ["tak", "99 tak", "4 może", "1 0", "4 nie, 1 6", "8 szeryf", "4 tak", ""]
    talk = Talk(EIGHT, "", *MORE, "", "", "", "", *typed, "")
    rules = talk.table(tmp_path).setup.rules
    assert rules == HouseRules(ship_night=6, self_target=("sheriff",))
    listed = [text for text in talk.shown if "Zasady domowe" in text]
    assert [text.count("(zmienione)") for text in listed] == [0, 2, 3, 2]
    assert "1. Po której nocy może odpłynąć statek? 6 (zmienione)" in listed[-1]
    assert "[rules]" in (tmp_path / "new.toml").read_text(encoding="utf-8")


def test_a_changed_rule_is_kept_though_the_list_is_broken_off(tmp_path: Path) -> None:
    kept = dict[str, Any]()
    with pytest.raises(EOFError):
        Talk(EIGHT, "", *MORE, "", "", "", "", "1 6").table(tmp_path, kept=kept)
    assert kept["rules"] == {"ship_night": 6}


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the user's own scripts."""
    monkeypatch.setattr("narrator.computer.paths.user_data", lambda: tmp_path / "data")
    folder = tmp_path / "data" / "scripts"
    folder.mkdir(parents=True)
    return folder


ELSEWHERE = ("", "więcej", "pierwotna")
"""What leads to all the questions about another Ktulu."""


def test_which_ktulu_is_played_is_asked_and_written(tmp_path: Path) -> None:
    talk = Talk(EIGHT, "", *ELSEWHERE, *ALL)
    table = talk.table(tmp_path)
    assert (table.setup.script, table.script.meta.name) == ("pierwotna", "Pierwotna")
    assert table.setup.rules == table.script.rules
    assert "# w co gramy: Pierwotna" in (tmp_path / "new.toml").read_text("utf-8")
    listed = next(text for text in talk.shown if "Pierwotna" in text).splitlines()
    assert listed[1] == "  1. Ktulu: bez zmian"
    assert f"Pierwotna: {table.script.meta.differs}" in "\n".join(listed)
    assert any("jak w odmianie „Pierwotna”" in text for text in talk.shown)


def test_house_rules_of_a_variant_stand_in_the_list_as_its_own_answers(tmp_path: Path) -> None:
    number = relevant(SCRIPT, LINE_UPS.suggest(8, 1)).index("sheriff_wins_at_once") + 1
    talk = Talk(EIGHT, "", *ELSEWHERE, "", "", "", "", f"{number} nie", "", "")
    assert not ours(talk.table(tmp_path).setup.rules).sheriff_wins_at_once
    (first, second) = (text.splitlines()[number + 1] for text in talk.shown if "Zasady domowe" in text)
    assert first.endswith("tak")
    assert second.endswith("nie (zmienione)")
    assert "sheriff_wins_at_once = false" in (tmp_path / "new.toml").read_text("utf-8")


def test_a_script_of_the_users_own_is_offered_and_its_roles_are_suggested(own: Path, tmp_path: Path) -> None:
    text = 'format = 1\nextends = "ktulu"\nwithout = ["sheriff", "gods", "ufos", "fugitives"]\n'
    (own / "nasza.toml").write_text(f'{text}[meta]\nname = "U nas"\ndiffers = "Bez szeryfa."\n', "utf-8")
    (own / "zla.toml").write_text('format = 1\nextends = "ktulu"\nwithout = ["nobody"]\n', "utf-8")
    (own / "obca.toml").write_text('format = 1\nextends = "ktulu"\nlanguage = "en"\n', "utf-8")
    (own / "zadna.toml").write_text("[", "utf-8")
    talk = Talk("28", "", "", "więcej", "zła", "u nas", "", "", "", "", "", "program")
    table = talk.table(tmp_path)
    assert table.setup.script == "nasza"
    assert {table.script.roles[card].faction for card in table.setup.cards} == {"town", "bandits", "indians"}
    assert "sheriff" not in table.setup.cards
    assert any("mogą dojść: Lucky Luke." in text for text in talk.shown)
    assert any("zla: w tym pliku są błędy. Wylicza je: narrator check zla" in text for text in talk.shown)
    listed = next(text for text in talk.shown if "U nas: Bez szeryfa." in text)
    assert not any(name in listed for name in ("obca", "zadna"))


def test_another_script_is_asked_anew_and_the_one_before_comes_back_as_it_was_left(tmp_path: Path) -> None:
    """Its cards, names and rules; also where the questions were broken off meanwhile."""
    kept: dict[str, Any] = {}
    typed = [EIGHT, "", *ELSEWHERE, "", "książ", "", "wódz > cicha", "", "1 7", "", *["wstecz"] * 6]
    with pytest.raises(EOFError):
        Talk(*typed, "burza", "", "łagodne").table(tmp_path, kept=kept)
    assert (kept["script"], kept["names"], "cards" in kept) == ("burza", "gentle", False)
    assert not kept.get("rules")
    kept = json.loads(json.dumps(kept))
    setup = Talk("", "", "więcej", "pierwotna", *ALL).table(tmp_path, kept=kept).setup
    assert (setup.script, setup.names, setup.rules.number("ship_night")) == ("pierwotna", "book", 7)
    assert "quiet-foot" in setup.cards


def test_who_looks_at_another_script_and_goes_back_plays_as_before(tmp_path: Path) -> None:
    cards = ["executioner", *LINE_UPS.suggest(8, 1)[1:]]
    kept: dict[str, Any] = {"players": EIGHT.split(", "), "cards": cards, "rules": {"bandits_kill": True}}
    typed = ("więcej", "pierwotna", "wstecz", "wstecz", "więcej", "ktulu", "wstecz", "wstecz", "tak")
    setup = Talk("", "", *typed).table(tmp_path, kept=kept).setup
    assert ({*setup.cards}, ours(setup.rules).bandits_kill, setup.script) == ({*cards}, True, "ktulu")


def test_other_people_mean_other_cards_for_the_script_that_comes_back(tmp_path: Path) -> None:
    kept: dict[str, Any] = {"players": EIGHT.split(", "), "rules": {"bandits_kill": True}}
    typed = ("więcej", "pierwotna", *["wstecz"] * 4, "Iza", "", "", "więcej", "ktulu", *ALL)
    setup = Talk("", "", *typed).table(tmp_path, kept=kept).setup
    assert (len(setup.cards), len(setup.player), ours(setup.rules).bandits_kill) == (9, 9, True)


def test_a_variant_that_has_too_few_roles_for_those_who_came_is_left_with_a_word(own: Path, tmp_path: Path) -> None:
    (own / "mala.toml").write_text(
        'format = 1\nextends = "ktulu"\n[meta]\nname = "Mała"\n[line-ups]\nmost = 10\n', "utf-8"
    )
    typed = (EIGHT, "", "", "więcej", "mała", *["wstecz"] * 4, "Iza, Jan, Kuba, Lena", "", "", "później")
    talk = Talk(*typed)
    assert talk.table(tmp_path).setup.script == "ktulu"
    assert any("za mało ról, więc zostaje zwykła gra" in text for text in talk.shown)


@pytest.mark.parametrize("go", ["tak", "później"])
def test_rules_that_were_changed_hold_though_less_is_asked_then(go: str, tmp_path: Path) -> None:
    typed = (EIGHT, "", *MORE, "", "", "", "", "1 6", "", *["wstecz"] * 7, go)
    assert Talk(*typed).table(tmp_path).setup.rules == HouseRules(ship_night=6)


@pytest.mark.parametrize(
    "aside",
    [5, {"ktulu": 5}, {"ktulu": {"cards": 5}}, {"ktulu": {"cards": ["nobody"] * 8}}, {"ktulu": {"names": {}}}],
)
def test_what_was_put_aside_and_is_damaged_is_forgotten(aside: Any, tmp_path: Path) -> None:
    kept = {"players": EIGHT.split(", "), "script": "burza", "aside": aside}
    first = [EIGHT] if not isinstance(aside, dict) or aside["ktulu"] == 5 else []
    talk = Talk(*first, "", "", "więcej", "ktulu", *ALL)
    assert sorted(talk.table(tmp_path, kept=kept).setup.cards) == sorted(LINE_UPS.suggest(8, 1))


@pytest.mark.parametrize(("policy", "said"), [("private", ""), ("open", "otwarta"), ("masked", "maski")])
def test_a_night_of_private_results_is_offered_to_those_who_had_it(policy: str, said: str, tmp_path: Path) -> None:
    kept = {"players": EIGHT.split(", "), "policy": "private"}
    talk = Talk("", "", "więcej", "", said, "", "", "", "", "")
    assert talk.table(tmp_path, kept=kept).setup.policy == policy


def test_names_of_a_scripts_own_are_offered_to_those_who_had_them(own: Path, tmp_path: Path) -> None:
    text = (shipped("scripts") / "ktulu.toml").read_text("utf-8")
    (own / "nasza.toml").write_text(f'{text}\n[[profile]]\nid = "nasze"\n', "utf-8")
    kept = {"players": EIGHT.split(", "), "script": "nasza", "names": "nasze"}
    assert Talk("", "", "więcej", "", *ALL).table(tmp_path, kept=kept).setup.names == "nasze"


@pytest.mark.parametrize("secretly", ["odliczanie", "telefony"])
def test_counted_answers_and_phones_are_never_open_and_the_night_is_again_without_them(
    secretly: str, tmp_path: Path
) -> None:
    kept = {"players": EIGHT.split(", "), "policy": "open"}
    assert Talk("", secretly, "później").table(tmp_path, kept=kept).setup.policy == "masked"
    assert Talk("", "klawisze", "później").table(tmp_path, kept=kept).setup.policy == "open"


@pytest.mark.parametrize("gone", ["nowhere", 3, {"a": 1}])
def test_a_script_that_is_there_no_more_is_not_taken_again(gone: Any, tmp_path: Path) -> None:
    kept = {"players": EIGHT.split(", "), "script": gone, "rules": {"drinks": 1}}
    talk = Talk("", *REST)
    setup = talk.table(tmp_path, kept=kept).setup
    assert (setup.script, setup.rules) == ("ktulu", HouseRules())
    assert not any("uszkodzone" in text for text in talk.shown)


def test_house_rules_are_kept_for_next_time_and_only_while_their_cards_are_there(tmp_path: Path) -> None:
    kept: dict[str, Any] = {}
    number = relevant(SCRIPT, LINE_UPS.suggest(16, 1, ["gods"])).index("hits_to_win") + 1
    with pytest.raises(EOFError):
        Talk("16", "", *MORE, "", "", "bogowie", "", f"{number} 2", "").table(tmp_path, kept=kept)
    assert kept["rules"] == {"hits_to_win": 2}
    again = Talk("", *MORE, "", "", "zwykłe", "", "", "").table(tmp_path, kept=kept)
    assert again.setup.rules == HouseRules()


@pytest.mark.parametrize("rule", HouseRules.single())
def test_every_house_rule_is_asked_for_with_the_cards_that_it_is_about(rule: str) -> None:
    assert rule in relevant(SCRIPT, [role.id for role in SCRIPT.role])
    assert f"wizard.rules.{rule}" in texts()


def test_rules_about_cards_that_are_not_dealt_are_not_asked_for() -> None:
    few = relevant(SCRIPT, ["sheriff", "courtesan", "boss", "chief", "shaman"])
    assert {"town_hangs", "searches", "sheriff_zero_night", "bandits_kill"} <= {*few}
    assert not {"drinks", "pastor_zero_night", "warrior", "hits_to_win", "fugitives_search", "no_self_target"} & {
        *few
    }


def test_only_who_decides_about_others_can_be_kept_from_deciding_about_themselves(tmp_path: Path) -> None:
    cards = ["mayor", *LINE_UPS.suggest(8, 1)[1:]]
    number = relevant(SCRIPT, cards).index("no_self_target") + 1
    typed = [f"{number} herszt", f"{number} burmistrz", ""]
    talk = Talk(EIGHT, "", *MORE, "", "", "", "szeryf > burmistrz", "", *typed, "")
    assert talk.table(tmp_path).setup.rules == HouseRules(no_self_target=("mayor",))


def test_what_a_chosen_rule_asks_of_the_script_is_among_the_remarks(own: Path, tmp_path: Path) -> None:
    rules = 'format = 1\nextends = "ktulu"\n[meta]\nname = "U nas"\n[rules]\nstatue_announced = false\n'
    (own / "nasza.toml").write_text(f'{rules}[line."statue.taken.town"]\ntext = ["Coś brzęknęło."]\n', "utf-8")
    script = shipped_script("nasza")
    number = relevant(script, LINE_UPS.suggest(8, 1)).index("statue_announced") + 1
    talk = Talk(EIGHT, "", "", "więcej", "nasza", "", "", "", "", f"{number} tak", "", "")
    assert talk.table(tmp_path).setup.rules.announced
    assert "nasza.toml:8: line.statue.taken.town: text: nie ma tu {town.nom}" in talk.shown[-1]


# ---- What may be typed ----

CARDS = ("seer", "witch", "guardian", "villager", "werewolf")


def asked_of_werewolf(*typed: str) -> tuple[Talk, dict[str, Any]]:
    """What these house rules of Werewolf come to, of which there are two."""
    script, talk = shipped_script("werewolf", "pl"), Talk(*typed, "")
    kept: dict[str, Any] = {"names": next(iter(script.vocabulary)), "cards": [*CARDS], "rules": {}}
    ask_rules(Interview(texts(), range(5, 21), talk.questions()), kept, script)
    return talk, kept["rules"]


def test_what_is_given_as_an_example_can_be_typed_here() -> None:
    talk, _ = asked_of_werewolf("pomoc")
    helped = next(text for text in talk.shown if text.startswith("Enter bierze"))
    example = helped[helped.index("„") + 1 : helped.index("”")]
    assert f"„{example}”" in talk.asked[1]
    after, changed = asked_of_werewolf(example)
    assert {*changed} == {"self_target", "dead"}
    assert not any("nie rozumiem" in text for text in after.shown)


def test_where_an_answer_is_not_understood_one_is_shown_that_can_be_typed() -> None:
    talk, _ = asked_of_werewolf("4 nie")
    strange = re.search("na przykład „([^”]*)”", talk.shown[-1])
    assert strange
    assert {*asked_of_werewolf(strange[1])[1]} == {"self_target", "dead"}


def test_every_rules_answers_stand_with_its_question(tmp_path: Path) -> None:
    talk, _ = asked_of_werewolf()
    assert "kartę · albo: frakcję, nic" in talk.shown[1]
    assert "nikt · role, po przecinku" in talk.shown[1]
    ktulu = Talk(EIGHT, "", *MORE, "", "", "", "", "", "")
    ktulu.table(tmp_path)
    assert any("odpłynąć statek? 3 · od 1 do 99" in text for text in ktulu.shown)


@pytest.mark.parametrize(
    ("typed", "rules"),
    [
        ("2 faction", {"dead": "faction"}),
        ("2 frakcja", {"dead": "faction"}),
        ("2 Frakcji", {"dead": "faction"}),
        ("2 NIC, 2 karta", {}),
        ("1 seer, witch", {"self_target": ("seer", "witch")}),
        ("1 jasnowidz + wiedźma", {"self_target": ("seer", "witch")}),
        ("2 nothing, 1 seer, witch", {"dead": "nothing", "self_target": ("seer", "witch")}),
        ("1 seer, sheriff", {}),
        ("2 faction, 5 tak", {}),
        ("1 Nikt", {}),
    ],
)
def test_documented_values_every_case_and_several_roles_are_understood(typed: str, rules: dict[str, Any]) -> None:
    assert asked_of_werewolf(typed)[1] == rules


def test_a_chance_and_yes_or_no_may_be_typed_as_in_a_file() -> None:
    cards = [*LINE_UPS.suggest(16, 1, ["gods"])]
    kept: dict[str, Any] = {"names": "gentle", "cards": cards, "rules": {}}
    listed = relevant(SCRIPT, cards)
    hits, hang = (listed.index(rule) + 1 for rule in ("shot_success", "town_hangs"))
    talk = Talk(f"{hits} 0.5, {hang} false", "")
    ask_rules(Interview(texts(), range(8, 31), talk.questions()), kept, SCRIPT)
    assert kept["rules"] == {"shot_success": 0.5, "town_hangs": False}
