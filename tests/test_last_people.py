"""A new table begins with the last one's people, and a rematch with others keeps the rest of the table."""

from __future__ import annotations

import signal
import tomllib
from functools import partial
from pathlib import Path

import pytest

from narrator.play import loading, session

from tests.asked import EIGHT
from tests.last_games import begun, led, table_of, written
from tests.program import at_home, narrator
from tests.sitting import CTRL_C
from tests.sitting import sitting as slow_sitting
from tests.sweeps import trial
from tests.test_menu import QUIET

sitting = partial(slow_sitting, hurried=True)


def test_a_new_table_begins_with_the_last_ones_people_who_can_be_corrected(tmp_path: Path) -> None:
    begun(tmp_path)
    with sitting(tmp_path, "new", "next.toml") as one:
        one.answer("Ostatnio grali w tę grę: Ala, Bartek", "").answer("Gracz 9", "usuń 2").see("2 Celina").asked("]")
        one.answer("Gracz 8", "Iza, Jan").see("Gracz 10").answer("Gracz 10", "").see("Graczy: 9.")
        one.answer("Kto prowadzi noc", "").see("Karty: 9.").answer("Zaczynamy?", "później").end()
    people = [*loading.load_table(tmp_path / "next.toml").setup.people.values()]
    assert people == ["Ala", "Celina", "Darek", "Ewa", "Filip", "Gosia", "Hubert", "Iza", "Jan"]


def test_who_wants_none_of_them_is_asked_anew(tmp_path: Path) -> None:
    begun(tmp_path)
    with sitting(tmp_path, "new", "next.toml") as one:
        one.answer("Ostatnio grali", "n").see("Gracz 1:")


def test_a_rematch_with_other_people_leads_to_the_list_of_these(tmp_path: Path) -> None:
    journal = begun(tmp_path)
    with sitting(tmp_path, "again", str(journal), "--silent") as one:
        one.answer("Rewanż: tych samych 8 osób", "n").answer("Zagrać w innym składzie?", "t")
        one.answer("Gracz 9", "Iza").answer("Gracz 10", "").see("Graczy: 9.")
        one.answer("Kto prowadzi noc", "").answer("Zaczynamy?", "później").see("narrator play").end()


def test_who_wants_to_begin_at_once_is_not_asked_again_whether_to_deal(tmp_path: Path) -> None:
    journal = begun(tmp_path)
    with sitting(tmp_path, "again", str(journal), "--silent") as one:
        one.answer("Rewanż: tych samych 8 osób", "n").answer("Zagrać w innym składzie?", "t")
        one.answer("Gracz 9", "Iza").answer("Gracz 10", "").answer("Kto prowadzi noc", "")
        one.answer("Zaczynamy?", "tak").asked("Podejdź i naciśnij Enter")
        assert "Rozdać teraz" not in one.words
        assert "Gracz 1 z 9: Ala" in one.words


OTHERS = 'self_target = ["sheriff"]\n[rules.from_players]\n8 = { duels_per_day = 3 }\n'
"""Rules that are a list, and that depend on how many play."""


def test_and_keeps_the_rules_names_voice_and_script_of_the_table(tmp_path: Path) -> None:
    own = 'names = "book"\npolicy = "private"\nscript = "bez-wieszania"\nvoice = "slow"\ndice = "table"'
    journal = begun(tmp_path, own, f"[rules]\nship_night = 4\ntown_hangs = false\n{OTHERS}")
    with sitting(tmp_path, "again", str(journal), "--silent") as one:
        one.answer("Rewanż: tych samych 8 osób", "n").answer("Zagrać w innym składzie?", "t")
        one.answer("Gracz 9", "usuń 2").answer("Gracz 8", "Iza").answer("Gracz 9", "")
        one.answer("Kto prowadzi noc", "").answer("Zaczynamy?", "później").see("narrator play").end()
    table = written(tmp_path)
    kept = (table.names, table.policy, table.script, table.voice, table.dice, table.rules.ship_night)
    assert kept == ("book", "private", "bez-wieszania", "slow", "table", 4)
    assert not table.rules.town_hangs
    assert (table.rules.self_target, table.rules.from_players) == (("sheriff",), {"8": {"duels_per_day": 3}})
    assert "executioner" in table.cards, "as many people play with the same cards"
    assert (table.people[2], table.spoken_names) == ("Celina", {"Ala": "Alla"})


