"""The sheet: tonight's calls and cards on paper, in order, escaped, and alone in its file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from itertools import chain, groupby
from pathlib import Path
from typing import Any

import pytest

from narrator.computer import paths
from narrator.games.ktulu.setup import HouseRules
from narrator.games.night.flow.conditions import limit_of, parse, rule_holds
from narrator.games.night.flow.effects import EFFECTS
from narrator.games.night.loading import Table
from narrator.games.night.printed.dealing import cards_of
from narrator.games.night.printed.printing import sheet_of
from narrator.games.night.script.script import DaySteps, Line, calls_tonight
from narrator.games.sheet import PrintedCall, Sheet
from narrator.paper.cards import A_PAGE, cards_page
from narrator.paper.night import night_text
from narrator.paper.sheet import sheet_page
from narrator.play.loading import load_table

from tests.own_script import with_calls
from tests.polish import KTULU

TABLES = [(path.stem, load_table(path)) for path in sorted(paths.shipped("setups").glob("*.toml"))]
SETUPS = {name: table for name, table in TABLES if table.setup.game == "ktulu"}
_ANNOUNCED = "pastor.confess.announce"
DEMO, SMALL = SETUPS["demo"], SETUPS["small"]


def sheet(table: Table, **changed: Any) -> Sheet:
    return sheet_of(replace(table, setup=replace(table.setup, **changed)), 5, KTULU)


def calls(found: Sheet, night: int) -> list[PrintedCall]:
    made = chain.from_iterable(one.blocks for one in found.nights if night in one.nights)
    return [call for block in made for call in block.calls if night in call.nights]


def pages(table: Table) -> dict[str, str]:
    found = sheet_of(table, 5, KTULU)
    return {
        "sheet": sheet_page(found, "stół", KTULU),
        "cards": cards_page(found, "stół", KTULU, named=found.dealt, backs=True),
    }


class Reader(HTMLParser):
    """What stands in a page: its elements, and its text with the marks read back."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, _: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data + "\n"


# ---- In the terminal ----


@pytest.mark.parametrize("night", range(3))
def test_the_terminal_lists_a_night_with_its_lines_and_nobody_s_seat(night: int) -> None:
    found = sheet_of(DEMO, 2, KTULU)
    rows = night_text(found, night, KTULU).splitlines()
    shown = calls(found, night)
    assert [row[:6].strip() for row in rows if row[:6].strip().isdecimal()] == [call.number for call in shown]
    directions = [one for call in shown for one in call.directions]
    assert {one.text if one.said else f"({one.text})" for one in directions} <= {row[6:] for row in rows}
    assert found.dealt
    assert not any(name in row for name in found.people.values() for row in rows)


# ---- What is on it ----


@pytest.mark.parametrize("name", SETUPS)
@pytest.mark.parametrize("night", range(6))
def test_every_call_of_tonight_is_on_the_sheet_once_and_in_order(name: str, night: int) -> None:
    table = SETUPS[name]
    shown = [call.number for call in calls(sheet_of(table, 5, KTULU), night)]
    twice = [number for number, found in groupby(shown) if len(list(found)) > 1]
    assert [number for number, _ in groupby(shown)] == list(made(table, night))
    assert set(twice) <= {"13"}, "both who drink are called"


def made(table: Table, night: int) -> Iterator[str]:
    """The numbers of the calls for tonight's cards that neither a house rule nor the night's number rules out."""
    state = table.game().begin(1)
    for phase in ("night", "dawn") if night else ("zero",):
        called = {call.id: call for call, _ in calls_tonight(table.script, table.setup.in_play, phase)}
        yield from (call.book for call in called.values() if all(known(state.rules, night, one) for one in call.when))


def known(rules: HouseRules, night: int, clause: str) -> bool:
    negated, word, arguments = parse(clause)
    if word == "from-night":
        return (night >= limit_of(rules, *arguments)) is not negated
    return word != "rule" or rule_holds(rules, *arguments) is not negated


