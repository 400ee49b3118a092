"""Who in a table, on a page or beside a sign may not play, and so is left out or asked about; the others are not."""

from __future__ import annotations

import pytest

from tests.test_pasted_rows import read


@pytest.mark.parametrize("sign", ["\t", ";"])
def test_a_comma_in_a_cell_of_a_table_parts_no_people(sign: str) -> None:
    rows = ["Imię i nazwisko|Czy będziesz?", "Magda Lis|Tak", "Tomek Nowak|Tak, z osobą towarzyszącą", "Ola Mak|Nie"]
    names, asked = read("\n".join([*rows, "Iza Kot|Tak"]).replace("|", sign))
    assert names == ["Magda Lis", "Tomek Nowak", "Ola Mak", "Iza Kot"]
    assert "3 Ola Mak (Nie)" in asked
    assert "Tomek" not in asked


@pytest.mark.parametrize("sign", ["\t", ";"])
def test_nor_where_somebody_is_named_in_it(sign: str) -> None:
    rows = ["Imię|Uwagi", "Magda|wege", "Tomek (nowy)|Obok Oli, Ewa wie", "Iza|ryby", "Jan|"]
    assert read("\n".join(rows).replace("|", sign))[0] == ["Magda", "Tomek", "Iza", "Jan"]


@pytest.mark.parametrize(
    "struck",
    [
        *("<li><s>Ola</s></li>", "<li><del>Ola</del></li>", "<li><strike class='x'>Ola</strike></li>"),
        *("<li style='text-decoration: line-through'>Ola</li>", "<li><s><b>Ola</b> Lis</s></li>"),
    ],
)
def test_who_is_struck_out_on_a_page_is_left_out(struck: str) -> None:
    page = f"<ul><li>Magda</li>{struck}<li><strong>Iza</strong></li><li>Jan</li></ul>"
    assert read(page) == (["Magda", "Iza", "Jan"], "")


def test_so_is_a_row_of_a_table_on_it() -> None:
    cells = ["Magda", "<s>Ola</s>", "Iza", "Jan"]
    rows = "".join(f"<tr><td>{cell}</td><td>tak</td></tr>" for cell in cells)
    assert read(f"<table>{rows}</table>")[0] == ["Magda", "Iza", "Jan"]


@pytest.mark.parametrize("none", ["-|-", "|", "nie|-", "?|?", "-|"])
@pytest.mark.parametrize("sign", ["\t", ";", ","])
def test_of_who_comes_on_none_of_the_days_it_is_asked(none: str, sign: str) -> None:
    rows = ["Imię|pt|sob", "Magda|x|x", f"Ola|{none}", "Iza|x|", "Jan||x", "Tomek|x|x"]
    names, asked = read("\n".join(rows).replace("|", sign))
    assert names == ["Magda", "Ola", "Iza", "Jan", "Tomek"]
    assert asked.count("2 Ola") == 1
    assert not any(name in asked for name in ("Magda", "Tomek"))