PLANETOPIA = table_of(
    "planetopia",
    {
        "Ala": 'town = "Nowy Targ"',
        "Joao": 'say = "Żołao"\ntown = "Porto"',
        "Celina": 'town = "Stary Młyn"',
        "Darek": "",
    },
    "judge = 3",
)


@pytest.mark.trial
def test_what_somebody_leads_and_who_judges_goes_with_them_to_another_seat(tmp_path: Path) -> None:
    journal = led(tmp_path, PLANETOPIA)
    with sitting(tmp_path, "again", str(journal), "--silent") as one:
        one.answer("Rewanż", "n").answer("Zagrać w innym składzie?", "t").answer("Gracz 5", "usuń 1")
        one.answer("Gracz 4", "zamień 1 3").answer("Gracz 4", "Gabrysia").answer("Gracz 5", "")
        one.answer("]", "").answer("Zaczynamy?", "później").see("narrator play").end()
    table = written(tmp_path)
    assert {one.name: (one.town, one.say) for one in table.player} == {
        "Darek": ("", ""),
        "Celina": ("Stary Młyn", ""),
        "Joao": ("Porto", "Żołao"),
        "Gabrysia": ("", ""),
    }
    assert table.name(table.judge) == "Celina"


@pytest.mark.trial
def test_who_judged_and_went_home_judges_no_more_and_the_table_keeps_its_language(tmp_path: Path) -> None:
    journal = led(tmp_path, PLANETOPIA.replace('"pl"', '"en"'))
    with sitting(tmp_path, "again", str(journal), "--silent") as one:
        one.answer("Rewanż", "n").answer("Zagrać w innym składzie?", "t").answer("Gracz 5", "usuń Celina")
        one.answer("Gracz 4", "").answer("]", "").answer("Zaczynamy?", "później").see("narrator play").end()
    table = written(tmp_path)
    assert (table.judge, table.language) == (0, "en"), "the table's language, not the settings'"


WARS = table_of(
    "cthulhu-wars",
    {
        "Ala": 'faction = "great-cthulhu"',
        "Bartek": 'faction = "black-goat"',
        "Celina": 'faction = "windwalker"\npower = 9',
        "Darek": 'faction = "yellow-sign"\n[[remind]]\nmoment = "gather"\ntext = "Czy Ithaqua jest w grze?"',
    },
    'ledger = "phases"\nclock = 90',
)


def test_factions_go_with_their_people_and_reminders_stay(tmp_path: Path) -> None:
    journal = led(tmp_path, WARS)
    with sitting(tmp_path, "again", str(journal), "--silent") as one:
        one.answer("Rewanż", "n").answer("Zagrać w innym składzie?", "t").answer("Gracz 5", "usuń Bartek")
        one.answer("Gracz 4", "wstaw 1 Zenon").answer("Gracz 5", "zamień 2 3").answer("Gracz 5", "")
        for name in ("Zenon", "Celina", "Ala", "Darek"):
            one.see(name).answer("Która frakcja", "")
        for _ in range(3):
            one.answer("]", "")
        one.answer("Zaczynamy?", "później").see("narrator play").end()
    table = written(tmp_path)
    assert [(one.name, one.faction, one.power) for one in table.player] == [
        ("Zenon", "black-goat", 8),
        ("Celina", "windwalker", 9),
        ("Ala", "great-cthulhu", 8),
        ("Darek", "yellow-sign", 8),
    ]
    assert ([one.moment for one in table.remind], table.clock) == (["gather"], 90)


def test_what_does_not_fit_the_people_of_now_is_left_out_and_named(tmp_path: Path) -> None:
    journal = led(tmp_path, WARS.replace("[[remind]]", '[[remind]]\nfaction = "windwalker"'))
    with sitting(tmp_path, "again", str(journal), "--silent") as one:
        one.answer("Rewanż", "n").answer("Zagrać w innym składzie?", "t").answer("Gracz 5", "usuń Celina")
        one.answer("Gracz 4", "")
        for _ in range(6):
            one.answer("]", "")
        one.answer("Zaczynamy?", "później").see("do tych osób nie pasuje").see("remind").see("narrator play").end()
    assert written(tmp_path).remind == ()