@pytest.mark.parametrize("name", SETUPS)
def test_the_page_shows_these_calls_in_this_order(name: str) -> None:
    found = sheet_of(SETUPS[name], 5, KTULU)
    expected = [call.number for night in found.nights for block in night.blocks for call in block.calls]
    nights = sheet_page(found, name, KTULU).partition('<section class="whole')[0]
    assert re.findall(r'<td class="number">([^<]+)</td>', nights) == expected


def test_who_is_woken_stands_by_seat_and_name_and_lines_are_whole() -> None:
    found = sheet(DEMO)
    bandits = next(block for block in found.nights[1].blocks if block.side == "bandits")
    assert (bandits.title, bandits.seats) == ("Bandyci", (2, 6, 9, 11))
    lines = [direction.text for call in bandits.calls for direction in call.directions if direction.said]
    for line, key in ((lines[0], "bandits.wake.wake"), (lines[-1], "bandits.sleep.sleep")):
        assert line in {DEMO.script.lines["gentle"].text(words, {}) for words in DEMO.script.wordings[key]}
    page = Reader(sheet_page(found, "demo", KTULU))
    assert all(line in page.text for line in lines)
    assert {line.strip() for line in page.text.splitlines()} >= {"2", "Bartek"}


def test_the_wordings_of_the_lines_have_their_turns() -> None:
    """Whoever leads from paper would otherwise read the plainest of each for ever."""
    found = sheet(SETUPS["all-roles"])
    said = {one.text for call in calls(found, 1) for one in call.directions if one.said}
    script = SETUPS["all-roles"].script
    numbers = [
        number
        for call in script.calls("night")
        for number, words in enumerate(script.wordings.get(f"{call.id}.sleep", ()))
        if "{who" not in words and script.lines["gentle"].text(words, {}) in said
    ]
    counts = [numbers.count(number) for number in range(3)]
    assert max(counts) - min(counts) <= 3 < min(counts) + 1, counts


def test_there_is_a_page_for_the_days_with_a_column_for_each() -> None:
    page = (
        sheet_page(sheet(DEMO), "demo", KTULU).partition('<section class="whole days">')[2].partition("</section>")[0]
    )
    assert [word in page for word in ("dzień 1", "dzień 6", "dzień 7")] == [True, True, False]
    assert all(f"<td>{name}</td>" in page for name in DEMO.setup.people.values())
    for what, rings in (("pojedynki", 2), ("przeszukani", 2), ("powieszeni", 0), ("ma posążek po nocy", 0)):
        row = page.partition(f">{what}</td>")[2].partition("</tr>")[0]
        assert row.count('class="pick"') == 6
        assert row.count("ring") == 6 * rings, what


@pytest.mark.parametrize(
    ("rules", "there", "gone"),
    [
        ({"searches": 4, "duels_per_day": 1}, ("głosów 4", "najwyżej 1 dziennie"), ()),
        ({"town_hangs": False}, ('<th colspan="2">głosy</th>',), ("Wieszanie", "powieszeni", "votes twice")),
        ({}, ("głosy: przeszukanie ¦ wieszanie", "votes twice"), ()),
        ({"duels_per_day": 0}, ("Przeszukanie",), ("Pojedynki: ", ">pojedynki<", "wygrywają każdy")),
    ],
)
def test_the_days_follow_the_rules_of_the_house(
    rules: dict[str, Any], there: tuple[str, ...], gone: tuple[str, ...]
) -> None:
    page = sheet_page(sheet(DEMO, rules=replace(DEMO.setup.rules, **rules)), "demo", KTULU)
    assert [word in page for word in (*there, *gone)] == [True] * len(there) + [False] * len(gone)


