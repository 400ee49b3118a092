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