def test_a_new_table_with_the_last_ones_people_is_as_theirs_was(tmp_path: Path) -> None:
    begun(tmp_path, 'voice = "slow"\nscript = "bez-wieszania"\npolicy = "open"', "[rules]\ndrinks = 1\n")
    with sitting(tmp_path, "new", "next.toml") as one:
        one.answer("Ostatnio grali w tę grę: Ala, Bartek", "").answer("Gracz 9", "")
        one.answer("Kto prowadzi noc", "").answer("Zaczynamy?", "później").end()
    table = loading.load_table(tmp_path / "next.toml").setup
    assert (table.spoken_names, table.voice) == ({"Ala": "Alla"}, "slow")
    assert (table.script, table.policy, table.rules.drinks) == ("bez-wieszania", "open", 1)
    assert "executioner" in table.cards, "as many people begin with the same cards"


def test_questions_that_were_broken_off_go_on_with_all_that_the_table_had(tmp_path: Path) -> None:
    begun(tmp_path, 'voice = "slow"\nscript = "bez-wieszania"\npolicy = "open"', '[rules]\ndead = "faction"\n')
    with sitting(tmp_path, "new", "next.toml") as one:
        one.answer("Ostatnio grali w tę grę: Ala, Bartek", "").answer("Gracz 9", "").see("Kto prowadzi noc").type(
            CTRL_C
        )
        one.see("Odpowiedzi czekają").end()
    with sitting(tmp_path, "new", "next.toml") as one:
        one.answer("Wziąć tamte odpowiedzi?", "").answer("Gracz 9", "")
        one.answer("Kto prowadzi noc", "").answer("Zaczynamy?", "później").end()
    table = loading.load_table(tmp_path / "next.toml").setup
    assert (table.rules.dead, table.voice, table.spoken_names) == ("faction", "slow", {"Ala": "Alla"})
    assert (table.script, table.policy, "executioner" in table.cards) == ("bez-wieszania", "open", True)


@pytest.mark.trial
def test_also_where_the_journal_is_gone_by_then(tmp_path: Path) -> None:
    journal = begun(tmp_path, 'voice = "slow"', '[rules]\ndead = "faction"\n')
    with sitting(tmp_path, "new", "next.toml") as one:
        one.answer("Ostatnio grali w tę grę: Ala, Bartek", "").answer("Gracz 9", "").see("Kto prowadzi noc").type(
            CTRL_C
        )
        one.end()
    journal.unlink()
    with sitting(tmp_path, "new", "next.toml") as one:
        one.answer("Wziąć tamte odpowiedzi?", "").answer("Gracz 9", "")
        one.answer("Kto prowadzi noc", "").answer("Zaczynamy?", "później").end()
    assert loading.load_table(tmp_path / "next.toml").setup.rules.dead == "faction"


@pytest.mark.parametrize(("taken", "people"), [("", 7), trial("nie", 8)])
def test_a_rematch_offers_the_answers_that_were_broken_off_there(taken: str, people: int, tmp_path: Path) -> None:
    journal = begun(tmp_path, 'voice = "slow"', '[rules]\ndead = "faction"\n')
    more = "Iza" if people == 7 else "popraw 1 Iza"
    with sitting(tmp_path, "again", str(journal), "--silent") as one:
        one.answer("Rewanż", "n").answer("Zagrać w innym składzie?", "t").answer("Gracz 9", "usuń 2")
        one.see("Gracz 8").type(CTRL_C).see("Odpowiedzi czekają").end()
    with sitting(tmp_path, "again", str(journal), "--silent") as one:
        one.answer("Rewanż", "n").answer("Zagrać w innym składzie?", "t").answer("Wziąć tamte odpowiedzi?", taken)
        one.answer(f"Gracz {people + 1}", more).answer("Gracz 9", "")
        one.answer("Kto prowadzi noc", "").answer("Zaczynamy?", "później").see("narrator play").end()
    table = written(tmp_path)
    assert (table.rules.dead, table.voice, len(table.player), "Iza" in table.people.values()) == (
        *("faction", "slow", 8, True),
    )
    assert ("Bartek" in table.people.values()) is (people == 8)