def test_the_days_tell_of_poison_and_of_a_last_shot_as_they_come_in_this_script() -> None:
    table, day = SETUPS["all-roles"], DaySteps(steps=("poison", "hang"), first={"poison": 3})
    role = (replace(one, traits=("last-shot",)) if one.id == "avenger" else one for one in table.script.role)
    ours = replace(table, script=replace(table.script, day=day, role=tuple(role)))
    usual, own = ({*sheet(one).day.rules} for one in (table, ours))
    strikes, shoots = KTULU.word("sheet.day.poison"), KTULU.word("sheet.day.last-shot")
    assert {shoots, KTULU.word("sheet.day.from", rule=strikes, number=3)} <= own
    assert KTULU.word("sheet.day.poison-late") in own
    assert strikes in usual
    assert shoots not in usual


def test_what_is_done_by_night_speaks_of_no_search_where_there_is_none() -> None:
    table = SETUPS["all-roles"]
    script = replace(table.script, day=DaySteps(steps=("timer", "duel", "poison", "hang")))
    found = sheet_of(replace(table, script=script), 5, KTULU)
    done = [one.text for call in calls(found, 1) for one in call.directions if not one.said]
    assert any("Zginie jutro" in words for words in done)
    assert not [words for words in done if "przeszuk" in words]


def test_each_page_names_its_table_whatever_it_is_called() -> None:
    assert ':root{--pick:17.00mm;--table:"demo"}' in sheet_page(sheet(DEMO), "demo", KTULU)
    odd = sheet_page(sheet(DEMO), '</style>"\\', KTULU)
    assert odd.count("</style>") == 1


def test_whoever_acts_apart_in_a_block_is_named() -> None:
    shaman = next(call for call in calls(sheet(DEMO), 1) if call.number == "23")
    assert (shaman.title, shaman.seats, shaman.uses) == ("Szaman", (3,), 1)


def test_the_ship_has_no_box_before_it_may_leave() -> None:
    sail = next(call for call in calls(sheet(DEMO), 3) if call.number == "60b")
    assert sail.nights == (3, 4, 5)
    assert sheet_page(sheet(DEMO), "demo", KTULU).count('<td class="pick out">') == 2


def test_as_many_nights_as_wanted_have_a_column() -> None:
    heads = [sheet_page(sheet_of(DEMO, nights, KTULU), "demo", KTULU).count("noc 9") for nights in (8, 9)]
    assert heads[0] == 0
    assert heads[1] > 5


def test_a_warrior_who_strikes_after_a_takeover_has_no_ring_and_no_choice() -> None:
    once, after = (
        next(
            call
            for call in calls(sheet(DEMO, rules=replace(DEMO.setup.rules, warrior=rule)), 1)
            if call.number == "29"
        )
        for rule in ("once", "after-takeover")
    )
    assert (once.uses, after.uses) == (1, 0)
    optional, takeover = KTULU.word("sheet.optional"), KTULU.word("sheet.when.took-over", value="Indianie")
    assert [optional in "".join(one.text for one in call.directions) for call in (once, after)] == [True, False]
    assert [takeover in [one.text for one in call.directions] for call in (once, after)] == [False, True]


@pytest.mark.parametrize("answers", ["keys", "counting", "phones", "open"])
def test_it_is_made_for_a_moderator_whoever_answers_else(answers: Any) -> None:
    assert sheet(DEMO, answers=answers) == sheet(DEMO)


def test_an_open_table_is_told_who_was_picked() -> None:
    says = {words.replace("{seat}", "____").replace("{name}", "____") for words in DEMO.script.wordings[_ANNOUNCED]}
    said = [
        {one.text for call in calls(sheet(DEMO, policy=policy), 1) for one in call.directions}
        for policy in ("masked", "open")
    ]
    assert [bool(says & lines) for lines in said] == [False, True]


