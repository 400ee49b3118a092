"""A role's or faction's name is written once, in its table: give it another, and no old one is left anywhere."""

from __future__ import annotations

import re

import pytest

from narrator.games.parts import CASES, Named

from tests.scenario import SCRIPT

NAMED: dict[str, Named] = {**SCRIPT.factions, **SCRIPT.roles}
PLACE = "town"
"""The faction whose name is a common word too: there is a town in many wordings, whoever plays."""


def old_names() -> re.Pattern[str]:
    """Find the names of all but the town, in all cases; of long ones in cases that the script does not have, too."""
    found: set[str] = set()
    for one in (one for key, one in NAMED.items() if key != PLACE):
        profiles = [names[one.id] for names in SCRIPT.vocabulary.values()]
        forms = {form for names in (one, *profiles) for case in CASES if (form := getattr(names, case))}
        found |= {rf"{re.escape(form)}\b" for form in forms}
        found |= {re.escape(form[:-1]) for form in forms if len(form) > 5 and " " not in form}
    return re.compile(rf"\b({'|'.join(sorted(found))})", re.IGNORECASE)


OLD = old_names()


@pytest.mark.parametrize("line", SCRIPT.wordings)
def test_no_wording_writes_a_name_out(line: str) -> None:
    for words in SCRIPT.wordings[line]:
        assert not OLD.search(re.sub(r"\{[^}]*\}", "", words)), words