def test_a_rematch_begins_with_its_own_people_whatever_was_broken_off_elsewhere(tmp_path: Path) -> None:
    journal = begun(tmp_path)
    with sitting(tmp_path, "new", "next.toml") as one:
        one.answer("Ostatnio grali", "n").answer("Gracz 1", "Uwe, Vera").see("Gracz 3").type(CTRL_C).end()
    with sitting(tmp_path, "again", str(journal), "--silent") as one:
        one.answer("Rewanż", "n").answer("Zagrać w innym składzie?", "t").answer("Gracz 9", "usuń 2")
        one.see("Gracz 8").type(CTRL_C).end()
        assert "Uwe" not in one.words
    with sitting(tmp_path, "new", "next.toml") as one:
        one.see("przerwano pytania przy tych osobach: Uwe, Vera.").type(CTRL_C).end()


def test_a_table_that_was_made_and_not_played_is_the_last_one(tmp_path: Path) -> None:
    begun(tmp_path, 'voice = "slow"')
    with sitting(tmp_path, "new", "next.toml") as one:
        one.answer("Ostatnio grali w tę grę: Ala, Bartek", "").answer("Gracz 9", "Iza").answer("Gracz 10", "")
        one.answer("Kto prowadzi noc", "").answer("Zaczynamy?", "później").end()
    with sitting(tmp_path, "new", "third.toml") as one:
        one.answer("Ostatni stół, next: Ala, Bartek", "").see("9 Iza").answer("Gracz 10", "")
        one.answer("Kto prowadzi noc", "").answer("Zaczynamy?", "później").end()
    table = loading.load_table(tmp_path / "third.toml").setup
    assert (table.people[9], table.voice, table.spoken_names) == ("Iza", "slow", {"Ala": "Alla"})


def test_the_last_table_is_one_of_this_very_game(tmp_path: Path) -> None:
    people = {name: "" for name in EIGHT.split(", ")}
    cards = '["werewolf", "seer", "hunter", "villager", "villager", "villager", "villager", "villager"]'
    led(tmp_path, table_of("night", people, f'script = "werewolf"\nanswers = "moderator"\ncards = {cards}'))
    with sitting(tmp_path, "new", "next.toml", "--game", "avalon") as one:
        one.see("Gracz 1:").type(CTRL_C).end()
        assert "Ostatnio grali" not in one.words
    with sitting(tmp_path, "new", "next.toml", "--game", "werewolf") as one:
        one.see("Ostatnio grali w tę grę: Ala").type(CTRL_C).end()


WEREWOLF = 'answers = "moderator"\ncards = [{}]'.format(
    ", ".join(f'"{card}"' for card in ("werewolf", "seer", "hunter", *["villager"] * 5))
)


@pytest.mark.parametrize(("played", "wanted"), [("werewolf", "mafia"), trial("mafia", "werewolf")])
def test_a_variant_is_offered_the_people_who_played_its_game(played: str, wanted: str, tmp_path: Path) -> None:
    people = {name: 'say = "Alla"' if name == "Ala" else "" for name in EIGHT.split(", ")}
    cards = WEREWOLF if played == "werewolf" else WEREWOLF.replace('"hunter"', '"villager"')
    led(tmp_path, table_of("night", people, f'script = "{played}"\n{cards}'))
    with sitting(tmp_path, "new", "next.toml", "--game", wanted) as one:
        one.answer("Ostatnio grali w tę grę: Ala", "").answer("Gracz 9", "").answer("Kto prowadzi noc", "")
        one.answer("Zaczynamy?", "później").end()
    table = loading.load_table(tmp_path / "next.toml").setup
    assert (len(table.player), table.spoken_names) == (8, {"Ala": "Alla"})
    if wanted == "mafia":
        assert table.script == "mafia"


