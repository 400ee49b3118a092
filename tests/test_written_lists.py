"""Lists that programs write are read as lists of people: JSON, programs, address books, invitations, pages, YAML."""

from __future__ import annotations

import pytest

from narrator.games.written_lists import as_rows

from tests.test_pasted_rows import read

THREE = ["Ala", "Jan", "Ewa"]

LISTS = [
    *(
        "['Ala', 'Jan', 'Ewa']",
        '["Ala","Jan","Ewa"]',
        "('Ala', 'Jan', 'Ewa')",
        "[Ala, Jan, Ewa]",
        '["Ala", "Jan", "Ewa",',
    ),
    *(
        'const players = ["Ala", "Jan", "Ewa"];',
        "players = [\n    'Ala',\n    'Jan',\n    'Ewa',\n]",
        "{'Ala', 'Jan', 'Ewa'}",
    ),
    *('{"players": ["Ala", "Jan", "Ewa"]}', '{\n  "players": [\n    "Ala",\n    "Jan",\n    "Ewa"\n  ]\n}'),
    '[\n  {"name": "Ala", "age": 12},\n  {"name": "Jan", "age": 13},\n  {"name": "Ewa", "age": null}\n]',
    *("let p = [{name: 'Ala'}, {name: 'Jan'}, {name: 'Ewa'}];", '{"name": "Ala"}\n{"name": "Jan"}\n{"name": "Ewa"}'),
    *(
        "players: [Ala, Jan, Ewa]",
        "players:\n  - Ala\n  - Jan\n  - Ewa",
        "- name: Ala\n  age: 1\n- name: Jan\n- name: Ewa",
    ),
    *(
        '[[player]]\nname = "Ala"\n[[player]]\nname = "Jan"\n[[player]]\nname = "Ewa"',
        'players = ["Ala", "Jan", "Ewa"]',
    ),
    "<table><tr><th>Imię</th><th>Wiek</th></tr>\n<tr><td>Ala</td><td>9</td></tr>\n"
    "<tr><td>Jan</td><td>8</td></tr>\n<tr><td>Ewa</td><td>9</td></tr></table>",
    *(
        "<ul><li>Ala</li><li>Jan</li><li>Ewa</li></ul>",
        "<html><head><title>x</title></head><b>Ala</b>, Jan &amp; Ewa</html>",
    ),
    *(
        "| Imię | Wiek |\n|---|---|\n| **Ala** | 9 |\n| [Jan](http://x.pl/1) | 8 |\n| Ewa | 7 |",
        "- [Ala](x)\n- Jan\n- Ewa",
    ),
    "\n".join(f"BEGIN:VCARD\nVERSION:3.0\nFN:{one}\nN:;{one};;;\nTEL;TYPE=CELL:+48\nEND:VCARD" for one in THREE),
    "BEGIN:VCALENDAR\nSUMMARY:Ktulu\nORGANIZER;CN=Ala:mailto:ala@x.pl\nATTENDEE;PARTSTAT=ACCEPTED;CN=Jan:mailto:j@x.pl\n"
    "ATTENDEE;CN=Ala;PARTSTAT=ACCEPTED:mailto:ala@x.pl\nATTENDEE;CN=Ewa;PARTSTAT=ACC\n EPTED:mailto:e@x.pl",
]


@pytest.mark.parametrize("pasted", LISTS)
def test_its_people_are_the_list(pasted: str) -> None:
    assert read(pasted) == (THREE, "")


ANSWERED = [
    *('{"Ala": true, "Jan": false, "Ewa": true}', '[["Ala", "tak"], ["Jan", "nie"], ["Ewa", "tak"]]'),
    "".join(f'{{"firstName": "{one}", "coming": {str(one != "Jan").lower()}}}\n' for one in THREE),
    "<table>" + "".join(f"<tr><td>{one}</td><td>{'nie' if one == 'Jan' else 'tak'}</td></tr>" for one in THREE),
    "- name: Ala\n  coming: yes\n- name: Jan\n  coming: no\n- name: Ewa\n  coming: yes",
    "".join(
        f"BEGIN:VCALENDAR\nATTENDEE;CN={one};PARTSTAT={'DECLINED' if one == 'Jan' else 'ACCEPTED'}:mailto:x@x.pl\n"
        for one in THREE
    ),
]


@pytest.mark.parametrize("pasted", ANSWERED)
def test_of_one_with_a_no_in_it_it_is_asked(pasted: str) -> None:
    names, asked = read(pasted)
    assert names == THREE
    assert "grają: 2 Jan (" in asked
    assert "3 Ewa" not in asked


def test_a_list_of_those_who_do_not_come_has_its_heading() -> None:
    assert read('{"coming": ["Ala", "Jan"], "notComing": ["Ewa"]}') == (["Ala", "Jan"], "")


@pytest.mark.parametrize("pasted", ['{"a": 1}', "BEGIN:VCALENDAR\nSUMMARY:x\nEND:VCALENDAR", "[1, 2]"])
def test_one_without_people_is_left_out_as_a_whole(pasted: str) -> None:
    assert as_rows(pasted) == ("", [" ".join(pasted.split())])
    assert read(pasted)[0] == []


@pytest.mark.parametrize(
    "pasted",
    ["Ala <3\nJan", "(Ala)", "[x] Ala\n[ ] Jan", "Ala <ala@x.pl>, Jan <jan@x.pl>", "[" * 9000, "{", "Ala = 3"],
)
def test_what_no_program_wrote_stays_as_it_is(pasted: str) -> None:
    assert as_rows(pasted) == (pasted, [])


def test_an_address_book_may_have_surnames_first_and_other_letters() -> None:
    card = "BEGIN:VCARD\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Paj=C4=85k;=C5=81ucja;;;\nEND:VCARD"
    assert as_rows(card) == ("Łucja Pająk", [])
    assert as_rows('BEGIN:VCALENDAR\nATTENDEE;CN="Lis, Ala":mailto:ala@x.pl')[0] == "Ala Lis"