def test_what_only_the_night_can_fill_in_is_left_blank() -> None:
    falls = Line(id="night.falls", text=("Noc {night}. Ginie {name}, {card}. {town.name}.",))
    script = replace(DEMO.script, line=(falls, *(line for line in DEMO.script.line if line.id != falls.id)))
    found = sheet_of(replace(DEMO, script=script), 5, KTULU)
    assert found.nights[1].before[0].text == "Noc ____. Ginie ____, ____. Miasto."


# ---- Before and after the deal ----


def test_before_the_deal_nobody_has_a_card() -> None:
    found = sheet(SMALL)
    assert not found.dealt
    assert {card.seat for card in found.cards} == {0}
    seats = [seat for night in found.nights for block in night.blocks for seat in block.seats]
    assert set(seats) == {0}
    page = sheet_page(found, "small", KTULU)
    assert 'class="seated"' not in page
    assert KTULU.word("sheet.undealt") in page
    assert KTULU.word("sheet.secret") not in page


def test_after_the_deal_the_cards_are_those_of_the_game() -> None:
    found, names = sheet(SMALL, seed=5), SMALL.script.vocabulary["gentle"]
    assert [card.title for card in found.cards] == [names[card].name for card in cards_of(SMALL, 5)]
    assert [card.seat for card in found.cards] == [*SMALL.setup.seats]
    assert KTULU.word("sheet.secret") in sheet_page(found, "small", KTULU)


def test_the_order_of_cards_that_are_not_dealt_tells_nothing() -> None:
    turned = replace(SMALL.setup, cards=SMALL.setup.cards[::-1])
    assert pages(SMALL) == pages(replace(SMALL, setup=turned))


def test_nameless_cards_tell_nobody_and_stand_in_no_order_of_seats() -> None:
    found = sheet(DEMO)
    page = cards_page(found, "demo", KTULU, named=False)
    assert not [name for name in found.people.values() if name in page]
    mixed = replace(found, cards=found.cards[::-1])
    assert cards_page(mixed, "demo", KTULU, named=False) == page


# ---- The page ----


@pytest.mark.parametrize("name", SETUPS)
@pytest.mark.parametrize("kind", ["sheet", "cards"])
def test_a_page_needs_nothing_but_itself(name: str, kind: str) -> None:
    page = pages(SETUPS[name])[kind]
    for word in ("http:", "https:", "//", "url(", "@import", "src=", "href=", "<script", "<link"):
        assert word not in page, word
    assert '<html lang="pl">' in page


ODD = ['<script>alert("1")</script>', "Ala & Ola", "\"'`<b>", "</svg></table>", "&lt;", "<!--"]


@pytest.mark.parametrize("kind", ["sheet", "cards"])
def test_names_are_shown_as_they_are_and_never_obeyed(kind: str) -> None:
    plain = pages(DEMO)[kind]
    players = tuple(replace(one, name=name) for one, name in zip(DEMO.setup.player, ODD * 2, strict=True))
    roles = tuple(replace(role, does=f"<i>{role.name}</i>", name=f"<u>{role.name}") for role in DEMO.script.role)
    odd = replace(DEMO, setup=replace(DEMO.setup, player=players), script=replace(DEMO.script, role=roles))
    found = Reader(pages(odd)[kind])
    assert {*found.elements} == {*Reader(plain).elements}
    for name in ODD:
        assert found.text.count(name) >= 2
    assert "<u>Szeryf" in found.text
    assert "<i>Szeryf</i>" in found.text
    titled = sheet_page(sheet(DEMO), "<b>&amp;", KTULU)
    assert "<b>&amp;" in Reader(titled).text