def test_house_rules_that_go_on_stand_above_the_question_whether_to_begin(tmp_path: Path) -> None:
    begun(tmp_path, 'voice = "slow"', "[rules]\ndrinks = 3\ntown_hangs = false\n")
    with sitting(tmp_path, "new", "next.toml", height=60) as one:
        one.answer("Ostatnio grali w tę grę: Ala, Bartek", "").answer("Gracz 9", "").answer("Kto prowadzi noc", "")
        one.see("Zaczynamy?")
        told = one.words.partition("Wasze zasady: ")[2].partition(" 1. ")[0]
        assert told.count("?") == 1, "the other rule is about none of these cards"
        assert "powiesić" in told
        assert told.endswith(" nie.")


def test_without_any_of_their_own_nothing_is_said_of_rules(tmp_path: Path) -> None:
    begun(tmp_path)
    with sitting(tmp_path, "new", "next.toml", height=60) as one:
        one.answer("Ostatnio grali w tę grę: Ala, Bartek", "").answer("Gracz 9", "").answer("Kto prowadzi noc", "")
        one.see("Zaczynamy?")
        assert "Wasze zasady" not in one.words


TYPED = (
    *("Szeryf", "Kurtyzana", "Dobry rewolwerowiec", "Herszt"),
    *("Mściciel", "Zły rewolwerowiec", "Wódz", "Szaman"),
)
"""The cards of that table, as they are typed."""


@pytest.mark.trial
def test_who_typed_the_cards_of_a_real_deck_is_suggested_to_type_them_again(tmp_path: Path) -> None:
    begun(tmp_path)
    table = tomllib.loads((tmp_path / "new.toml").read_text("utf-8"))
    cards = table.pop("cards")
    people = {one["name"]: f'card = "{card}"' for one, card in zip(table["player"], cards, strict=True)}
    journal = led(tmp_path, table_of("ktulu", people, ""), "b")
    with sitting(tmp_path, "again", str(journal), "--silent", height=60) as one:
        one.answer("Rewanż", "n").answer("Zagrać w innym składzie?", "t").answer("Gracz 9", "popraw 2 Zosia")
        one.answer("Gracz 9", "").answer("Kto prowadzi noc", "").answer("Zaczynamy? [wpiszę]", "")
        for number, word in enumerate(TYPED, 1):
            one.answer(f"{number}. ", word)
        one.see("Czy wszyscy są gotowi?")
    assert [player.card for player in written(tmp_path).player] == cards


def test_cards_that_are_gone_from_a_script_since_are_not_begun_with(tmp_path: Path) -> None:
    """Else all that was kept would be taken for damaged."""
    begun(tmp_path, 'script = "nasza"', "[rules]\ndrinks = 1\n", 'format = 1\nextends = "ktulu"\n')
    script = tmp_path / "data" / "narrator" / "scripts" / "nasza.toml"
    script.write_text('format = 1\nextends = "ktulu"\nwithout = ["executioner"]\n', "utf-8")
    with sitting(tmp_path, "new", "next.toml") as one:
        one.answer("Ostatnio grali w tę grę: Ala, Bartek", "").answer("Gracz 9", "")
        one.answer("Kto prowadzi noc", "").answer("Zaczynamy?", "później").end()
    table = tomllib.loads((tmp_path / "next.toml").read_text("utf-8"))
    assert (len(table["player"]), table["rules"]["drinks"], "executioner" in table["cards"]) == (8, 1, False)


@pytest.mark.trial
def test_whoever_wants_more_begins_with_the_last_ones_rules(tmp_path: Path) -> None:
    rules = "[rules]\nbandits_kill = true\nduels_per_day = 1\n[rules.from_players]\n8 = { searches = 4 }\n"
    begun(tmp_path, 'names = "book"\npolicy = "open"\nscript = "burza"\nvoice = "slow"', rules)
    with sitting(tmp_path, "new", "next.toml") as one:
        one.answer("Ostatnio grali w tę grę: Ala, Bartek", "").answer("Gracz 9", "").answer("Kto prowadzi noc", "")
        one.answer("Zaczynamy?", "więcej").answer("W którą odmianę gramy", "").answer(
            "Jak tajna jest noc", ""
        ).answer("Jakich nazw", "łagodne")
        one.answer("Które? Po przecinku", "").answer("Enter: biorę", "").see("1 (zmienione)").see("4 (zmienione)")
        one.answer("Enter: tak gramy", "2 1, 3 2").answer("Enter: tak gramy", "")
        one.answer("Kto rozdaje karty?", "").answer("Zaczynamy? Najpierw", "nie").end()
    table = loading.load_table(tmp_path / "next.toml").setup
    assert (table.script, table.names, table.policy, table.voice) == ("burza", "gentle", "open", "slow")
    assert (table.rules.bandits_kill, table.rules.duels_per_day, table.rules.searches) == (True, 2, 1)
    assert table.rules.from_players == {}, "what was changed holds for any number"


@pytest.mark.trial
def test_a_rule_that_takes_back_what_a_variant_changes_stays(tmp_path: Path) -> None:
    journal = begun(tmp_path, 'script = "bez-wieszania"', '[rules]\ntown_hangs = true\ndead = "nothing"\n')
    with sitting(tmp_path, "again", str(journal), "--silent") as one:
        one.answer("Rewanż", "n").answer("Zagrać w innym składzie?", "t").answer("Gracz 9", "popraw 2 Zosia")
        one.answer("Gracz 9", "").answer("Kto prowadzi noc", "").answer("Zaczynamy?", "później").end()
    rules = written(tmp_path).rules
    assert (rules.town_hangs, rules.dead) == (True, "nothing")


def test_more_questions_keep_the_cards_that_were_played(tmp_path: Path) -> None:
    journal = begun(tmp_path, 'voice = "slow"')
    with sitting(tmp_path, "again", str(journal), "--silent") as one:
        one.answer("Rewanż", "n").answer("Zagrać w innym składzie?", "t").answer("Gracz 9", "popraw 2 Zosia")
        one.answer("Gracz 9", "").answer("Kto prowadzi noc", "").answer("Zaczynamy?", "więcej")
        one.answer("W którą odmianę gramy", "").answer("Jak tajna jest noc", "").answer("Jakich nazw", "")
        one.answer("Które? Po przecinku", "").see("Kart: 8. Gwiazdka").see("Kat").answer("Enter: biorę", "").type(
            CTRL_C
        )


@pytest.mark.trial
def test_a_deck_of_their_own_is_suggested_to_those_who_played_with_one(tmp_path: Path) -> None:
    journal = begun(tmp_path, 'deal = "table"\nanswers = "moderator"')
    with sitting(tmp_path, "again", str(journal), "--silent") as one:
        one.answer("Rewanż", "n").answer("Zagrać w innym składzie?", "t").answer("Gracz 9", "popraw 2 Zosia")
        one.answer("Gracz 9", "").answer("Kto prowadzi noc", "").see("Zaczynamy? [karty]").type(CTRL_C)


STAYED = ["Ala", "Bartek", "Celina", "Darek", "Filip", "Gosia", "Hubert", "Iza"]


def left_by_ewa(home: Path) -> Path:
    """The journal of a game of nine out of which the fifth went home, at a table with a voice of its own."""
    journal = begun(home, 'voice = "slow"\nanswers = "moderator"', people=f"{EIGHT}, Iza")
    said = "ready\noverride\nleaves\n5\n"
    done = narrator("resume", str(journal), "--headless", said=said, cwd=home, env=at_home(home))
    assert session.gone_home(session.recall(journal)) == ["Ewa"], done.stderr
    return journal


@pytest.mark.parametrize("back", [[], trial(["Ewa"])])
def test_who_went_home_is_not_among_those_of_a_rematch_and_one_word_brings_them_back(
    back: list[str], tmp_path: Path
) -> None:
    left_by_ewa(tmp_path)
    with sitting(tmp_path, "again", "--silent", height=60) as one:
        one.answer("Kto poszedł do domu: Ewa. Rewanż pozostałych (8 osób)?", "")
        one.see("nie ma na liście: Ewa").see("4 Darek · 5 Filip")
        for number, name in enumerate([*back, ""], 9):
            one.answer(f"Gracz {number}", name)
        one.answer("Kto prowadzi noc", "").see(f"Karty: {8 + len(back)}.").answer("Zaczynamy?", "później").end()
    table = written(tmp_path)
    assert [*table.people.values()] == [*STAYED, *back]
    assert (table.voice, len(table.cards)) == ("slow", 8 + len(back))