@pytest.mark.parametrize("name", SETUPS)
def test_six_cards_are_on_a_page(name: str) -> None:
    found = sheet_of(SETUPS[name], 5, KTULU)
    page = cards_page(found, name, KTULU, named=False)
    counts = [part.count("<article") for part in page.split('<section class="cards">')[1:]]
    count = len(found.cards)
    assert counts == [A_PAGE] * (count // A_PAGE) + [count % A_PAGE] * bool(count % A_PAGE)


def test_a_card_says_what_it_does_and_how_one_wins() -> None:
    page = Reader(cards_page(sheet(DEMO), "demo", KTULU, named=True)).text
    town = DEMO.script.factions["town"]
    assert DEMO.script.roles["sheriff"].does in page
    assert page.count(DEMO.script.lines["gentle"].text(town.aim, {})) == 5
    assert "Ala" in page


def test_sides_are_told_apart_by_shapes() -> None:
    page = cards_page(sheet(SETUPS["all-roles"]), "all", KTULU, named=False)
    shapes = {points for points in re.findall(r'points="([^"]+)"', page)}
    assert len(shapes) == len(DEMO.script.faction)


# ---- What is done with an answer ----


@pytest.mark.parametrize(
    ("number", "rules", "told"),
    [
        ("16", {"bandits_kill": True}, ("wskazana osoba ginie",)),
        ("54", {"shot_success": 0.5}, ("50 na 100",)),
        ("56", {"possession_success": 0.9}, ("90 na 100",)),
        ("8", {"sheriff_wins_at_once": True}, ("wygrywa miasto",)),
        ("8", {"self_target": ("sheriff",)}, ("też siebie",)),
        ("12", {"gambler_stops_on_statue": True}, ("nikogo więcej się nie wskazuje",)),
        ("12", {"gambler_finds_statue": True}, ("wygrywa miasto",)),
    ],
)
def test_what_is_done_follows_the_rules_of_the_house(
    number: str, rules: dict[str, Any], told: tuple[str, ...]
) -> None:
    table = SETUPS["all-roles"]
    as_usual, by_house = (
        " ".join(
            one.text
            for call in calls(sheet(table, rules=found), 3)
            if call.number == number
            for one in call.directions
        )
        for found in (table.setup.rules, replace(table.setup.rules, **rules))
    )
    assert [word in as_usual for word in told] == [False] * len(told)
    assert [word in by_house for word in told] == [True] * len(told)


_ANOTHER: dict[str, Any] = {
    "ship_night": 5,
    "searches": 5,
    "gambler_from_night": 3,
    "drinks": 3,
    "warrior": "after-takeover",
    "dead": "nothing",
    "self_target": ("sheriff",),
    "no_self_target": ("mayor",),
    **dict.fromkeys(("shot_success", "possession_success"), 0.5),
    **dict.fromkeys(("duels_per_day", "kali_thefts", "signals_to_win", "hits_to_win"), 1),
    **dict.fromkeys(
        (
            "bandits_kill",
            "sheriff_wins_at_once",
            "jail_stops_poison",
            "gambler_stops_on_statue",
            "gambler_finds_statue",
        ),
        True,
    ),
    **dict.fromkeys(("town_hangs", "sheriff_zero_night", "pastor_zero_night", "fugitives_search"), False),
    "statue_announced": False,
}
"""Each house rule as no table has it by itself."""


@pytest.mark.parametrize("rule", HouseRules.single())
def test_every_rule_of_the_house_is_on_the_paper_of_whoever_leads(rule: str) -> None:
    table = SETUPS["all-roles"]
    usual, ours = sheet(table), sheet(table, rules=replace(table.setup.rules, **{rule: _ANOTHER[rule]}))
    if rule != "no_self_target":  # of which the card alone tells
        usual, ours = replace(usual, cards=()), replace(ours, cards=())
    assert usual != ours


@pytest.mark.parametrize(("drinks", "at_once"), [(2, False), (1, True)])
def test_no_card_but_a_duellists_speaks_of_what_the_house_rules_take_away(drinks: int, at_once: bool) -> None:
    table = SETUPS["all-roles"]
    rules = replace(table.setup.rules, duels_per_day=0, town_hangs=False, drinks=drinks, sheriff_wins_at_once=at_once)
    before, now = ([one for one in sheet(table, rules=given).cards] for given in (table.setup.rules, rules))
    spoke, speak = ({one.title for one in cards if _DAY.search(one.does)} for cards in (before, now))
    assert speak == {"Dobry rewolwerowiec", "Zły rewolwerowiec", "Sędzia"}
    assert spoke - speak == {"Szeryf", "Lekarz", "Pijany sędzia", "Lucky Luke", "Burmistrz"}


_DAY = re.compile(r"pojedynk|gdy miasto kogoś wiesza", re.IGNORECASE)

SECOND = {"confess", "learn-card", "learn-whether", "bind", "raid-may-kill", "raid-or-kill"}


def test_every_effect_with_a_second_question_is_tried() -> None:
    assert {word for word, one in EFFECTS.items() if one.may_kill or "then" in one.own} == SECOND


@pytest.mark.parametrize("effect", sorted(SECOND))
def test_a_second_question_is_on_paper_with_what_it_does(effect: str) -> None:
    asked = {"do": effect, "open": False, "then": "I co dalej?"} | (
        {"shows": ["bandits"]} if EFFECTS[effect].shows else {}
    )
    done = printed_with({"mind-eater.read": asked}, 36).casefold()
    if effect == "bind":
        assert "potem z kim" in done
    else:
        assert "zapytaj na migi" in done
        assert "posążek" in done.partition("zapytaj na migi")[2] or effect == "raid-may-kill"
    if EFFECTS[effect].may_kill:
        del asked["then"]
        assert "zapytaj na migi" not in printed_with({"mind-eater.read": asked}, 36).casefold()


def test_no_second_question_is_on_paper_in_the_zero_night() -> None:
    """D91."""
    asked = {"courtesan.client": {"do": "learn-card", "open": False, "then": "Ma zginąć?"}}
    assert "Pokaż kartę" in (done := printed_with(asked, 1, night=0))
    assert "zapytaj na migi" not in done


@pytest.mark.parametrize("effect", [word for word, one in EFFECTS.items() if one.shows])
def test_whom_a_call_is_about_is_on_paper(effect: str) -> None:
    asks = EFFECTS[effect].answer
    shows = {"do": effect, "open": False, "ask": asks, "shows": ["bandits", "great-ufo"]}
    assert "Chodzi o: Bandyci, Wielki Ufol." in printed_with({"mind-eater.read": shows}, 36)


def printed_with(changes: dict[str, dict[str, Any]], number: int, night: int = 1) -> str:
    """What is printed of a call, by its number, in a script whose calls were changed like this."""
    effects = {str(one["do"]) for one in changes.values()}
    lines = dict.fromkeys(line for word in effects for line in EFFECTS[word].lines)
    missing = {line: "Oto." for line in lines if line not in DEMO.script.wordings}
    found = sheet(replace(SETUPS["all-roles"], script=with_calls(changes, missing)))
    of_call = [call for call in calls(found, night) if call.number == str(number)]
    return " ".join(one.text for call in of_call for one in call.directions)


def test_a_script_without_calls_of_a_phase_is_printed_too(tmp_path: Path) -> None:
    removed = "".join(f'[[order]]\nremove = "dawn/{call.id}"\n' for call in SMALL.script.dawn)
    (tmp_path / "my.toml").write_text(f'format = 1\nextends = "ktulu"\n{removed}', "utf-8")
    small = (paths.shipped("setups") / "small.toml").read_text("utf-8")
    (tmp_path / "table.toml").write_text(small.replace("format = 1", 'format = 1\nscript = "my.toml"'), "utf-8")
    found = sheet(load_table(tmp_path / "table.toml"))
    numbers = {call.id: call.book for call in SMALL.script.dawn}
    assert not {call.number for call in calls(found, 1)} & {*numbers.values()}
    assert len(found.nights[1].after) == len(sheet(SMALL).nights[1].after)