def test_nor_among_the_people_with_whom_a_new_table_or_the_menus_rematch_begins(tmp_path: Path) -> None:
    left_by_ewa(tmp_path)
    with sitting(tmp_path, "new", "next.toml") as one:
        one.answer(f"Ostatnio grali w tę grę: {', '.join(STAYED)}.", "")
        one.see("nie ma na liście: Ewa").see("Gracz 9").type(CTRL_C).end()
    at_home(tmp_path, QUIET + 'language = "pl"\n')
    with sitting(tmp_path, "--terminal", height=60) as one:
        one.answer("Co robimy?", "1").see("rewanż bez tych, co poszli do domu (Ewa): 8 osób").type(CTRL_C)


@pytest.mark.parametrize("sign", ["SIGKILL", trial("SIGHUP"), trial("SIGTERM")])
def test_what_was_answered_is_kept_though_the_window_is_shut(sign: str, tmp_path: Path) -> None:
    with sitting(tmp_path, "new", "next.toml") as one:
        one.answer("Gracz 1", EIGHT).answer("Gracz 9", "usuń 1").answer("Gracz 8", "Iza").answer("Gracz 9", "")
        one.answer("Kto prowadzi noc", "odliczanie").see("Zaczynamy?")
        one.process.send_signal(getattr(signal, sign))
        one.process.wait(20)
    with sitting(tmp_path, "new", "next.toml") as one:
        one.answer("Hubert, Iza", "").answer("Gracz 9", "").asked("[odliczanie]")


BESIDE = 'format = 1\nextends = "ktulu"\n[meta]\nname = "U nas"\n[rules]\nsheriff_wins_at_once = true\n'
"""A variant that lies beside its table."""


@pytest.mark.parametrize("asked", [False, trial(True)], ids=["kept", "asked"])
def test_a_script_beside_the_table_and_its_names_are_kept(*, asked: bool, tmp_path: Path) -> None:
    (tmp_path / "nasza.toml").write_text(BESIDE, "utf-8")
    journal = begun(tmp_path, 'names = "book"\nscript = "nasza.toml"', "[rules]\nsearches = 1\n")
    with sitting(tmp_path, "again", str(journal), "--silent") as one:
        one.answer("Rewanż: tych samych 8 osób", "n").answer("Zagrać w innym składzie?", "t")
        one.answer("Gracz 9", "Iza").answer("Gracz 10", "").answer("Kto prowadzi noc", "")
        if asked:
            one.answer("Zaczynamy?", "więcej").see("W którą odmianę gramy? [U nas]")
            return
        one.answer("Zaczynamy?", "później").see("narrator play").end()
    table = written(tmp_path)
    assert (table.script, table.names, table.rules.searches) == (str(tmp_path / "nasza.toml"), "book", 1)


def test_who_wants_other_people_for_a_game_that_is_a_file_reads_what_can_be_done(tmp_path: Path) -> None:
    (tmp_path / "wilki.toml").write_bytes((Path(__file__).parent / "wolves" / "wolves.toml").read_bytes())
    people = "".join(f'\n[[player]]\nname = "{name}"\n' for name in EIGHT.split(", "))
    cards = 'cards = ["wolf", "wolf", "villager", "villager", "villager", "villager", "villager", "villager"]\n'
    journal = led(tmp_path, f'format = 1\ngame = "night"\nscript = "wilki.toml"\n{cards}{people}')
    with sitting(tmp_path, "again", str(journal), "--silent") as one:
        one.answer("Rewanż: tych samych 8 osób", "n").answer("Zagrać w innym składzie?", "t")
        one.see("To gra z pliku").see("narrator script add")


def test_what_comes_out_of_a_pipe_is_offered_nothing_that_was_broken_off(tmp_path: Path) -> None:
    env = at_home(tmp_path, QUIET)
    listed = EIGHT.replace(", ", "\n")
    narrator("new", "new.toml", said="Iza\nJan\n", cwd=tmp_path, env=env)  # it ends amid the list
    assert not (tmp_path / "new.toml").exists()
    narrator("new", "new.toml", said=f"{listed}\n\n\n\npóźniej\n", cwd=tmp_path, env=env)
    made = tomllib.loads((tmp_path / "new.toml").read_text("utf-8"))
    assert [one["name"] for one in made["player"]] == EIGHT.split(", ")
